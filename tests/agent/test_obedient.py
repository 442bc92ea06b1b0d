"""A model that does what each directive says, and nothing else, gets to the end."""

import re

import pytest

from tests.agent.expected import finished, stages, todos
from tests.fakes import make_session, play, say
from zaptui.core import events as e
from zaptui.core.parts import ToolPart
from zaptui.core.ports import Request
from zaptui.planning.plan_file import parse_plan_file
from zaptui.planning.planner import Planner, select_planner
from zaptui.providers.scripted import ScriptedReply

_MARK = re.compile(r'call (\w+) once to mark "(\w)" done and "(\w)" in_progress')
_EXECUTE = re.compile(r'Execute "(\w)" to completion first \(final stage\)')


def _results(request: Request) -> list[ToolPart]:
    steps = [step for turn in request.turns for step in turn.steps]
    return [part for step in steps for part in step.parts if isinstance(part, ToolPart)]


def _marked(request: Request, **statuses: str) -> tuple[str, dict[str, object]]:
    """The list the model was last given, with some statuses changed."""
    lists = [part.output["todos"] for part in _results(request) if part.tool == "write_todos"]
    changed = [
        {**item, "status": statuses.get(item["content"], item["status"])} for item in lists[-1]
    ]
    return ("write_todos", {"todos": changed})


def _obey_classic(request: Request) -> ScriptedReply:
    told = request.reminder or ""
    work = ("work", {"what": "it"})
    if not _results(request):
        return say("", ("write_todos", todos("a b c")))
    if "mark the first pending item as in_progress to begin" in told:
        return say("", _marked(request, a="in_progress"))
    if named := _MARK.search(told):
        return say("", work, _marked(request, **{named[2]: "done", named[3]: "in_progress"}))
    if last := _EXECUTE.search(told):
        return say("", work, _marked(request, **{last[1]: "done"}))
    assert "Deliver the final output to the user now." in told
    return say("Here it is.")


def _obey_metronome(request: Request) -> ScriptedReply:
    told = request.reminder or ""
    if not _results(request):
        return say("", ("plan", stages("a b c")))
    if "Do the work of this stage with tools, then call advance." in told:
        return say("", ("work", {}), ("advance", {"evidence": "seen"}))
    if "then call advance once with evidence" in told:
        return say("", ("advance", {"evidence": "seen"}))
    return say("Here it is.")


_ITEM = re.compile(r"^- \[(\w+)\] (\w)$", re.MULTILINE)


def _patch(**statuses: str) -> tuple[str, dict[str, object]]:
    items = [{"id": i, "status": status} for i, status in statuses.items()]
    return ("todo_write", {"mode": "patch", "items": items})


def _obey_ledger(request: Request) -> ScriptedReply:
    """Knows of the list what the directive says of it; ids and contents are the same."""
    told = request.reminder or ""
    listed = {item: status for status, item in _ITEM.findall(told)}
    if not _results(request):
        items = [{"id": i, "content": i, "status": "pending"} for i in "abc"]
        return say("", ("todo_write", {"items": items}))
    if "Keep this plan current" not in told:
        return say("Here it is.")
    waiting = [item for item, status in listed.items() if status == "pending"]
    active = [item for item, status in listed.items() if status == "in_progress"]
    following = dict.fromkeys(waiting[:1], "in_progress")
    if not active:
        return say("", _patch(**following))
    return say("", ("work", {}), _patch(**{active[0]: "completed"}, **following))


_MODELS = {"ledger": _obey_ledger, "classic": _obey_classic, "metronome": _obey_metronome}


@pytest.mark.parametrize("mode", _MODELS)
async def test_obeying_every_directive_completes_the_run(mode: str) -> None:
    told = await play(make_session(_MODELS[mode], mode=mode))
    reminders = [event.reminder for event in told if isinstance(event, e.StepStarted)]
    assert told[-1] == finished("complete", "answer")
    assert len(set(reminders)) >= 5  # it went through them all


def _seeded() -> Planner:
    planner = select_planner("metronome")
    planner.seed(parse_plan_file(b"- [x] a\n- [ ] b\n- [ ] c\n"))
    return planner


async def test_obeying_every_directive_completes_a_seeded_plan() -> None:
    def model(request: Request) -> ScriptedReply:
        return _obey_metronome(request) if request.reminder else say("Here it is.")

    told = await play(make_session(model, planner=_seeded(), seeded=True))
    assert told[-1] == finished("complete", "answer")


async def test_obeying_a_refused_complete_gets_it_accepted() -> None:
    def model(request: Request) -> ScriptedReply:
        results = _results(request)
        refused = bool(results) and "Finish these first." in (results[-1].error or "")
        if not results:
            return say("", ("write_todos", todos("a*")))
        return say("", _marked(request, a="done")) if refused else say("", ("complete", {}))

    told = await play(make_session(model, mode="classic"))
    assert told[-1] == finished("complete", "complete")


async def test_L8_obeying_the_directive_of_a_blocked_list_clears_it() -> None:
    """A model that can clear the way does, and gets to the end."""

    def model(request: Request) -> ScriptedReply:
        told = request.reminder or ""
        if "Only blocked items are left." in told:
            assert "set an item in_progress with `todo_write(" in told
            return say("", _patch(b="in_progress"))
        if "[in_progress] a" in told:
            return say("", ("work", {}), _patch(a="completed", b="blocked", c="cancelled"))
        return _obey_ledger(request)

    session = make_session(model, mode="ledger")
    told = await play(session)
    assert told[-1] == finished("blocked", "blocked", 5, open_stages=["b"])
    told = await play(session, "there is a way now")
    assert told[-1] == finished("complete", "answer")
