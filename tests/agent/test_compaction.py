"""Histories that grow too long are compacted; the plan stays, the directive is the one before."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from tests.agent.expected import finished, stages
from tests.fakes import Recorder, make_session, play, say
from zaptui.agent.compaction_text import HistoryTokens, step_tokens
from zaptui.agent.loop import Session
from zaptui.agent.retry import RetryPolicy
from zaptui.agent.window import result_limit, told_window, window_of
from zaptui.core import events as e
from zaptui.core.parts import Usage
from zaptui.core.ports import Request
from zaptui.core.result_text import MODEL_LIMIT
from zaptui.errors import AuthError, ContextTooLong, Unavailable
from zaptui.providers.scripted import Scripted, ScriptedReply

WINDOW = 4_000
SUMMARY = "- Done: a lot."


class Model:
    """Works for some steps and then stops; asked for a summary, it gives one. A request of more
    than `takes` tokens, four characters each, is refused."""

    def __init__(
        self, replies: Sequence[ScriptedReply], *, summary: ScriptedReply | None = None,
        takes: int = 10**9,
    ) -> None:  # fmt: skip
        self._replies = list(replies)
        self._summary = summary or ScriptedReply(
            text=SUMMARY, usage=Usage(input_tokens=900, output_tokens=10)
        )
        self._takes = takes
        self.summaries: list[Request] = []
        self.histories: list[str] = []

    def __call__(self, request: Request) -> ScriptedReply:
        if request.system == "Summarise.":
            self.summaries.append(request)
            self.histories.append(request.turns[0].prompt)
            return self._summary
        if self._size(request) > self._takes:
            return ScriptedReply(error=ContextTooLong("too long"))
        return self._replies.pop(0)

    @staticmethod
    def _size(request: Request) -> int:
        return HistoryTokens().of(request.turns, limit=request.result_limit)


def work(number: int, size: int = 1_200) -> ScriptedReply:
    return say("", ("work", {"text": f"{number} " + "x" * size}))


def session_of(model: Model, **setup: Any) -> tuple[Session, Recorder]:
    recorder = Recorder(Scripted(model))
    session = make_session(recorder)
    changed = replace(session.setup, compact_prompt="Summarise.", **setup)
    return Session(changed), recorder


def compactions(told: Sequence[e.Event]) -> list[e.Compacted]:
    return [event for event in told if isinstance(event, e.Compacted)]


def reminders(told: Sequence[e.Event]) -> list[str | None]:
    return [event.reminder for event in told if isinstance(event, e.StepStarted)]


def messages(body: Any) -> list[dict[str, Any]]:
    return list(body["messages"])


PLANNED = say("", ("plan", stages("a")))
PLANNED_TWO = say("", ("plan", stages("a b")))
ADVANCED = say("", ("advance", {"evidence": "a is proved"}))
DONE = (ADVANCED, say("", ("complete", {"summary": "ok"})))


async def test_a_long_run_is_compacted_and_keeps_its_plan() -> None:
    model = Model([PLANNED_TWO, work(0), ADVANCED, *map(work, range(1, 12)), *DONE])
    session, _ = session_of(model, set_window=WINDOW)
    told = await play(session, "Build it.")
    assert told[-1].outcome == "complete"
    (first, *_) = compactions(told)
    assert first.tokens_before > 0.8 * WINDOW > first.tokens_after
    assert first.usage == Usage(input_tokens=900, output_tokens=10)
    assert first.summary.split("\n") == [
        "The history before this point was compacted. What the user asked, word for word:",
        "1. Build it.",
        "",
        "The plan; what is done stays done and is not done again:",
        "[done] Do a (evidence: a is proved)",
        "[in_progress] Do b",
        "",
        "Summary of the work so far:",
        SUMMARY,
    ]
    place = told.index(first)
    before = next(r for r in reversed(reminders(told[:place])))
    assert reminders(told[place:])[0] == before


async def test_the_request_after_begins_with_the_summary_and_the_last_steps() -> None:
    model = Model([PLANNED, *map(work, range(12)), *DONE])
    session, recorder = session_of(model, set_window=WINDOW)
    told = await play(session, "Build it.")
    made = compactions(told)[0]
    body = next(b for b in recorder.chat if messages(b)[1]["content"] == made.summary)
    roles = [m["role"] for m in messages(body)]
    assert roles == ["system", "user", *["assistant", "tool"] * made.kept, "user"]


async def test_several_compactions_each_take_in_the_summary_before() -> None:
    model = Model([PLANNED, *map(work, range(60)), *DONE])
    session, _ = session_of(model, set_window=WINDOW)
    told = await play(session, "Build it.")
    made = compactions(told)
    assert len(made) > 3
    assert told[-1] == replace(told[-1], outcome="complete", stopped_by="complete")
    assert all(made[0].summary in text for text in model.histories[1:2])
    assert made[-1].summary.count("1. Build it.") == 1
    # nothing is read twice: a step that was compacted is not in the next summary's text
    assert not any('"0 xxx' in text for text in model.histories[1:])


async def test_R23_between_compactions_each_request_is_a_prefix_of_the_next() -> None:
    model = Model([PLANNED, *map(work, range(40)), *DONE])
    session, recorder = session_of(model, set_window=WINDOW)
    await play(session, "Build it.")
    bodies = [b for b in recorder.chat if messages(b)[0]["content"] == "You are tested."]
    fresh = 0
    for one, other in pairwise(bodies):
        before = [m for m in messages(one) if "<task_reminder>" not in str(m["content"])]
        after = [m for m in messages(other) if "<task_reminder>" not in str(m["content"])]
        fresh += after[: len(before)] != before
        assert one["tools"] == other["tools"]
    assert fresh == len(compactions_of(session))


def compactions_of(session: Session) -> list[str]:
    notices = [
        part.text
        for step in session.conversation.turn.all_steps()
        for part in step.parts
        if getattr(part, "level", "") == "info"
    ]
    return [text for text in notices if text.startswith("history compacted to")]


async def test_a_refused_request_is_compacted_once_and_sent_again() -> None:
    model = Model([PLANNED, *map(work, range(12)), *DONE], takes=3_000)
    session, _ = session_of(model)
    told = await play(session, "Build it.")
    assert [type(event) for event in told].count(e.Compacted) > 0
    assert told[-1].outcome == "complete"
    steps = [event.step for event in told if isinstance(event, e.StepStarted)]
    assert steps == list(range(1, len(steps) + 1))  # the refused step is the one that goes on


async def test_L06_a_compaction_that_does_not_help_ends_in_a_clear_error() -> None:
    model = Model([work(0), say("never")], takes=10)
    session, _ = session_of(model)
    told = await play(session, "Build it.")
    assert told[-1].outcome == "error"
    assert told[-1].error == "too long"
    assert len(model.summaries) <= 1


async def test_L06_a_summary_that_fails_after_a_refusal_leaves_the_refusal() -> None:
    model = Model([PLANNED, *map(work, range(12))], summary=ScriptedReply(text=" "), takes=3_000)
    session, _ = session_of(model)
    told = await play(session, "Build it.")
    assert (told[-1].outcome, told[-1].error) == ("error", "too long")
    assert len(model.summaries) == 1
    assert compactions(told) == []


def test_no_history_takes_nothing() -> None:
    assert HistoryTokens().of([], limit=1_000) == 0


async def test_what_a_history_takes_is_counted_once_a_step(monkeypatch: pytest.MonkeyPatch) -> None:
    model = Model([*(work(number, 40) for number in range(30)), say("Done."), say("So be it.")])
    session, _ = session_of(model)
    size, counted = HistoryTokens(), list[int]()
    monkeypatch.setattr(
        "zaptui.agent.compaction_text.step_tokens",
        lambda step, *, limit: counted.append(1) or step_tokens(step, limit=limit),
    )

    def look(event: e.Event) -> None:
        if isinstance(event, e.StepStarted):
            turns = session.conversation.turns
            counted.clear()
            now = size.of(turns, limit=1_000)
            assert len(counted) <= 2
            assert now == HistoryTokens().of(turns, limit=1_000)

    await session.run("Build it.", look)
    await session.run("And on.", look)
    turns = session.conversation.turns
    assert len(turns[0].steps) == 31
    first = size.of(turns, limit=1_000)
    turns[0].late_changes += 1
    assert size.of(turns, limit=1_000) == first
    assert len(counted) > 31


async def test_N05_nothing_to_compact_is_an_error_at_once() -> None:
    model = Model([], takes=0)
    session, _ = session_of(model)
    told = await play(session, "Build it.")
    assert told[-1] == finished("error", "error", 1, error="too long")
    assert model.summaries == []


@pytest.mark.parametrize(
    ("summary", "why"),
    [
        (ScriptedReply(text=" "), "the model wrote no summary"),
        (ScriptedReply(error=AuthError("no key")), "no key"),
    ],
)
async def test_a_summary_that_fails_costs_a_warning(summary: ScriptedReply, why: str) -> None:
    model = Model([PLANNED, *map(work, range(12)), *DONE], summary=summary)
    session, _ = session_of(model, set_window=WINDOW)
    told = await play(session, "Build it.")
    notices = [event for event in told if isinstance(event, e.Notice)]
    assert notices[0] == e.Notice(level="warning", text=f"the history was not compacted: {why}")
    assert told[-1].outcome == "complete"
    assert len(notices) < 4  # not at every step


async def test_a_summary_is_tried_again_and_that_is_told() -> None:
    tries = [ScriptedReply(error=Unavailable("busy")), ScriptedReply(text=SUMMARY)]

    class Busy(Model):
        def __call__(self, request: Request) -> ScriptedReply:
            reply = super().__call__(request)
            return tries.pop(0) if request.system == "Summarise." and tries else reply

    model = Busy([PLANNED, *map(work, range(12)), *DONE])
    session, _ = session_of(model, set_window=WINDOW, retry=RetryPolicy(first_wait_s=0))
    told = await play(session, "Build it.")
    assert any(isinstance(x, e.Notice) and x.text.startswith("busy; trying again") for x in told)
    assert compactions(told)
    assert not any(isinstance(event, e.Retrying) for event in told)


async def test_a_person_may_ask_for_it() -> None:
    model = Model([work(0), work(1), say("One."), say("Two."), say("Three.")])
    session, recorder = session_of(model)
    await play(session, "Build it.")
    session.compaction.wanted = True
    (made,) = compactions(await play(session, "And now?"))
    assert made.kept == 1
    assert [m["content"] for m in messages(recorder.chat[-1])] == [
        "You are tested.",
        made.summary,
        "One.",
        "And now?",
    ]
    assert compactions(await play(session, "again")) == []


async def test_with_nothing_before_there_is_nothing_to_compact() -> None:
    model = Model([say("One.")])
    session, _ = session_of(model)
    session.compaction.wanted = True
    told = await play(session, "Build it.")
    assert compactions(told) == []
    assert told[-1].outcome == "answered"


async def test_the_usage_of_a_summary_counts() -> None:
    model = Model([PLANNED, *map(work, range(12)), *DONE])
    session, _ = session_of(model, set_window=WINDOW)
    told = await play(session, "Build it.")
    made = compactions(told)
    assert made
    assert told[-1].usage == Usage(input_tokens=900 * len(made), output_tokens=10 * len(made))


def test_the_window_is_what_a_person_says_else_the_server_else_what_is_known() -> None:
    asked: list[int] = []

    def known() -> int:
        asked.append(1)
        return 3

    session = make_session([])
    setup = replace(session.setup, known_window=known)
    assert (window_of(setup, used=10), asked) == (None, [])
    assert (window_of(setup, used=10_000), told_window(setup)) == (3, None)
    server = Scripted([])
    server.context_window = 2
    setup = replace(setup, provider=server)
    assert window_of(setup, used=10_000) == 2
    assert told_window(replace(setup, set_window=1)) == 1


def test_results_are_shorter_in_a_small_window() -> None:
    assert [result_limit(w) for w in (None, 1_000_000, 16_000, 100)] == [
        MODEL_LIMIT,
        MODEL_LIMIT,
        16_000,
        2_000,
    ]
