"""metronome: the runner owns a pointer; illegal moves cannot be written down (R28–R42)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from zaptui.core.events import CheckVerdict, Violation
from zaptui.core.json import Json, JsonObject, as_list, as_object
from zaptui.planning.checks import VERDICTS, StageCheck, check_json, check_of
from zaptui.planning.put_back import keep_pinned
from zaptui.planning.todos import TodoStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanStage:
    """A stage; it has no status of its own (R28). All below `check` is set when it is closed."""

    id: str
    content: str
    deliverable: str
    check: StageCheck | None = None
    evidence: str | None = None
    receipts: tuple[str, ...] = ()
    """The finished calls that prove it."""
    trusted: bool = False
    """It was closed without any work, on the model's second word (R35)."""
    checked: CheckVerdict | None = None
    """What its check came to."""


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
class Proof:
    """What an `advance` says, cites and has been checked by."""

    evidence: str
    receipts: tuple[str, ...] = ()
    checked: CheckVerdict | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Advance:
    """What an advance did: moved the pointer, was refused (R34), or had no stage to close (R36)."""

    state: PlanState | None
    kind: Literal["advanced", "refused", "no_stage"]


def merge_plan(
    state: PlanState | None,
    incoming: Sequence[PlanStage],
    *,
    work_tick: int,
    pinned: Collection[str] = (),
) -> PlanState:
    """The first plan (R29), or the ratchet: closed stages stay, the tail is replaced (R31, R42),
    but what is pinned stays in it, and so does the check of a stage that has one."""
    if state is None:
        return PlanState(stages=tuple(incoming), work_at_last_advance=work_tick)
    closed, opened = state.stages[: state.pointer], state.stages[state.pointer :]
    closed_ids = {stage.id for stage in closed}
    known = {stage.id: stage for stage in opened}
    tail = [_locked(stage, known.get(stage.id)) for stage in incoming if stage.id not in closed_ids]
    tail = keep_pinned(tail, opened, pinned, as_pinned=lambda stage, before: before)
    before = state.current
    merged = replace(state, stages=(*closed, *tail))
    after = merged.current
    if (before and before.id) != (after and after.id):
        merged = replace(merged, last_refused_pointer=None)  # a fresh nudge (R35)
    return merged


def _locked(stage: PlanStage, before: PlanStage | None) -> PlanStage:
    """A stage as it is sent again: its check is the one that was planned."""
    check = before.check if before else None
    return stage if check is None else replace(stage, check=check)


def advance(state: PlanState | None, proof: Proof, *, work_tick: int) -> Advance:
    """Close the current stage with its proof (R33); refuse an empty tick once (R34, R35)."""
    stage = state.current if state else None
    if state is None or stage is None:
        return Advance(state=state, kind="no_stage")
    idle = work_tick <= state.work_at_last_advance
    if idle and state.last_refused_pointer != state.pointer:
        refused = replace(state, last_refused_pointer=state.pointer)
        return Advance(state=refused, kind="refused")
    closed = replace(
        stage,
        evidence=proof.evidence,
        receipts=proof.receipts,
        trusted=idle,
        checked=proof.checked,
    )
    stages = (*state.stages[: state.pointer], closed, *state.stages[state.pointer + 1 :])
    moved = PlanState(stages=stages, pointer=state.pointer + 1, work_at_last_advance=work_tick)
    return Advance(state=moved, kind="advanced")


def lock_violations(before: PlanState | None, sent: Sequence[PlanStage]) -> list[Violation]:
    """What clients are told of checks that a re-plan would have changed."""
    opened = before.stages[before.pointer :] if before else ()
    planned = {stage.id: stage.check for stage in opened if stage.check is not None}
    return [
        Violation(rule="lock", before=stage.check.text, after=kept.text)
        for stage in sent
        if stage.check is not None
        and (kept := planned.get(stage.id)) is not None
        and stage.check.text != kept.text
    ]


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


def snapshot_plan(state: PlanState | None) -> Json:
    """A detached copy, enough to restore the state (R2, R37); None without a plan (R36)."""
    if state is None:
        return None
    stages: list[Json] = [
        _stage_json(stage, state.status(index)) for index, stage in enumerate(state.stages)
    ]
    snapshot: JsonObject = {
        "stages": stages,
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
    stages = tuple(map(_stage_of, map(as_object, as_list(record.get("stages")))))
    refused = record.get("last_refused_pointer")
    return PlanState(
        stages=stages,
        pointer=min(_count(record.get("pointer")), len(stages)),
        work_at_last_advance=_count(record.get("work_at_last_advance")),
        last_refused_pointer=None if refused is None else _count(refused),
    )


def _stage_json(stage: PlanStage, status: TodoStatus) -> JsonObject:
    """What is not there is left out, but for the fields of R2."""
    record: JsonObject = {
        "id": stage.id,
        "content": stage.content,
        "deliverable": stage.deliverable,
        "status": status,
        "evidence": stage.evidence,
    }
    if stage.check is not None:
        record["check"] = check_json(stage.check)
    if stage.receipts:
        record["receipts"] = [*stage.receipts]
    if stage.trusted:
        record["trusted"] = True
    if stage.checked is not None:
        record["checked"] = stage.checked
    return record


def _stage_of(record: JsonObject) -> PlanStage:
    evidence, checked = record.get("evidence"), record.get("checked")
    receipts = as_list(record.get("receipts"))
    return PlanStage(
        id=str(record.get("id", "")),
        content=str(record.get("content", "")),
        deliverable=str(record.get("deliverable", "")),
        check=check_of(record.get("check")),
        evidence=evidence if isinstance(evidence, str) else None,
        receipts=tuple(receipt for receipt in receipts if isinstance(receipt, str)),
        trusted=record.get("trusted") is True,
        checked=next((verdict for verdict in VERDICTS if verdict == checked), None),
    )


def _count(value: Json) -> int:
    return max(0, value) if isinstance(value, int) else 0
