"""What changed between two plans, of any planner: kept, added, removed, moved, edited."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from zaptui.core.json import JsonObject
from zaptui.planning.plan_rows import PlanRow, rows_of

_FIELDS = ("content", "status", "deliverable", "check", "evidence", "priority")


@dataclass(frozen=True, slots=True, kw_only=True)
class RowChange:
    """A row before and after, one of them None where it was not there. Places count from 1."""

    before: PlanRow | None
    after: PlanRow | None
    place_before: int | None = None
    place_after: int | None = None
    moved: bool = False
    """Its place among the rows that are in both plans is another one."""

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields that differ, of a row that is in both plans."""
        if self.before is None or self.after is None:
            return ()
        return tuple(name for name in _FIELDS if said(self.before, name) != said(self.after, name))


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanDiff:
    """All rows of both plans: in the order of the later one, what was removed in its old place.

    A row can be both moved and edited; one that is neither is kept.
    """

    changes: tuple[RowChange, ...]

    @property
    def added(self) -> list[RowChange]:
        return [change for change in self.changes if change.before is None]

    @property
    def removed(self) -> list[RowChange]:
        return [change for change in self.changes if change.after is None]

    @property
    def moved(self) -> list[RowChange]:
        return [change for change in self.changes if change.moved]

    @property
    def edited(self) -> list[RowChange]:
        return [change for change in self.changes if change.fields]

    @property
    def kept(self) -> list[RowChange]:
        return [c for c in self.changes if c.before == c.after and not c.moved]


def diff_plans(before: JsonObject, after: JsonObject) -> PlanDiff:
    """The difference of two snapshots; rows are told apart by id, also across planners."""
    old, new = rows_of(before), rows_of(after)
    old_places = {row.id: place for place, row in enumerate(old, start=1)}
    new_ids = {row.id for row in new}
    resting = _resting([old_places[row.id] for row in new if row.id in old_places])
    changes: list[RowChange] = []
    removed = _removed_after(old, new_ids)
    changes += removed.get(None, [])
    for place, row in enumerate(new, start=1):
        place_before = old_places.get(row.id)
        changes.append(
            RowChange(
                before=None if place_before is None else old[place_before - 1],
                after=row,
                place_before=place_before,
                place_after=place,
                moved=place_before is not None and place_before not in resting,
            )
        )
        changes += removed.get(row.id, [])
    return PlanDiff(changes=tuple(changes))


def diff_lines(diff: PlanDiff) -> list[str]:
    """A line a row: two spaces kept, `+` added, `-` removed, `>` moved, `~` edited."""
    return [_line(change) for change in diff.changes]


def said(row: PlanRow, field: str) -> str | None:
    """What a row says in one of its fields."""
    if field == "check":
        return None if row.check is None else row.check.text
    return getattr(row, field)


def _removed_after(old: Sequence[PlanRow], kept: set[str]) -> dict[str | None, list[RowChange]]:
    """The removed rows, by the row they stood behind that is still there; None: in front."""
    removed: dict[str | None, list[RowChange]] = {}
    neighbour: str | None = None
    for place, row in enumerate(old, start=1):
        if row.id in kept:
            neighbour = row.id
        else:
            change = RowChange(before=row, after=None, place_before=place)
            removed.setdefault(neighbour, []).append(change)
    return removed


def _resting(places: Sequence[int]) -> set[int]:
    """The longest rising run of old places, in the new order: the rows that did not move."""
    tails: list[int] = []
    previous: dict[int, int | None] = {}
    for place in places:
        length = bisect_left(tails, place)
        previous[place] = tails[length - 1] if length else None
        tails[length : length + 1] = [place]
    resting: set[int] = set()
    place = tails[-1] if tails else None
    while place is not None:
        resting.add(place)
        place = previous[place]
    return resting


def _line(change: RowChange) -> str:
    before, after = change.before, change.after
    if after is None:
        return f"- {change.place_before}. {_text(before and before.content)}"
    name = f"{change.place_after}. {_text(after.content)}"
    if before is None:
        return f"+ {name}"
    was = f" (was {change.place_before})" if change.moved else ""
    edits = "; ".join(
        f"{field} {_shown(field, said(before, field))} → {_shown(field, said(after, field))}"
        for field in change.fields
    )
    mark = "~" if edits else ">" if change.moved else " "
    return f"{mark} {name}{was}{': ' if edits else ''}{edits}"


def _shown(field: str, value: str | None) -> str:
    if value is None:
        return "none"
    return value if field in ("status", "priority") else f'"{_text(value)}"'


def _text(value: str | None) -> str:
    return " ".join((value or "").split())
