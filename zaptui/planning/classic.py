"""classic as the loop sees it: one list tool, the model owns the list (R4–R20).

A dialect gives the tool another name, schema and words; the pipeline is the same.
"""

from collections.abc import Sequence

from zaptui.core.json import Json, JsonObject, as_list, as_object
from zaptui.core.ports import ToolSpec
from zaptui.errors import ToolError
from zaptui.planning.dialects import DIALECTS, DialectName
from zaptui.planning.directives import ALL_DONE, todo_directive
from zaptui.planning.plan_file import PlanFile, seed_todos
from zaptui.planning.planner_result import Checked, DueCheck, Mode, PlannerResult
from zaptui.planning.put_back import pin_violations
from zaptui.planning.todos import (
    NewIds,
    TodoItem,
    TodoStatus,
    deduplicate_todos,
    read_todos,
    settle,
    snapshot_todos,
    violations_of,
)


class ClassicPlanner:
    """`write_todos`, or the tool of a dialect: the runner repairs the list silently."""

    mode: Mode = "classic"
    key = "todos"
    only_blocked = False

    def __init__(self, *, new_ids: NewIds = "append", dialect: DialectName = "zap") -> None:
        self.todos: tuple[TodoItem, ...] = ()
        self.once: str | None = None
        self.version = 0
        self.work_tick = 0
        self.pinned: frozenset[str] = frozenset()
        self._new_ids: NewIds = new_ids
        self._dialect = DIALECTS[dialect]
        self.tools: Sequence[ToolSpec] = (self._dialect.tool,)

    @property
    def complete(self) -> bool:
        return all(item.status == "done" for item in self.todos)

    @property
    def has_plan(self) -> bool:
        return bool(self.todos)

    @property
    def done(self) -> int:
        return sum(item.status == "done" for item in self.todos)

    def open_stages(self) -> list[str]:
        return [item.content for item in self.todos if item.status != "done"]

    def directive(self) -> str | None:
        return None if self.complete else todo_directive(self.todos, tool=self._tool)

    def begin_step(self) -> None:
        """Nothing counts by the step here."""

    def note_work(self) -> str | None:
        self.work_tick += 1

    def due_check(self, tool: str, arguments: JsonObject) -> DueCheck | None:
        return None

    def call(
        self, tool: str, arguments: JsonObject, *, checked: Checked | None = None
    ) -> PlannerResult:
        if tool != self._tool:
            raise ToolError(f"{tool} is not a tool of mode {self.mode}")
        if self._dialect.name != "zap":  # ours is read more liberally than any other (R4)
            arguments = self._dialect.to_classic(arguments)
        sent, before, was_open = read_todos(arguments, self.todos), self.todos, not self.complete
        free = settle(sent, before, new_ids=self._new_ids)
        self.todos = settle(sent, before, new_ids=self._new_ids, pinned=self.pinned)
        self.version += 1
        if not self.todos or not self.complete:
            self.once = None
        elif was_open or not before:
            self.once = ALL_DONE  # on the step after the last item closes, once (R20)
        return PlannerResult(
            output=self._dialect.from_classic(self.todos),
            snapshot=self.snapshot(),
            change="replaced",
            violations=[
                *violations_of(sent, before, self.todos),
                *pin_violations(free, self.todos),
            ],
            dropped=self._dropped(before),
        )

    def seed(self, file: PlanFile) -> None:
        self.todos = seed_todos(file)
        self.version += self.has_plan

    def snapshot(self) -> JsonObject:
        return {"todos": snapshot_todos(self.todos)}

    def restore(self, snapshot: JsonObject, *, version: int | None = None) -> None:
        self.version = self.version if version is None else version
        records = map(as_object, as_list(snapshot.get("todos")))
        self.once = None
        self.todos = deduplicate_todos(
            TodoItem(
                id=str(record.get("id", "")),
                content=str(record.get("content", "")),
                status=_known_status(record.get("status")),
            )
            for record in records
        )

    @property
    def _tool(self) -> str:
        return self._dialect.tool.name

    def _dropped(self, before: Sequence[TodoItem]) -> list[Json]:
        kept = {item.id for item in self.todos}
        return [{"id": item.id, "content": item.content} for item in before if item.id not in kept]


def _known_status(value: Json) -> TodoStatus:
    if value == "done":
        return "done"
    return "in_progress" if value == "in_progress" else "pending"
