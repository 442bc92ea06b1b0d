"""Neighbours that only read run side by side; what acts runs alone."""

import asyncio

from tests.agent.expected import called, ended, finished, returned, started, step, text
from tests.fakes import (
    LOOK,
    WORK,
    FakeWorkspace,
    WorkInput,
    make_session,
    play,
    say,
    subject,
)
from zaptui.core import events as e
from zaptui.core.json import Json
from zaptui.core.ports import Tool, ToolContext
from zaptui.tools.complete import COMPLETE
from zaptui.tools.edit import EDIT
from zaptui.tools.write import WRITE


class Meeting:
    """A tool whose calls wait for each other, and then end in the order opposite to theirs."""

    def __init__(self, guests: int) -> None:
        self._guests = guests
        self._all_here = asyncio.Event()
        self._gone = [asyncio.Event() for _ in range(guests)]
        self._here = 0

    async def come(self, args: WorkInput, context: ToolContext) -> Json:
        """Meet the others."""
        self._here += 1
        if self._here == self._guests:
            self._all_here.set()
        await self._all_here.wait()
        place = int(args.what)
        if place + 1 < self._guests:
            await self._gone[place + 1].wait()
        self._gone[place].set()
        return f"met {args.what}"

    @property
    def tool(self) -> Tool[WorkInput]:
        return Tool(name="meet", input=WorkInput, run=self.come, subject=subject, reads_only=True)


async def test_reads_run_side_by_side_and_their_results_come_in_call_order() -> None:
    calls = [("meet", {"what": str(place)}) for place in range(3)]
    session = make_session([say("", *calls), say("Done.")], tools=[Meeting(3).tool])
    async with asyncio.timeout(10):
        told = await play(session)
    ids = [f"call_1_{place + 1}" for place in range(3)]
    assert told == [
        started(),
        step(1),
        *(event for n, i in enumerate(ids) for event in called(i, "meet", what=str(n))),
        ended(),
        *(e.ToolStarted(call_id=i) for i in ids),
        *(returned(i, f"met {n}", f"r{n + 1}") for n, i in enumerate(ids)),
        step(2),
        text("Done."),
        ended("stop"),
        finished("answered", "answer"),
    ]


async def test_a_call_that_acts_waits_for_the_reads_before_it_and_runs_alone() -> None:
    calls = [("look", {}), ("unknown", {}), ("look", {}), ("work", {}), ("look", {})]
    told = await play(make_session([say("", *calls), say("Done.")], tools=[LOOK, WORK, COMPLETE]))
    order = [
        (event.type, event.call_id[-1])
        for event in told
        if isinstance(event, e.ToolStarted | e.ToolReturned)
    ]
    assert order == [
        ("tool_started", "1"),
        ("tool_returned", "2"),
        ("tool_started", "3"),
        ("tool_returned", "1"),
        ("tool_returned", "3"),
        ("tool_started", "4"),
        ("tool_returned", "4"),
        ("tool_started", "5"),
        ("tool_returned", "5"),
    ]


async def test_X18_two_edits_of_one_file_in_one_reply_come_one_after_the_other() -> None:
    """The second sees what the first has written."""
    workspace = FakeWorkspace({"a.py": b"one = 1\n"})
    calls = [
        ("edit", {"path": "a.py", "old_text": "one = 1", "new_text": "one = 2"}),
        ("edit", {"path": "a.py", "old_text": "one = 2", "new_text": "one = 3"}),
        ("write", {"path": "b.py", "content": "b"}),
        ("edit", {"path": "b.py", "old_text": "b", "new_text": "c"}),
    ]
    session = make_session([say("", *calls), say("Done.")], tools=[EDIT, WRITE, COMPLETE],
                           workspace=workspace)  # fmt: skip
    told = await play(session)
    assert [x.error for x in told if isinstance(x, e.ToolReturned)] == [None] * 4
    assert workspace.read("a.py", limit=99).data == b"one = 3\n"
    assert workspace.read("b.py", limit=99).data == b"c"
