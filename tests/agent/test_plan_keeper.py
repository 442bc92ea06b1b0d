"""A run and others that write its plan: stored before told, taken up before a step, none lost."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.agent.expected import finished, stages, todos
from tests.agent.faults.seen import errors, updates
from tests.fakes import make_session, play, say
from zaptui.agent.loop import Session
from zaptui.core import events as e
from zaptui.core.json import Json, JsonObject
from zaptui.core.ports import Request
from zaptui.errors import StateError, UsageError
from zaptui.planning.convert import convert
from zaptui.planning.plan_edit import (
    AddRow,
    CloseRow,
    DropRow,
    FlagRow,
    MoveRow,
    RowEdit,
    edit_plan,
)
from zaptui.planning.plan_file import parse_plan_file
from zaptui.planning.plan_rows import rows_of
from zaptui.planning.planner import Planner, select_planner
from zaptui.planning.stored_plan import PlanWrite, StoredPlan
from zaptui.providers.scripted import ScriptedReply
from zaptui.session.plan_store import SqlitePlanStore

WORK = ("work", {"what": "x"})
SO = [say("So.")] * 3
MODES = ["metronome", "classic", "ledger"]
_ITEMS: list[Json] = [{"id": i, "content": i, "status": "pending"} for i in "ab"]
OPENING: dict[str, tuple[str, JsonObject]] = {
    "metronome": ("plan", stages("a b")),
    "classic": ("write_todos", todos("a* b")),
    "ledger": ("todo_write", {"items": _ITEMS}),
}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqlitePlanStore]:
    store = SqlitePlanStore(tmp_path)
    yield store
    store.close()


@pytest.fixture
def other(tmp_path: Path) -> Iterator[SqlitePlanStore]:
    """The store as another process has it."""
    other = SqlitePlanStore(tmp_path)
    yield other
    other.close()


def edit(store: SqlitePlanStore, *edits: RowEdit) -> int:
    live = store.read("s")
    assert live is not None
    return store.write("s", edit_plan(live, edits))


Step = Callable[[], ScriptedReply] | ScriptedReply


def script(*steps: Step) -> Callable[[Request], ScriptedReply]:
    """What the model says; a step that is a function does something first."""
    left = list(steps)

    def model(request: Request) -> ScriptedReply:
        step = left.pop(0) if len(left) > 1 else left[0]
        return step if isinstance(step, ScriptedReply) else step()

    return model


def told_versions(told: Sequence[e.Event]) -> list[tuple[int, str]]:
    return [(update.version, update.change) for update in updates(told)]


@pytest.mark.parametrize("mode", MODES)
async def test_R76_what_is_told_was_stored_before(
    mode: str, store: SqlitePlanStore, other: SqlitePlanStore
) -> None:
    seen: list[bool] = []

    def emit(event: e.Event) -> None:
        if isinstance(event, e.PlanUpdate):
            live = other.read("s")
            seen.append(live is not None and live.version >= event.version)

    session = make_session([say("", OPENING[mode]), *SO], mode=mode, store=store)
    await session.run("task", emit)
    assert seen == [True]
    assert [(v.who, v.what, v.time) for v in other.log("s")] == [
        ("model", "replaced", "2026-01-01T00:00:00Z")
    ]
    live = other.read("s")
    assert live is not None
    assert live.snapshot == session.setup.planner.snapshot()


@pytest.mark.parametrize("mode", MODES)
async def test_L6_an_edit_is_taken_up_before_the_next_step_and_shown_by_the_directive_alone(
    mode: str, store: SqlitePlanStore, other: SqlitePlanStore
) -> None:
    edits: list[RowEdit] = [AddRow(content="Tell Ann", at=1), DropRow(id="a"), DropRow(id="b")]

    def edited() -> ScriptedReply:
        edit(other, *edits)
        return say("", WORK)

    told = await play(
        make_session(script(say("", OPENING[mode]), edited, *SO), mode=mode, store=store)
    )
    assert told_versions(told) == [(1, "replaced"), (2, "edited")]
    update = updates(told)[1]
    assert (update.tool_call_id, update.why) == (None, "add 'Tell Ann'; drop a; drop b")
    contents = [row.content for row in rows_of(updates(told)[0].snapshot)]
    assert update.dropped == [
        {"id": i, "content": content} for i, content in zip("ab", contents, strict=True)
    ]
    reminders = [event.reminder for event in told if isinstance(event, e.StepStarted)]
    assert "Tell Ann" not in (reminders[1] or "")
    assert "Tell Ann" in (reminders[2] or "")
    told_once = "The plan was changed from outside. It is now this; keep what it holds:\n["
    assert [told_once in (reminder or "") for reminder in reminders[1:]] == [
        False,
        mode != "ledger",
        *[False] * (len(reminders) - 3),
    ]
    assert not [event for event in told if isinstance(event, e.UserMessage)]
    assert told[-1] == finished("incomplete", "idle_turns", 5, open_stages=["Tell Ann"])


async def test_L4_a_call_works_on_the_live_version(
    store: SqlitePlanStore, other: SqlitePlanStore
) -> None:
    """An edit in the very step of a call is told before the call's own version, and stays."""
    patch: JsonObject = {"mode": "patch", "items": [{"id": "a", "status": "completed"}]}

    def edited() -> ScriptedReply:
        edit(other, AddRow(content="c"))
        edit(other, AddRow(content="d"))
        return say("", WORK, ("todo_write", patch))

    session = make_session(
        script(say("", OPENING["ledger"]), edited, *SO), mode="ledger", store=store
    )
    told = await play(session)
    assert told_versions(told) == [(1, "replaced"), (2, "edited"), (3, "edited"), (4, "patched")]
    assert [update.tool_call_id for update in updates(told)][-1] == "call_2_2"
    live = other.read("s")
    assert live is not None
    assert live.snapshot == session.setup.planner.snapshot() == updates(told)[-1].snapshot
    assert [(row.content, row.status) for row in rows_of(live.snapshot)] == [
        ("a", "done"),
        ("b", "pending"),
        ("c", "pending"),
        ("d", "pending"),
    ]


@pytest.mark.parametrize("mode", MODES)
async def test_L6_a_call_does_not_drop_what_the_model_has_not_seen(
    mode: str, store: SqlitePlanStore, other: SqlitePlanStore
) -> None:
    """The list it sends is of before the edit; the next one may leave the stage out."""

    def edited() -> ScriptedReply:
        edit(other, AddRow(content="Tell Ann", at=1))
        return say("", WORK, OPENING[mode])

    steps: list[Step] = [say("", OPENING[mode]), edited, say("", WORK, OPENING[mode]), *SO]
    told = await play(make_session(script(*steps), mode=mode, store=store))
    ids = [[row.id for row in rows_of(update.snapshot)] for update in updates(told)]
    assert ids == [["a", "b"], ["t1", "a", "b"], ["t1", "a", "b"], ["a", "b"]]
    assert [update.change for update in updates(told)][1:] == ["edited", "replaced", "replaced"]
    assert [v.rule for v in updates(told)[2].violations] == ["pin"]
    assert [d["content"] for d in updates(told)[3].dropped] == ["Tell Ann"]


async def test_L4_an_expected_version_of_the_model_is_stale_after_an_edit(
    store: SqlitePlanStore, other: SqlitePlanStore
) -> None:
    items: Json = [{"id": "a", "content": "a", "status": "completed"}]

    def edited() -> ScriptedReply:
        edit(other, AddRow(content="c"))
        return say("", ("todo_write", {"items": items, "expected_version": 1}))

    told = await play(
        make_session(script(say("", OPENING["ledger"]), edited, *SO), mode="ledger", store=store)
    )
    assert told_versions(told) == [(1, "replaced"), (2, "edited")]
    stale = errors(told)[1] or ""
    assert stale.startswith("stale: expected_version is 1, the list is at version 2; nothing was")
    assert '"content": "c"' in stale


@pytest.mark.parametrize("mode", MODES)
async def test_R74_a_call_that_changes_nothing_is_not_stored(
    mode: str, store: SqlitePlanStore
) -> None:
    name = OPENING[mode][0]
    told = await play(
        make_session([say("", OPENING[mode]), say("", (name, {})), *SO], mode=mode, store=store)
    )
    assert told_versions(told) == [(1, "replaced")]
    assert len(store.log("s")) == 1


async def test_an_edit_beside_a_refused_advance_keeps_its_nudge(
    store: SqlitePlanStore, other: SqlitePlanStore
) -> None:
    def edited() -> ScriptedReply:
        edit(other, AddRow(content="c"))
        return say("", ("advance", {"evidence": "so"}))

    told = await play(make_session(script(say("", OPENING["metronome"]), edited, *SO), store=store))
    assert told_versions(told) == [(1, "replaced"), (2, "edited")]
    third = [event.reminder for event in told if isinstance(event, e.StepStarted)][2]
    assert "advance refused: nothing was produced" in (third or "")


async def test_an_edit_that_closes_the_plan_is_not_followed_by_an_old_nudge(
    store: SqlitePlanStore, other: SqlitePlanStore
) -> None:
    def refused() -> ScriptedReply:
        return say("", ("advance", {"evidence": "so"}))

    def emit(event: e.Event) -> None:
        told.append(event)
        if isinstance(event, e.ToolReturned) and event.call_id == "call_2_1":
            edit(other, CloseRow(id="a"), CloseRow(id="b"))

    told: list[e.Event] = []
    session = make_session(
        script(say("", OPENING["metronome"]), refused, say("Done.")), store=store
    )
    await session.run("task", emit)
    reminders = [event.reminder for event in told if isinstance(event, e.StepStarted)]
    assert "advance refused" not in (reminders[2] or "")
    assert told[-1] == finished("complete", "answer")


@pytest.mark.parametrize("mode", MODES)
async def test_R68_a_seed_is_stored_and_told(mode: str, store: SqlitePlanStore) -> None:
    planner = select_planner(mode)
    planner.seed(parse_plan_file(b"- [x] a\n- [ ] b\n"))
    session = make_session(SO, planner=planner, seeded=True, store=store)
    assert told_versions(await play(session)) == [(1, "seeded")]
    assert [(v.version, v.who, v.what) for v in store.log("s")] == [(1, "zap", "seeded")]
    assert session.setup.planner.version == 1
    assert told_versions(await play(session, "go on")) == [(1, "snapshot")]
    assert len(store.log("s")) == 1


def _goes_on(mode: str, live: StoredPlan) -> Planner:
    planner = select_planner(mode)
    planner.restore(
        convert(live.snapshot, planner.mode, version=live.version), version=live.version
    )
    return planner


async def test_R49_a_plan_that_was_converted_is_stored_before_it_is_told(
    store: SqlitePlanStore, other: SqlitePlanStore
) -> None:
    await play(make_session([say("", OPENING["metronome"]), *SO], store=store))
    live = store.read("s")
    assert live is not None
    session = make_session(SO, planner=_goes_on("ledger", live), store=store)
    told = await play(session, "go on")
    assert told_versions(told) == [(2, "snapshot")]
    assert updates(told)[0].snapshot["version"] == 2
    assert [(v.version, v.what) for v in other.log("s")] == [(1, "replaced"), (2, "snapshot")]
    now = other.read("s")
    assert now is not None
    assert (now.mode, now.version) == ("ledger", 2)


async def test_edits_of_a_session_without_a_runner_are_told_when_it_goes_on(
    store: SqlitePlanStore, other: SqlitePlanStore
) -> None:
    await play(make_session([say("", OPENING["classic"]), *SO], mode="classic", store=store))
    live = store.read("s")
    assert live is not None
    edit(other, AddRow(content="c"))
    told = await play(make_session(SO, planner=_goes_on("classic", live), store=store), "go on")
    assert told_versions(told) == [(2, "edited"), (2, "snapshot")]
    assert told[-1] == finished("incomplete", "idle_turns", 5, open_stages=["a", "b", "c"])


async def test_R49_a_complete_plan_that_a_person_reopens_goes_on(
    store: SqlitePlanStore, other: SqlitePlanStore
) -> None:
    first: list[Step] = [say("", ("write_todos", todos("a+"))), say("Done.")]
    session = make_session(script(*first, say("So.")), mode="classic", store=store)
    assert (await play(session))[-1] == finished("complete", "answer")
    edit(other, AddRow(content="b"))
    told = await play(session, "go on")
    assert told_versions(told) == [(2, "edited"), (2, "snapshot")]
    assert told[-1] == finished("incomplete", "idle_turns", 5, open_stages=["b"])


async def test_a_plan_that_is_lost_from_the_store_goes_on_with_its_numbers(
    store: SqlitePlanStore,
) -> None:
    def lost() -> ScriptedReply:
        store.forget("s")
        return say("", WORK, ("advance", {"evidence": "seen"}))

    told = await play(make_session(script(say("", OPENING["metronome"]), lost, *SO), store=store))
    assert told_versions(told) == [(1, "replaced"), (2, "advanced")]
    assert [v.version for v in store.log("s")] == [2]
    session = make_session(SO, planner=_goes_on("metronome", _live(store)), store=store)
    store.forget("s")
    assert told_versions(await play(session, "go on")) == [(2, "snapshot")]
    assert _live(store).version == 2


def _live(store: SqlitePlanStore) -> StoredPlan:
    live = store.read("s")
    assert live is not None
    return live


async def test_the_flags_of_rows_are_told(store: SqlitePlanStore, other: SqlitePlanStore) -> None:
    def flagged() -> ScriptedReply:
        edit(
            other,
            FlagRow(id="b", flag="pinned", on=True),
            FlagRow(id="b", flag="breakpoint", on=True),
        )
        return say("", WORK)

    told = await play(
        make_session(script(say("", OPENING["metronome"]), flagged, *SO), store=store)
    )
    assert [(update.pinned, update.breakpoints) for update in updates(told)] == [
        (None, None),
        (["b"], ["b"]),
    ]
    assert updates(told)[0].snapshot == updates(told)[1].snapshot


async def test_the_model_cannot_drop_what_is_pinned(
    store: SqlitePlanStore, other: SqlitePlanStore
) -> None:
    def pinned() -> ScriptedReply:
        edit(other, FlagRow(id="b", flag="pinned", on=True))
        return say("", WORK, ("plan", stages("c")))

    told = await play(make_session(script(say("", OPENING["metronome"]), pinned, *SO), store=store))
    last = updates(told)[-1]
    assert [row.id for row in rows_of(last.snapshot)] == ["b", "c"]
    assert (last.pinned, last.dropped) == (["b"], [{"id": "a", "content": "Do a"}])
    assert last.violations == [e.Violation(rule="pin", before=["c"], after=["b", "c"])]
    planner = _goes_on("metronome", _live(store))
    again = make_session([say("", ("plan", stages("d"))), *SO], store=store, planner=planner)
    last = updates(await play(again, "go on"))[-1]
    assert [row.id for row in rows_of(last.snapshot)] == ["b", "d"]


async def test_mode_none_leaves_the_stored_plan_alone(
    store: SqlitePlanStore, other: SqlitePlanStore
) -> None:
    await play(make_session([say("", OPENING["classic"]), *SO], mode="classic", store=store))
    edit(other, AddRow(content="c"))
    told = await play(make_session([say("Hello.")], mode="none", store=store))
    assert updates(told) == []
    assert _live(store).mode == "classic"


async def test_L6_an_edit_in_the_last_moment_is_not_lost(
    store: SqlitePlanStore, other: SqlitePlanStore
) -> None:
    """It comes between the look at the plan and the call: the call works on it, and it is told
    before the call's own version."""
    told: list[e.Event] = []
    session = make_session([say("", OPENING["classic"]), *SO], mode="classic", store=store)
    await session.run("task", told.append)
    edit(other, AddRow(content="c"))
    result = session.keeper.call("write_todos", todos("a+ b*"))
    edit(other, AddRow(content="d"))
    session.keeper.tell(result)
    session.keeper.take_up()
    assert told_versions(told) == [(1, "replaced"), (2, "edited"), (3, "replaced"), (4, "edited")]
    live = _live(store)
    assert [row.content for row in rows_of(live.snapshot)] == ["a", "b", "c", "d"]
    assert live.snapshot == session.setup.planner.snapshot()


class _Full:
    """A store on a disk that is full."""

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"nobody asks for {name}")

    def read(self, session_id: str) -> None:
        return None

    def versions_after(self, session_id: str, version: int) -> list[Any]:
        return []

    def change(self, session_id: str, change: Callable[[None], PlanWrite | None]) -> None:
        change(None)
        raise StateError("no space left")


async def test_a_plan_that_cannot_be_stored_ends_the_run_untold() -> None:
    told = await play(
        make_session([say("", OPENING["classic"]), *SO], mode="classic", store=_Full())
    )
    assert updates(told) == []
    assert isinstance(told[-1], e.RunFinished)
    assert (told[-1].exit_code, told[-1].error) == (74, "no space left")


# ---- a person before this very process


@pytest.fixture(params=[True, False], ids=["stored", "in memory"])
def kept(request: pytest.FixtureRequest, store: SqlitePlanStore) -> SqlitePlanStore | None:
    return store if request.param else None


async def _planned(
    kept: SqlitePlanStore | None, *more: ScriptedReply
) -> tuple[Session, list[e.Event]]:
    """A session that stopped with the stages a and b open, and what it tells from then on."""
    told: list[e.Event] = []
    replies = [say("", OPENING["metronome"]), *SO, *(more or SO)]
    session = make_session(replies, store=kept)
    await session.run("task", lambda event: None)
    return session, told


async def test_an_edit_is_told_at_once_and_shown_to_the_model(kept: SqlitePlanStore | None) -> None:
    session, told = await _planned(kept)
    session.edit_plan([AddRow(content="c"), FlagRow(id="b", flag="pinned", on=True)], told.append)
    assert [(u.version, u.change, u.why, u.pinned) for u in updates(told)] == [
        (2, "edited", "add 'c'; pinned b", ["b"])
    ]
    session.edit_plan([DropRow(id="a")], told.append)
    assert [row.id for row in rows_of(session.setup.planner.snapshot())] == ["b", "t1"]
    if kept is not None:
        assert _live(kept).snapshot == session.setup.planner.snapshot()
        assert [v.who for v in kept.log("s")] == ["model", "person", "person"]
    await session.run("go on", told.append)
    first = next(event.reminder for event in told if isinstance(event, e.StepStarted))
    assert "[in_progress] b: Do b" in (first or "")
    assert told_versions(told) == [(2, "edited"), (3, "edited"), (3, "snapshot")]


async def test_a_pin_holds_whether_it_is_stored_or_not(kept: SqlitePlanStore | None) -> None:
    session, told = await _planned(kept, say("", WORK, ("plan", stages("c"))), *SO)
    session.edit_plan([FlagRow(id="b", flag="pinned", on=True)], told.append)
    await session.run("go on", told.append)
    assert [row.id for row in rows_of(updates(told)[-1].snapshot)] == ["b", "c"]
    assert [v.rule for v in updates(told)[-1].violations] == ["pin"]


async def test_a_breakpoint_is_passed_whether_it_is_stored_or_not(
    kept: SqlitePlanStore | None,
) -> None:
    session, told = await _planned(kept)
    session.edit_plan([FlagRow(id="a", flag="breakpoint", on=True)], told.append)
    await session.run("go on", told.append)
    assert told[-1] == finished("blocked", "breakpoint", 5, open_stages=["Do a", "Do b"])
    await session.run("go on", told.append)
    assert told[-1] == finished("incomplete", "idle_turns", 5, open_stages=["Do a", "Do b"])
    assert updates(told)[-1].breakpoints is None


async def test_what_cannot_be_edited_changes_nothing(kept: SqlitePlanStore | None) -> None:
    session, told = await _planned(kept)
    with pytest.raises(UsageError, match="there is no stage 'x'"):
        session.edit_plan([DropRow(id="a"), DropRow(id="x")], told.append)
    assert told == []
    assert len(rows_of(session.setup.planner.snapshot())) == 2


async def test_what_changes_nothing_is_not_told(kept: SqlitePlanStore | None) -> None:
    session, told = await _planned(kept)
    session.edit_plan(
        [MoveRow(id="a", to=1), FlagRow(id="b", flag="pinned", on=False)], told.append
    )
    assert told == []
    assert session.setup.planner.version == 1


@pytest.mark.parametrize("mode", MODES)
async def test_an_edit_after_a_plan_was_put_away_begins_a_new_one(
    mode: str, store: SqlitePlanStore
) -> None:
    """The old list does not come back with it (R49)."""
    planner = select_planner(mode)
    planner.seed(parse_plan_file(b"- [x] old\n"))
    session = make_session([say("Done."), *SO], planner=planner, seeded=True, store=store)
    await play(session)
    assert updates(await play(session, "another task")) == []
    told: list[e.Event] = []
    session.edit_plan([AddRow(content="new")], told.append)
    assert [row.content for row in rows_of(updates(told)[0].snapshot)] == ["new"]
    assert updates(told)[0].version == 2


async def test_before_the_first_prompt_there_is_nothing_to_edit(store: SqlitePlanStore) -> None:
    session, told = make_session(SO, store=store), list[e.Event]()
    with pytest.raises(UsageError, match="there is no plan yet"):
        session.edit_plan([AddRow(content="a")], told.append)
    session.follow_plan(told.append)
    assert told == []


async def test_between_two_turns_edits_of_others_are_told_when_somebody_looks(
    store: SqlitePlanStore, other: SqlitePlanStore
) -> None:
    session, told = await _planned(store)
    edit(other, AddRow(content="c"))
    session.follow_plan(told.append)
    session.follow_plan(told.append)
    assert told_versions(told) == [(2, "edited")]


class _GivenUp:
    """A store whose disk failed: nothing is kept from then on."""

    def read(self, session_id: str) -> None:
        return None

    def versions_after(self, session_id: str, version: int) -> list[Any]:
        return []

    def change(self, session_id: str, change: Callable[[None], PlanWrite | None]) -> None:
        change(None)


async def test_an_edit_that_no_disk_takes_is_made_in_memory() -> None:
    told: list[e.Event] = []
    session = make_session([say("", OPENING["classic"]), *SO], mode="classic", store=_GivenUp())
    await session.run("task", told.append)
    session.edit_plan([AddRow(content="c")], told.append)
    assert told_versions(told) == [(1, "replaced"), (2, "edited")]
    assert session.setup.planner.open_stages() == ["a", "b", "c"]
