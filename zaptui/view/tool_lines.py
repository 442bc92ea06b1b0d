"""A tool call as lines: one for its head, and what it opens to."""

from collections.abc import Iterator

from zaptui.core.json import JsonObject, as_object, dump_json
from zaptui.core.parts import ToolPart
from zaptui.view.activity import size
from zaptui.view.call_line import call_line, result_line
from zaptui.view.glyphs import Glyphs
from zaptui.view.lines import Line, Span, StyleName, crop, line_width, spread, wrap_text
from zaptui.view.text import duration, sanitize

LIVE_LINES = 6
"""Lines of live output that an unopened running call shows."""
OPEN_LINES = 40
"""Lines an opened part shows before the rest folds."""


def tool_head(
    part: ToolPart, width: int, *, glyphs: Glyphs, now: float | None, opened: bool, final: bool
) -> Line:
    """`▸ shell  pytest -q      running 3 s`. `final`: the model did not recover from its error.
    `now` is None once the turn is over."""
    failed = part.error is not None
    fold = glyphs.opened if opened else glyphs.closed
    style: StyleName = "error" if failed and final else "dim" if part.discarded else "plain"
    words = [word for word in (_change(part), result_line(part), _time(part, now)) if word]
    tail = crop((Span(f" {glyphs.dot} ".join(words), "error" if failed and final else "dim"),),
                max(0, width // 2))  # fmt: skip
    room = max(20, width - line_width(tail) - 4)
    left = [Span(f"{fold} ", "dim"), Span(call_line(part, width=room), style)]
    return spread(left, tail if words else [], width)


def tool_body(part: ToolPart, width: int) -> list[Line]:
    """All that an opened call shows: arguments, then its diff, output or error."""
    return [*_arguments(part, width), *_result(part, width)]


def live_tail(part: ToolPart, width: int) -> list[Line]:
    """The last lines of a running call's output."""
    if part.finished or not part.progress:
        return []
    text = sanitize(part.progress[-8000:]).rstrip("\n")
    lines = text.split("\n")[-LIVE_LINES:]
    return [crop((Span(line.expandtabs(4), "dim"),), width) for line in lines]


def fold_lines(lines: list[Line], limit: int) -> list[Line]:
    """At most so many lines; the rest is told as `n more lines`."""
    if len(lines) <= limit + 1:
        return lines
    return [*lines[:limit], (Span(f"{len(lines) - limit} more lines", "dim"),)]


def diff_lines(diff: str, width: int) -> Iterator[Line]:
    """A unified diff with the line numbers of the new text (of the old one for what is gone)."""
    old = new = 0
    for raw in diff.split("\n"):
        line = sanitize(raw).expandtabs(4)
        if line.startswith("@@"):
            old, new = _hunk(line)
            continue
        mark, text = line[:1], line[1:]
        match mark:
            case "+":
                number, style, new = new, "added", new + 1
            case "-":
                number, style, old = old, "removed", old + 1
            case " ":
                number, style, old, new = new, "dim", old + 1, new + 1
            case _:
                yield crop((Span(line, "dim"),), width)
                continue
        named: StyleName = style  # pyright: ignore[reportAssignmentType]
        yield crop((Span(f"{number:>5} ", "dim"), Span(f"{mark} {text}", named)), width)


def _hunk(line: str) -> tuple[int, int]:
    """The first line numbers of a hunk: old, new."""
    numbers = [
        int(part.split(",")[0][1:])
        for part in line.split(" ")[1:3]
        if part[1:].split(",")[0].isdigit()
    ]
    return (numbers[0], numbers[1]) if len(numbers) == 2 else (0, 0)


def _arguments(part: ToolPart, width: int) -> Iterator[Line]:
    """The arguments beyond the head's subject: all of them, long texts wrapped."""
    arguments: JsonObject = part.input or {}
    for name, value in arguments.items():
        if name in _SHOWN_ELSEWHERE.get(part.tool, ()):
            continue
        text = value if isinstance(value, str) else dump_json(value)
        first, *rest = wrap_text(sanitize(text), max(8, width - len(name) - 2))
        yield (Span(f"{name}: ", "dim"), Span(first))
        for line in rest:
            yield (Span(" " * (len(name) + 2)), Span(line))
    if part.input is None and part.raw_input:
        for line in wrap_text(sanitize(part.raw_input[-4000:]), width):
            yield (Span(line, "dim"),)


_SHOWN_ELSEWHERE = {"edit": ("path", "old_text", "new_text"), "write": ("path", "content")}


def _result(part: ToolPart, width: int) -> Iterator[Line]:
    if part.error is not None:
        for line in wrap_text(sanitize(part.error), width):
            yield (Span(line, "error"),)
        return
    output = as_object(part.output)
    if isinstance(diff := output.get("diff"), str):
        yield from diff_lines(diff, width)
        return
    text = part.progress if not part.finished else _output_text(part)
    for line in sanitize(text).rstrip("\n").split("\n") if text else []:
        yield from ((Span(piece),) for piece in wrap_text(line, width))


def _output_text(part: ToolPart) -> str:
    match part.output:
        case str() as text:
            return text
        case None:
            return ""
        case {"output": str() as text}:
            return text
        case value:
            return dump_json(value, indent=2)


def _change(part: ToolPart) -> str:
    """`+4 −2` of a file that was changed."""
    output = as_object(part.output)
    added, removed = output.get("added"), output.get("removed")
    if not isinstance(added, int) or not isinstance(removed, int):
        return ""
    return f"+{added} −{removed}"


def _time(part: ToolPart, now: float | None) -> str:
    if part.finished:
        took = (part.ended_at or 0.0) - part.began_at
        return duration(took) if took >= 0.5 else ""
    if now is None:
        return "no result" if part.called else "not called"
    since = duration(max(0.0, now - part.began_at))
    if part.started:
        return f"running {since}"
    return f"{size(len(part.raw_input))} {since}" if not part.called else "waiting"
