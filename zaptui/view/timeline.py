"""The timeline of a replay: where it is, and where its stages and runs begin."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from zaptui.view.lines import Line, Span, StyleName, line_width
from zaptui.view.tape_index import Stop

_LEAST_BAR = 10
_MARK_COLUMNS = 3
"""Columns a mark takes at least; where there are more marks, those of stages are left out."""

_Mark = tuple[int, Stop]
"""A column of the bar and what begins there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """What a timeline shows. Times on the axis are those of watching, clocks those recorded."""

    axis: float = 0.0
    total: float = 0.0
    clock: float = 0.0
    clock_total: float = 0.0
    known: bool = True
    """The totals are final."""
    stops: Sequence[Stop] = ()
    line: int = 0
    lines: int = 0
    playing: bool = False
    speed: float = 1.0


def clock_text(seconds: float) -> str:
    """`0:42`, `12:04`, `1:02:03`."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"


def timeline_lines(moment: Moment, width: int) -> list[Line]:
    """The numbers of stages above a bar; the bar alone where there is no plan."""
    left, right = _left(moment), _right(moment, width)
    first, room = _place(left, right, width)
    if room < _LEAST_BAR:
        return [left]
    marks = _marks(moment, room)
    bar = tuple(_bar(moment, marks, room))
    labels = _labels(moment, marks, room)
    lines: list[Line] = [(*left, *bar, *right)]
    return [(Span(" " * first), *labels), *lines] if labels else lines


def axis_at(moment: Moment, width: int, column: int) -> float | None:
    """The moment of watching below a column of the bar; None beside it."""
    first, room = _place(_left(moment), _right(moment, width), width)
    column -= first
    if not 0 <= column < room or room < _LEAST_BAR:
        return None
    return moment.total * column / max(1, room - 1)


def _place(left: Line, right: Line, width: int) -> tuple[int, int]:
    """The first column of the bar and its columns."""
    return line_width(left), width - line_width(left) - line_width(right)


def _left(moment: Moment) -> Line:
    words = "playing" if moment.playing else "paused "
    style: StyleName = "alive" if moment.playing else "asks"
    more = "" if moment.known else "…"
    total = clock_text(moment.clock_total)
    now = clock_text(moment.clock).rjust(len(total))
    speed = f"{moment.speed:g}×".ljust(5)
    return (Span(f" {words} ", style), Span(f"{speed} {now} / {total}{more}  ", "dim"))


def _right(moment: Moment, width: int) -> Line:
    most = len(str(moment.lines))
    words = f"  {moment.line:>{most}} / {moment.lines} "
    return (Span(words, "dim"),) if width >= 72 else (Span(" "),)


def _column(moment: Moment, axis: float, room: int) -> int:
    share = axis / moment.total if moment.total > 0 else 1.0
    return max(0, min(room - 1, round(share * (room - 1))))


def _marks(moment: Moment, room: int) -> list[_Mark]:
    """The marks and their columns; the first run has none, and of very many some are left out."""
    runs = [stop for stop in moment.stops if stop.index == 0 and stop.run > 1]
    many = len(moment.stops) * _MARK_COLUMNS > room
    stops = runs if many else [stop for stop in moment.stops if stop.index or stop.run > 1]
    shown = stops[:: 1 + len(stops) // room]
    return [(_column(moment, stop.axis, room), stop) for stop in shown]


def _bar(moment: Moment, marks: Sequence[_Mark], room: int) -> Iterator[Span]:
    at = _column(moment, moment.axis, room)
    played, ahead = ["━"] * at, ["─"] * (room - at - 1)
    for column, _ in marks:
        if column < at:
            played[column] = "┿"
        elif column > at:
            ahead[column - at - 1] = "┼"
    yield Span("".join(played), "alive")
    yield Span("●", "bold")
    yield Span("".join(ahead), "dim")


def _labels(moment: Moment, marks: Sequence[_Mark], room: int) -> list[Span]:
    """The numbers of the stages, the one that is watched in colour; `run 2` where one begins."""
    spans: list[Span] = []
    end = 0
    current = max((stop.axis for _, stop in marks if stop.axis <= moment.axis), default=None)
    for column, stop in marks:
        label = str(stop.index) if stop.index else f"run {stop.run}"
        if column < end or column + len(label) > room:
            continue
        style: StyleName = "alive" if stop.axis == current else "dim"
        spans += [Span(" " * (column - end)), Span(label, style)]
        end = column + len(label)
        spans.append(Span(" "))
        end += 1
    return spans
