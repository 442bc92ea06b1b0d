"""The arguments of `plan` and `advance`, read (R28, R33, R41)."""

import re

from zaptui.core.json import JsonObject, as_list
from zaptui.errors import ToolError
from zaptui.planning.checks import StageCheck, lock_check
from zaptui.planning.plan import PlanStage
from zaptui.planning.todos import read_id, read_records

_SHAPE = "{id, content, deliverable}"
_RECEIPT = re.compile(r"r([1-9][0-9]{0,8})", re.ASCII)


def read_stages(arguments: JsonObject, *, with_checks: bool = True) -> tuple[PlanStage, ...]:
    """The stages of a `plan` call; the first of an id wins, extra keys are dropped (R28, R41)."""
    records = read_records(arguments, "stages", _SHAPE)
    if not records:
        raise ToolError(f"stages must hold at least one {_SHAPE}")
    stages: dict[str, PlanStage] = {}
    for number, record in enumerate(records, start=1):
        stage_id = read_id(record.get("id"))
        if stage_id is None:
            raise ToolError(f"stages[{number}]: id is missing; each stage is {_SHAPE}")
        stage = PlanStage(
            id=stage_id,
            content=_text(record, "content", number),
            deliverable=_text(record, "deliverable", number),
            check=_check(record, number) if with_checks else None,
        )
        stages.setdefault(stage_id, stage)
    return tuple(stages.values())


def read_evidence(arguments: JsonObject) -> str:
    """The evidence of an `advance` call; blank is a ToolError (R33)."""
    evidence = arguments.get("evidence")
    if not isinstance(evidence, str) or not evidence.strip():
        raise ToolError("evidence must say how the deliverable was met; it cannot be blank")
    return evidence


def read_receipts(arguments: JsonObject, *, work_tick: int) -> tuple[str, ...]:
    """The receipts an `advance` cites, each once. ToolError for one that no finished call has."""
    cited = dict.fromkeys(map(str, as_list(arguments.get("receipts"))))
    for receipt in cited:
        found = _RECEIPT.fullmatch(receipt)
        if found is None or not 0 < int(found[1]) <= work_tick:
            newest = f"the newest is {receipt_of(work_tick)}" if work_tick else "there is none yet"
            raise ToolError(f"receipts: {receipt[:40]!r} is of no finished call; {newest}")
    return tuple(cited)


def receipts_between(first: int, last: int) -> tuple[str, ...]:
    """The receipts of the calls behind tick `first`, up to tick `last`."""
    return tuple(map(receipt_of, range(first + 1, last + 1)))


def receipt_of(work_tick: int) -> str:
    """What a call that counted as work is cited by: its number in the session."""
    return f"r{work_tick}"


def _text(record: JsonObject, key: str, number: int) -> str:
    value = record.get(key)
    if not isinstance(value, str) or not value.strip():
        raise ToolError(f"stages[{number}]: {key} is missing; each stage is {_SHAPE}")
    return value


def _check(record: JsonObject, number: int) -> StageCheck | None:
    """The check the model gives a stage; a blank one is none."""
    value = record.get("check")
    if value is None or value == "":
        return None
    if not isinstance(value, str):
        raise ToolError(f"stages[{number}]: check must be a text")
    try:
        return lock_check(value, "model")
    except ValueError as error:
        raise ToolError(f"stages[{number}]: {error}") from error
