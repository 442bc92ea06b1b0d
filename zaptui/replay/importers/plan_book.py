"""The plan of an imported conversation: plan calls of any program fold into one classic list."""

import re
from collections.abc import Sequence

from zaptui.core.events import PlanChange, PlanUpdate
from zaptui.core.json import Json, JsonObject, as_object
from zaptui.planning.checklist import b4run_todos, checklist_of_snapshot
from zaptui.planning.foreign_plans import (
    TASK_TOOLS,
    classic_items,
    is_merge,
    listed,
    listed_in_output,
    meaning_of,
    merged_records,
    plain_name,
    text_of,
)
from zaptui.planning.plan import restore_plan, snapshot_plan
from zaptui.planning.todos import TodoItem, read_id, snapshot_todos
from zaptui.replay.importers.fields import arguments as read_object
from zaptui.replay.importers.fields import dig, flat, text

_MOST_ITEMS = 300
"""Items of a list that are kept: each change tells the whole list again."""
_CREATED = re.compile(r"#(\d+)")


class PlanBook:
    """The list as it stands. Each method that changes it gives back the `plan_update` to tell."""

    def __init__(self) -> None:
        self._items: tuple[TodoItem, ...] = ()
        self._stages: JsonObject | None = None
        self._version = 0

    def called(
        self, tool: str, arguments: JsonObject, output: Json, detail: Json
    ) -> PlanUpdate | None:
        """The change that a finished call made; None when it was no plan call, or changed nothing.

        `detail` is the structured twin that some programs write beside the output.
        """
        name = plain_name(tool)
        if name in ("plan", "advance"):
            return self._metronome(name, output)
        if name in TASK_TOOLS:
            return self._task(name, arguments, output, as_object(detail))
        records = listed(name, arguments)
        if name == "write_todos":
            given_back = listed_in_output(output)
            records = records if given_back is None else given_back
        if records is None:
            return None
        if is_merge(name, arguments):
            records = merged_records(records, self._items)
        return self.replaced(records)

    def replaced(self, records: Sequence[Json], *, change: PlanChange = "replaced") -> PlanUpdate:
        """The whole list is now this one."""
        self._items = classic_items(records[:_MOST_ITEMS], self._items)
        self._stages = None
        return self._told(change)

    def differs(self, records: Sequence[Json]) -> bool:
        """Whether these records would change the list."""
        new = classic_items(records[:_MOST_ITEMS], self._items)
        return [(i.content, i.status) for i in new] != [(i.content, i.status) for i in self._items]

    def carried(self) -> PlanUpdate | None:
        """The open list at the start of a run that goes on with it; None when none is open."""
        return self._told("snapshot", new=False) if self.open_stages() else None

    @property
    def has_plan(self) -> bool:
        return bool(self._items) or self._stages is not None

    def open_stages(self) -> list[str]:
        """The contents of what is not done, in order."""
        items = checklist_of_snapshot(self._snapshot()) or ()
        return [item.content for item in items if item.status != "done"]

    def restored(self, snapshot: JsonObject) -> PlanUpdate | None:
        """The plan of a snapshot of ours, told as an edit; None when it holds none, or the same."""
        if "plan" in snapshot:
            return self._stages_of(snapshot["plan"], "edited")
        records = listed("todos", snapshot)
        return None if records is None else self.replaced(records, change="edited")

    def _metronome(self, name: str, output: Json) -> PlanUpdate | None:
        change = "replaced" if name == "plan" else "advanced"
        return self._stages_of(_object(output).get("plan"), change)

    def _stages_of(self, plan: Json, change: PlanChange) -> PlanUpdate | None:
        state = restore_plan(plan)
        if state is None:
            return None
        stages = as_object(snapshot_plan(state))
        if stages == self._stages:
            return None
        self._stages = stages
        self._items = ()
        return self._told(change)

    def _task(
        self, name: str, arguments: JsonObject, output: Json, detail: JsonObject
    ) -> PlanUpdate:
        """One item made or changed; the number of a new one is only in its result."""
        if name == "TaskCreate":
            found = _CREATED.search(flat(output))
            number = read_id(dig(detail, "task").get("id")) or (found[1] if found else None)
            number = number or str(len(self._items) + 1)
            content = text_of(arguments) or text(dig(detail, "task").get("subject"))
            new = TodoItem(id=number, content=content or "(no text)", status="pending")
            others = [item for item in self._items if item.id != number]
            self._items = tuple([*others, new][:_MOST_ITEMS])
        else:
            self._items = tuple(_patched(self._items, arguments))
        self._stages = None
        return self._told("patched")

    def _snapshot(self) -> JsonObject:
        if self._stages is not None:
            return {"plan": self._stages}
        return {"todos": snapshot_todos(self._items)}

    def _told(self, change: PlanChange, *, new: bool = True) -> PlanUpdate:
        self._version += new
        snapshot = self._snapshot()
        return PlanUpdate(
            mode="classic" if self._stages is None else "metronome",
            snapshot=snapshot,
            todos=b4run_todos(checklist_of_snapshot(snapshot) or ()),
            change=change,
            version=self._version,
        )


def _object(output: Json) -> JsonObject:
    """An output that is an object, or the text of one."""
    sent = read_object(output) if isinstance(output, str) else output
    return sent if isinstance(sent, dict) else {}


def _patched(items: Sequence[TodoItem], arguments: JsonObject) -> list[TodoItem]:
    """The list after `TaskUpdate`: a new status or subject; a deleted task leaves the list."""
    number = read_id(arguments.get("taskId"))
    changed: list[TodoItem] = []
    for item in items:
        if item.id != number:
            changed.append(item)
            continue
        status = meaning_of(arguments) if arguments.get("status") is not None else item.status
        if status != "leaves":
            content = text_of(arguments) if arguments.get("subject") else item.content
            changed.append(TodoItem(id=item.id, content=content or item.content, status=status))
    return changed
