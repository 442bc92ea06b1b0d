"""R16: the laws of the classic pipeline."""

from copy import deepcopy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.strategies import long, quick
from zaptui.planning.todos import NewIds, TodoItem, settle

_items = st.builds(
    TodoItem,
    id=st.sampled_from("abcdefg"),
    content=st.sampled_from("xyz"),
    status=st.sampled_from(["pending", "in_progress", "done"]),
)
_sent = st.lists(_items, max_size=8)
_new_ids: st.SearchStrategy[NewIds] = st.sampled_from(["append", "as_sent"])


def _ids(items: tuple[TodoItem, ...] | list[TodoItem]) -> list[str]:
    return [item.id for item in items]


def _laws(writes: list[list[TodoItem]], new_ids: NewIds) -> None:
    previous: tuple[TodoItem, ...] = ()
    for sent in writes:
        untouched = deepcopy(sent)
        result = settle(sent, previous, new_ids=new_ids)
        done = [item for item in previous if item.status == "done"]
        restored = {item.id for item in done} - set(_ids(sent))
        assert len(set(_ids(result))) == len(result)
        assert sum(item.status == "in_progress" for item in result) <= 1
        assert {item.id for item in done} <= set(_ids(result))
        assert set(_ids(result)) == set(_ids(sent)) | restored
        assert {item for item in done if item.id in restored} <= set(result)
        assert settle(result, result, new_ids=new_ids) == result
        assert sent == untouched
        _order_laws(sent, previous, result, new_ids)
        _place_laws(previous, result, restored)
        previous = result


def _order_laws(
    sent: list[TodoItem],
    previous: tuple[TodoItem, ...],
    result: tuple[TodoItem, ...],
    new_ids: NewIds,
) -> None:
    """R11, R12: known ids keep the order sent; new ones are last, in the order sent, or stay."""
    unique = list(dict.fromkeys(_ids(sent)))
    known = [item_id for item_id in unique if item_id in _ids(previous)]
    new = [item_id for item_id in unique if item_id not in _ids(previous)]
    placed = [item_id for item_id in _ids(result) if item_id in unique]
    assert placed == (known + new if new_ids == "append" else unique)


def _place_laws(
    previous: tuple[TodoItem, ...], result: tuple[TodoItem, ...], restored: set[str]
) -> None:
    """R9: right behind the nearest earlier neighbour that is there, else in front."""
    ids = _ids(result)
    neighbour: str | None = None
    for item in previous:
        if item.id in restored:
            assert ids.index(item.id) == (0 if neighbour is None else ids.index(neighbour) + 1)
        neighbour = item.id if item.id in ids else neighbour


@given(writes=st.lists(_sent, max_size=6), new_ids=_new_ids)
@quick
def test_R16_laws_hold_over_any_writes(writes: list[list[TodoItem]], new_ids: NewIds) -> None:
    _laws(writes, new_ids)


@pytest.mark.soak
@given(writes=st.lists(_sent, max_size=12), new_ids=_new_ids)
@long
def test_R16_long_sweep(writes: list[list[TodoItem]], new_ids: NewIds) -> None:
    _laws(writes, new_ids)
