"""The live checklist of a one-shot, drawn on a terminal of this process."""

import asyncio
from typing import Any

import pytest

from tests.fakes import WORK, make_session, say
from tests.headless.terminal import own_terminal
from tests.tui.grid import Grid
from zaptui.core import events as e
from zaptui.core.ports import Approval
from zaptui.headless.inline import Inline
from zaptui.tape import Tape

PLAN = ("plan", {"stages": [
    {"id": "a", "content": "First thing", "deliverable": "x"},
    {"id": "b", "content": "Second thing", "deliverable": "y"},
]})  # fmt: skip
APPROVAL = Approval(
    call_id="c", tool="shell", input={"command": "ls"}, subject="ls", reason="shell asks"
)


def advance(evidence: str) -> Any:
    return ("advance", {"evidence": evidence})


def entry(event: e.Event, at: float = 0.0) -> e.Entry:
    return e.Entry(seq=0, at=at, event=event)


def grid_of(written: str, *, width: int = 80, height: int = 24) -> str:
    grid = Grid(width, height)
    grid.feed(written)
    return grid.text()


async def test_a_run_leaves_its_rows_and_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    script = [
        say("So.", PLAN),
        say("", ("work", {"what": "one"})),
        say("", advance("one is there")),
        say("", ("work", {"what": "two"})),
        say("", advance("two is there")),
        say("All **done**.\n\n- a\n"),
    ]
    with own_terminal(monkeypatch) as terminal:
        before = terminal.settings()
        session = make_session(script, tools=[WORK])
        await session.run("go", Tape([Inline()], clock=lambda: 0.0))
        assert grid_of(terminal.written()).split("\n") == [
            " ✓ 1/2  First thing                                                0 ms · 1 call",
            "        one is there",
            " ✓ 2/2  Second thing                                               0 ms · 1 call",
            "        two is there",
            "",
            "All done.",
            "",
            " • a",
            "",
            " complete · 0 ms",
        ]
        assert terminal.settings() == before


async def test_the_running_stage_and_its_work_show_live(monkeypatch: pytest.MonkeyPatch) -> None:
    with own_terminal(monkeypatch) as terminal:
        inline = Inline()
        session = make_session([say("So.", PLAN)])
        told: list[e.Event] = []
        await session.run("go", told.append)
        for event in told[: 1 + next(i for i, t in enumerate(told) if t.type == "plan_update")]:
            inline(entry(event))
        inline(entry(e.StepStarted(step=2)))
        inline(entry(e.ToolInputDelta(call_id="x", tool="shell", delta='{"command": "l')))
        inline(entry(e.TextDelta(part="t", text="one\n\nI say")))
        inline(entry(e.ReasoningDelta(part="r", text="hm")))
        inline(entry(e.Notice(level="warning", text="slow\x1b[31m")))
        await asyncio.sleep(0.3)
        shown = grid_of(terminal.written())
        inline(entry(e.RunFinished(
            outcome="aborted", finish_reason="abort", stopped_by="cancelled", exit_code=130,
        ), at=2.0))  # fmt: skip
        assert grid_of(terminal.written()).split("\n")[-1] == " aborted · 2.0 s"
    lines = shown.split("\n")
    assert lines[0].split()[1:] == ["1/2", "First", "thing", *lines[0].split()[4:]]
    assert lines[1:3] == [" ○ 2/2  Second thing", ""]
    assert lines[3].startswith("        ▸ shell")
    assert lines[4:] == ["        I say", "        slow"]


async def test_questions_stand_below_and_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    with own_terminal(monkeypatch) as terminal:
        inline = Inline()
        inline(entry(e.RunStarted(session="s", prompt="go")))
        asked = [asyncio.ensure_future(inline.ask(APPROVAL)) for _ in range(2)]
        await asyncio.sleep(0.6)
        terminal.type("y\ny\n")
        assert (await asked[0]).verdict == "allow"
        await asyncio.sleep(0.6)
        assert not asked[1].done()
        terminal.type("not now\n")
        assert (await asked[1]).reason == "the user said no: not now"
        answer = asyncio.ensure_future(inline.ask_user("Which?", ["a", "b"]))
        await asyncio.sleep(0.6)
        terminal.type("2\n")
        assert await answer == "b"
        waiting = asyncio.ensure_future(inline.ask(APPROVAL))
        await asyncio.sleep(0.6)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        inline(entry(e.RunFinished(
            outcome="aborted", finish_reason="abort", stopped_by="cancelled", exit_code=130,
        )))  # fmt: skip
        shown = grid_of(terminal.written())
    assert shown.split("\n")[:4] == [
        " The model wants to run:",
        " shell asks",
        "   ls",
        " y once · n deny, or a word to the model [n]: y",
    ]
    assert shown.split("\n")[-1] == " aborted · 0 ms"


async def test_a_terminal_without_unicode_is_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    with own_terminal(monkeypatch, encoding="latin-1") as terminal:
        session = make_session([say("", PLAN), say("…❯"), say()])
        await session.run("go", Tape([Inline()], clock=lambda: 0.0))
        assert " v 1/2  First thing" in grid_of(terminal.written())


async def test_a_low_and_narrow_terminal_is_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    with own_terminal(monkeypatch, width=4, height=2) as terminal:
        session = make_session([say("", PLAN), say("", ("work", {"what": "x"})), say("ok")])
        await session.run("go", Tape([Inline()], clock=lambda: 0.0))
        assert "Sec" in terminal.written()
