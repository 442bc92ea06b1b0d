"""`write`: a whole file."""

from pydantic import BaseModel, Field

from zaptui.core.json import Json
from zaptui.core.ports import Tool, ToolContext
from zaptui.errors import ToolError
from zaptui.tools.file_text import FILE_LIMIT, encoding_of
from zaptui.tools.stale import refuse_stale
from zaptui.view.diff import diff_json


class WriteInput(BaseModel):
    """Arguments of `write`."""

    path: str = Field(description="Path from the workspace root.")
    content: str = Field(description="The whole new content.")


async def write(args: WriteInput, context: ToolContext) -> Json:
    """Create a file, with its folders, or replace a whole one. To change a part of a file, use
    edit."""
    before: str | None = None
    if context.workspace.exists(args.path):
        old = context.workspace.read(args.path, limit=FILE_LIMIT)
        refuse_stale(old, context)
        encoding = encoding_of(old.data) if old.size <= FILE_LIMIT else None
        before = old.data.decode(encoding) if encoding else ""
    try:
        data = args.content.encode("utf-8")
    except UnicodeEncodeError as error:
        raise ToolError("content holds a character that is no Unicode text") from error
    file = context.workspace.write(args.path, data)
    context.seen[file.path] = file.stamp
    return {
        "path": file.path,
        "bytes": file.size,
        "created": before is None,
        **diff_json(before or "", args.content),
    }


WRITE = Tool(name="write", input=WriteInput, run=write, subject=lambda args: args.path)
