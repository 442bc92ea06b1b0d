"""A stage row as lines: its head with quiet detail at the right, its evidence below."""

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size

from zaptui.core.parts import Part
from zaptui.view.activity import activity_of, silence, tokens
from zaptui.view.glyphs import Glyphs
from zaptui.view.lines import Line, Span, StyleName, line_width, pinned, wrap_some
from zaptui.view.stages import RenderStatus, StageRow
from zaptui.view.text import duration, one_line, sanitize

_EVIDENCE_LINES = 6
INDENT = 8
"""Columns before what stands below a head."""

_MARKS: dict[RenderStatus, StyleName] = {
    "pending": "dim",
    "in_progress": "alive",
    "done": "done",
    "error": "error",
    "aborted": "asks",
}
_NAMES: dict[RenderStatus, StyleName] = {
    "pending": "dim",
    "in_progress": "bold",
    "done": "plain",
    "error": "plain",
    "aborted": "plain",
}


def stage_head(
    row: StageRow, width: int, *, glyphs: Glyphs, now: float, quiet_s: float, beat: bool
) -> Line:
    """` ✓ 1/4  Reproduce the failure            12 s · 3 calls`. Times are as `Entry.at`."""
    proved = bool(row.evidence) and not row.trusted and row.checked in (None, "green")
    mark = "dim" if row.status == "done" and not proved else _MARKS[row.status]
    left = [
        Span(f" {glyphs.of(row.status, beat=beat)} ", mark),
        Span(f"{row.index}/{row.total}  ", "dim"),
        Span(one_line(row.content, 400), _NAMES[row.status]),
    ]
    detail = _joined(_detail(row, now, quiet_s), glyphs, width - min(line_width(left), width // 2))
    return pinned(left, [Span(detail, "dim")] if detail else [], width)


def stage_evidence(row: StageRow, width: int) -> list[Line]:
    """What proves a closed stage, wrapped below its head."""
    if row.status == "pending" or not row.evidence:
        return []
    room = max(8, width - INDENT)
    lines, more = wrap_some(" ".join(sanitize(row.evidence).split()), room, _EVIDENCE_LINES)
    if more:
        lines[-1] = f"{set_cell_size(lines[-1], room - 1).rstrip()}…"
    return [(Span(" " * INDENT), Span(line, "dim")) for line in lines]


def stage_short(row: StageRow, width: int, *, glyphs: Glyphs, now: float, beat: bool) -> Line:
    """`3/4 Fix it · 14 s`: the one line that is always in sight."""
    left = [
        Span(f"{glyphs.of(row.status, beat=beat)} ", _MARKS[row.status]),
        Span(f"{row.index}/{row.total} ", "dim"),
        Span(one_line(row.content, 200), _NAMES[row.status]),
    ]
    took = _took(row, now)
    return pinned(left, [Span(took, "dim")] if took else [], width)


def _joined(words: list[str], glyphs: Glyphs, room: int) -> str:
    """The words as they fit: first goes what stands before the last, which says most."""
    while len(words) > 2 and cell_len(f" {glyphs.dot} ".join(words)) > room - 2:
        del words[-2]
    return f" {glyphs.dot} ".join(words)


def _detail(row: StageRow, now: float, quiet_s: float) -> list[str]:
    match row.status:
        case "pending":
            return []
        case "in_progress":
            words = [_took(row, now), _doing(row.subparts), silence(quiet_s)]
        case _:
            words = [_took(row, now), _calls(row), tokens(row.meter.tokens)]
            if not row.meter.tokens:
                words.pop()
            if row.checked:
                words.append(f"check {one_line(row.checked, 20)}")
            if row.trusted:
                words.append("without work")
            if row.status == "done" and not row.evidence:
                words.append("left open" if row.converged else "no evidence")
    return [word for word in words if word]


def _took(row: StageRow, now: float) -> str:
    if row.meter.began_at is None:
        return ""
    end = now if row.meter.ended_at is None else row.meter.ended_at
    return duration(max(0.0, end - row.meter.began_at))


def _doing(parts: Sequence[Part]) -> str:
    return activity_of(parts)


def _calls(row: StageRow) -> str:
    calls = row.meter.calls
    return f"{calls} call{'s' if calls != 1 else ''}" if calls else ""
