"""ledger as the loop sees it: `todo_write`, a list with a version that others may patch too."""

import json
from collections.abc import Sequence

from zaptui.core.json import Json, JsonObject
from zaptui.core.ports import ToolSpec
from zaptui.errors import ToolError
from zaptui.planning import specs
from zaptui.planning.directives import ALL_DONE
from zaptui.planning.ledger_directive import ledger_directive
from zaptui.planning.ledger_input import read_write
from zaptui.planning.ledger_items import (
    Items,
    LedgerItem,
    restore_items,
    snapshot_items,
    write_items,
)
from zaptui.planning.plan_file import PlanFile
from zaptui.planning.planner_result import Checked, DueCheck, Mode, PlannerResult

_LARGEST = 2**53
"""A version that is larger was damaged."""


class LedgerPlanner:
    """`todo_write`: strictly typed, set as a whole or patched by id, stale writes refused."""

    mode: Mode = "ledger"
    key = "todos"
    tools: Sequence[ToolSpec] = (specs.TODO_WRITE,)

    def __init__(self) -> None:
        self.items: Items = ()
        self.once: str | None = None
        self.version = 0
        self.work_tick = 0
        self.pinned: frozenset[str] = frozenset()

    @property
    def complete(self) -> bool:
        return not any(item.is_open for item in self.items)

    @property
    def only_blocked(self) -> bool:
        opened = [item.status for item in self.items if item.is_open]
        return bool(opened) and set(opened) == {"blocked"}

    @property
    def has_plan(self) -> bool:
        return bool(self.items)

    @property
    def done(self) -> int:
        return sum(item.status == "completed" for item in self.items)

    def open_stages(self) -> list[str]:
        return [item.content for item in self.items if item.is_open]

    def directive(self) -> str | None:
        return None if self.complete else ledger_directive(self.items)

    def begin_step(self) -> None:
        """Nothing counts by the step here."""

    def note_work(self) -> str | None:
        self.work_tick += 1

    def due_check(self, tool: str, arguments: JsonObject) -> DueCheck | None:
        return None

    def call(
        self, tool: str, arguments: JsonObject, *, checked: Checked | None = None
    ) -> PlannerResult:
        if tool != "todo_write":
            raise ToolError(f"{tool} is not a tool of mode {self.mode}")
        write = read_write(arguments)
        if write.expected_version not in (None, self.version):
            raise ToolError(self._stale(write.expected_version))
        before, was_open = self.items, not self.complete
        items, violations = write_items(write.mode, write.items, before, pinned=self.pinned)
        if items == before and not violations:
            return PlannerResult(output=self.snapshot())
        self.items = items
        self.version += 1
        if not items or not self.complete:
            self.once = None
        elif was_open or not before:
            self.once = ALL_DONE  # on the step after the last item closes, once (R20)
        return PlannerResult(
            output=self.snapshot(),
            change="replaced" if write.mode == "replace" else "patched",
            violations=violations,
            dropped=self._dropped(before),
            why=write.explanation,
        )

    def seed(self, file: PlanFile) -> None:
        """As is, without promotion (R68). An empty file turns planning on: one step shows that."""
        self.items = tuple(
            LedgerItem(
                id=f"t{number}",
                content=item.content,
                status="completed" if item.done else "pending",
            )
            for number, item in enumerate(file.items, start=1)
        )
        self.version += self.has_plan
        self.once = None if self.items else ledger_directive(())

    def snapshot(self) -> JsonObject:
        return {"todos": snapshot_items(self.items), "version": self.version}

    def restore(self, snapshot: JsonObject, *, version: int | None = None) -> None:
        self.once = None
        self.items = restore_items(snapshot)
        stored = snapshot.get("version") if version is None else version
        if isinstance(stored, int) and not isinstance(stored, bool) and 0 <= stored < _LARGEST:
            self.version = stored

    def _stale(self, expected: int | None) -> str:
        return (
            f"stale: expected_version is {expected}, the list is at version {self.version}; "
            f"nothing was written. The live list: {json.dumps(self.snapshot(), ensure_ascii=False)}"
        )

    def _dropped(self, before: Items) -> list[Json]:
        """The open items that a write left out or cancelled (R41)."""
        kept = {item.id for item in self.items if item.status != "cancelled"}
        return [
            {"id": item.id, "content": item.content}
            for item in before
            if item.is_open and item.id not in kept
        ]
