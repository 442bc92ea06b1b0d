"""Checks of stages: run under the rules when a stage is to close; warn or enforce."""

import hashlib
from collections.abc import Mapping
from typing import Any

import pytest

from tests.agent.expected import finished
from tests.agent.faults.seen import errors, log, requests, updates
from tests.fakes import FakeSpawner, FakeWorkspace, make_session, play, say
from zaptui.agent.restore import restored
from zaptui.core import events as e
from zaptui.core.json import Json, JsonObject, as_list, as_object
from zaptui.core.ports import Decision, Ran
from zaptui.errors import ToolError
from zaptui.planning.metronome import MetronomePlanner
from zaptui.planning.plan_file import parse_plan_file

WORK = ("work", {"what": "x"})
ADVANCE = ("advance", {"evidence": "seen"})
FILES: Mapping[str, bytes] = {
    "a.txt": b"one\ntwo\n",
    "r.json": b'{"failed": 0, "ok": true, "list": [1]}',
    "bad.json": b"{",
}


def _plan(check: str) -> tuple[str, JsonObject]:
    stage: Json = {"id": "a", "content": "Do a", "deliverable": "Out a", "check": check}
    return ("plan", {"stages": [stage]})


async def _play(check: str, *more: Any, **setup: Any) -> list[e.Event]:
    workspace = FakeWorkspace(FILES)
    steps = [say("", _plan(check)), say("", WORK, ADVANCE), *(more or [say("Done.")])]
    session = make_session(steps, **{"workspace": workspace, **setup})
    return await play(session)


def _checked(told: list[e.Event]) -> list[tuple[str, str]]:
    return [(event.verdict, event.text) for event in told if isinstance(event, e.StageChecked)]


def _marks(told: list[e.Event]) -> list[Json]:
    """How each stage of the last plan was checked."""
    plan = as_object(updates(told)[-1].snapshot["plan"])
    return [as_object(stage).get("checked") for stage in as_list(plan["stages"])]


RED = FakeSpawner({"pytest -q": Ran(code=1, output="1 failed\n")})
MATCH = (
    "rg --no-config --color=never --line-number --max-count=3 --max-columns=300 --regexp={}"
    " -- ./a.txt"
)


@pytest.mark.parametrize(
    ("check", "verdict", "text"),
    [
        ("true", "green", "true\nexit 0"),
        ("exit 2: true", "red", "true\nexit 0"),
        ("file: a.txt", "green", "a.txt is there"),
        ("file: b.txt", "red", "there is no file b.txt"),
        ("match: a.txt two", "green", MATCH.format("two")),
        ("match: ../a.txt two", "unproved", "../a.txt is outside the workspace"),
        ("json: r.json /failed = 0", "green", "r.json /failed = 0"),
        ("json: r.json /failed = 1", "red", "r.json /failed = 0, not 1"),
        ("json: r.json /ok = 1", "red", "r.json /ok = true, not 1"),
        ("json: r.json /list = [1]", "green", "r.json /list = [1]"),
        ("json: r.json /none = 1", "red", "r.json has nothing at '/none'"),
        ("json: bad.json /a = 1", "red", "bad.json is not JSON: Expecting property name"),
        ("json: none.json /a = 1", "red", "there is no file none.json"),
    ],
)
async def test_a_check_comes_to_a_verdict_that_says_why(
    check: str, verdict: str, text: str
) -> None:
    told = await _play(check)
    ((found, said),) = _checked(told)
    assert found == verdict
    assert said.startswith(text)
    assert _marks(told) == [verdict]
    assert told[-1] == finished("complete", "answer")


@pytest.mark.parametrize(
    ("code", "more", "verdict", "text"),
    [
        (1, {}, "red", "no line of a.txt matches x"),
        (2, {}, "unproved", "boom"),
        (0, {"timed_out": True}, "unproved", "boom"),
    ],
)
async def test_a_pattern_that_is_not_found_or_cannot_be_looked_for(
    code: int, more: dict[str, bool], verdict: str, text: str
) -> None:
    spawner = FakeSpawner({MATCH.format("x"): Ran(code=code, output="boom\n", **more)})
    assert _checked(await _play("match: a.txt x", spawner=spawner)) == [(verdict, text)]


async def test_a_command_that_takes_too_long_is_red() -> None:
    spawner = FakeSpawner({"sleep 9": Ran(code=0, output="", timed_out=True)})
    assert _checked(await _play("sleep 9", spawner=spawner)) == [("red", "stopped after 600 s")]


async def test_a_command_that_cannot_be_started_is_unproved() -> None:
    class Broken(FakeSpawner):
        async def run(self, command: str, **more: Any) -> Ran:
            raise ToolError("there is no bash")

    assert _checked(await _play("true", spawner=Broken())) == [("unproved", "there is no bash")]


async def test_a_long_value_is_shortened() -> None:
    files = FakeWorkspace({"r.json": b'{"a": "' + b"x" * 500 + b'"}'})
    ((verdict, text),) = _checked(await _play("json: r.json /a = 1", workspace=files))
    assert (verdict, len(text) < 260, text.endswith("…, not 1")) == ("red", True, True)


async def test_the_tape_tells_leave_intent_output_and_verdict() -> None:
    told = await _play("pytest -q", spawner=RED)
    of_call = [event for event in told if getattr(event, "call_id", None) == "call_2_2"]
    assert of_call[2:-1] == [
        e.ToolDecided(call_id="call_2_2", decision="allow", by="test"),
        e.ToolStarted(call_id="call_2_2"),
        e.ToolProgress(call_id="call_2_2", text="1 failed\n"),
        e.StageChecked(
            call_id="call_2_2",
            stage_id="a",
            check="pytest -q",
            by="model",
            verdict="red",
            text="1 failed\nexit 1",
        ),
    ]
    assert "check red: pytest -q (by model) — 1 failed exit 1" in log(told)
    assert "check green: true (by model)" in log(await _play("true"))


async def test_warn_closes_the_stage_and_says_nothing_to_the_model() -> None:
    told = await _play("pytest -q", spawner=RED)
    assert (errors(told)[1:3], _marks(told)) == ([None, None], ["red"])
    assert requests(told)[2].reminder is None
    assert told[-1] == finished("complete", "answer")


class Mended(FakeSpawner):
    """A test that fails once."""

    async def run(self, command: str, **more: Any) -> Ran:
        tries = self.ran.count(command)
        ran = await super().run(command, **more)
        return Ran(code=1, output="1 failed\n") if command == "pytest -q" and not tries else ran


async def test_enforce_refuses_with_the_output_until_it_is_green() -> None:
    told = await _play(
        "pytest -q", say("", WORK, ADVANCE), say("Done."), spawner=Mended(), enforce_checks=True
    )
    refusal = "advance refused: the check of this stage did not pass: pytest -q\n1 failed\nexit 1"
    assert errors(told) == [None, None, refusal, None, None]
    assert [update.change for update in updates(told)] == ["replaced", "advanced"]
    assert _checked(told) == [("red", "1 failed\nexit 1"), ("green", "pytest -q\nexit 0")]
    assert _marks(told) == ["green"]
    assert told[-1] == finished("complete", "answer")


async def test_enforce_cannot_be_outlasted() -> None:
    told = await _play("pytest -q", *[say("", ADVANCE)] * 9, spawner=RED, enforce_checks=True)
    assert len(requests(told)) == 4
    assert told[-1] == finished("incomplete", "refusals", 5, open_stages=["Do a"])


def _no_shell(tool: str, arguments: JsonObject) -> Decision:
    verdict = "deny" if tool in ("shell", "read") else "allow"
    return Decision(verdict=verdict, by="a rule", reason="not today")


@pytest.mark.parametrize(
    ("check", "tool", "subject"), [("pytest -q", "shell", "pytest -q"), ("file: a", "read", "a")]
)
async def test_a_check_runs_under_the_rules(check: str, tool: str, subject: str) -> None:
    told = await _play(check, decide=_no_shell)
    assert _checked(told) == [("unproved", "denied: not today")]
    assert told[-1] == finished("complete", "answer")
    told = await _play(check, *[say("So.")] * 3, decide=_no_shell, enforce_checks=True)
    denial = e.Denial(call_id="call_2_2", tool=tool, subject=subject, reason="not today")
    assert told[-1] == finished(
        "incomplete", "idle_turns", 3, open_stages=["Do a"], denials=[denial]
    )
    assert not [event for event in told if event == e.ToolStarted(call_id="call_2_2")]


async def test_a_check_from_a_file_is_the_persons() -> None:
    planner = MetronomePlanner()
    planner.seed(parse_plan_file(b"- [ ] Do it\n  check: true\n"))
    told = await play(
        make_session([say("", WORK, ADVANCE), say("Done.")], planner=planner, seeded=True)
    )
    (checked,) = [event for event in told if isinstance(event, e.StageChecked)]
    assert (checked.by, checked.verdict) == ("plan.md", "green")
    assert "The runner then checks: true" in (requests(told)[0].reminder or "")


def _forged(record: JsonObject) -> MetronomePlanner:
    planner = MetronomePlanner()
    stage: Json = {"id": "a", "content": "Do a", "deliverable": "a", "check": record}
    planner.restore({"plan": {"stages": [stage]}}, version=1)
    return planner


@pytest.mark.parametrize(
    ("record", "text"),
    [
        ({"text": "true", "by": "person", "sha256": "0"}, "the check is not the one that was"),
        (
            {
                "text": "file:",
                "by": "person",
                "sha256": hashlib.sha256(b"file:").hexdigest(),
            },
            "the check names no path",
        ),
    ],
    ids=["another text", "no text"],
)
async def test_a_lock_that_does_not_hold_is_unproved_and_runs_nothing(
    record: JsonObject, text: str
) -> None:
    spawner = FakeSpawner()
    session = make_session(
        [say("", WORK, ADVANCE), say("Done.")], planner=_forged(record), spawner=spawner
    )
    ((verdict, said),) = _checked(await play(session))
    assert (verdict, said.startswith(text), spawner.ran) == ("unproved", True, [])


async def test_R39_a_check_is_no_work() -> None:
    told = await _play("true")
    entries = [e.Entry(seq=n, at=0.0, event=event) for n, event in enumerate(told)]
    assert restored(entries).work_tick == 1
