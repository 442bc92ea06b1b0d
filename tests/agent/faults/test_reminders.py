"""What the model is told of its plan: too often, too late, in the wrong place, the wrong verb."""

import pytest

from tests.agent.expected import finished, on_item, on_stage, stages, step, todos
from tests.agent.faults.seen import NO_ACTIVE, errors, requests
from tests.agent.wire_law import OPENING, check
from tests.fakes import Recorder, make_session, play, say
from zaptui.core.json import JsonObject, dump_json
from zaptui.planning.directives import (
    ADVANCE_REFUSED,
    ALL_DONE,
    NO_ACTIVE_STAGE,
    REPEATED,
    UNPRODUCTIVE,
    refused_complete,
)
from zaptui.providers.scripted import Scripted, ScriptedReply

WORK = ("work", {"what": "x"})
ADVANCE = ("advance", {"evidence": "ok"})
PLAN = say("", ("plan", stages("a b")))
LOOK = say("", ("look", {"what": "y"}))


def _write(specs: str) -> tuple[str, JsonObject]:
    return ("write_todos", todos(specs))


async def _recorded(
    replies: list[ScriptedReply], *, mode: str, baseline: str | None = None
) -> tuple[Recorder, list[bool]]:
    """The requests of a run, and whether a stage was open at each."""
    stage_open: list[bool] = []

    class Watching(Scripted):
        def _next(self, request: object) -> ScriptedReply:
            stage_open.append(not session.setup.planner.complete)
            return super()._next(request)

    recorder = Recorder(Watching(replies))
    session = make_session(recorder, mode=mode, baseline=baseline)
    await play(session)
    return recorder, stage_open


_LONG = {
    "classic": [
        say("", _write("a b c")),
        *[LOOK] * 4,
        *[say("", _write(specs)) for specs in ("a* b c", "a+ b* c", "b+ c*") * 3],
        say("So."),
        say("", _write("a+ b+ c+"), WORK),
        LOOK,
        say("Done."),
    ],
    "metronome": [
        say("", ADVANCE),
        PLAN,
        say("", ADVANCE),
        *[LOOK] * 4,
        say("So."),
        say("", ("plan", stages("c d e"))),
        say("", ADVANCE),
        say("", ("complete", {})),
        say("", WORK, ADVANCE),
        say("", WORK, ADVANCE),
        say("", WORK, ADVANCE, ("complete", {})),
    ],
}


async def test_F54_a_reminder_right_after_a_write() -> None:
    """Whoever has just written the list is told of that list, once, and of nothing else."""
    told = await play(
        make_session(
            [say("", _write("a* b")), say("", WORK, _write("a+ b*")), *[say("So.")] * 3],
            mode="classic",
        )
    )
    assert requests(told)[:3] == [
        step(1),
        step(2, on_item(1, 2, "a", "b")),
        step(3, on_item(2, 2, "b", None)),
    ]


@pytest.mark.parametrize("mode", _LONG)
async def test_F54_reminders_pile_up(mode: str) -> None:
    recorder, _ = await _recorded(_LONG[mode], mode=mode, baseline="No emoji.")
    assert len(recorder.reminders) >= 14
    for body in (*recorder.chat, *recorder.messages):
        assert dump_json(body).count("<task_reminder>") == 1
    for reminder in recorder.reminders:
        lines = (reminder or "").split("\n")
        assert len(lines) == len(set(lines)) <= 5


@pytest.mark.parametrize(
    "reply",
    [
        say("", *_LONG["classic"][0].calls, *PLAN.calls, ADVANCE, ("complete", {"summary": 3})),
        say("", ("work", "{broken"), ("todo_write", {})),
        say("", ("write_todos", "")),
    ],
    ids=["planner calls", "broken calls", "half a call"],
)
async def test_F55_reminders_come_while_planning_is_off(reply: ScriptedReply) -> None:
    """No planner, no block at all, whatever the model calls and however long it goes on."""
    looks = [say("", *reply.calls, ("look", {"what": str(n)})) for n in range(9)]
    recorder, _ = await _recorded([*looks, *[reply] * 9, say("Done.")], mode="none")
    assert recorder.reminders == [None] * 19


async def test_F55_calls_that_never_ran_are_called_planning() -> None:
    """With no stage open there is none to go back to."""
    recorder, _ = await _recorded([say("", ("grep", {"x": n})) for n in range(99)], mode="classic")
    assert recorder.reminders == [None] * 12


@pytest.mark.parametrize("mode", ["classic", "metronome", "none"])
async def test_F56_a_reminder_makes_a_list_for_a_one_step_task(mode: str) -> None:
    """A model that plans as soon as it is reminded to has no reason to."""

    def model(request: object) -> ScriptedReply:
        if recorder.reminders[-1] is not None:
            return say("", _write("a*"), ("plan", stages("a")))
        return LOOK if len(recorder.reminders) == 1 else say("It says y.")

    recorder = Recorder(Scripted(model))
    told = await play(make_session(recorder, mode=mode))
    assert requests(told) == [step(1), step(2)]
    assert told[-1] == finished("answered", "answer")


@pytest.mark.parametrize(
    ("mode", "plan"), [("classic", _write("a* b")), ("metronome", *PLAN.calls)]
)
async def test_F57_the_state_of_the_list_never_returns_to_the_model(
    mode: str, plan: tuple[str, JsonObject]
) -> None:
    """The result of a write is the list, and every later request names the place in it."""
    recorder, _ = await _recorded(
        [say("", plan), *[say("", WORK)] * 2, *[say("So.")] * 3], mode=mode
    )
    name = "" if mode == "classic" else "Do "
    listed = f"[in_progress] a: {name}a\n[pending] b: {name}b"
    results = [m for m in recorder.chat[-1]["messages"] if m["role"] == "tool"]
    assert results[0]["content"] == listed
    place = on_item(1, 2, "a", "b") if mode == "classic" else on_stage(1, 2, "a")
    assert recorder.reminders == [None, *[f"{OPENING}{place}\n</task_reminder>"] * 5]


@pytest.mark.parametrize("mode", _LONG)
async def test_F58_a_reminder_is_carried_forward_in_the_history(mode: str) -> None:
    """Blocks taken out, each request begins with the one before, on both wires (R23)."""
    check(*await _recorded(_LONG[mode], mode=mode, baseline="No emoji."))


@pytest.mark.parametrize("mode", _LONG)
async def test_F59_a_reminder_in_the_system_prompt_kills_the_cache(mode: str) -> None:
    recorder, _ = await _recorded(_LONG[mode], mode=mode)
    assert len(set(recorder.reminders)) >= 6
    assert {dump_json(body["system"]) for body in recorder.messages} == {
        dump_json(
            [{"type": "text", "text": "You are tested.", "cache_control": {"type": "ephemeral"}}]
        )
    }
    assert {dump_json(body["messages"][0]) for body in recorder.chat} == {
        dump_json({"role": "system", "content": "You are tested."})
    }


_NUDGES = {
    "none active": ("classic", [say("", _write("a b"))], NO_ACTIVE, _write("a* b")),
    "active": ("classic", [say("", _write("a* b"))], on_item(1, 2, "a", "b"), _write("a+ b*")),
    "final": ("classic", [say("", _write("a+ b*"))], on_item(2, 2, "b", None), _write("a+ b+")),
    "stage": ("metronome", [PLAN], on_stage(1, 2, "a"), ADVANCE),
    "final stage": ("metronome", [say("", ("plan", stages("a")))], on_stage(1, 1, "a"), ADVANCE),
    "refused": ("metronome", [PLAN, say("", ADVANCE)], ADVANCE_REFUSED, ADVANCE),
    "no stage": ("metronome", [say("", ADVANCE)], NO_ACTIVE_STAGE, *PLAN.calls),
    "repeated": ("metronome", [PLAN, *[LOOK] * 3], REPEATED, WORK),
    "unproductive": ("classic", [say("", _write("a*"))] * 6, UNPRODUCTIVE, WORK),
}


@pytest.mark.parametrize("nudge", _NUDGES)
async def test_F60_a_nudge_names_a_verb_that_changes_nothing(nudge: str) -> None:
    """Whoever does the work and makes the one call that the nudge names hears it no more."""
    mode, before, words, call = _NUDGES[nudge]
    told = await play(make_session([*before, say("", WORK, call), *[say("So.")] * 3], mode=mode))
    reminders = [request.reminder or "" for request in requests(told)]
    number = len(before)
    assert words in reminders[number]
    assert all(words not in reminder for reminder in reminders[number + 1 :])
    assert errors(told)[-2:] == [None, None]


async def test_F60_a_nudge_to_complete_or_to_deliver_changes_nothing() -> None:
    """`complete` ends a run without a plan, the last text one whose plan is done."""
    told = await play(make_session([say("", ADVANCE), say("", ("complete", {}))]))
    assert "or complete to finish" in (requests(told)[1].reminder or "")
    assert told[-1] == finished("complete", "complete")
    told = await play(make_session([say("", _write("a+")), say("Here.")], mode="classic"))
    assert requests(told)[1] == step(2, ALL_DONE)
    assert told[-1] == finished("complete", "answer")


async def test_F60_a_refusal_names_what_cannot_be_done() -> None:
    refused = say("", ("complete", {}))
    told = await play(
        make_session(
            [say("", _write("a* b")), refused, say("", _write("a+ b+")), refused], mode="classic"
        )
    )
    assert errors(told) == [None, refused_complete(["a", "b"]), None, None]
    assert told[-1] == finished("complete", "complete")
