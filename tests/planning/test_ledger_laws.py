"""The laws of a ledger over any writes (L2–L5)."""

from copy import deepcopy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.strategies import long, quick
from zaptui.core.json import JsonObject, dump_json, parse_json
from zaptui.errors import ToolError
from zaptui.planning.ledger import LedgerPlanner
from zaptui.planning.ledger_items import STATUSES, Items
from zaptui.planning.planner_result import PlannerResult

_words = st.sampled_from([*STATUSES, "done"])
_item = st.fixed_dictionaries(
    {},
    optional={
        "id": st.sampled_from(["a", "b", "c", "t1", "t2", ""]),
        "content": st.sampled_from(["x", "y", "z", " "]),
        "status": _words,
        "priority": st.sampled_from(["high", "medium", "low"]),
    },
)
_write = st.fixed_dictionaries(
    {"items": st.lists(_item, max_size=5), "mode": st.sampled_from(["replace", "patch", "patch"])},
    optional={"expected_version": st.integers(0, 8), "explanation": st.just("because")},
)


def _laws(writes: list[JsonObject]) -> None:
    planner = LedgerPlanner()
    outputs: list[tuple[JsonObject, JsonObject]] = []
    for write in writes:
        before, version, snapshot = planner.items, planner.version, planner.snapshot()
        sent = deepcopy(write)
        result = _written(planner, write)
        assert write == sent
        if isinstance(result, str):
            assert planner.snapshot() == snapshot
            assert not result.startswith("stale") or write["expected_version"] != version
            continue
        assert write.get("expected_version") in (None, version)
        assert result.output == planner.snapshot()
        assert planner.version == version + (result.change is not None)
        assert result.change is not None or planner.items == before
        outputs.append((result.output, deepcopy(result.output)))
        _invariants(planner.items)
        if write["mode"] == "patch":
            _patch_laws(before, planner.items)
        _same_after_restore(planner)
    assert all(output == then for output, then in outputs)


def _written(planner: LedgerPlanner, write: JsonObject) -> PlannerResult | str:
    """What a call came to, or the error it was refused with."""
    try:
        return planner.call("todo_write", write)
    except ToolError as error:
        return str(error)


def _invariants(items: Items) -> None:
    ids = [item.id for item in items]
    assert len(set(ids)) == len(ids)
    assert sum(item.status == "in_progress" for item in items) <= 1


def _patch_laws(before: Items, after: Items) -> None:
    """No item leaves the list or its place: new ones stand behind all old ones."""
    assert [item.id for item in after[: len(before)]] == [item.id for item in before]


def _same_after_restore(planner: LedgerPlanner) -> None:
    twin = LedgerPlanner()
    twin.restore(_through_json(planner.snapshot()))
    assert (twin.items, twin.version) == (planner.items, planner.version)
    assert (twin.directive(), twin.complete) == (planner.directive(), planner.complete)


def _through_json(snapshot: JsonObject) -> JsonObject:
    value = parse_json(dump_json(snapshot))
    assert isinstance(value, dict)
    return value


@given(writes=st.lists(_write, max_size=8))
@quick
def test_L3_the_invariants_hold_over_any_writes(writes: list[JsonObject]) -> None:
    _laws(writes)


@pytest.mark.soak
@given(writes=st.lists(_write, max_size=25))
@long
def test_L3_long_sweep(writes: list[JsonObject]) -> None:
    _laws(writes)


_ops = st.lists(
    st.tuples(st.sampled_from("ab"), st.sampled_from("pqrst"), st.sampled_from(STATUSES)),
    max_size=20,
)


@given(ops=_ops)
@quick
def test_L4_two_writers_with_the_version_check_lose_no_update(
    ops: list[tuple[str, str, str]],
) -> None:
    """Each writes from what it last saw; a refused one reads the live list and tries again."""
    live = LedgerPlanner()
    seen = {"a": 0, "b": 0}
    last: dict[str, str] = {}
    for writer, item_id, status in ops:
        write: JsonObject = {
            "mode": "patch",
            "items": [{"id": item_id, "content": item_id, "status": status}],
        }
        stale = seen[writer] != live.version
        refused = _written(live, {**write, "expected_version": seen[writer]})
        assert isinstance(refused, str) == stale
        if isinstance(refused, str):
            assert dump_json(live.version) in refused
            live.call("todo_write", {**write, "expected_version": live.version})
        seen[writer] = live.version
        last[item_id] = status
        _invariants(live.items)
    kept = {item.id: item.status for item in live.items}
    repaired = {item_id for item_id, status in last.items() if status == "in_progress"}
    assert kept.keys() == last.keys()
    assert all(kept[item_id] == last[item_id] for item_id in kept.keys() - repaired)
