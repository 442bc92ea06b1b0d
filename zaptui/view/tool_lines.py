"""A tool call as lines: one for its head, and what it opens to."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len

from zaptui.core.json import JsonObject, as_object, dump_json
from zaptui.core.parts import ToolPart
from zaptui.view.activity import size
from zaptui.view.call_line import call_line, result_line
from zaptui.view.glyphs import Glyphs
from zaptui.view.lines import Line, Span, StyleName, chop, crop, line_width, spread, wrap_some
from zaptui.view.text import clean_line, duration, one_line, sanitize

_LEAST_BESIDE = 16
"""Columns a text needs to stand beside its label."""
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


def tool_body(part: ToolPart, width: int, *, limit: int) -> tuple[list[Line], int]:
    """What an opened call shows: arguments, then its diff, output or error; and how many lines
    were left out. A call that runs shows the last lines of its output."""
    lines: list[Line] = []
    hidden = 0
    for section in _sections(part, width):
        some, more = section.lines(width, max(0, limit + 1 - len(lines)))
        lines += some
        hidden += more
    if hidden:
        lines, hidden = lines[:limit], hidden + len(lines[limit:])
    return lines, hidden


def live_tail(part: ToolPart, width: int, *, limit: int = LIVE_LINES) -> list[Line]:
    """The last lines of a running call's output."""
    if part.finished or not part.progress:
        return []
    text = sanitize(part.progress[-200 * limit :]).rstrip("\n")
    lines = text.split("\n")[-limit:]
    return [crop((Span(line.expandtabs(4), "dim"),), width) for line in lines]


def diff_lines(diff: str, width: int) -> Iterator[Line]:
    """A unified diff with the line numbers of the new text (of the old one for what is gone). What
    is wider than there is room goes on below itself."""
    old = new = 0
    for raw in diff.removesuffix("\n").split("\n"):
        line = clean_line(raw).expandtabs(4)
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
        label = (Span(f"{number:>5} ", "dim"), Span(f"{mark} ", named))
        for piece in chop(text, width - line_width(label)):
            yield crop((*label, Span(piece, named)), width)
            label = (Span(" " * line_width(label)),)


def _hunk(line: str) -> tuple[int, int]:
    """The first line numbers of a hunk: old, new."""
    numbers = [
        int(part.split(",")[0][1:])
        for part in line.split(" ")[1:3]
        if part[1:].split(",")[0].isdigit()
    ]
    return (numbers[0], numbers[1]) if len(numbers) == 2 else (0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Section:
    """A text with a name before its first line."""

    text: str
    name: str = ""
    style: StyleName = "plain"

    def lines(self, width: int, limit: int) -> tuple[list[Line], int]:
        """At most so many lines, and how many more there are."""
        beside = width - cell_len(self.name) >= _LEAST_BESIDE
        label: Line = (Span(self.name, "dim"),) if self.name else ()
        margin = (cell_len(self.name) if beside else 2) if label else 0
        wrapped, more = wrap_some(sanitize(self.text), width - margin, limit)
        lines: list[Line] = [(Span(" " * margin), Span(line, self.style)) for line in wrapped]
        if label and lines and beside:
            lines[0] = (*label, *lines[0][1:])
        elif label and lines:
            lines = [crop(label, width), *lines]
        return lines, more


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ready:
    """Lines that are few enough to be made at once."""

    made: Sequence[Line]

    def lines(self, width: int, limit: int) -> tuple[list[Line], int]:
        return list(self.made[:limit]), len(self.made[limit:])


def _sections(part: ToolPart, width: int) -> Iterator[_Section | _Ready]:
    arguments: JsonObject = part.input or {}
    for name, value in arguments.items():
        if name not in _SHOWN_ELSEWHERE.get(part.tool, ()):
            text = value if isinstance(value, str) else dump_json(value)
            yield _Section(text=text, name=f"{one_line(name, 40)}: ")
    if part.input is None and part.raw_input:
        yield _Section(text=part.raw_input[-4000:], style="dim")
    if part.error is not None:
        yield _Section(text=part.error, style="error")
    elif isinstance(diff := as_object(part.output).get("diff"), str):
        yield _Ready(made=list(diff_lines(diff, width)))
    elif part.finished:
        output = _output_text(part).rstrip("\n")
        if output:
            yield _Section(text=output)
    else:
        yield _Ready(made=live_tail(part, width, limit=OPEN_LINES // 2))


_SHOWN_ELSEWHERE = {"edit": ("path", "old_text", "new_text"), "write": ("path", "content")}


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
