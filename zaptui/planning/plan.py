"""metronome: the runner owns a pointer; illegal moves cannot be written down (R28–R42)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from zaptui.core.json import Json, JsonObject, as_list, as_object
from zaptui.errors import ToolError
from zaptui.planning.todos import TodoStatus, read_id, read_records

_SHAPE = "{id, content, deliverable}"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanStage:
    """A stage; it has no status of its own (R28). `evidence` is set when it is closed."""

    id: str
    content: str
    deliverable: str
    evidence: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanState:
    """The stages and the pointer to the current one; ticks count finished work calls (R39)."""

    stages: tuple[PlanStage, ...]
    pointer: int = 0
    work_at_last_advance: int = 0
    last_refused_pointer: int | None = None

    def status(self, index: int) -> TodoStatus:
        """Derived, never stored (R30)."""
        if index < self.pointer:
            return "done"
        return "in_progress" if index == self.pointer else "pending"

    @property
    def current(self) -> PlanStage | None:
        """The stage in progress; None once the plan is complete."""
        return self.stages[self.pointer] if self.pointer < len(self.stages) else None

    @property
    def complete(self) -> bool:
        return self.current is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Advance:
    """What an advance did: moved the pointer, was refused (R34), or had no stage to close (R36)."""

    state: PlanState | None
    kind: Literal["advanced", "refused", "no_stage"]


def merge_plan(
    state: PlanState | None, incoming: Sequence[PlanStage], *, work_tick: int
) -> PlanState:
    """The first plan (R29), or the ratchet: closed stages stay, the tail is replaced (R31, R42)."""
    if state is None:
        return PlanState(stages=tuple(incoming), work_at_last_advance=work_tick)
    closed = state.stages[: state.pointer]
    closed_ids = {stage.id for stage in closed}
    tail = tuple(stage for stage in incoming if stage.id not in closed_ids)
    before = state.current
    merged = replace(state, stages=(*closed, *tail))
    after = merged.current
    if (before and before.id) != (after and after.id):
        merged = replace(merged, last_refused_pointer=None)  # a fresh nudge (R35)
    return merged


def advance(state: PlanState | None, evidence: str, *, work_tick: int) -> Advance:
    """Close the current stage with evidence (R33); refuse an empty tick once (R34, R35)."""
    stage = state.current if state else None
    if state is None or stage is None:
        return Advance(state=state, kind="no_stage")
    idle = work_tick <= state.work_at_last_advance
    if idle and state.last_refused_pointer != state.pointer:
        refused = replace(state, last_refused_pointer=state.pointer)
        return Advance(state=refused, kind="refused")
    closed = replace(stage, evidence=evidence)
    stages = (*state.stages[: state.pointer], closed, *state.stages[state.pointer + 1 :])
    moved = PlanState(stages=stages, pointer=state.pointer + 1, work_at_last_advance=work_tick)
    return Advance(state=moved, kind="advanced")


def dropped_stages(before: PlanState | None, after: PlanState) -> list[Json]:
    """The open stages that a re-plan left out (R41)."""
    if before is None:
        return []
    kept = {stage.id for stage in after.stages}
    return [
        {"id": stage.id, "content": stage.content}
        for stage in before.stages[before.pointer :]
        if stage.id not in kept
    ]


def read_stages(arguments: JsonObject) -> tuple[PlanStage, ...]:
    """The stages of a `plan` call; the first of an id wins, extra keys are dropped (R28, R41)."""
    records = read_records(arguments, "stages", _SHAPE)
    if not records:
        raise ToolError(f"stages must hold at least one {_SHAPE}")
    stages: dict[str, PlanStage] = {}
    for number, record in enumerate(records, start=1):
        stage_id = read_id(record.get("id"))
        if stage_id is None:
            raise ToolError(f"stages[{number}]: id is missing; each stage is {_SHAPE}")
        texts = {key: _text(record, key, number) for key in ("content", "deliverable")}
        stages.setdefault(stage_id, PlanStage(id=stage_id, **texts))
    return tuple(stages.values())


def read_evidence(arguments: JsonObject) -> str:
    """The evidence of an `advance` call; blank is a ToolError (R33)."""
    evidence = arguments.get("evidence")
    if not isinstance(evidence, str) or not evidence.strip():
        raise ToolError("evidence must say how the deliverable was met; it cannot be blank")
    return evidence


def snapshot_plan(state: PlanState | None) -> Json:
    """A detached copy, enough to restore the state (R2, R37); None without a plan (R36)."""
    if state is None:
        return None
    snapshot: JsonObject = {
        "stages": [
            {
                "id": stage.id,
                "content": stage.content,
                "deliverable": stage.deliverable,
                "status": state.status(index),
                "evidence": stage.evidence,
            }
            for index, stage in enumerate(state.stages)
        ],
        "pointer": state.pointer,
        "work_at_last_advance": state.work_at_last_advance,
    }
    if state.last_refused_pointer is not None:
        snapshot["last_refused_pointer"] = state.last_refused_pointer
    return snapshot


def restore_plan(snapshot: Json) -> PlanState | None:
    """The state of a snapshot; whatever is damaged in it is left out."""
    record = as_object(snapshot)
    if not record:
        return None
    stages = tuple(
        PlanStage(
            id=str(stage.get("id", "")),
            content=str(stage.get("content", "")),
            deliverable=str(stage.get("deliverable", "")),
            evidence=evidence if isinstance(evidence := stage.get("evidence"), str) else None,
        )
        for stage in map(as_object, as_list(record.get("stages")))
    )
    refused = record.get("last_refused_pointer")
    return PlanState(
        stages=stages,
        pointer=min(_count(record.get("pointer")), len(stages)),
        work_at_last_advance=_count(record.get("work_at_last_advance")),
        last_refused_pointer=None if refused is None else _count(refused),
    )


def _text(record: JsonObject, key: str, number: int) -> str:
    value = record.get(key)
    if not isinstance(value, str) or not value.strip():
        raise ToolError(f"stages[{number}]: {key} is missing; each stage is {_SHAPE}")
    return value


def _count(value: Json) -> int:
    return max(0, value) if isinstance(value, int) else 0
