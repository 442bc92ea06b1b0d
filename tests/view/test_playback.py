"""Playing and seeking: near by or far away, what shows is what a fold of the whole would show."""

from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bench.big_tape import tape as big_tape
from tests.core.strategies import quick
from tests.view.listed_tape import ListedTape
from tests.view.turns import todos, write
from zaptui.core import events as e
from zaptui.core.conversation import Conversation
from zaptui.core.parts import ToolPart, Usage
from zaptui.view.folder import StageFolder
from zaptui.view.pace import Pace
from zaptui.view.playback import Playback
from zaptui.view.tape_index import TapeIndex

TAPE = list(big_tape(events=1200, size=120_000))
SOURCE = ListedTape(TAPE)


def tape(*events: e.Event, gap: float = 1.0) -> list[e.Entry]:
    return [e.Entry(seq=n, at=n * gap, event=event) for n, event in enumerate(events)]


def step_started(number: int) -> e.StepStarted:
    return e.StepStarted(step=number)


def rows(playback: Playback) -> list[Any]:
    """The rows of the run at the position, without the parts below them."""
    if not playback.conversation.turns:
        return []
    first = len(playback.conversation.turns) == 1
    start = playback.base.carried if first else None
    return shown(StageFolder(playback.conversation.turn, start))


def shown(folder: StageFolder) -> list[Any]:
    return [
        (row.stage_id, row.index, row.total, row.content, row.status, row.evidence, row.meter)
        for row in folder.fold().rows
    ]


@cache
def folded() -> list[tuple[list[Any], Pace, Usage]]:
    """What a fold from the start has behind each line: rows, time, tokens."""
    conversation, pace, usage = Conversation(), Pace(), Usage()
    folder: StageFolder | None = None
    found: list[tuple[list[Any], Pace, Usage]] = [([], Pace(), Usage())]
    for entry in TAPE:
        conversation.apply(entry.event, at=entry.at)
        pace.take(entry.event.type, entry.at)
        if isinstance(entry.event, e.ModelFinished) and entry.event.usage:
            usage += entry.event.usage
        if folder is None or isinstance(entry.event, e.RunStarted):
            folder = StageFolder(conversation.turn)
        found.append((shown(folder), replace(pace), usage))
    return found


def whole(line: int) -> tuple[list[Any], Pace, Usage]:
    return folded()[line]


lines = st.integers(0, len(TAPE))


@given(st.lists(lines, min_size=1, max_size=6))
@quick
def test_wherever_one_goes_the_rows_the_time_and_the_tokens_are_those_of_the_whole(
    places: list[int],
) -> None:
    playback = Playback(SOURCE)
    for line in places:
        playback.seek(line)
        assert playback.line == line
        assert (rows(playback), playback.pace, playback.usage) == whole(line)


@given(lines)
@quick
def test_the_steps_that_are_held_are_the_last_ones(line: int) -> None:
    playback = Playback(SOURCE)
    playback.seek(line)
    conversation = Conversation()
    for entry in TAPE[:line]:
        conversation.apply(entry.event, at=entry.at)
    if not conversation.turns:
        return
    held = [list(step.parts) for step in playback.conversation.turn.steps]
    steps = [list(step.parts) for step in conversation.turn.steps]
    assert held == steps[len(steps) - len(held) :]
    one_turn = len(playback.conversation.turns) == 1
    assert len(steps) == len(held) + (playback.base.steps if one_turn else 0)


def test_a_jump_reads_a_few_segments_whatever_the_length() -> None:
    playback = Playback(SOURCE)
    reads: list[int] = []
    reader = SOURCE.reader

    class Counting:
        index = SOURCE.index

        def grow(self, seconds: float) -> None: ...

        def reader(self, line: int, offset: int) -> Any:
            reads.append(line)
            return reader(line, offset)

    playback = Playback(Counting())
    playback.seek(len(TAPE))
    assert reads == [0, playback.base.line]
    assert len(TAPE) - playback.base.line < 250
    playback.seek(len(TAPE) - 1)
    playback.seek(len(TAPE))
    assert len(reads) == 3


def test_playing_shows_what_has_come_and_holds_no_more_than_a_few_segments() -> None:
    playback = Playback(SOURCE)
    held: list[int] = []
    for tick in range(0, int(SOURCE.index.pace.axis) + 2, 4):
        playback.play(float(tick))
        assert playback.pace.axis <= tick
        held.append(playback.line - playback.base.line)
    assert playback.at_end
    assert not playback.play(1e9)
    assert max(held) < 300
    assert playback.rebased > 2
    assert (rows(playback), playback.pace, playback.usage) == whole(len(TAPE))


def test_a_moment_of_watching_and_a_recorded_one_can_be_gone_to() -> None:
    source = ListedTape(
        tape(
            e.RunStarted(session="s", prompt="p"), *[e.StepStarted(step=n) for n in range(9)], gap=5
        )
    )
    playback = Playback(source)
    playback.seek_moment(7.0)
    assert (playback.line, playback.pace.axis) == (4, 6.0)
    playback.seek_recorded(31.0)
    assert (playback.line, playback.pace.clock) == (7, 30.0)
    playback.seek_recorded(-1.0)
    assert playback.line == 0


def test_between_two_entries_the_time_runs_as_fast_as_what_was_cut_short() -> None:
    start = e.RunStarted(session="s", prompt="p")
    source = ListedTape(tape(start, e.StepStarted(step=1), start, gap=10))
    playback = Playback(source)
    assert playback.moment(5.0) == 0.0
    playback.seek(1)
    assert [playback.moment(axis) for axis in (0.0, 1.0, 2.0, 3.0)] == [0.0, 5.0, 10.0, 10.0]
    playback.seek(2)
    assert playback.moment(2.5) == 10.0
    playback.seek(3)
    assert playback.moment(9.0) == 20.0
    still = Playback(ListedTape(tape(start, e.PartMeta(part="p", provider="x", data={}), gap=0)))
    still.seek(1)
    assert still.moment(1.0) == 0.0


def test_a_reader_may_have_more_above_him_until_there_is_no_room() -> None:
    source = ListedTape(list(big_tape(events=4000, size=400_000)))
    playback = Playback(source)
    playback.seek(source.index.lines)
    bases = [playback.base.line]
    while playback.extend():
        assert playback.line == source.index.lines
        bases.append(playback.base.line)
    assert all(later < earlier for earlier, later in pairwise(bases))
    assert len(bases) > 2
    assert playback.earlier
    early = Playback(source)
    early.seek(60)
    assert early.extend() is False
    assert not early.earlier


def test_a_stage_far_above_is_held_where_there_is_room() -> None:
    playback = Playback(SOURCE)
    playback.seek(len(TAPE))
    base = playback.base.line
    assert playback.extend_to(base + 5)
    assert playback.base.line == base
    assert playback.extend_to(base - 100)
    assert playback.base.line <= base - 100
    assert playback.line == len(TAPE)
    assert not playback.extend_to(0)


def test_lines_that_cannot_be_read_count_and_show_nothing() -> None:
    entries: list[e.Entry | None] = [*tape(e.RunStarted(session="s", prompt="p")), None, None]
    playback = Playback(ListedTape(entries))
    playback.seek(3)
    assert (playback.line, playback.at_end) == (3, True)
    assert len(playback.conversation.turns) == 1


def test_it_plays_as_far_as_the_index_has_come() -> None:
    source = ListedTape(TAPE, whole=False)
    source.look(20)
    playback = Playback(source)
    playback.play(1e9)
    assert (playback.line, playback.at_end) == (20, False)
    playback.seek(500)
    assert playback.line == 20
    source.grow(1)
    playback.seek(500)
    assert (rows(playback), playback.pace, playback.usage) == whole(500)


def test_the_end_that_a_run_lacks_stands_where_the_next_one_begins() -> None:
    source = ListedTape(
        tape(
            e.RunStarted(session="s", prompt="one"),
            e.StepStarted(step=1),
            e.ToolCalled(call_id="c", tool="read", input={}),
            e.RunStarted(session="s", prompt="two"),
        ),
        whole=False,
    )
    end = e.RunFinished(outcome="aborted", finish_reason="abort", stopped_by="crash", exit_code=130)
    missing = [
        e.Entry(seq=3, at=2.0, event=e.ToolReturned(call_id="c", error="interrupted, no result")),
        e.Entry(seq=4, at=2.0, event=end),
    ]
    source.look(3)
    source.index.insert([])
    source.index.insert(missing)
    source.grow(1)
    playback = Playback(source)
    playback.seek(4)
    first, second = playback.conversation.turns
    assert (first.finished, second.finished) == (end, None)
    part = first.steps[0].get("c")
    assert isinstance(part, ToolPart)
    assert part.error == "interrupted, no result"
    assert playback.run == 2


def test_steps_and_stages_are_marked() -> None:
    source = ListedTape(
        tape(
            e.RunStarted(session="s", prompt="p"),
            e.StepStarted(step=1),
            *write("w1", "a* b"),
            e.PlanUpdate(mode="classic", snapshot=todos("a* b"), todos=[], change="replaced",
                         version=1, tool_call_id="w1"),
            e.StepStarted(step=2),
            e.PlanUpdate(mode="classic", snapshot=todos("a* b c"), todos=[], change="edited",
                         version=2),
            e.PlanUpdate(mode="classic", snapshot=todos("a+ b* c"), todos=[], change="edited",
                         version=3),
            e.PlanUpdate(mode="classic", snapshot=todos("a+ b+ c"), todos=[], change="edited",
                         version=4),
        )
    )  # fmt: skip
    index = source.index
    assert list(index.steps) == [0, 1, 5]
    assert [(stop.line, stop.run, stop.index, stop.total, stop.name) for stop in index.stops] == [
        (1, 1, 0, 0, ""),
        (5, 1, 1, 2, "a"),
        (8, 1, 2, 3, "b"),
    ]
    assert [index.step_after(line) for line in (0, 1, 4, 5, 9)] == [1, 5, 5, 9, 9]
    assert [index.step_before(line) for line in (9, 5, 1, 0)] == [5, 1, 0, 0]


def test_a_call_without_a_result_holds_up_no_more_than_a_few_segments() -> None:
    events: list[e.Event] = [
        e.RunStarted(session="s", prompt="p"),
        e.ToolCalled(call_id="never", tool="read", input={}),
        *[e.StepStarted(step=n) for n in range(200)],
    ]
    checkpoints = ListedTape(tape(*events)).index.checkpoints
    assert [each.line for each in checkpoints] == [0, 80, 160]
    again = [*events, e.RunStarted(session="s", prompt="q")]
    assert [each.line for each in ListedTape(tape(*again)).index.checkpoints][-1] == 202


def test_a_tape_full_of_stages_marks_no_more_than_can_be_shown() -> None:
    events: list[e.Event] = [e.RunStarted(session="s", prompt="p")]
    for number in range(20_100):
        one: Any = {"todos": [{"id": str(number), "content": "x", "status": "in_progress"}]}
        events.append(
            e.PlanUpdate(mode="classic", snapshot=one, todos=[], change="edited", version=1)
        )
    assert len(ListedTape(tape(*events)).index.stops) == 20_000


def test_a_larger_tape_has_longer_segments() -> None:
    small, large = TapeIndex(size=1_000), TapeIndex(size=10_000_000_000)
    assert (small._segment, large._segment[0] > 5_000) == ((400, 262_144), True)


def test_a_result_that_no_row_depends_on_only_ends_its_call() -> None:
    index = TapeIndex(segment=(3, 10_000))
    index.take(e.RunStarted(session="s", prompt="p"), 0.0, 0)
    index.take(e.ToolCalled(call_id="c", tool="read", input={}), 1.0, 1)
    index.settle("tool_returned", 2.0, "c")
    index.take(e.StepStarted(step=1), 3.0, 3)
    assert [each.line for each in index.checkpoints] == [0, 3]
    assert (index.lines, index.pace.clock) == (4, 3.0)
