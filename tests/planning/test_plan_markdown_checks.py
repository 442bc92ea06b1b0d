"""plan.md, there and back, with checks and with what proves a stage."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zaptui.core.json import JsonObject
from zaptui.errors import UsageError
from zaptui.planning.checks import VERDICTS, StageCheck, lock_check
from zaptui.planning.plan import PlanStage, PlanState, restore_plan, snapshot_plan
from zaptui.planning.plan_diff import diff_lines, diff_plans
from zaptui.planning.plan_markdown import export_plan, read_plan

BY_MODEL = lock_check("pytest -q", "model")
STATE = PlanState(
    stages=(
        PlanStage(
            id="a",
            content="Find it",
            deliverable="The line",
            check=BY_MODEL,
            evidence="seen",
            receipts=("r1", "r3"),
            checked="green",
        ),
        PlanStage(id="b", content="Guess", deliverable="Guess", evidence="so", trusted=True),
        PlanStage(
            id="c",
            content="Ship it",
            deliverable="A wheel",
            check=lock_check("file: dist/a.whl", "plan.md"),
        ),
    ),
    pointer=2,
    work_at_last_advance=3,
)
FILE = f"""\
<!-- zap_plan: metronome; version: 4; work_at_last_advance: 3 -->
- [x] Find it <!-- id: a; check_by: model; check_lock: {BY_MODEL.lock} -->
  deliverable: The line
  check: pytest -q
  <!-- evidence: seen; receipts: "r1 r3"; checked: green -->
- [x] Guess <!-- id: b -->
  <!-- evidence: so; trusted: yes -->
- [ ] Ship it <!-- id: c; check_by: plan.md; check_lock: {STATE.stages[2].check.lock} -->
  deliverable: A wheel
  check: file: dist/a.whl
"""  # pyright: ignore[reportOptionalMemberAccess]


def _snapshot(state: PlanState) -> JsonObject:
    return {"plan": snapshot_plan(state)}


def _read(file: str, *, base: PlanState | None = None) -> PlanState:
    read = read_plan(file.encode(), base=None if base is None else _snapshot(base))
    state = restore_plan(read.snapshot["plan"])
    assert state is not None
    return state


def test_checks_and_proofs_are_written_and_read_back() -> None:
    assert export_plan(_snapshot(STATE), version=4).decode() == FILE
    assert _read(FILE) == STATE
    assert _read(FILE, base=STATE) == STATE
    assert export_plan(_snapshot(STATE), version=4, into=FILE.encode()).decode() == FILE


def _checks(state: PlanState) -> list[StageCheck | None]:
    return [stage.check for stage in state.stages]


@pytest.mark.parametrize("base", [STATE, None])
def test_a_check_that_a_person_writes_is_the_persons(base: PlanState | None) -> None:
    edited = FILE.replace("check: file: dist/a.whl", "check: ls dist")
    edited = edited.replace("- [ ] Ship", "- [ ] New\n    - check:  true\n- [ ] Ship")
    state = _read(edited, base=base)
    assert _checks(state) == [
        BY_MODEL,
        None,
        lock_check("true", "person"),
        lock_check("ls dist", "person"),
    ]


def test_a_lock_that_was_broken_stays_so() -> None:
    """A file cannot make a check the one that was planned."""
    broken = replace(BY_MODEL, text="true")
    stage = replace(STATE.stages[0], check=broken)
    state = replace(STATE, stages=(stage, *STATE.stages[1:]))
    file = export_plan(_snapshot(state), version=4).decode()
    assert _checks(_read(file, base=state))[0] == broken
    assert _checks(_read(file))[0] == lock_check("true", "person")


def test_a_check_that_a_line_cannot_show_stands_in_the_comment() -> None:
    check = lock_check("grep -q 'a  b' x", "person")
    state = replace(STATE, stages=(replace(STATE.stages[2], check=check),), pointer=0)
    file = export_plan(_snapshot(state), version=4).decode()
    assert "  check: grep -q 'a b' x\n" in file
    assert f"check: \"grep -q 'a  b' x\"; check_by: person; check_lock: {check.lock}" in file
    assert _read(file) == state


@pytest.mark.parametrize("line", ["  check:", "  check:  "])
def test_a_check_can_be_taken_away(line: str) -> None:
    edited = FILE.replace("  check: file: dist/a.whl", line)
    assert _checks(_read(edited, base=STATE)) == [BY_MODEL, None, None]


def test_a_check_that_asks_for_nothing_is_an_error_that_names_the_line() -> None:
    edited = FILE.replace("check: file: dist/a.whl", "check: file:")
    with pytest.raises(UsageError, match="line 10: the check names no path"):
        read_plan(edited.encode(), base=_snapshot(STATE))


def test_only_the_lines_of_what_changed_are_written_anew() -> None:
    file = FILE.replace("  check: pytest -q\n", "  check:   pytest -q\n")
    stage = replace(STATE.stages[2], check=lock_check("ls", "person"))
    state = replace(STATE, stages=(*STATE.stages[:2], stage))
    written = export_plan(_snapshot(state), version=5, into=file.encode()).decode()
    assert written.split("\n")[3] == "  check:   pytest -q"
    assert written.split("\n")[7:10] == [
        f"- [ ] Ship it <!-- id: c; check_by: person; check_lock: {stage.check.lock} -->",  # pyright: ignore[reportOptionalMemberAccess]
        "  check: ls",
        "  deliverable: A wheel",
    ]


def test_a_list_planner_leaves_checks_where_they_are() -> None:
    todos: JsonObject = {"todos": [{"id": "c", "content": "Ship it", "status": "done"}]}
    written = export_plan(todos, version=1, into=b"- [ ] Ship it\n  check: ls\n").decode()
    lock = lock_check("ls", "person").lock
    assert written == (
        "<!-- zap_plan: classic; version: 1 -->\n"
        f"- [x] Ship it <!-- id: c; check_by: person; check_lock: {lock} -->\n  check: ls\n"
    )


def test_a_diff_names_the_check_that_changed() -> None:
    other = replace(STATE.stages[2], check=lock_check("ls", "person"))
    none = replace(STATE.stages[0], check=None)
    after = replace(STATE, stages=(none, STATE.stages[1], other))
    assert diff_lines(diff_plans(_snapshot(STATE), _snapshot(after))) == [
        '~ 1. Find it: check "pytest -q" → none',
        "  2. Guess",
        '~ 3. Ship it: check "file: dist/a.whl" → "ls"',
    ]


_AUTHORS = st.sampled_from(["model", "person", "plan.md"])
_CHECKS = st.builds(
    lock_check,
    st.text(st.characters(categories=["L", "N", "P", "S", "Zs"]), min_size=1, max_size=20)
    .map(lambda text: f"ls {text}".strip())
    .filter(str.isprintable),
    _AUTHORS,
)
_STAGES = st.builds(
    PlanStage,
    id=st.just("?"),
    content=st.just("Do it"),
    deliverable=st.sampled_from(["Do it", "A file"]),
    check=st.none() | _CHECKS,
    evidence=st.sampled_from(["seen", ""]),
    receipts=st.lists(st.sampled_from(["r1", "r2", "r30"]), unique=True).map(tuple),
    trusted=st.booleans(),
    checked=st.none() | st.sampled_from(VERDICTS),
)


@given(stages=st.lists(_STAGES, min_size=1, max_size=4), pointer=st.integers(0, 4))
def test_any_proof_comes_back_as_it_was(stages: list[PlanStage], pointer: int) -> None:
    closed = [
        replace(stage, id=f"s{place}", evidence=stage.evidence or "seen")
        if place < pointer
        else PlanStage(
            id=f"s{place}",
            content=stage.content,
            deliverable=stage.deliverable,
            check=stage.check,
        )
        for place, stage in enumerate(stages)
    ]
    state = PlanState(stages=tuple(closed), pointer=min(pointer, len(closed)))
    file = export_plan(_snapshot(state), version=1)
    assert _read(file.decode()) == state
    assert _read(file.decode(), base=state) == state
    assert export_plan(_snapshot(state), version=1, into=file) == file
