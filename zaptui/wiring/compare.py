"""`zap replay A B`: two saved runs side by side."""

from collections.abc import Sequence
from pathlib import Path

from zaptui.core.json import dump_json
from zaptui.errors import UsageError
from zaptui.headless.stdout import text_writer, write_line
from zaptui.view.compare import Side, SideFold, comparison_json
from zaptui.view.compare_text import comparison_lines
from zaptui.wiring.options import output_of
from zaptui.wiring.report import list_price
from zaptui.wiring.tapes import read_run, run_path, say_told


def compare(names: Sequence[str], output: str | None, *, placed: bool) -> int:
    """Print two runs side by side, as a table or as one object. UsageError for more of them, or
    where a place in a run is asked for (`placed`)."""
    wanted = output_of(output or "text")
    if len(names) > 2:
        raise UsageError(f"{len(names)} runs", hint="name one to play it, or two to compare them")
    if placed:
        raise UsageError("--at, --stage and --speed are about one run", hint="name one")
    if wanted == "jsonl":
        raise UsageError("two runs are no tape", hint="--output text or json")
    left, right = map(_read, names)
    if wanted == "json":
        write_line(dump_json(comparison_json(left, right)))
        return 0
    write = text_writer()
    for line, style in comparison_lines(left, right):
        write(line, style)
    return 0


def _read(name: str) -> Side:
    path = run_path(name)
    fold = SideFold(Path(name).name, price=list_price)
    say_told(read_run(path, fold.take))
    return fold.side()
