"""A list of parts that grows at its end: views are cheap, frozen and compare by identity."""

from collections.abc import Iterator, Sequence
from typing import overload

from zaptui.core.parts import Part


class PartsView(Sequence[Part]):
    """The first `count` parts of a shared, append-only list, then a tail of its own.

    Two views are equal when they hold the very same parts (R57); over one shared list telling
    that costs what was added, not the length.
    """

    __slots__ = ("_closed", "_count", "_tail")

    def __init__(self, closed: list[Part], tail: tuple[Part, ...] = ()) -> None:
        self._closed = closed
        self._count = len(closed)
        self._tail = tail

    def __len__(self) -> int:
        return self._count + len(self._tail)

    @overload
    def __getitem__(self, index: int) -> Part: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Part]: ...
    def __getitem__(self, index: int | slice) -> Part | Sequence[Part]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        place = index + len(self) if index < 0 else index
        if not 0 <= place < len(self):
            raise IndexError(index)
        return self._closed[place] if place < self._count else self._tail[place - self._count]

    def __iter__(self) -> Iterator[Part]:
        for place in range(self._count):
            yield self._closed[place]
        yield from self._tail

    def changed_since(self, other: "PartsView") -> int:
        """The first place where this view may differ from an older one."""
        return min(self._count, other._count) if self._closed is other._closed else 0

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PartsView):
            return NotImplemented
        if len(self) != len(other):
            return False
        # What both take from one and the same list needs no look.
        places = range(self.changed_since(other), len(self))
        return all(self[place] is other[place] for place in places)

    __hash__ = None  # pyright: ignore[reportAssignmentType] - compares by what it holds
