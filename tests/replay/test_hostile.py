"""Whatever a file holds: it opens, or it is refused with exit 65; nothing else is ever raised."""

import copy
import json
import random
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.replay.reading import KeptLog
from tests.replay.samples import SAMPLES
from zaptui.core import events as e
from zaptui.core.lines import decode, encode
from zaptui.errors import TranscriptError
from zaptui.replay.importers import import_run
from zaptui.replay.importers.format import Child, Children
from zaptui.replay.importers.scribe import Scribe
from zaptui.replay.importers.table import FORMATS
from zaptui.replay.player import fold
from zaptui.view.result import result_of

READ = {each.name: each.read for each in FORMATS}
ODD: list[Any] = [
    None,
    True,
    0,
    -1,
    1e300,
    2**80,
    "",
    " ",
    "\x00\ud83d\u2028\x1b[2J",
    "x" * 300,
    [],
    [None, 1, "a", [], {}],
    {},
    {"type": {"a": 1}},
    {"id": [], "content": {"content": {}}},
]


def read(name: str, records: list[dict[str, Any]]) -> list[e.Entry]:
    """What the importer of a format makes of records, also of a subagent's."""
    log = KeptLog()
    scribe = Scribe(log)
    child = Child(name="child", head=records[:3], records=lambda: iter(records))
    READ[name](iter(records), scribe, Children(files=[child]))
    scribe.end()
    return log.entries


def look(records: list[dict[str, Any]]) -> None:
    """What recognition asks of the head of a file, whatever is in it."""
    for each in FORMATS:
        assert all(claimed in (True, False) for claimed in map(each.claims, records))
        assert each.is_child(records) in (True, False)
        assert each.place is None or isinstance(each.place(records), str)


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every container within a value, with each of its keys."""
    if isinstance(value, dict):
        for key in value:
            yield value, key
            yield from places(value[key])
    elif isinstance(value, list):
        for key in range(len(value)):
            yield value, key
            yield from places(value[key])


def damage(records: list[dict[str, Any]], chance: random.Random) -> list[dict[str, Any]]:
    """Replace, drop, double and shuffle what the records hold."""
    records = copy.deepcopy(records)
    for _ in range(chance.randint(1, 6)):
        found = list(places(records))
        if not found:
            break
        container, key = chance.choice(found)
        strangers = [holder[place] for holder, place in found[:50]]
        match chance.randint(0, 3):
            case 0:
                container[key] = copy.deepcopy(chance.choice(ODD))
            case 1:
                del container[key]
            case 2:
                container[key] = copy.deepcopy(strangers[chance.randrange(len(strangers))])
            case _ if isinstance(container, list):
                container.insert(key, copy.deepcopy(container[key]))
            case _:
                container[str(chance.choice(ODD))[:20]] = copy.deepcopy(container[key])
    if chance.random() < 0.2:
        chance.shuffle(records)
    return [record for record in records if isinstance(record, dict)]


def check_tape(entries: list[e.Entry]) -> None:
    """A tape is whole: it can be folded, printed, written as lines and read back."""
    result = result_of(fold(entries))
    json.dumps(result)
    assert isinstance(result["counts"], dict)
    starts = [entry for entry in entries if isinstance(entry.event, e.RunStarted)]
    ends = [entry for entry in entries if isinstance(entry.event, e.RunFinished)]
    assert len(starts) == len(ends) >= 1
    for entry in entries:
        line = encode(entry)
        assert encode(decode(line)) == line


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.parametrize("name", SAMPLES)
def test_damaged_records_never_raise_and_give_a_whole_tape(name: str) -> None:
    for seed in range(40):
        records = damage(SAMPLES[name], random.Random(f"{name} {seed}"))
        look(records)
        check_tape(read(name, records))


@pytest.mark.soak
@pytest.mark.parametrize("name", SAMPLES)
def test_damaged_records_never_raise_in_the_long_run(name: str) -> None:
    for seed in range(4000):
        records = damage(SAMPLES[name], random.Random(f"{name} soak {seed}"))
        look(records)
        check_tape(read(name, records))


@given(records=st.lists(st.dictionaries(st.text(), json_values), max_size=5))
@settings(max_examples=60, deadline=None)
def test_any_records_at_all_give_a_whole_tape_in_every_format(records: list[Any]) -> None:
    look(records)
    for name in READ:
        check_tape(read(name, copy.deepcopy(records)))


@given(values=st.lists(json_values, max_size=6))
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_any_json_file_opens_or_is_refused(values: list[Any], tmp_path: Path) -> None:
    path = tmp_path / "run"
    path.write_text("".join(json.dumps(value) + "\n" for value in values))
    with suppress(TranscriptError):
        check_tape(import_run(path).entries)


@given(data=st.binary(max_size=400))
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_any_bytes_open_or_are_refused(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "run"
    path.write_bytes(data)
    with suppress(TranscriptError):
        check_tape(import_run(path).entries)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n\n",
        b"null",
        b"[]",
        b"{}",
        b"42\n",
        b"\x00" * 5000,
        b"\xff\xfe\x00",
        b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20,
        b"PK\x03\x04 not an archive",
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b"plain words\nand more of them\n",
    ],
    ids=lambda data: repr(data[:8]),
)
def test_what_cannot_be_recognised_is_refused_with_65(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "run"
    path.write_bytes(data)
    with pytest.raises(TranscriptError) as caught:
        import_run(path)
    assert caught.value.exit_code == 65


def test_the_refusal_says_what_was_looked_for(tmp_path: Path) -> None:
    path = tmp_path / "notes"
    path.write_text('{"hello": "world"}\n')
    with pytest.raises(TranscriptError) as caught:
        import_run(path)
    assert all(each.shown in str(caught.value) for each in FORMATS)


def test_a_depth_bomb_in_a_record_is_left_out_and_told(tmp_path: Path) -> None:
    path = tmp_path / "run"
    bomb = '{"type": "user", "sessionId": "s", "message": {"content": ' + "[" * 5000 + "]" * 5000
    path.write_text("\n".join([*map(json.dumps, SAMPLES["claude-code"]), bomb + "}}", ""]))

    imported = import_run(path)
    assert imported.warnings == ["line 12: nested too deeply"]
    check_tape(imported.entries)


def test_a_line_of_ten_megabytes_is_read(tmp_path: Path) -> None:
    record = copy.deepcopy(SAMPLES["claude-code"][0])
    record["message"]["content"] = "x" * 10_000_000
    path = tmp_path / "run"
    path.write_text(json.dumps(record) + "\n")

    entries = import_run(path).entries
    started = entries[0].event
    assert isinstance(started, e.RunStarted)
    assert len(started.prompt) == 10_000_000


def test_nul_surrogates_and_escapes_are_kept_as_they_are(tmp_path: Path) -> None:
    odd = "a\x00b\ud83dc\x1b[31m\u2028\u0085d"
    record = copy.deepcopy(SAMPLES["claude-code"][0])
    record["message"]["content"] = odd
    path = tmp_path / "run"
    path.write_text(json.dumps(record) + "\n")

    entries = import_run(path).entries
    assert isinstance(entries[0].event, e.RunStarted)
    assert entries[0].event.prompt == odd
    check_tape(entries)
