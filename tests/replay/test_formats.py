"""One story in every format: recognised by its own importer only, folded into the same figures."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.replay.samples import FIGURES, SAMPLES, WITHOUT_PLAN
from zaptui.core import events as e
from zaptui.replay.importers import Imported, import_run
from zaptui.replay.importers.table import FORMATS
from zaptui.replay.player import fold
from zaptui.view.result import result_of

each_format = pytest.mark.parametrize("name", SAMPLES)


def write_lines(path: Path, records: list[Any]) -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def result(imported: Imported) -> Any:
    return result_of(fold(imported.entries))


def test_every_format_of_the_table_has_a_sample() -> None:
    assert {each.name for each in FORMATS} == set(SAMPLES) == set(FIGURES)


@each_format
def test_a_sample_bears_the_mark_of_its_own_format_only(name: str) -> None:
    claimed = {each.name for each in FORMATS if any(map(each.claims, SAMPLES[name]))}
    assert claimed == {name}


@each_format
def test_a_run_is_recognised_by_content_and_counted(name: str, tmp_path: Path) -> None:
    imported = import_run(write_lines(tmp_path / "misleading.txt", SAMPLES[name]))

    counts = result(imported)["counts"]
    assert imported.format == name
    assert (imported.not_understood, imported.warnings) == (0, [])
    assert {key: counts[key] for key in FIGURES[name]} == FIGURES[name]


@each_format
def test_the_plan_folds_into_rows_that_are_closed(name: str, tmp_path: Path) -> None:
    stages = result(import_run(write_lines(tmp_path / "run", SAMPLES[name])))["stages"]

    shown = [(stage["content"], stage["status"]) for stage in stages]
    assert shown == ([] if name in WITHOUT_PLAN else [("Look", "done"), ("Mend", "done")])


@each_format
def test_the_run_ends_once_and_well(name: str, tmp_path: Path) -> None:
    entries = import_run(write_lines(tmp_path / "run", SAMPLES[name])).entries

    ends = [entry.event for entry in entries if isinstance(entry.event, e.RunFinished)]
    assert [(end.outcome, end.exit_code) for end in ends] == [
        ("answered" if name in WITHOUT_PLAN else "complete", 0)
    ]


@each_format
def test_a_document_laid_out_over_lines_reads_as_its_lines_do(name: str, tmp_path: Path) -> None:
    records: Any = SAMPLES[name]
    path = tmp_path / "run"
    path.write_text(json.dumps(records if len(records) > 1 else records[0], indent=1))

    lines = import_run(write_lines(tmp_path / "lines", SAMPLES[name]))
    assert import_run(path).entries == lines.entries


@each_format
def test_a_last_line_that_was_cut_off_is_reported_and_no_more(name: str, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "run", SAMPLES[name])
    with path.open("a") as file:
        file.write('{"type": "user", "mess')

    imported = import_run(path)
    assert imported.not_understood == 1
    assert imported.warnings[0].startswith(f"line {len(SAMPLES[name]) + 1}: not JSON")
