"""A resume in another mode (R49), and in the same one: a snapshot is enough (R2)."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.strategies import long, quick
from zaptui.core.json import JsonObject, dump_json, parse_json
from zaptui.errors import ToolError
from zaptui.planning.convert import convert
from zaptui.planning.ledger_items import STATUSES
from zaptui.planning.plan_rows import mode_of, rows_of
from zaptui.planning.planner import MODES, MetronomePlanner, Mode, Planner, select_planner

LEDGER: JsonObject = {
    "todos": [
        {"id": "w", "content": "Wait", "status": "blocked", "priority": "high"},
        {"id": "p", "content": "Pending", "status": "pending", "priority": "low"},
        {"id": "d", "content": "Done", "status": "completed", "priority": "medium"},
        {"id": "x", "content": "Gone", "status": "cancelled", "priority": "medium"},
        {"id": "a", "content": "Active", "status": "in_progress", "priority": "medium"},
    ],
    "version": 4,
}
CLASSIC: JsonObject = {
    "todos": [
        {"id": "p", "content": "Pending", "status": "pending"},
        {"id": "a", "content": "Active", "status": "in_progress"},
        {"id": "d", "content": "Done", "status": "done"},
    ]
}
METRONOME: JsonObject = {
    "plan": {
        "stages": [
            {
                "id": "d",
                "content": "Done",
                "deliverable": "A proof",
                "status": "done",
                "evidence": "seen",
            },
            {
                "id": "a",
                "content": "Active",
                "deliverable": "A file",
                "status": "in_progress",
                "evidence": None,
            },
            {
                "id": "p",
                "content": "Pending",
                "deliverable": "An answer",
                "status": "pending",
                "evidence": None,
            },
        ],
        "pointer": 1,
        "work_at_last_advance": 5,
        "last_refused_pointer": 1,
    }
}


def _stage(stage_id: str, content: str, status: str) -> JsonObject:
    return {
        "id": stage_id,
        "content": content,
        "deliverable": content,
        "status": status,
        "evidence": "carried over" if status == "done" else None,
    }


def test_R49_a_ledger_becomes_stages_with_what_is_blocked_last() -> None:
    assert convert(LEDGER, "metronome") == {
        "plan": {
            "stages": [
                _stage("d", "Done", "done"),
                _stage("a", "Active", "in_progress"),
                _stage("p", "Pending", "pending"),
                _stage("w", "Wait", "pending"),
            ],
            "pointer": 1,
            "work_at_last_advance": 0,
        }
    }


def test_R49_a_classic_list_becomes_stages_and_the_work_goes_on_with_the_active_one() -> None:
    assert convert(CLASSIC, "metronome") == {
        "plan": {
            "stages": [
                _stage("d", "Done", "done"),
                _stage("a", "Active", "in_progress"),
                _stage("p", "Pending", "pending"),
            ],
            "pointer": 1,
            "work_at_last_advance": 0,
        }
    }


def test_R49_a_ledger_becomes_a_classic_list_done_items_first() -> None:
    assert convert(LEDGER, "classic") == {
        "todos": [
            {"id": "d", "content": "Done", "status": "done"},
            {"id": "w", "content": "Wait", "status": "pending"},
            {"id": "p", "content": "Pending", "status": "pending"},
            {"id": "a", "content": "Active", "status": "in_progress"},
        ]
    }


def test_R49_stages_become_lists() -> None:
    assert convert(METRONOME, "classic") == {
        "todos": [
            {"id": "d", "content": "Done", "status": "done"},
            {"id": "a", "content": "Active", "status": "in_progress"},
            {"id": "p", "content": "Pending", "status": "pending"},
        ]
    }
    assert convert(METRONOME, "ledger", version=9) == {
        "todos": [
            {"id": "d", "content": "Done", "status": "completed", "priority": "medium"},
            {"id": "a", "content": "Active", "status": "in_progress", "priority": "medium"},
            {"id": "p", "content": "Pending", "status": "pending", "priority": "medium"},
        ],
        "version": 9,
    }


@pytest.mark.parametrize("snapshot", [LEDGER, CLASSIC, METRONOME], ids=mode_of)
def test_R49_the_same_mode_keeps_all_there_is_on_a_copy(snapshot: JsonObject) -> None:
    same = convert(snapshot, mode_of(snapshot))
    assert same == snapshot
    assert same is not snapshot


@pytest.mark.parametrize("snapshot", [LEDGER, CLASSIC, METRONOME, {}], ids=mode_of)
def test_R49_nothing_is_left_for_mode_none_and_nothing_comes_of_it(snapshot: JsonObject) -> None:
    assert convert(snapshot, "none") == {}
    assert convert({}, mode_of(snapshot)) in (
        {},
        {"todos": []},
        {"todos": [], "version": 0},
        {"plan": None},
    )


def test_a_stage_without_a_deliverable_gets_its_content_as_one() -> None:
    stages = {"stages": [{"id": "a", "content": "A", "evidence": None}], "pointer": 1}
    once = convert({"plan": stages}, "classic")
    assert rows_of(convert(once, "metronome"))[0].deliverable == "A"


@pytest.mark.parametrize(
    ("snapshot", "mode", "directive"),
    [
        (LEDGER, "metronome", '[Stage 2/4] Work on "Active" until its deliverable is met'),
        (CLASSIC, "metronome", '[Stage 2/3] Work on "Active" until its deliverable is met'),
        (LEDGER, "classic", '[Stage 4/4] Execute "Active" to completion first'),
        (METRONOME, "classic", '[Stage 2/3] Execute "Active" to completion first'),
        (METRONOME, "ledger", "- [completed] Done\n- [in_progress] Active\n- [pending] Pending"),
        (CLASSIC, "ledger", "- [completed] Done\n- [pending] Pending\n- [in_progress] Active"),
    ],
)
def test_R49_the_directive_goes_on_with_what_was_active(
    snapshot: JsonObject, mode: str, directive: str
) -> None:
    planner = select_planner(mode)
    planner.restore(convert(snapshot, planner.mode))
    assert directive in (planner.directive() or "")


def test_R34_a_converted_plan_wants_work_before_the_first_advance() -> None:
    planner = MetronomePlanner()
    planner.restore(convert(CLASSIC, "metronome"))
    assert planner.call("advance", {"evidence": "x"}).change is None
    planner.begin_step()
    planner.note_work()
    planner.restore(convert(CLASSIC, "metronome"))
    assert planner.call("advance", {"evidence": "x"}).change == "advanced"


_ids = st.sampled_from("abcdef")
_texts = st.sampled_from(["x", "y", "two\nlines", "ü"])
_stages = st.builds(lambda i, c, d: {"id": i, "content": c, "deliverable": d}, _ids, _texts, _texts)
_todos = st.builds(
    lambda i, c, s: {"id": i, "content": c, "status": s},
    _ids,
    _texts,
    st.sampled_from(["pending", "in_progress", "done"]),
)
_entries = st.builds(
    lambda i, c, s, p: {"id": i, "content": c, "status": s, "priority": p},
    _ids,
    _texts,
    st.sampled_from(STATUSES),
    st.sampled_from(["high", "medium", "low"]),
)
_CALLS: dict[Mode, st.SearchStrategy[tuple[str, JsonObject]]] = {
    "metronome": st.one_of(
        st.builds(lambda x: ("plan", {"stages": x}), st.lists(_stages, min_size=1, max_size=5)),
        st.builds(lambda x: ("advance", {"evidence": x}), _texts),
        st.just(("work", {})),
    ),
    "classic": st.builds(lambda x: ("write_todos", {"todos": x}), st.lists(_todos, max_size=6)),
    "ledger": st.builds(
        lambda mode, x: ("todo_write", {"mode": mode, "items": x}),
        st.sampled_from(["replace", "patch"]),
        st.lists(_entries, max_size=6),
    ),
    "none": st.just(("work", {})),
}


@st.composite
def planners(draw: st.DrawFn) -> Planner:
    """A planner of any mode in a state that calls can bring it to."""
    mode = draw(st.sampled_from(MODES))
    planner = select_planner(mode)
    for tool, arguments in draw(st.lists(_CALLS[mode], max_size=8)):
        play(planner, tool, arguments)
    return planner


def play(planner: Planner, tool: str, arguments: JsonObject) -> None:
    """One call in a step of its own; `work` is a call that counts as work (R39)."""
    planner.begin_step()
    if tool == "work":
        planner.note_work()
        return
    with suppress(ToolError):
        planner.call(tool, arguments)


def through_json(snapshot: JsonObject) -> JsonObject:
    """As it is after it was stored."""
    value = parse_json(dump_json(snapshot))
    assert isinstance(value, dict)
    return value


def _round_trip(planner: Planner, call: tuple[str, JsonObject]) -> None:
    """A restored planner is the same planner: now, and after the same work and the same call."""
    twin = select_planner(planner.mode)
    twin.restore(through_json(planner.snapshot()), version=planner.version)
    twin.work_tick = planner.work_tick
    for _ in range(2):
        assert twin.snapshot() == planner.snapshot()
        assert twin.directive() == planner.directive()
        assert (twin.complete, twin.open_stages(), twin.done, twin.version, twin.only_blocked) == (
            planner.complete,
            planner.open_stages(),
            planner.done,
            planner.version,
            planner.only_blocked,
        )
        for each in (planner, twin):
            play(each, *call)


def _conversion(snapshot: JsonObject, mode: Mode) -> None:
    """Done stays done, contents and ids are kept, none is lost, none is made up."""
    converted = convert(snapshot, mode, version=3)
    assert mode_of(converted) == mode
    if mode == "none" or mode_of(snapshot) == "none":
        assert rows_of(converted) == ()
        return
    before = {row.id: row for row in rows_of(snapshot)}
    if mode != "ledger":
        before = {row_id: row for row_id, row in before.items() if row.status != "cancelled"}
    after = rows_of(converted)
    assert {row.id: row.content for row in after} == {i: row.content for i, row in before.items()}
    for row in after:
        assert (row.status == "done") == (before[row.id].status == "done")
    if mode != mode_of(snapshot):
        done = [row.status == "done" for row in after]
        assert done == sorted(done, reverse=True)
    planner = select_planner(mode)
    planner.restore(converted)
    assert planner.snapshot() == converted
    assert (planner.directive() is None) == planner.complete


_call = st.one_of([calls for mode, calls in _CALLS.items() if mode != "none"])


@given(planner=planners(), call=_call, mode=st.sampled_from(MODES))
@quick
def test_R2_R49_laws_of_snapshots(
    planner: Planner, call: tuple[str, JsonObject], mode: Mode
) -> None:
    _conversion(planner.snapshot(), mode)
    _round_trip(planner, call)


@pytest.mark.soak
@given(planner=planners(), call=_call, mode=st.sampled_from(MODES))
@long
def test_R2_R49_long_sweep(planner: Planner, call: tuple[str, JsonObject], mode: Mode) -> None:
    _conversion(planner.snapshot(), mode)
    _round_trip(planner, call)


def test_R35_the_nudge_that_was_used_is_in_the_snapshot() -> None:
    planner = MetronomePlanner()
    planner.restore(METRONOME)
    assert planner.snapshot() == METRONOME
    assert planner.call("advance", {"evidence": "trusted"}).change == "advanced"
