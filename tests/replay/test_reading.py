"""Tolerant reading: what a file may look like, and which files make up a run."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from tests.replay.reading import Reading, write
from tests.replay.samples import CLAUDE_CODE, PI
from zaptui.core import events as e
from zaptui.core.lines import encode
from zaptui.errors import TranscriptError
from zaptui.replay.importers import import_run, records
from zaptui.replay.importers.fields import (
    arguments,
    count,
    first_text,
    flat,
    iso,
    seconds,
    texts,
    token_usage,
)
from zaptui.replay.importers.records import Source
from zaptui.replay.importers.tolerant_json import parse


def read(path: Path) -> tuple[list[Any], list[str]]:
    complaints: list[str] = []
    return list(Source(path).records(complaints.append)), complaints


def file(tmp_path: Path, data: str | bytes) -> Path:
    path = tmp_path / "file"
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


@pytest.mark.parametrize(
    ("data", "values"),
    [
        ('{"a":1}\n{"a":2}', [{"a": 1}, {"a": 2}]),
        ('{"a":1}\r\n\r\n{"a":2}\r\n', [{"a": 1}, {"a": 2}]),
        ('\ufeff{"a":1}\n', [{"a": 1}]),
        ('{"a":"\u2028\u0085x"}\n', [{"a": "\u2028\u0085x"}]),
        ('{"a":"tab\there"}\n', [{"a": "tab\there"}]),
        ('{"a":NaN,"b":1e999,"c":-Infinity}\n', [{"a": None, "b": None, "c": None}]),
        ('[{"a":1},{"a":2}]', [{"a": 1}, {"a": 2}]),
        ('[\n {"a":1},\n {"a":2}\n]\n', [{"a": 1}, {"a": 2}]),
        ('{\n "a": 1\n}\n{\n "a": 2\n}\n', [{"a": 1}, {"a": 2}]),
        ('data: {"a":1}\n\nevent: x\nid: 3\n: ping\nretry: 1\ndata: [DONE]\n', [{"a": 1}]),
        ("42\nnull\n", [42, None]),
        ("", []),
    ],
)
def test_every_layout_reads_as_its_values(tmp_path: Path, data: str, values: list[Any]) -> None:
    assert read(file(tmp_path, data)) == (values, [])


def test_what_powershell_writes_is_read(tmp_path: Path) -> None:
    assert read(file(tmp_path, '{"a":"é"}\r\n{"a":2}\r\n'.encode("utf-16"))) == (
        [{"a": "é"}, {"a": 2}],
        [],
    )


def test_a_byte_that_is_no_utf8_spoils_one_character_only(tmp_path: Path) -> None:
    assert read(file(tmp_path, b'{"a":"x\xffy"}\n')) == ([{"a": "x\ufffdy"}], [])


def test_damaged_lines_are_reported_and_the_rest_is_read(tmp_path: Path) -> None:
    values, complaints = read(file(tmp_path, '{"a":1}\nnoise\n{"a":2}\n{"a":'))
    assert values == [{"a": 1}, {"a": 2}]
    assert [line.split(":")[0] for line in complaints] == ["line 2", "line 4"]


def test_a_list_that_was_cut_off_gives_what_was_whole(tmp_path: Path) -> None:
    values, complaints = read(file(tmp_path, '[\n {"a":1},\n {"a":2},\n {"a":'))
    assert values == [{"a": 1}, {"a": 2}]
    assert complaints == ["the file is cut off; what it was in the middle of is left out"]


@pytest.mark.parametrize(
    ("data", "value"),
    [
        ('{"a": [{"b": 1}, {"b": 2}, {"b"', {"a": [{"b": 1}, {"b": 2}, {}]}),
        ('{"a": {"b": "x]}", "c": "y', {"a": {"b": "x]}"}}),
        ('{"a": [1, 2', {"a": [1]}),
        ('{\n "a": "b",\n "c": tru', {"a": "b"}),
    ],
)
def test_a_document_that_was_cut_off_gives_what_was_whole(
    tmp_path: Path, data: str, value: Any
) -> None:
    complaint = "the file is cut off; what it was in the middle of is left out"
    assert read(file(tmp_path, data)) == ([value], [complaint])


@pytest.mark.parametrize("data", ['{"a": [1}', '{"a": ', '{"a": 1}} {"b"', "{]"])
def test_what_is_damaged_within_is_not_made_up(tmp_path: Path, data: str) -> None:
    _, complaints = read(file(tmp_path, data))
    assert len(complaints) == 1


def test_a_document_may_come_after_what_the_program_said(tmp_path: Path) -> None:
    data = 'Exporting session: ses_1\n\n{\n "a": [\n  1\n ]\n}\n'
    assert read(file(tmp_path, data)) == ([{"a": [1]}], ["what stands before the JSON: left out"])
    _, complaints = read(file(tmp_path, "no JSON\n{at all\n"))
    assert len(complaints) == 2


def test_records_in_a_wrapper_are_found(tmp_path: Path) -> None:
    path = file(tmp_path, json.dumps({"title": "t", "tags": [1], "loglines": CLAUDE_CODE}))
    whole = import_run(path)
    assert whole.format == "claude-code"
    assert whole.entries == import_run(write(tmp_path / "lines", *CLAUDE_CODE)).entries


def test_a_first_line_that_is_damaged_does_not_hide_the_others(tmp_path: Path) -> None:
    values, complaints = read(file(tmp_path, '{"a": broken\n{"a":2}\n{"a":3},\n'))
    assert (values, len(complaints)) == ([{"a": 2}, {"a": 3}], 1)


def test_a_line_that_is_too_long_is_skipped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "LONGEST_LINE", 20)
    long = json.dumps({"a": "x" * 100})
    values, complaints = read(file(tmp_path, f'{{"a":1}}\n{long}\n{{"a":2}}\n{long}'))
    assert values == [{"a": 1}, {"a": 2}]
    assert complaints == ["line 2: the line is too long", "line 4: the line is too long"]


def test_what_is_no_text_at_all_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "LONGEST_LINE", 20)
    values, complaints = read(file(tmp_path, "x" * 1000 + '\n{"a":1}\n'))
    assert (values, complaints) == ([], ["line 1: the line is too long"])


def test_recognition_gives_up_on_a_file_of_noise(tmp_path: Path) -> None:
    path = file(tmp_path, "noise\n" * 5000 + '{"a":1}\n')
    assert Source(path).head() == []


def test_a_document_that_is_too_large_is_read_line_by_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "LARGEST", 10)
    values, complaints = read(file(tmp_path, '[\n{"a":1},\n{"a":2}\n]\n'))
    assert (values, complaints) == ([{"a": 1}, {"a": 2}], [])


@pytest.mark.parametrize("text", ["[" * 300 + "]" * 300, '{"a":' * 300 + "1" + "}" * 300])
def test_deep_nesting_is_refused_and_much_that_is_shallow_is_not(text: str) -> None:
    with pytest.raises(ValueError, match="nested too deeply"):
        parse(text)
    assert parse("[" + "[]," * 400 + "1]") == [[]] * 400 + [1]


def test_a_deep_record_of_a_document_is_left_out(tmp_path: Path) -> None:
    path = file(tmp_path, '[\n{"a":1},\n' + "[" * 300 + "]" * 300 + "\n]\n")
    assert read(path) == ([{"a": 1}], ["record 2: nested too deeply"])


def test_a_file_that_is_not_there_and_one_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(TranscriptError, match="there is no file"):
        import_run(tmp_path / "nothing")
    with pytest.raises(TranscriptError, match="cannot read"):
        list(Source(tmp_path / "nothing").records(print))


def test_a_transcript_of_our_own_is_not_claimed(tmp_path: Path) -> None:
    entry = e.Entry(seq=0, at=0.0, event=e.RunStarted(session="s", prompt="a"))
    path = file(tmp_path, encode(entry) + "\n")
    with pytest.raises(TranscriptError, match="is a transcript of zap"):
        import_run(path)


def test_a_folder_takes_the_files_of_one_format_and_names_the_others(tmp_path: Path) -> None:
    write(tmp_path / "b" / "second.jsonl", *CLAUDE_CODE)
    write(tmp_path / "pi.jsonl", *PI)
    write(tmp_path / "c" / "third.jsonl", *CLAUDE_CODE[:1])
    (tmp_path / "notes.md").write_text("hello")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG")
    write(tmp_path / ".hidden", *PI)
    (tmp_path / "link").symlink_to(tmp_path / "pi.jsonl")
    (tmp_path / "empty").mkdir()

    imported = import_run(tmp_path)
    assert imported.format == "claude-code"
    assert imported.warnings == [
        "3 files of the folder are no part of the run: notes.md, picture.png, pi.jsonl"
    ]


def test_the_files_of_a_folder_are_read_in_the_order_they_began(tmp_path: Path) -> None:
    for name, day in (("a", 3), ("b", 1), ("c", 2)):
        write(tmp_path / name, {**CLAUDE_CODE[0], "uuid": name, "timestamp": f"2030-01-0{day}"})
    found = Reading(import_run(tmp_path).entries)
    assert [x.time[:10] for x in found.of(e.RunStarted)] == ["2030-01-01"]
    moments = [x.event for x in import_run(tmp_path).entries if isinstance(x.event, e.UserMessage)]
    assert len(moments) == 2


@pytest.mark.parametrize("files", [{}, {"a.txt": "hello"}, {"a.json": "{}"}])
def test_a_folder_without_a_transcript_is_refused(tmp_path: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    with pytest.raises(TranscriptError, match="no file in"):
        import_run(tmp_path)


def test_damage_in_a_folder_names_its_file(tmp_path: Path) -> None:
    write(tmp_path / "a.jsonl", *CLAUDE_CODE)
    path = write(tmp_path / "b.jsonl", {**CLAUDE_CODE[0], "uuid": "other"})
    path.write_text(path.read_text() + "broken\n")
    imported = import_run(tmp_path)
    assert imported.warnings == ["b.jsonl, line 2: not JSON (Expecting value at character 1)"]


def test_only_the_first_damaged_lines_are_told_on_the_tape(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", *CLAUDE_CODE)
    path.write_text(path.read_text() + "broken\n" * 30)
    imported = import_run(path)
    assert imported.not_understood == 30
    assert len(Reading(imported.entries).notices) == 5


def test_a_compressed_file_is_refused_not_misread(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl.gz"
    path.write_bytes(gzip.compress(json.dumps(CLAUDE_CODE[0]).encode()))
    with pytest.raises(TranscriptError):
        import_run(path)


@pytest.mark.parametrize(
    ("value", "moment"),
    [
        ("2030-01-01T00:00:00Z", 1_893_456_000.0),
        ("2030-01-01T00:00:00.123456789Z", 1_893_456_000.123456),
        ("2030-01-01T00:00:00", 1_893_456_000.0),
        (1_893_456_000, 1_893_456_000.0),
        (1_893_456_000_000, 1_893_456_000.0),
        (1_893_456_000_000_000, 1_893_456_000.0),
        (1_893_456_000_000_000_000, 1_893_456_000.0),
        (2**80, None),
        (-1, None),
        (True, None),
        ("yesterday", None),
        ("0001-01-01T00:00:00+14:00", None),
        (None, None),
    ],
)
def test_times_in_every_form(value: Any, moment: float | None) -> None:
    found = seconds(value)
    assert found == (None if moment is None else pytest.approx(moment))


@pytest.mark.parametrize("value", [None, float("inf"), float("nan"), 1e18, -1e18])
def test_a_time_that_cannot_be_shown_is_empty(value: float | None) -> None:
    assert iso(value) == ""


def test_fields_of_any_type() -> None:
    assert [count(x) for x in (3, 2.7, -1, True, "3", None, 1e300)] == [3, 2, 0, 0, 0, 0, 10**15]
    assert first_text({"a": 3, "b": "", "c": "x"}, "a", "b", "c", "d") == "x"
    assert list(texts([{"type": "text", "text": "a"}, {"type": "x", "text": "b"}, 3], "text")) == [
        "a"
    ]
    assert list(texts(" ")) == list(texts(None)) == []
    assert token_usage({}, read="a", written="b") is None


@pytest.mark.parametrize(
    ("content", "shown"),
    [
        ("x", "x"),
        (None, ""),
        (3, "3"),
        ([{"type": "text", "text": "a"}, "b", {"type": "image"}], "a\nb\n[image]"),
        ({"content": [{"text": "a"}]}, "a"),
        ({"type": "tool_use", "content": "x"}, "[tool_use]"),
        ({"rows": [1]}, '{"rows":[1]}'),
        ({}, ""),
    ],
)
def test_any_content_as_text(content: Any, shown: str) -> None:
    assert flat(content) == shown


@pytest.mark.parametrize(
    ("sent", "read_as"),
    [
        ({"a": 1}, {"a": 1}),
        ('{"a": 1}', {"a": 1}),
        ("", {}),
        (None, {}),
        ("[1]", "[1]"),
        ("{broken", "{broken"),
        (3, "3"),
    ],
)
def test_arguments_are_an_object_or_raw_text(sent: Any, read_as: Any) -> None:
    assert arguments(sent) == read_as
