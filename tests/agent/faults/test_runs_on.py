"""Runs that would go on for ever: a gate that cannot be met, a refusal that nothing clears."""

import re

import pytest

from tests.agent.expected import (
    ended,
    finished,
    on_item,
    on_stage,
    plan_update,
    stages,
    step,
    todos,
)
from tests.agent.faults.seen import NO_ACTIVE, errors, log, requests, rows, updates
from tests.fakes import Recorder, make_session, play, say
from zaptui.core.json import Json, JsonObject
from zaptui.core.ports import Decision, Request
from zaptui.planning.convert import convert
from zaptui.planning.directives import ADVANCE_REFUSED, UNPRODUCTIVE
from zaptui.planning.plan_file import parse_plan_file
from zaptui.planning.planner import MODES, select_planner
from zaptui.providers.scripted import Scripted, ScriptedReply

COMPLETE = say("", ("complete", {}))
OPEN = say("", ("write_todos", todos("a* b")))
TEXT = say("It cannot be done from here.")
BROKEN = say("", ("work", {"fail": "no such host"}))
REFUSAL = 'not complete: 2 open — "a"; "b". Finish these first.'


def _deny(*tools: str) -> object:
    def decide(tool: str, arguments: JsonObject) -> Decision:
        return Decision(verdict="deny" if tool in tools else "allow", by="a rule", reason="off")

    return decide


@pytest.mark.parametrize(
    ("insists", "sent", "end"),
    [
        ([TEXT], 4, finished("incomplete", "idle_turns", 5, open_stages=["a", "b"])),
        ([COMPLETE], 4, finished("incomplete", "refusals", 5, open_stages=["a", "b"])),
        ([BROKEN], 6, finished("capped", "repetition", 4, open_stages=["a", "b"])),
        ([TEXT, COMPLETE], 6, finished("incomplete", "idle_turns", 5, open_stages=["a", "b"])),
        ([BROKEN, TEXT], 10, finished("capped", "repetition", 4, open_stages=["a", "b"])),
        ([BROKEN, COMPLETE], 10, finished("capped", "repetition", 4, open_stages=["a", "b"])),
    ],
    ids=["says so", "complete", "retries", "says, complete", "retries, says", "retries, complete"],
)
async def test_F16_the_gate_loops_because_its_condition_cannot_be_met(
    insists: list[ScriptedReply], sent: int, end: object
) -> None:
    told = await play(make_session([OPEN, *insists * 99], mode="classic"))
    assert (len(requests(told)), told[-1]) == (sent, end)


class _Offered(Scripted):
    """A model that notes which tools it is offered and which a reminder names."""

    def __init__(self, replies: list[ScriptedReply]) -> None:
        super().__init__(replies)
        self.named: list[set[str]] = []
        self.missing: list[set[str]] = []

    def _next(self, request: Request) -> ScriptedReply:
        tools = r"\b(?:write_todos|todo_write|advance|complete|[Cc]all plan)\b"
        named = {name.split()[-1] for name in re.findall(tools, request.reminder or "")}
        self.named.append(named)
        self.missing.append(named - {spec.name for spec in request.tools})
        return super()._next(request)


@pytest.mark.parametrize("mode", ["classic", "metronome", "none"])
async def test_F17_endless_continuation_demands_a_tool_that_is_not_there(mode: str) -> None:
    """Whatever the model calls, it is told to call what it is offered, and the run ends."""
    model = _Offered(
        [
            say("", ("advance", {"evidence": "x"})),
            say("", ("write_todos", todos("a* b")), ("plan", stages("a b"))),
            *[say("So be it.")] * 9,
        ]
    )
    told = await play(make_session(model, mode=mode))
    names = {"classic": {"write_todos"}, "metronome": {"advance", "plan", "complete"}, "none": None}
    assert set().union(*model.named) == (names[mode] or set())
    assert set().union(*model.missing) == set()
    assert len(requests(told)) == (3 if mode == "none" else 5)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("before", ["classic", "metronome", "ledger"])
async def test_F17_endless_continuation_of_a_plan_made_in_another_mode(
    before: str, mode: str
) -> None:
    """The plan is carried over to the planner whose tools there are, and to no other."""
    first = select_planner(before)
    first.seed(parse_plan_file(b"- [x] a\n- [ ] b\n"))
    planner = select_planner(mode)
    planner.restore(convert(first.snapshot(), planner.mode))
    model = _Offered([*[say("So be it.")] * 9])
    told = await play(make_session(model, planner=planner))
    assert set().union(*model.missing) == set()
    assert told[-1] == (
        finished("answered", "answer")
        if mode == "none"
        else finished("incomplete", "idle_turns", 5, open_stages=["b"])
    )


@pytest.mark.parametrize("replies", [[TEXT] * 9, [say("", ("advance", {"evidence": "x"}))] * 9])
async def test_F17_endless_continuation_when_the_planners_tool_is_denied(
    replies: list[ScriptedReply],
) -> None:
    """A seeded plan that no call can close: the run ends as incomplete all the same."""
    planner = select_planner("metronome")
    planner.seed(parse_plan_file(b"- [ ] a\n"))
    told = await play(
        make_session(replies, planner=planner, seeded=True, decide=_deny("plan", "advance"))
    )
    assert len(requests(told)) == 3
    assert (told[-1].outcome, told[-1].open_stages) == ("incomplete", ["a"])
    assert told[-1].exit_code == (3 if told[-1].denials else 5)


async def test_F18_endless_loop_when_the_rest_is_blocked() -> None:
    """A word for it is not in the list's language; the model hears which are, and the end comes."""
    blocked: JsonObject = {"todos": [{"id": "b", "content": "b", "status": "blocked"}]}
    told = await play(
        make_session(
            [
                OPEN,
                say("", ("work", {}), ("write_todos", todos("a+ b*"))),
                say("", ("write_todos", blocked)),
                *[say("b waits for a key that only you have.")] * 9,
            ],
            mode="classic",
        )
    )
    words = "todos[1]: status must be one of pending, in_progress, done, not 'blocked'"
    assert errors(told) == [None, None, None, words]
    assert len(requests(told)) == 6
    assert told[-1] == finished("incomplete", "idle_turns", 5, open_stages=["b"])
    assert log(told)[-3:] == [
        "b waits for a key that only you have.",
        "",
        "incomplete (idle_turns) — still open: b",
    ]


async def test_F19_complete_is_refused_without_saying_why() -> None:
    """The refusal is the call's result and names what is open; whoever reads it gets through."""

    def model(request: Request) -> ScriptedReply:
        steps = request.turns[-1].steps
        last = [part.error for s in steps[:-1] for part in s.parts if hasattr(part, "error")]
        if not last:
            return OPEN
        named = re.findall(r'"(\w)"', last[-1] or "")
        return say("", ("write_todos", todos(" ".join(f"{n}+" for n in named))), *COMPLETE.calls)

    recorder = Recorder(Scripted(lambda r: COMPLETE if len(r.turns[-1].steps) == 2 else model(r)))
    told = await play(make_session(recorder, mode="classic"))
    assert errors(told) == [None, REFUSAL, None, None]
    assert recorder.chat[2]["messages"][-2]["content"] == f"error: {REFUSAL}"
    [result, _reminder] = recorder.messages[2]["messages"][-1]["content"]
    assert (result["content"], result["is_error"]) == (f"error: {REFUSAL}", True)
    assert told[-1] == finished("complete", "complete")


@pytest.mark.parametrize("between", [[], [OPEN], [TEXT], [OPEN, TEXT]], ids=str)
async def test_F20_a_blocking_gate_without_a_cap_burns_the_quota(
    between: list[ScriptedReply],
) -> None:
    replies = [OPEN, *[COMPLETE, *between] * 99]
    told = await play(make_session(replies, mode="classic"))
    assert len(requests(told)) <= 12
    assert told[-1].outcome == "incomplete"
    assert told[-1].open_stages == ["a", "b"]


async def test_F25_a_continuation_that_makes_no_request() -> None:
    """Each turn of the loop is one request; after the last one there is nothing but the end."""
    model = Scripted([OPEN, *[TEXT] * 9])
    session = make_session(model, mode="classic")
    told = await play(session)
    assert len(model.requests) == len(requests(told)) == 4
    end = finished("incomplete", "idle_turns", 5, open_stages=["a", "b"])
    assert told[-2:] == [ended("stop"), end]
    assert session.conversation.turn.current.number == 4


async def test_F26_a_storm_of_planner_calls_when_the_shell_is_off() -> None:
    """Nothing can be done, so the list is turned over and over: it is told so once, then ended."""
    turns = [
        say(
            "",
            ("work", {"what": str(n)}),
            *[("write_todos", todos(s)) for s in ("a* b", "a b*")] * 9,
        )
        for n in range(99)
    ]
    told = await play(make_session(turns, mode="classic", decide=_deny("work")))
    assert len(requests(told)) == 12
    assert [r.step for r in requests(told) if UNPRODUCTIVE in (r.reminder or "")] == [7]
    assert (told[-1].outcome, told[-1].stopped_by) == ("incomplete", "no_progress")
    assert told[-1].exit_code == 3


async def test_F26_a_storm_of_planner_calls_in_one_reply() -> None:
    calls = [("write_todos", todos(s)) for s in ("a* b", "a b*")] * 500
    told = await play(make_session([say("", *calls), *[TEXT] * 3], mode="classic"))
    over = "not run: a reply may hold at most 64 calls"
    assert errors(told) == [None] * 64 + [over] * 936
    assert len(updates(told)) == 64
    assert told[-1].outcome == "incomplete"


def _turned_over(number: int) -> ScriptedReply:
    """A list that is the same but for its words."""
    items: list[Json] = [
        {"id": i, "content": f"{i}, wording {number}", "status": "pending"} for i in "abc"
    ]
    return say("", ("write_todos", {"todos": items, "explanation": f"reason {number}"}))


async def test_F28_the_plan_is_updated_in_a_loop_with_other_arguments_each_time() -> None:
    told = await play(make_session([_turned_over(n) for n in range(94)], mode="classic"))
    assert len(requests(told)) == 12
    assert requests(told)[6:8] == [
        step(7, f"[Stage 1/3] {NO_ACTIVE}", UNPRODUCTIVE),
        step(8, f"[Stage 1/3] {NO_ACTIVE}"),
    ]
    assert (told[-1].outcome, told[-1].stopped_by) == ("incomplete", "no_progress")


async def test_F28_stages_are_planned_again_in_a_loop() -> None:
    replans = [say("", ("plan", stages(f"a{n} b{n}"))) for n in range(94)]
    told = await play(make_session(replans))
    assert len(requests(told)) == 12
    assert (told[-1].outcome, told[-1].stopped_by) == ("incomplete", "no_progress")


async def test_F30_the_sign_off_and_the_list_wait_for_each_other() -> None:
    """`advance` and `complete` are refused; neither needs another tool than itself to get by."""
    advance = say("", ("advance", {"evidence": "a ok"}))
    told = await play(make_session([say("", ("plan", stages("a"))), advance, COMPLETE, advance]))
    assert requests(told)[2:4] == [
        step(3, on_stage(1, 1, "a"), ADVANCE_REFUSED),
        step(4, on_stage(1, 1, "a")),
    ]
    assert updates(told)[-1] == plan_update("call_4_1", "a+", work=0, version=2)
    assert told[-1] == finished("complete", "answer")


async def test_F30_a_list_is_signed_off_by_the_call_that_the_directive_names() -> None:
    replies = [OPEN, COMPLETE, say("", ("write_todos", todos("a+ b+"))), COMPLETE]
    told = await play(make_session(replies, mode="classic"))
    assert errors(told) == [None, REFUSAL, None, None]
    assert requests(told)[2] == step(3, on_item(1, 2, "a", "b"))
    assert rows(told) == ["1/2 a done", "2/2 b done"]
    assert told[-1] == finished("complete", "complete")
