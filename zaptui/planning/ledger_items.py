"""The items of a ledger: set as a whole or patched by id, invariants kept by repair (L2, L3)."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeVar, get_args

from zaptui.core.events import Violation
from zaptui.core.json import Json, JsonObject, as_list, as_object
from zaptui.errors import ToolError
from zaptui.planning.put_back import keep_pinned, pin_violations

LedgerStatus = Literal["pending", "in_progress", "completed", "cancelled", "blocked"]
Priority = Literal["high", "medium", "low"]
WriteMode = Literal["replace", "patch"]

STATUSES: tuple[LedgerStatus, ...] = get_args(LedgerStatus)
PRIORITIES: tuple[Priority, ...] = get_args(Priority)
WRITE_MODES: tuple[WriteMode, ...] = get_args(WriteMode)

_NEEDED = "only a patch of an item that is there may leave it out"

WordT = TypeVar("WordT", bound=str)


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerItem:
    """One item; `id` is stable. A cancelled one stays in the list, but is no longer to be done."""

    id: str
    content: str
    status: LedgerStatus
    priority: Priority = "medium"

    @property
    def is_open(self) -> bool:
        """Still to be done. What is blocked is (L8)."""
        return self.status not in ("completed", "cancelled")


Items = tuple[LedgerItem, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenItem:
    """An item as a call gives it: None for what it does not name. `number` is its place, from 1."""

    number: int
    id: str | None
    content: str | None
    status: LedgerStatus | None
    priority: Priority | None


def write_items(
    mode: WriteMode,
    given: Sequence[GivenItem],
    before: Items,
    *,
    pinned: Collection[str] = (),
) -> tuple[Items, list[Violation]]:
    """The list after a call, and what had to be repaired for it.

    ToolError for an item that names too little; `replace` takes the order as sent, `patch` keeps
    the order and puts what is new at the end (L2). What a person has pinned stays, is not
    cancelled and keeps its words.
    """
    named = _with_ids(given, before)
    known = {item.id: item for item in before}
    sent: dict[str, LedgerItem] = {}
    for item_id, item in named:
        if item_id not in sent:
            sent[item_id] = _settled(item_id, item, known.get(item_id) if mode == "patch" else None)
    items = tuple(sent.values()) if mode == "replace" else tuple((known | sent).values())
    free = items
    items = keep_pinned(free, before, pinned, as_pinned=_as_pinned)
    violations: list[Violation] = []
    if len(sent) < len(named):
        repeated: list[Json] = [item_id for item_id, _ in named]
        violations.append(Violation(rule="L3", before=repeated, after=[*sent]))
    active: list[Json] = [item.id for item in items if item.status == "in_progress"]
    if len(active) > 1:
        violations.append(Violation(rule="L3", before=active, after=active[:1]))
    return one_active(items), [*violations, *pin_violations(free, items)]


def one_active(items: Iterable[LedgerItem]) -> Items:
    """The first item in progress stays, others become pending (L3)."""
    found = False
    kept: list[LedgerItem] = []
    for item in items:
        if item.status == "in_progress":
            kept.append(replace(item, status="pending") if found else item)
            found = True
        else:
            kept.append(item)
    return tuple(kept)


def snapshot_items(items: Iterable[LedgerItem]) -> list[Json]:
    """A detached copy for outputs and the tape (R2, L5)."""
    return [
        {"id": i.id, "content": i.content, "status": i.status, "priority": i.priority}
        for i in items
    ]


def restore_items(snapshot: JsonObject) -> Items:
    """The items of a snapshot. What is damaged in it is read around; the invariants hold (L3)."""
    items: dict[str, LedgerItem] = {}
    for record in map(as_object, as_list(snapshot.get("todos"))):
        item = LedgerItem(
            id=str(record.get("id", "")),
            content=str(record.get("content", "")),
            status=_status(record.get("status")),
            priority=_known(record.get("priority"), PRIORITIES, "medium"),
        )
        items.setdefault(item.id, item)
    return one_active(items.values())


def _with_ids(given: Sequence[GivenItem], before: Items) -> list[tuple[str, GivenItem]]:
    """Each item with its id: its own, that of the item of the same content, else the next free
    `t<n>`. Items without ids never collapse into one."""
    taken = {item.id for item in given if item.id is not None}
    by_content: dict[str, list[str]] = {}
    for item in reversed(before):
        if item.id not in taken:
            by_content.setdefault(item.content, []).append(item.id)
    taken |= {item.id for item in before}
    named: list[tuple[str, GivenItem]] = []
    number = 1
    for item in given:
        item_id = item.id
        if item_id is None:
            if item.content is None:
                raise ToolError(f"items[{item.number}]: content is missing, and so is an id")
            same = by_content.get(item.content)
            while not same and f"t{number}" in taken:
                number += 1
            item_id = same.pop() if same else f"t{number}"
            taken.add(item_id)
        named.append((item_id, item))
    return named


def _settled(item_id: str, given: GivenItem, old: LedgerItem | None) -> LedgerItem:
    """An item with what is given over what it was; a new one needs content and status (L1)."""
    content, status, priority = given.content, given.status, given.priority
    if old is not None:
        content, status = content or old.content, status or old.status
        priority = priority or old.priority
    if content is None:
        raise ToolError(f"items[{given.number}]: content is missing; {_NEEDED}")
    if status is None:
        words = ", ".join(STATUSES)
        raise ToolError(f"items[{given.number}]: status is missing, one of {words}; {_NEEDED}")
    return LedgerItem(id=item_id, content=content, status=status, priority=priority or "medium")


def _as_pinned(item: LedgerItem, before: LedgerItem) -> LedgerItem:
    status = before.status if item.status == "cancelled" else item.status
    return replace(item, content=before.content, status=status)


def _status(value: Json) -> LedgerStatus:
    """`done` is the word of the other planners and of rows for what is completed."""
    return "completed" if value == "done" else _known(value, STATUSES, "pending")


def _known(value: Json, words: Sequence[WordT], otherwise: WordT) -> WordT:
    return next((word for word in words if word == value), otherwise)
