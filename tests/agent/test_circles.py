"""Runs that get nowhere although they do something, and runs that cost too much."""

import pytest

from tests.agent.expected import finished, on_item, step, todos
from tests.fakes import make_session, play, say
from zaptui.agent.stop import Limits
from zaptui.core import events as e
from zaptui.core.json import JsonObject
from zaptui.core.parts import Usage
from zaptui.core.ports import Decision
from zaptui.planning.directives import REPEATED, UNPRODUCTIVE
from zaptui.providers.scripted import ScriptedReply

LOOK = say("", ("look", {"what": "x"}))
OTHER = say("", ("look", {"what": "y"}))


async def _run(*replies: ScriptedReply, **more: object) -> tuple[list[e.Event], e.Event]:
    """The requests of a run and its end."""
    told = await play(make_session(replies, **more))
    return [event for event in told if isinstance(event, e.StepStarted)], told[-1]


async def test_the_same_calls_with_the_same_results_are_warned_of_and_end_the_run() -> None:
    requests, end = await _run(*[LOOK] * 9)
    assert requests == [step(1), step(2), step(3), step(4, REPEATED), step(5, REPEATED)]
    assert end == finished("capped", "repetition", 4)


async def test_alternating_calls_are_a_circle_too() -> None:
    requests, end = await _run(*[LOOK, OTHER] * 9)
    assert (len(requests), end) == (10, finished("capped", "repetition", 4))


async def test_other_calls_or_other_results_are_no_circle() -> None:
    looks = [say("", ("look", {"what": str(number)})) for number in range(8)]
    assert (await _run(*looks, say("Done.")))[1] == finished("answered", "answer")


async def test_the_warning_of_one_run_is_not_told_to_the_next() -> None:
    session = make_session([*[LOOK] * 5, say("Hello.")])
    await play(session)
    assert (await play(session, "next"))[1] == step(1)


OPEN = say("", ("write_todos", todos("a*")))


@pytest.mark.parametrize("obeyed", [OTHER, say("The file is missing.")], ids=["else", "say"])
async def test_obeying_the_warning_of_a_circle_clears_it(obeyed: ScriptedReply) -> None:
    requests, _ = await _run(OPEN, LOOK, LOOK, LOOK, obeyed, mode="classic")
    told = on_item(1, 1, "a", None)
    assert requests[4:6] == [step(5, told, REPEATED), step(6, told)]


@pytest.mark.parametrize("obeyed", [LOOK, say("It is so.")], ids=["work", "answer"])
async def test_obeying_the_warning_of_mere_planning_clears_it(obeyed: ScriptedReply) -> None:
    requests, _ = await _run(*[OPEN] * 6, obeyed, say("Done."), mode="classic")
    told = on_item(1, 1, "a", None)
    assert requests[6:8] == [step(7, told, UNPRODUCTIVE), step(8, told)]


async def test_planning_without_work_is_warned_of_and_ends_the_run() -> None:
    lists = [say("", ("write_todos", todos(specs))) for specs in ("a* b", "a b*")] * 9
    requests, end = await _run(*lists, mode="classic", limits=Limits(max_unproductive=8))
    a, b = on_item(1, 2, "a", "b"), on_item(2, 2, "b", "a")
    assert requests[1:] == [
        step(2, a),
        step(3, b),
        step(4, a),
        step(5, b),
        step(6, a),
        step(7, b, UNPRODUCTIVE),
        step(8, a),
    ]
    assert end == finished("incomplete", "no_progress", 5, open_stages=["a", "b"])


async def test_a_call_that_is_denied_again_and_again_ends_the_run() -> None:
    def deny(tool: str, arguments: JsonObject) -> Decision:
        return Decision(verdict="deny" if tool == "work" else "allow", by="a rule", reason="no")

    insisting = say("", ("work", {"what": "x"}), ("look", {}))
    requests, end = await _run(insisting, OTHER, insisting, OTHER, insisting, decide=deny)
    denials = [
        e.Denial(call_id=f"call_{number}_1", tool="work", subject="x", reason="no")
        for number in (1, 3, 5)
    ]
    assert (len(requests), end) == (5, finished("incomplete", "denials", 3, denials=denials))


def _price(usage: Usage) -> float:
    return usage.output_tokens / 1000


async def test_a_run_tells_what_it_cost() -> None:
    usage = Usage(input_tokens=1, output_tokens=2)
    _, end = await _run(say("", ("look", {}), usage=usage), say("Hi.", usage=usage), price=_price)
    assert end == finished("answered", "answer", usage=usage + usage, cost=0.004)


async def test_the_cost_limit_ends_the_run_with_4() -> None:
    usage = Usage(output_tokens=600)
    looks = [say("", ("look", {"what": str(n)}), usage=usage) for n in range(9)]
    requests, end = await _run(*looks, price=_price, limits=Limits(max_cost=1.0))
    assert (len(requests), end) == (
        2,
        finished("capped", "max_cost", 4, usage=usage + usage, cost=1.2),
    )
