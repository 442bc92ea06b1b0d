"""`edit`: replace an exact text in a file."""

from pydantic import BaseModel, Field

from zaptui.core.json import Json
from zaptui.core.ports import FileData, Tool, ToolContext
from zaptui.errors import ToolError
from zaptui.tools.file_text import FILE_LIMIT, editable_encoding
from zaptui.tools.stale import refuse_stale
from zaptui.view.diff import diff_json


class EditInput(BaseModel):
    """Arguments of `edit`."""

    path: str = Field(description="Path from the workspace root.")
    old_text: str = Field(description="The text to replace, exactly as it stands in the file.")
    new_text: str = Field(description="What to put in its place.")
    replace_all: bool = Field(default=False, description="Replace every occurrence.")


async def edit(args: EditInput, context: ToolContext) -> Json:
    """Replace a text that occurs exactly once in a file (every occurrence with replace_all). All
    other bytes stay as they are."""
    file = context.workspace.read(args.path, limit=FILE_LIMIT + 1)
    encoding = editable_encoding(file)
    refuse_stale(file, context)
    before = file.data.decode(encoding)  # strict both ways: bytes that are not touched stay
    count = _count(args, file, before)
    after = before.replace(args.old_text, args.new_text)
    written = context.workspace.write(args.path, _encoded(after, encoding))
    context.seen[written.path] = written.stamp
    return {"path": written.path, "replaced": count, **diff_json(before, after)}


def _count(args: EditInput, file: FileData, text: str) -> int:
    """How often the text occurs. ToolError for none, or for several without replace_all."""
    if not args.old_text:
        raise ToolError("old_text is empty; to create a file use write")
    if args.old_text == args.new_text:
        raise ToolError("old_text and new_text are the same")
    count = text.count(args.old_text)
    if count == 0:
        crlf = "\r\n" in text and "\n" in args.old_text and "\r\n" not in args.old_text
        hint = " (its lines end in CRLF)" if crlf else ""
        raise ToolError(f"old_text occurs 0 times in {file.path}{hint}; read it and copy exactly")
    if count > 1 and not args.replace_all:
        raise ToolError(
            f"old_text occurs {count} times in {file.path}; add lines around it or set replace_all"
        )
    return count


def _encoded(text: str, encoding: str) -> bytes:
    try:
        return text.encode(encoding)
    except UnicodeEncodeError as error:
        raise ToolError("the text holds a character that is no Unicode text") from error


EDIT = Tool(name="edit", input=EditInput, run=edit, subject=lambda args: args.path)
