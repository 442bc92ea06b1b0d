"""Two runs side by side as lines of a table, a column each, the difference behind them."""

from collections.abc import Iterator

from rich.cells import set_cell_size

from zaptui.view.activity import count_text
from zaptui.view.compare import Side, aligned
from zaptui.view.report import StageReport
from zaptui.view.report_words import ending_words, plural
from zaptui.view.text import duration, one_line
from zaptui.view.text_log import Style

Row = tuple[str, Style]
_LABEL, _COLUMN, _DIFFERENCE = 24, 28, 14
_STAGE, _TOOK = 34, 31
_MOST_TOOLS = 20
_STATES = {"done": "", "pending": "open", "in_progress": "open"}


def comparison_lines(left: Side, right: Side) -> Iterator[Row]:
    """The table: the runs, their stages, their calls."""
    yield _row("", "A", "B", "B − A"), "stage"
    yield from _facts(left, right)
    pairs = aligned(left.report.stages, right.report.stages)
    if pairs:
        yield "", "plain"
        yield _stage_row("Stages", "A", "B"), "stage"
        for a, b in pairs:
            yield _pair(a, b)
    counts = left.tools | right.tools
    if counts:
        yield "", "plain"
        yield _row("Calls", "A", "B", "B − A"), "stage"
        names = [name for name, _ in counts.most_common()]
        for name in names[:_MOST_TOOLS]:
            yield _numbers(name, left.tools[name], right.tools[name]), "plain"
        if len(names) > _MOST_TOOLS:
            yield f"{len(names) - _MOST_TOOLS} more tools", "dim"


def _facts(left: Side, right: Side) -> Iterator[Row]:
    yield _row("run", left.name, right.name), "plain"
    if left.model or right.model:
        yield _row("model", left.model, right.model), "plain"
    yield _row("end", _ending(left), _ending(right)), _ending_style(left, right)
    more_done = _signed(right.done - left.done)
    yield _row("stages", _closed(left), _closed(right), more_done), "plain"
    more = right.seconds - left.seconds
    longer = _sign(more) + duration(abs(more))
    yield _row("time", duration(left.seconds), duration(right.seconds), longer), "plain"
    yield _cost_row(left.report.cost, right.report.cost), "plain"
    yield _numbers("steps", left.report.total.steps, right.report.total.steps), "plain"
    yield _numbers("calls", left.tools.total(), right.tools.total()), "plain"
    yield _numbers("tokens", left.report.total.tokens, right.report.total.tokens), "plain"


def _pair(a: StageReport | None, b: StageReport | None) -> Row:
    """A row of stages: `=` in both, `<` only in A, `>` only in B."""
    mark = "<" if b is None else ">" if a is None else "="
    name = next(stage.content for stage in (a, b) if stage is not None)
    closed = {stage.status == "done" for stage in (a, b) if stage is not None}
    style: Style = "dim" if mark != "=" else "plain" if len(closed) == 1 else "error"
    return _stage_row(f"{mark} {name}", _took(a), _took(b)), style


def _took(stage: StageReport | None) -> str:
    """`open 12 s 3 calls $0.20`; a stage that is done needs no word for it."""
    if stage is None:
        return ""
    figures = stage.figures
    words = [_STATES.get(stage.status, stage.status)]
    words.append(duration(figures.seconds) if figures.seconds else "")
    words.append(plural(figures.calls, "call"))
    words.append(f"${figures.cost:.2f}" if figures.cost else "")
    return " ".join(filter(None, words))


def _closed(side: Side) -> str:
    stages = len(side.report.stages)
    return f"{side.done}/{stages}" if stages else "no plan"


def _ending(side: Side) -> str:
    return ending_words(side.report.runs[-1]) if side.report.runs else "no run"


def _ending_style(left: Side, right: Side) -> Style:
    good = all(side.outcome in ("complete", "answered") for side in (left, right))
    return "plain" if good else "error"


def _cost_row(a: float | None, b: float | None) -> str:
    more = "" if a is None or b is None else f"{_sign(b - a)}${abs(b - a):.4f}"
    return _row("cost", _dollars(a), _dollars(b), more)


def _dollars(cost: float | None) -> str:
    return "not known" if cost is None else f"${cost:.4f}"


def _numbers(label: str, a: int, b: int) -> str:
    return _row(label, count_text(a), count_text(b), _signed(b - a))


def _signed(number: int) -> str:
    return f"{_sign(number)}{count_text(abs(number))}"


def _sign(number: float) -> str:
    return "+" if number > 0 else "−" if number < 0 else "±"


def _row(label: str, a: str, b: str, more: str = "") -> str:
    cells = [_cell(label, _LABEL), _cell(a, _COLUMN), _cell(b, _COLUMN)]
    return "  ".join([*cells, _cell(more, _DIFFERENCE)]).rstrip()


def _stage_row(name: str, a: str, b: str) -> str:
    took = (_cell(a, _TOOK), _cell(b, _TOOK))
    return "  ".join((_cell(name, _STAGE), *took)).rstrip()


def _cell(text: str, width: int) -> str:
    """The text in exactly so many columns."""
    return set_cell_size(one_line(text, width) if text.strip() else "", width)
