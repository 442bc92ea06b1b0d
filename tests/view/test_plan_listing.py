"""A stored plan as lines and as JSON."""

from zaptui.core.json import JsonObject
from zaptui.planning.checks import lock_check
from zaptui.planning.plan_diff import diff_plans
from zaptui.planning.plan_rows import PlanRow, mode_of, rows_of
from zaptui.planning.stored_plan import PlanVersion, StoredPlan, StoredRow, plan_of_version
from zaptui.view.plan_listing import diff_json, listing, log_listing, plan_json, version_json

ROWS = (
    StoredRow(
        row=PlanRow(
            id="s1",
            content="Find\nit",
            status="done",
            deliverable="the line",
            evidence="it is \x1b[31mline 3",
            receipts=("r1", "r2"),
            checked="green",
        ),
        version=2,
        pinned=True,
    ),
    StoredRow(
        row=PlanRow(id="b", content="Ask", status="done", evidence="so", trusted=True), version=3
    ),
    StoredRow(
        row=PlanRow(
            id="long-id-of-a-stage",
            content="Fix it",
            status="in_progress",
            deliverable="Fix it",
            check=lock_check("pytest -q", "person"),
        ),
        version=1,
        breakpoint=True,
    ),
    StoredRow(
        row=PlanRow(id="d", content="Wait", status="blocked", priority="high"),
        version=1,
        pinned=True,
    ),
    StoredRow(row=PlanRow(id="e", content="No", status="cancelled"), version=1),
    StoredRow(row=PlanRow(id="f", content="Later", status="pending"), version=1),
)
PLAN = StoredPlan(session_id="s", mode="metronome", version=3, snapshot={}, rows=ROWS)


def todos(*items: tuple[str, str, str]) -> JsonObject:
    keys = ("id", "content", "status")
    return {"todos": [dict(zip(keys, item, strict=True)) for item in items]}


def version(number: int, snapshot: JsonObject, **more: str) -> PlanVersion:
    facts = {"who": "model", "what": "replaced", "why": "", "time": "2026-01-01T00:00:00Z", **more}
    return PlanVersion(version=number, snapshot=snapshot, **facts)


def test_a_plan_as_lines() -> None:
    assert listing(PLAN) == [
        "plan of s · metronome · version 3 · 3/6 closed",
        " [x]   1  s1                  Find it  (pinned)",
        "                             deliverable: the line",
        "                             evidence: it is line 3 (calls r1 r2; check green)",
        " [x]   2  b                   Ask  (closed without work)",
        "                             evidence: so",
        " [>]   3  long-id-of-a-stage  Fix it  (breakpoint)",
        "                             check (person): pytest -q",
        " [!]   4  d                   Wait  (high, pinned)",
        " [-]   5  e                   No",
        " [ ]   6  f                   Later",
    ]


def test_an_empty_plan_is_its_head() -> None:
    empty = plan_of_version("s", version(1, todos()))
    assert listing(empty) == ["plan of s · classic · version 1 · 0/0 closed"]


def test_a_plan_for_programs() -> None:
    told = plan_json(PLAN)
    stages = told.pop("stages")
    assert told == {"session": "s", "mode": "metronome", "version": 3}
    assert isinstance(stages, list)
    assert stages[2] == {
        "place": 3,
        "id": "long-id-of-a-stage",
        "content": "Fix it",
        "status": "in_progress",
        "deliverable": "Fix it",
        "priority": "medium",
        "check": {"text": "pytest -q", "by": "person"},
        "evidence": None,
        "receipts": [],
        "checked": None,
        "trusted": False,
        "pinned": False,
        "breakpoint": True,
        "version": 1,
    }


def test_the_plan_of_a_version_has_the_flags_that_were_told() -> None:
    snapshot = todos(("a", "A", "done"), ("b", "B", "pending"))
    told = PlanVersion(
        version=4,
        who="person",
        what="edited",
        why="",
        time="",
        snapshot=snapshot,
        pinned=frozenset("b"),
        breakpoints=frozenset("a"),
    )
    one, two = rows_of(snapshot)
    assert plan_of_version("s", told) == StoredPlan(
        session_id="s",
        mode=mode_of(snapshot),
        version=4,
        snapshot=snapshot,
        rows=(
            StoredRow(row=one, version=4, breakpoint=True),
            StoredRow(row=two, version=4, pinned=True),
        ),
    )


A, B, C = ("a", "A", "pending"), ("b", "B", "pending"), ("c", "C", "pending")


def test_a_log_counts_what_changed() -> None:
    done = ("a", "A", "done")
    log = [
        version(1, todos(A, B)),
        version(2, todos(B, done, C), who="person", what="edited", why="move\n2 to 1"),
        version(9, todos(B, done, C)),
        version(10, todos(C)),
    ]
    assert log_listing(log) == [
        "   1  2026-01-01T00:00:00Z  model   replaced  +2",
        "   2  2026-01-01T00:00:00Z  person  edited    +1 >1 ~1  move 2 to 1",
        "   9  2026-01-01T00:00:00Z  model   replaced  no row",
        "  10  2026-01-01T00:00:00Z  model   replaced  -2",
    ]
    assert version_json(log[1]) == {
        "version": 2,
        "time": "2026-01-01T00:00:00Z",
        "who": "person",
        "what": "edited",
        "why": "move\n2 to 1",
        "snapshot": todos(B, done, C),
    }


def test_a_difference_for_programs() -> None:
    diff = diff_plans(todos(A, B, C), todos(C, ("a", "A+", "pending"), ("d", "D", "pending")))
    told = [tuple(record.values()) for record in diff_json(diff) if isinstance(record, dict)]
    assert told == [
        ("c", "C", ["moved"], [], 3, 1),
        ("a", "A+", ["edited"], ["content"], 1, 2),
        ("b", "B", ["removed"], [], 2, None),
        ("d", "D", ["added"], [], None, 3),
    ]
    assert diff_json(diff_plans(todos(A), todos(A))) == [
        {
            "id": "a",
            "content": "A",
            "change": ["kept"],
            "fields": [],
            "place_before": 1,
            "place_after": 1,
        }
    ]
