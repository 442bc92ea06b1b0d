"""A session is what its tape says: the plan, its version, the work done; the directive goes on."""

import pytest

from tests.agent.expected import stages, todos
from tests.fakes import make_session, say
from zaptui.agent.loop import Session
from zaptui.agent.restore import restore_planner, restored
from zaptui.core import events as e
from zaptui.planning.planner import MODES, Planner, select_planner
from zaptui.session.plan_tape import told_versions


class Told:
    """An Emit that keeps entries, as a transcript does."""

    def __init__(self) -> None:
        self.entries: list[e.Entry] = []

    def __call__(self, event: e.Event) -> None:
        self.entries.append(e.Entry(seq=len(self.entries), at=0.0, event=event))


async def played(mode: str, *calls: tuple[str, dict[str, object]]) -> tuple[Session, Told]:
    """A session that made these calls, one a step, and then said nothing more of use."""
    told = Told()
    session = make_session([*(say("", call) for call in calls), *[say("Hm.")] * 9], mode=mode)
    await session.run("task", told)
    return session, told


def again(told: Told, mode: str) -> Planner:
    planner = select_planner(mode)
    restore_planner(planner, restored(told.entries))
    return planner


WORK = ("work", {"text": "x"})
CASES = {
    "metronome": [("plan", stages("a b c")), WORK, ("advance", {"evidence": "e"})],
    "classic": [("write_todos", todos("a+ b* c"))],
    "ledger": [
        ("todo_write", {"items": [{"id": x, "content": x, "status": "pending"} for x in "ab"]})
    ],
}


@pytest.mark.parametrize("mode", CASES)
@pytest.mark.parametrize("count", [1, 2, 3])
async def test_the_next_directive_is_the_one_that_would_have_come(mode: str, count: int) -> None:
    session, told = await played(mode, *CASES[mode][:count])
    before, planner = session.setup.planner, again(told, mode)
    assert planner.directive() == before.directive()
    assert planner.snapshot() == before.snapshot()
    assert (planner.version, planner.work_tick) == (before.version, before.work_tick)


async def test_R39_work_done_before_the_end_counts_after_it() -> None:
    _, told = await played("metronome", ("plan", stages("a b")), WORK)
    planner = again(told, "metronome")
    assert planner.call("advance", {"evidence": "x was made"}).change == "advanced"


async def test_R39_work_that_was_closed_already_does_not_count_again() -> None:
    _, told = await played(
        "metronome", ("plan", stages("a b")), WORK, ("advance", {"evidence": "e"})
    )
    planner = again(told, "metronome")
    assert planner.call("advance", {"evidence": "nothing"}).change is None


async def test_a_call_that_was_interrupted_is_no_work() -> None:
    _, told = await played("metronome", ("plan", stages("a b")), WORK)
    cut = next(n for n, entry in enumerate(told.entries) if entry.event.type == "tool_returned"
               and n > 8)  # fmt: skip
    call_id = told.entries[cut].event.call_id  # pyright: ignore
    told.entries[cut:] = [
        e.Entry(
            seq=cut,
            at=0.0,
            event=e.ToolReturned(call_id=call_id, error="interrupted, may have run"),
        )
    ]
    assert again(told, "metronome").work_tick == 0


@pytest.mark.parametrize("mode", [mode for mode in MODES if mode != "none"])
async def test_R49_another_mode_goes_on_with_the_converted_plan(mode: str) -> None:
    _, told = await played(
        "metronome", ("plan", stages("a b")), WORK, ("advance", {"evidence": "seen"})
    )
    planner = again(told, mode)
    assert planner.open_stages() == ["Do b"]
    assert planner.done == 1


async def test_a_session_without_a_plan() -> None:
    _, told = await played("metronome")
    found = restored(told.entries)
    assert (found.mode, found.model, found.snapshot) == ("metronome", "scripted/test", {})
    assert not again(told, "classic").has_plan
    assert len(found.past.conversation.turns) == 1


def _told(*numbers: tuple[int, str]) -> list[e.Entry]:
    updates = [
        e.PlanUpdate(
            mode="classic", snapshot=todos(specs), todos=[], change="replaced", version=number
        )
        for number, specs in numbers
    ]
    return [e.Entry(seq=n, at=0.0, event=event) for n, event in enumerate(updates)]


@pytest.mark.parametrize(
    ("numbers", "version"),
    [
        ([(3, "a"), (5, "a b")], 5),
        ([(3, "a"), (3, "a")], 3),
        ([(3, "a"), (1, "a b")], 4),
        ([(3, "a"), (2**60, "a b")], 4),
        ([(-1, "a")], 1),
    ],
)
def test_the_version_is_the_one_that_the_store_makes_of_the_tape(
    numbers: list[tuple[int, str]], version: int
) -> None:
    assert restored(_told(*numbers)).version == version
    assert told_versions(_told(*numbers))[-1].version == version
