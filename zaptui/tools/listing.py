"""`list`: what is in a folder."""

from collections.abc import Iterator

from pydantic import BaseModel, Field

from zaptui.core.json import Json
from zaptui.core.ports import Tool, ToolContext, Workspace
from zaptui.errors import ToolError

_MOST_ENTRIES = 500
_SKIPPED = {".git", "node_modules", "__pycache__", ".venv"}


class ListInput(BaseModel):
    """Arguments of `list`."""

    path: str = Field(default=".", description="Folder, from the workspace root.")
    depth: int = Field(default=1, ge=1, le=8, description="Levels to go down.")


async def list_folder(args: ListInput, context: ToolContext) -> Json:
    """List a folder, one path a line; folders end in a slash. Inside .git, node_modules,
    __pycache__ and .venv nothing is listed unless asked for by path."""
    lines: list[str] = []
    for line in _walk(context.workspace, args.path, args.depth):
        if len(lines) == _MOST_ENTRIES:
            lines.append(f"(only the first {_MOST_ENTRIES} are shown)")
            break
        lines.append(line)
    return "\n".join(lines) or "(empty folder)"


def _walk(workspace: Workspace, path: str, depth: int) -> Iterator[str]:
    prefix = "" if path in (".", "./") else f"{path.rstrip('/')}/"
    for name, is_folder in workspace.entries(path):
        shown = f"{prefix}{name}"
        yield f"{shown if shown.isprintable() else repr(shown)}{'/' if is_folder else ''}"
        if is_folder and depth > 1 and name not in _SKIPPED:
            try:
                yield from _walk(workspace, f"{prefix}{name}", depth - 1)
            except ToolError as error:  # a folder that cannot be read spoils only itself
                yield f"{prefix}{name}/ ({error})"


LIST = Tool(
    name="list", input=ListInput, run=list_folder, subject=lambda args: args.path, reads_only=True
)
