"""A tool call in a few words: its subject, and how it ended."""

from zaptui.core.json import JsonObject, as_object
from zaptui.core.parts import ToolPart
from zaptui.view.text import one_line

_SUBJECTS = ("command", "pattern", "path", "question", "file_path", "query", "url")


def subject_of(arguments: JsonObject) -> str:
    """What a call is about: its command, path or pattern, else its first text."""
    texts = {key: value for key, value in arguments.items() if isinstance(value, str) and value}
    found = next((texts[key] for key in _SUBJECTS if key in texts), None)
    subject = found if found is not None else next(iter(texts.values()), "")
    where = texts.get("path") if found == texts.get("pattern") else None
    return f"{subject} in {where}" if where and where != subject else subject


def call_line(part: ToolPart, *, width: int = 100) -> str:
    """`tool  subject`, on one line."""
    subject = one_line(subject_of(part.input or {}), max(8, width - 10))
    return f"{one_line(part.tool, 24):<7} {subject}".rstrip()


def result_line(part: ToolPart, *, width: int = 60) -> str:
    """How a call ended: empty for a plain success, else the exit code or the error."""
    if part.error is not None:
        return one_line(part.error, width)
    output = as_object(part.output)
    code = output.get("exit_code")
    if output.get("timed_out"):
        return "timed out"
    return f"exit {code}" if isinstance(code, int) and code != 0 else ""
