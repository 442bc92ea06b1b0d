"""What must stay in a list goes back where it stood: done items (R9), and what is pinned."""

from collections.abc import Callable, Collection, Sequence
from typing import Protocol, TypeVar

from zaptui.core.events import Violation
from zaptui.core.json import Json


class _Item(Protocol):
    @property
    def id(self) -> str: ...


ItemT = TypeVar("ItemT", bound=_Item)


def put_back(
    items: Sequence[ItemT], previous: Sequence[ItemT], *, stays: Callable[[ItemT], bool]
) -> list[ItemT]:
    """The items with those of `previous` that stay and are not among them: each right behind its
    nearest earlier neighbour that is there, else in front."""
    result = list(items)
    present = {item.id for item in items}
    neighbour = -1
    for item in previous:
        if item.id not in present and stays(item):
            neighbour += 1
            result.insert(neighbour, item)
        else:
            place = next((i for i, kept in enumerate(result) if kept.id == item.id), None)
            neighbour = neighbour if place is None else place
    return result


def keep_pinned(
    items: Sequence[ItemT],
    previous: Sequence[ItemT],
    pinned: Collection[str],
    *,
    as_pinned: Callable[[ItemT, ItemT], ItemT],
) -> tuple[ItemT, ...]:
    """The items of a model's call with all that a person has pinned: what is left out is put back,
    and `as_pinned(item, before)` gives back what else the model may not take from it."""
    if not pinned:
        return tuple(items)
    before = {item.id: item for item in previous if item.id in pinned}
    kept = [as_pinned(i, before[i.id]) if i.id in before else i for i in items]
    return tuple(put_back(kept, previous, stays=lambda item: item.id in pinned))


def pin_violations(sent: Sequence[ItemT], kept: Sequence[ItemT]) -> list[Violation]:
    """What clients are told when something pinned was kept against a call."""
    if list(sent) == list(kept):
        return []
    before: list[Json] = [item.id for item in sent]
    after: list[Json] = [item.id for item in kept]
    return [Violation(rule="pin", before=before, after=after)]
