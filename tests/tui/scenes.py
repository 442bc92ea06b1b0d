"""Moments of the app that are worth a picture: snapshots are made of them, and the README's."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from itertools import zip_longest

from tests.tui import asked
from tests.tui.by_hand import (
    Hand,
    called,
    end,
    model_done,
    prints,
    returns,
    started,
    step,
    streams,
    text,
    thought,
    whole_call,
)
from zaptui.core import events as e
from zaptui.core.json import Json
from zaptui.demo import script as demo
from zaptui.demo.program import BROKEN_LINE, FIXED_LINE, TASK
from zaptui.planning.plan import PlanStage, PlanState, snapshot_plan

Scene = Callable[[Hand], Awaitable[None]]

STAGES: tuple[tuple[str, str], ...] = tuple(stage[1:] for stage in demo.STAGES)
TESTS = "python -m unittest"
FAILURE = "FAIL: test_no_century (test_leap.LeapTest)\nAssertionError: True is not false\n"
SEEN = "Ran 3 tests: FAILED (failures=1); the century rule is missing in is_leap"
DIFF = (
    '@@ -4,5 +4,5 @@\n def is_leap(year: int) -> bool:\n     """Whether the year has 366 days."""\n'
    f"-{BROKEN_LINE}+{FIXED_LINE}"
)
CHANGED = {"path": "leap.py", "added": 1, "removed": 1, "diff": DIFF}


async def empty(hand: Hand) -> None:
    """Nothing has been asked yet."""


async def planned(hand: Hand) -> None:
    """The plan has just been made."""
    await hand.say(TASK)
    await hand.tell(step(), text("Three stages will do."), after=1)
    stages: list[Json] = [{"content": c, "deliverable": d} for c, d in STAGES]
    told = [called("plan", "plan", {"stages": stages}), returns("plan", plan_of())]
    await hand.tell(*told, model_done(180, 2900), after=2)


async def looked(hand: Hand) -> None:
    """The first stage is proved, the second one begins."""
    await planned(hand)
    await hand.tell(step(2), thought("The tests know. I run them before I read the program."))
    await hand.tell(
        *whole_call("t1", "shell", {"command": TESTS}, {"exit_code": 1, "output": FAILURE}),
        *whole_call("r1", "read", {"path": "leap.py"}, "…"),
        after=2,
    )
    await hand.tell(model_done(420, 5100), step(3), *advance([SEEN]), after=4)


async def working(hand: Hand) -> None:
    """The second stage is at work: words, a diff, a call that runs."""
    await looked(hand)
    await hand.tell(
        model_done(610, 6400),
        step(4),
        text("A century is a leap year only every **fourth** time: `1900` is none, `2000` is one."),
        after=3,
    )
    edit = {"path": "leap.py", "old_text": BROKEN_LINE, "new_text": FIXED_LINE}
    await hand.tell(*whole_call("e1", "edit", edit, CHANGED), after=2)
    open_last(hand, "edit")
    await hand.tell(called("t2", "shell", {"command": TESTS}), started("t2"), after=1)
    await hand.tell(prints("t2", "test_every_fourth_century ... ok\ntest_no_century ... ok\n"))
    await hand.beat(after=3)


async def streaming(hand: Hand) -> None:
    """Arguments of a call stream, and have been still for a while."""
    await looked(hand)
    await hand.tell(step(4), streams("w", "write", '{"path": "leap.py", "content": "' + "x" * 4000))
    await hand.beat(after=12)


async def done(hand: Hand) -> None:
    """The plan is done and the answer given."""
    await working(hand)
    await hand.tell(returns("t2", {"exit_code": 0, "output": "Ran 3 tests: OK\n"}), after=1)
    proofs = [SEEN, "leap.py +1 −1", "Ran 3 tests: OK"]
    await hand.tell(step(5), *advance(proofs[:2]), after=1)
    passed = {"exit_code": 0, "output": "OK\n"}
    await hand.tell(step(6), *whole_call("t3", "shell", {"command": TESTS}, passed), after=1)
    await hand.tell(step(7), *advance(proofs), after=1)
    answer = "`leap.py` knows the century rule now:\n\n- 1900 is no leap year\n- 2000 is one\n"
    await hand.tell(step(8), text(answer), end(), after=2)


async def failed(hand: Hand) -> None:
    """The run fails: its stage says so, and the error that was never mended is loud."""
    await looked(hand)
    await hand.tell(
        step(4), called("e1", "edit", {"path": "leap.py"}), started("e1"),
        returns("e1", error="old_text is not in leap.py"), after=1,
    )  # fmt: skip
    await hand.tell(end("error", error="the model's server answered 500 four times"), after=3)


async def aborted(hand: Hand) -> None:
    """A person cancels."""
    await working(hand)
    await hand.press("escape")


async def queued(hand: Hand) -> None:
    """Words wait: two for the end, one for the next step."""
    await working(hand)
    await hand.say("and add a test for the year 2100")
    await hand.say("then write a line for the changelog")
    await hand.say("/steer mind the year 1582")


async def asks_command(hand: Hand) -> None:
    """A command waits for leave; the keys are the panel's."""
    await looked(hand)
    await hand.tell(step(4), called("c", "shell", {"command": f"{TESTS} -v && rm -r build"}))
    _ask(hand, asked.approval(f"{TESTS} -v &&\u202e rm -r build"))
    await _answerable(hand)


async def asks_edit(hand: Hand) -> None:
    """A change waits for leave, seen from the prompt."""
    await looked(hand)
    _ask(hand, asked.edit(BROKEN_LINE, FIXED_LINE))
    await hand.show()


async def asks_person(hand: Hand) -> None:
    """The model asks."""
    await looked(hand)
    question = "Which calendar should years before 1582 follow?"
    options = ["Gregorian, as if it had always been", "Julian"]
    hand.asking = asyncio.ensure_future(hand.host.ask_user(question, options))
    await _answerable(hand)


async def no_plan(hand: Hand) -> None:
    """An answer without a plan, in Markdown."""
    await hand.say("What is a leap year?")
    answer = (
        "# Leap years\n\nA year of *366* days:\n\n1. every fourth year\n2. but no century\n\n"
        "```python\nyear % 4 == 0\n```\n\n"
        "| year | leap |\n|---|---|\n| 1900 | no |\n| 2000 | yes |\n"
    )
    await hand.tell(step(), text(answer), model_done(90, 1200), end("answered"), after=3)


async def menu(hand: Hand) -> None:
    """The commands that begin so."""
    await looked(hand)
    hand.main.prompt.set_text("/co")
    await hand.show()


async def behind(hand: Hand) -> None:
    """A reader has scrolled up; more has come below."""
    await working(hand)
    await hand.tell(text("Some lines:\n\n- one\n- two\n- three\n", "more"))
    await hand.press("tab", "home")
    await hand.tell(*(e.TextDelta(part="more", text=f"- line {n}\n") for n in range(9)))


def plan_of(proofs: Sequence[str] = ()) -> Json:
    """What the tools of the plan return when so many stages are proved."""
    stages = tuple(
        PlanStage(id=f"s{n}", content=content, deliverable=deliverable, evidence=proof)
        for n, ((content, deliverable), proof) in enumerate(zip_longest(STAGES, proofs), start=1)
    )
    return {"plan": snapshot_plan(PlanState(stages=stages, pointer=len(proofs)))}


def advance(proofs: Sequence[str]) -> list[e.Event]:
    """The stages so far are closed, the last of them now."""
    call_id = f"advance{len(proofs)}"
    return [called(call_id, "advance", {"evidence": proofs[-1]}), returns(call_id, plan_of(proofs))]


def open_last(hand: Hand, tool: str) -> None:
    """Open the last call of a tool; the transcript goes on following."""
    blocks = list(hand.main.transcript.document.openable())
    hand.main.transcript.turn(next(b for b in reversed(blocks) if _tool(b) == tool))
    hand.main.transcript.follow()


def _tool(block: object) -> str:
    return getattr(getattr(block, "part", None), "tool", "")


def _ask(hand: Hand, question: asked.Approval) -> None:
    hand.asking = asyncio.ensure_future(hand.host.ask(question))


async def _answerable(hand: Hand) -> None:
    await hand.show()
    hand.clock.now += 1
    await hand.press("tab")
