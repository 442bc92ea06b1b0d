"""What a person has pinned: no call of a model drops it, in any mode."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zaptui.core.events import Violation
from zaptui.core.json import Json, JsonObject
from zaptui.planning.plan_rows import rows_of
from zaptui.planning.planner import Planner, PlannerResult, select_planner
from zaptui.planning.put_back import keep_pinned, put_back
from zaptui.planning.todos import TodoItem


def _item(item_id: str, content: str = "") -> TodoItem:
    return TodoItem(id=item_id, content=content or item_id, status="pending")


def _items(ids: str) -> list[TodoItem]:
    return [_item(item_id) for item_id in ids]


@pytest.mark.parametrize(
    ("items", "previous", "stays", "result"),
    [
        ("", "", "", ""),
        ("ac", "abc", "b", "abc"),
        ("ca", "abc", "b", "cab"),
        ("c", "abc", "ab", "abc"),
        ("xy", "abc", "b", "bxy"),
        ("ab", "abc", "", "ab"),
        ("ab", "abc", "ab", "ab"),
    ],
)
def test_what_stays_goes_behind_its_nearest_earlier_neighbour(
    items: str, previous: str, stays: str, result: str
) -> None:
    kept = put_back(_items(items), _items(previous), stays=lambda item: item.id in stays)
    assert "".join(item.id for item in kept) == result


def test_a_pinned_item_keeps_what_it_was() -> None:
    kept = keep_pinned(
        [_item("a", "another"), _item("b", "another")],
        _items("abc"),
        {"a"},
        as_pinned=lambda item, before: replace(item, content=before.content),
    )
    assert kept == (_item("a"), _item("b", "another"))


@given(
    sent=st.lists(st.sampled_from("abcde"), unique=True),
    previous=st.lists(st.sampled_from("abcde"), unique=True),
    pinned=st.frozensets(st.sampled_from("abcde")),
)
def test_all_that_is_pinned_is_there_once_and_the_rest_is_as_sent(
    sent: list[str], previous: list[str], pinned: frozenset[str]
) -> None:
    kept = keep_pinned(
        _items("".join(sent)), _items("".join(previous)), pinned, as_pinned=lambda i, before: i
    )
    ids = [item.id for item in kept]
    assert len(set(ids)) == len(ids)
    assert set(ids) == set(sent) | (pinned & set(previous))
    assert [i for i in ids if i in sent] == sent


def _planned(mode: str) -> Planner:
    planner = select_planner(mode)
    _send(planner, "a b c")
    planner.pinned = frozenset({"b"})
    return planner


def _send(planner: Planner, words: str, status: str = "pending") -> PlannerResult:
    """The call that leaves these items; `b=x` has another content."""
    items: list[Json] = []
    for word in words.split():
        item_id, _, content = word.partition("=")
        item: JsonObject = {"id": item_id, "content": content or item_id}
        more = {"deliverable": item_id} if planner.mode == "metronome" else {"status": status}
        items.append({**item, **more})
    call = {
        "metronome": ("plan", {"stages": items}),
        "classic": ("write_todos", {"todos": items}),
        "ledger": ("todo_write", {"items": items}),
    }[planner.mode]
    return planner.call(*call)


def _rows(planner: Planner) -> list[str]:
    return [f"{row.id}={row.content}" for row in rows_of(planner.snapshot())]


@pytest.mark.parametrize("mode", ["metronome", "classic", "ledger"])
def test_a_pinned_stage_cannot_be_dropped_or_reworded(mode: str) -> None:
    planner = _planned(mode)
    result = _send(planner, "a d")
    assert _rows(planner) == ["a=a", "b=b", "d=d"]
    assert result.dropped == [{"id": "c", "content": "c"}]
    assert result.violations == [Violation(rule="pin", before=["a", "d"], after=["a", "b", "d"])]
    result = _send(planner, "b=other a")
    assert _rows(planner) == ["b=b", "a=a"]
    assert result.violations == [Violation(rule="pin", before=["b", "a"], after=["b", "a"])]
    assert _send(planner, "b a e").violations == []


def test_a_pinned_item_cannot_be_cancelled_but_it_can_be_done() -> None:
    planner = _planned("ledger")
    patch: JsonObject = {"mode": "patch", "items": [{"id": "b", "status": "cancelled"}]}
    result = planner.call("todo_write", patch)
    assert [row.status for row in rows_of(planner.snapshot())] == ["pending"] * 3
    assert (result.change, [v.rule for v in result.violations]) == ("patched", ["pin"])
    done: JsonObject = {"mode": "patch", "items": [{"id": "b", "status": "completed"}]}
    assert planner.call("todo_write", done).violations == []
    assert [row.status for row in rows_of(planner.snapshot())] == ["pending", "done", "pending"]


def test_R31_a_pinned_stage_that_is_closed_stays_where_it_is() -> None:
    planner = _planned("metronome")
    for _ in "ab":
        planner.begin_step()
        planner.note_work()
        planner.call("advance", {"evidence": "seen"})
    result = _send(planner, "d")
    assert _rows(planner) == ["a=a", "b=b", "d=d"]
    assert result.violations == []
