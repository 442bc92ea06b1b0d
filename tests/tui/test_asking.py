"""Questions one at a time, in order, each with one answer."""

import asyncio

from zaptui.core.ports import Approval, Decision
from zaptui.tui.asking import Asking
from zaptui.tui.question import Question


class Shown:
    """What is shown, and what was granted."""

    def __init__(self) -> None:
        self.questions: list[Question | None] = []
        self.granted: list[str] = []
        self.asking = Asking(
            self.questions.append,
            rule_for=lambda approval: None if approval.subject == "odd" else approval.subject,
            grant=self.granted.append,
        )

    @property
    def now(self) -> Question:
        question = self.asking.current
        assert question is not None
        return question


def approval(subject: str = "make") -> Approval:
    return Approval(call_id="c", tool="shell", input={}, subject=subject, reason="r")


async def soon() -> None:
    for _ in range(3):
        await asyncio.sleep(0)


async def decision(answer: str, word: str = "") -> tuple[Decision, Shown]:
    shown = Shown()
    task = asyncio.ensure_future(shown.asking.ask(approval()))
    await soon()
    shown.asking.answer(shown.now, answer, word)  # type: ignore[arg-type]
    return await task, shown


async def test_once_allows_and_grants_nothing():
    made, shown = await decision("once")
    assert made == Decision(verdict="allow", by="the user, once")
    assert shown.granted == []


async def test_session_grants_the_rule():
    made, shown = await decision("session")
    assert made == Decision(verdict="allow", by="the user, for this session")
    assert shown.granted == ["make"]


async def test_session_without_a_rule_grants_nothing():
    shown = Shown()
    task = asyncio.ensure_future(shown.asking.ask(approval("odd")))
    await soon()
    shown.asking.answer(shown.now, "session")
    assert (await task).verdict == "allow"
    assert shown.granted == []


async def test_deny_and_word_deny():
    assert (await decision("deny"))[0] == Decision(
        verdict="deny", by="the user", reason="the user said no"
    )
    assert (await decision("word", "use\ntox"))[0].reason == "the user said no: use tox"


async def test_questions_come_in_order():
    shown = Shown()
    first = asyncio.ensure_future(shown.asking.ask(approval("one")))
    second = asyncio.ensure_future(shown.asking.ask_user("two?", ["a"]))
    await soon()
    one = shown.now
    assert one.approval == approval("one")
    shown.asking.answer(one, "once")
    await first
    await soon()
    two = shown.now
    assert (two.text, two.options) == ("two?", ["a"])
    shown.asking.answer(two, "once", "a")
    assert await second == "a"
    assert shown.asking.current is None
    assert shown.questions[-1] is None


async def test_an_answer_to_another_question_or_a_second_one_is_dropped():
    shown = Shown()
    task = asyncio.ensure_future(shown.asking.ask(approval()))
    await soon()
    shown.asking.answer(Question(), "once")
    assert not task.done()
    shown.asking.answer(shown.now, "deny")
    shown.asking.answer(shown.now, "once")
    assert (await task).verdict == "deny"
    shown.asking.answer(Question(), "once")


async def test_a_cancelled_call_takes_its_question_back():
    shown = Shown()
    first = asyncio.ensure_future(shown.asking.ask(approval("one")))
    second = asyncio.ensure_future(shown.asking.ask(approval("two")))
    await soon()
    first.cancel()
    await asyncio.gather(first, return_exceptions=True)
    assert shown.now.approval == approval("two")
    second.cancel()
    await asyncio.gather(second, return_exceptions=True)
    assert shown.questions[-1] is None
