"""The rule that nobody's change is overwritten unseen."""

from zaptui.core.ports import FileData, ToolContext
from zaptui.errors import ToolError


def refuse_stale(file: FileData, context: ToolContext) -> None:
    """ToolError when the file is not as the model last saw it."""
    seen = context.seen.get(file.path)
    if seen is not None and seen != file.stamp:
        raise ToolError(f"{file.path} has changed since it was read; read it again first")
