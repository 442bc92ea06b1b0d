"""How a run ended, as lines: its outcome, what is still open, what was denied, what went wrong."""

from zaptui.core.events import RunFinished
from zaptui.view.glyphs import Glyphs
from zaptui.view.lines import Line, Span, StyleName, crop, wrap_text
from zaptui.view.text import duration, one_line

_WORDS = {
    "complete": "complete",
    "answered": "answered",
    "incomplete": "incomplete",
    "blocked": "blocked",
    "capped": "stopped at a limit",
    "aborted": "aborted",
    "error": "failed",
}


def ending_lines(finished: RunFinished, at: float | None, width: int, glyphs: Glyphs) -> list[Line]:
    """One quiet line for a good end; more, in colour, for any other."""
    good = finished.outcome in ("complete", "answered")
    style: StyleName = "dim" if good else "error" if finished.outcome == "error" else "asks"
    words = [_WORDS[finished.outcome]]
    if not good and finished.stopped_by not in ("error", "cancelled"):
        words.append(one_line(finished.stopped_by.replace("_", " "), 160))
    if at is not None:
        words.append(duration(at))
    if finished.cost is not None:
        words.append(f"${finished.cost:.2f}")
    head = f" {glyphs.dot} ".join(words)
    lines: list[Line] = [crop((Span(f" {head}", style),), width)]
    lines += _wrapped("", finished.error or "", width, "error")
    if finished.open_stages and not good:
        stages = "; ".join(one_line(stage, 80) for stage in finished.open_stages)
        lines += _wrapped("still open: ", stages, width, "plain")
    for denial in finished.denials:
        words = [one_line(denial.tool, 24), one_line(denial.subject, 160)]
        lines += _wrapped("denied: ", " ".join(words), width, "plain")
    return lines


def _wrapped(label: str, text: str, width: int, style: StyleName) -> list[Line]:
    if not text:
        return []
    first, *rest = wrap_text(one_line(text, 2000), max(8, width - 1 - len(label)))
    lines: list[Line] = [(Span(f" {label}", "dim"), Span(first, style))]
    return [*lines, *((Span(" " * (len(label) + 1)), Span(line, style)) for line in rest)]
