"""A tool call as a page shows it: what it was about, its arguments, its change, its output."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from zaptui.core.json import Json, JsonObject, as_object
from zaptui.core.parts import ToolPart
from zaptui.view.call_line import result_line, subject_of
from zaptui.view.diff import diff_json
from zaptui.view.text import duration, one_line, sanitize

_SUBJECT_WIDTH = 120
_CHANGES = (("old_text", "new_text"), ("old_string", "new_string"), ("old_str", "new_str"))
"""The arguments in which known tools name what they replace, and with what."""
_TOLD = ("exit_code", "output", "timed_out", "path", "diff", "added", "removed")
"""Fields of an output that the head or the body of a call tells."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallView:
    """Clean text, nothing escaped yet. What is empty is not shown."""

    tool: str
    subject: str
    notes: tuple[str, ...]
    """How it ended and what it took, a few words each."""
    failed: bool
    arguments: str
    diff: str
    body: str
    """Its output, or its error when it failed."""


def call_view(part: ToolPart) -> CallView:
    """The call, whatever state it is in."""
    arguments, output = part.input or {}, as_object(part.output)
    subject = one_line(subject_of(arguments), _SUBJECT_WIDTH)
    diff = output.get("diff")
    change = diff if isinstance(diff, str) else _asked_change(part)
    hidden = ("content", *(name for pair in _CHANGES for name in pair)) if change else ()
    shown = {name: value for name, value in arguments.items() if name not in hidden}
    return CallView(
        tool=one_line(part.tool, 60) or "(no name)",
        subject=subject,
        notes=tuple(filter(None, _notes(part))),
        failed=part.error is not None,
        arguments=sanitize("\n".join(_lines(shown, subject)) or _raw(part)),
        diff=sanitize(change),
        body=sanitize(_body(part)).strip("\n"),
    )


def plain_json(value: Json) -> str:
    """JSON to be read: indented, other scripts as they are."""
    return json.dumps(value, ensure_ascii=False, indent=2)


def _notes(part: ToolPart) -> Iterator[str]:
    output = as_object(part.output)
    added, removed = output.get("added"), output.get("removed")
    if isinstance(added, int) and isinstance(removed, int):
        yield f"+{added} −{removed}"
    yield "failed" if part.error is not None else result_line(part)
    if part.receipt is not None:
        yield f"receipt {one_line(part.receipt, 12)}"
    if not part.finished:
        yield "no result"
    elif part.ended_at is not None and part.ended_at - part.began_at >= 0.1:
        yield duration(part.ended_at - part.began_at)


def _asked_change(part: ToolPart) -> str:
    """The change that the arguments of a foreign editing tool ask for, as a diff."""
    arguments = part.input or {}
    if part.error is not None:
        return ""
    for before, after in _CHANGES:
        old, new = arguments.get(before), arguments.get(after)
        if isinstance(old, str) and isinstance(new, str):
            return str(diff_json(old, new)["diff"])
    return ""


def _lines(arguments: JsonObject, subject: str) -> Iterator[str]:
    """`name: value`, without what the subject already says."""
    for name, value in arguments.items():
        text = value if isinstance(value, str) else plain_json(value)
        flat = " ".join(text.split())
        told = (
            subject == flat or subject.startswith(f"{flat} in ") or subject.endswith(f" in {flat}")
        )
        if not told or "\n" in text.strip():
            yield f"{name}:\n{text}" if "\n" in text else f"{name}: {text}"


def _raw(part: ToolPart) -> str:
    """Arguments that are no object: of a call that never became whole, or was no JSON."""
    return part.raw_input if part.input is None else ""


def _body(part: ToolPart) -> str:
    if part.error is not None:
        return part.error
    match part.output:
        case None:
            return part.progress
        case str() as text:
            return text
        case dict() as output:
            rest = {name: value for name, value in output.items() if name not in _TOLD}
            body = output.get("output")
            shown = body if isinstance(body, str) else plain_json(body) if body else ""
            known = "diff" in output or "output" in output
            return shown if known or not rest else plain_json(output)
        case value:
            return plain_json(value)
