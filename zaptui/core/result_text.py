"""The result of a call as the model reads it: text, capped, saying when it was cut (R2)."""

import json

from zaptui.core.json import Json, JsonObject, as_list, as_object
from zaptui.core.parts import ToolPart

MODEL_LIMIT = 32_000
"""Characters of one result that the model is given; the whole stays on the tape."""

INTERRUPTED = "interrupted, may have run"
NOT_RUN = "not run: the run was interrupted"
"""What stands for the result of a call that has none: one that had begun, one that had not."""


def result_text(part: ToolPart, *, limit: int = MODEL_LIMIT) -> str:
    """What the model is told of a called part: its result, and the receipt it may be cited by. A
    call without a result gets a synthetic one."""
    if not part.finished:
        return f"error: {INTERRUPTED if part.started else NOT_RUN}"
    told = cap(_text(part.output) if part.error is None else f"error: {part.error}", limit)
    return told if part.receipt is None else f"{told.rstrip()}\n[{part.receipt}]"


def cap(text: str, limit: int = MODEL_LIMIT) -> str:
    """Head and tail of a text that is too long, with what was cut between them."""
    if len(text) <= limit:
        return text
    head, tail = limit * 2 // 3, limit // 3
    return (
        f"{text[:head]}\n[… {len(text) - head - tail} characters cut …]\n{text[len(text) - tail :]}"
    )


def _text(output: Json) -> str:
    match output:
        case str():
            return output or "(empty)"
        case None:
            return "done"
        case dict():
            return _plan_text(output) or _mapping_text(output) or "(empty)"
        case _:
            return _plain(output)


def _plan_text(output: JsonObject) -> str | None:
    """A planner's list, one line a stage: the compact form of the snapshot (R2)."""
    if "todos" in output and output.keys() <= {"todos", "version"}:
        records = list(map(as_object, as_list(output["todos"])))
    elif output.keys() == {"plan"}:
        plan = output["plan"]
        stages = plan if isinstance(plan, list) else as_object(plan).get("stages")
        records = list(map(as_object, as_list(stages)))
    else:
        return None
    lines = [_stage_line(record) for record in records] or ["(no stages)"]
    if "version" in output:
        lines.append(f"version: {output['version']}")  # what `expected_version` may name
    return "\n".join(lines)


def _stage_line(record: JsonObject) -> str:
    """Lists of other programs have no ids, and call the content a step."""
    name = f"{record['id']}: " if "id" in record else ""
    return f"[{record.get('status')}] {name}{record.get('content', record.get('step'))}"


def _mapping_text(output: JsonObject) -> str:
    """`key: value` lines, then the `output` as it is, so that it need not be read as JSON."""
    lines = [
        f"{key}: {value if isinstance(value, str) else _plain(value)}"
        for key, value in output.items()
        if key != "output"
    ]
    body = output.get("output")
    shown = body or "(empty)" if isinstance(body, str) else _plain(body)
    return "\n".join([*lines, shown][: len(output)])


def _plain(value: Json) -> str:
    """JSON with other scripts as they are: escapes would cost tokens."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
