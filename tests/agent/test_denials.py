"""Calls that policy or a person refuses: told, not run, no work, exit 3."""

from tests.agent.expected import (
    called,
    ended,
    failed,
    finished,
    looked,
    on_stage,
    plan,
    returned,
    stages,
    started,
    step,
    text,
    todos,
    worked,
)
from tests.fakes import make_session, play, say
from zaptui.core import events as e
from zaptui.core.json import JsonObject
from zaptui.core.ports import Approval, Decision

DENIED = e.Denial(call_id="call_1_1", tool="work", subject="x", reason="not today")


def _deny_work(tool: str, arguments: JsonObject) -> Decision:
    verdict = "deny" if tool == "work" else "allow"
    return Decision(verdict=verdict, by="a rule", reason="not today")


def _ask_work(tool: str, arguments: JsonObject) -> Decision:
    verdict = "ask" if tool == "work" else "allow"
    return Decision(verdict=verdict, by="policy", reason="it writes")


async def test_a_denied_call_is_not_run_and_the_run_exits_with_3() -> None:
    calls = [("work", {"what": "x"}), ("look", {"what": "y"})]
    session = make_session([say("", *calls), say("Done.")], decide=_deny_work)
    assert await play(session) == [
        started(),
        step(1),
        *called("call_1_1", "work", what="x"),
        *called("call_1_2", "look", what="y"),
        ended(),
        e.ToolDecided(call_id="call_1_1", decision="deny", by="a rule"),
        failed("call_1_1", "denied: not today"),
        *looked("call_1_2", "y", "r1"),
        step(2),
        text("Done."),
        ended("stop"),
        finished("answered", "answer", 3, denials=[DENIED]),
    ]


async def test_R39_a_denied_call_is_no_work() -> None:
    session = make_session(
        [
            say("", ("plan", stages("a"))),
            say("", ("work", {"what": "x"}), ("advance", {"evidence": "a ok"})),
            say("I give up."),
            say("I give up."),
            say("I give up."),
        ],
        decide=_deny_work,
    )
    told = await play(session)
    refused = plan("a", work=0)["plan"]
    assert isinstance(refused, dict)
    assert returned("call_2_2", {"plan": {**refused, "last_refused_pointer": 0}}) in told
    assert told[-1] == finished(
        "incomplete",
        "idle_turns",
        3,
        denials=[e.Denial(call_id="call_2_1", tool="work", subject="x", reason="not today")],
        open_stages=["Do a"],
    )


async def test_with_nobody_to_ask_a_question_is_a_denial() -> None:
    session = make_session([say("", ("work", {"what": "x"})), say("Done.")], decide=_ask_work)
    told = await play(session)
    assert told[5:7] == [
        e.ToolDecided(call_id="call_1_1", decision="deny", by="policy"),
        failed("call_1_1", "denied: it writes"),
    ]


async def test_a_person_is_asked_with_all_there_is_to_judge() -> None:
    asked: list[Approval] = []

    async def ask(approval: Approval) -> Decision:
        asked.append(approval)
        return Decision(verdict="allow", by="you")

    session = make_session(
        [say("", ("work", {"what": "x"})), say("Done.")], decide=_ask_work, ask=ask
    )
    told = await play(session)
    assert asked == [
        Approval(
            call_id="call_1_1",
            tool="work",
            input={"what": "x"},
            subject="x",
            reason="it writes",
        )
    ]
    _, *rest = worked("call_1_1", "x", "r1")
    assert told[5:9] == [e.ToolDecided(call_id="call_1_1", decision="allow", by="you"), *rest]
    assert told[-1] == finished("answered", "answer")


async def test_a_persons_no_is_a_denial_with_its_reason() -> None:
    async def ask(approval: Approval) -> Decision:
        return Decision(verdict="deny", by="you", reason="not in this folder")

    session = make_session(
        [say("", ("work", {"what": "x"})), say("Done.")], decide=_ask_work, ask=ask
    )
    told = await play(session)
    assert told[5:7] == [
        e.ToolDecided(call_id="call_1_1", decision="deny", by="you"),
        failed("call_1_1", "denied: not in this folder"),
    ]


async def test_R77_planner_calls_and_complete_pass_the_rules_too() -> None:
    def deny(tool: str, arguments: JsonObject) -> Decision:
        return Decision(verdict="deny", by="a rule", reason="read only")

    replies = [say("", ("write_todos", todos("a*")), ("complete", {})), say("Done.")]
    session = make_session(replies, mode="classic", decide=deny)
    assert await play(session) == [
        started(mode="classic"),
        step(1),
        *called("call_1_1", "write_todos", **todos("a*")),
        *called("call_1_2", "complete"),
        ended(),
        e.ToolDecided(call_id="call_1_1", decision="deny", by="a rule"),
        failed("call_1_1", "denied: read only"),
        e.ToolDecided(call_id="call_1_2", decision="deny", by="a rule"),
        failed("call_1_2", "denied: read only"),
        step(2),
        text("Done."),
        ended("stop"),
        finished(
            "answered",
            "answer",
            3,
            denials=[
                e.Denial(
                    call_id="call_1_1",
                    tool="write_todos",
                    subject="write_todos",
                    reason="read only",
                ),
                e.Denial(call_id="call_1_2", tool="complete", subject="", reason="read only"),
            ],
        ),
    ]


async def test_R34_the_directive_stays_after_a_refused_advance() -> None:
    session = make_session(
        [say("", ("plan", stages("a"))), say("", ("advance", {"evidence": "x"})), *[say("!")] * 3]
    )
    told = await play(session)
    steps = [event for event in told if isinstance(event, e.StepStarted)]
    nudge = (
        "advance refused: nothing was produced since the last stage. "
        "Do the work of this stage with tools, then call advance."
    )
    assert steps == [
        step(1),
        step(2, on_stage(1, 1, "a")),
        step(3, on_stage(1, 1, "a"), nudge),
        step(4, on_stage(1, 1, "a")),
        step(5, on_stage(1, 1, "a")),
    ]


async def test_policy_is_shown_every_call_with_its_arguments() -> None:
    shown: list[tuple[str, JsonObject]] = []

    def decide(tool: str, arguments: JsonObject) -> Decision:
        shown.append((tool, arguments))
        return Decision(verdict="allow", by="test")

    calls = [("plan", stages("a")), ("work", {"what": "x"}), ("plan", "{broken"), ("grep", {})]
    await play(make_session([say("", *calls), *[say("Hm.")] * 3], decide=decide))
    assert shown == [("work", {"what": "x"}), ("plan", stages("a")), ("plan", {})]
