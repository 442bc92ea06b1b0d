"""`read`: a text file, or a part of one."""

from pydantic import BaseModel, Field

from zaptui.core.json import Json
from zaptui.core.ports import Tool, ToolContext
from zaptui.tools.file_text import FILE_LIMIT, shown_text

DEFAULT_LINES = 2000
_LONGEST_LINE = 2000
_MOST_CHARACTERS = 30_000


class ReadInput(BaseModel):
    """Arguments of `read`."""

    path: str = Field(description="Path from the workspace root.")
    offset: int = Field(default=1, ge=1, description="First line, counted from 1.")
    limit: int = Field(default=DEFAULT_LINES, ge=1, description="Lines at most.")


async def read(args: ReadInput, context: ToolContext) -> Json:
    """Read a text file. Each line comes as its number, a tab and the text; the last line says what
    was left out."""
    file = context.workspace.read(args.path, limit=FILE_LIMIT)
    lines = shown_text(file).split("\n")
    if lines[-1] == "":
        lines.pop()
    context.seen[file.path] = file.stamp
    shown: list[str] = []
    room = _MOST_CHARACTERS
    for number, line in enumerate(lines[args.offset - 1 :][: args.limit], start=args.offset):
        text = f"{number}\t{_shortened(line)}"
        room -= len(text) + 1
        if room < 0 and shown:
            break
        shown.append(text)
    return "\n".join([*shown, *_left_out(args, len(shown), len(lines), file.size)])


def _shortened(line: str) -> str:
    if len(line) <= _LONGEST_LINE:
        return line
    return f"{line[:_LONGEST_LINE]}[… {len(line) - _LONGEST_LINE} characters cut …]"


def _left_out(args: ReadInput, shown: int, lines: int, size: int) -> list[str]:
    last = args.offset + shown - 1
    total = f"{lines} lines" if size <= FILE_LIMIT else f"the first {FILE_LIMIT} of {size} bytes"
    if lines == 0:
        return ["(empty file)"]
    if not shown:
        return [f"(no line {args.offset}: the file has {total})"]
    if args.offset > 1 or last < lines or size > FILE_LIMIT:
        return [f"(lines {args.offset}–{last} of {total})"]
    return []


READ = Tool(name="read", input=ReadInput, run=read, subject=lambda args: args.path, reads_only=True)
