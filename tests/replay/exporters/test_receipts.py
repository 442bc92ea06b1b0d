"""Evidence points at the calls it cites, and says when there are none."""

import pytest

from tests.replay.exporters.tapes import called, finished, returned, step, tape, told
from zaptui.core import events as e
from zaptui.core.json import JsonObject


def _run(**proof: object) -> list[e.Entry]:
    stage: JsonObject = {"id": "a", "content": "Make it", "status": "done", "evidence": "it is so"}
    snapshot: JsonObject = {"plan": {"stages": [{**stage, **proof}]}}  # type: ignore[dict-item]
    return tape(
        e.RunStarted(session="s", prompt="p"),
        *step(called("c1", "shell", command="make")),
        e.ToolReturned(call_id="c1", output="made", receipt="r7"),
        returned("c2", "nothing"),
        e.PlanUpdate(mode="metronome", snapshot=snapshot, todos=[], change="advanced", version=1),
        finished(),
    )


@pytest.mark.parametrize("format", ["md", "html"])
def test_evidence_names_its_calls_and_its_check(format: str) -> None:
    text = told(_run(receipts=["r7"], checked="green"), format)
    assert "it is so — receipts r7; check green" in text
    assert "receipt r7" in text


@pytest.mark.parametrize("format", ["md", "html"])
def test_R35_a_stage_that_was_closed_without_work_says_so(format: str) -> None:
    assert "it is so — closed without work" in told(_run(trusted=True), format)


def test_many_receipts_are_cut() -> None:
    text = told(_run(receipts=[f"r{n}" for n in range(1, 20)]), "md")
    assert "receipts r1 r2 r3 r4 r5 r6 r7 r8…" in text
    assert "r9" not in text
