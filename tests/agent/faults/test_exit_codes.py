"""Runs that look green, or say nothing, whatever became of the plan."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.agent.expected import finished, on_stage, stages, step, todos
from tests.agent.faults.seen import log, requests, result
from tests.fakes import allow, make_session, play, say
from zaptui.config.files import Loaded
from zaptui.config.schema import ProjectSettings, Settings
from zaptui.core.json import JsonObject
from zaptui.core.ports import Decide, Decision
from zaptui.errors import ProviderError
from zaptui.planning.directives import ALL_DONE
from zaptui.providers.scripted import Scripted, ScriptedReply
from zaptui.safety.sandbox import NO_SANDBOX
from zaptui.wiring.build import Model
from zaptui.wiring.headless import run_headless
from zaptui.wiring.options import Output, RunOptions
from zaptui.wiring.permissions import Guard

LOOK = ("list", {"path": "."})
OPEN = say("", ("plan", stages("a b")))
CLOSED = [say("", LOOK, ("advance", {"evidence": f"{stage} ok"})) for stage in "ab"]
TEXTS = [say("I am done.")] * 3


def _deny(tool: str, arguments: JsonObject) -> Decision:
    verdict = "deny" if tool == "list" else "allow"
    return Decision(verdict=verdict, by="a rule", reason="no")


def _run(
    replies: Sequence[ScriptedReply],
    folder: Path,
    *,
    output: Output = "json",
    decide: Decide = allow,
    max_steps: int | None = None,
) -> int:
    """A whole `zap run` but for its command line; the exit code of the process."""
    return run_headless(
        RunOptions(
            task="task",
            mode="metronome",
            output=output,
            cwd=folder,
            save=False,
            max_steps=max_steps,
            max_wait_s=0.0,
        ),
        Loaded(user=Settings(), project=ProjectSettings()),
        Model(provider=Scripted(replies), name="test", shown="scripted/test"),
        guard=Guard(decide=decide, sandbox=NO_SANDBOX),
    )


def test_F05_a_CI_run_ends_green_with_todos_open(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _run([OPEN, CLOSED[0], *TEXTS], tmp_path, output="text") == 5
    assert capsys.readouterr().out.rstrip("\n").split("\n")[-1] == (
        "incomplete (idle_turns) — still open: Do b"
    )


@pytest.mark.parametrize(
    ("replies", "more", "outcome", "code"),
    [
        ([OPEN, *CLOSED, say("Done.")], {}, "complete", 0),
        ([say("Hello.")], {}, "answered", 0),
        ([OPEN, *TEXTS], {}, "incomplete", 5),
        ([OPEN, *[say("", ("complete", {}))] * 3], {}, "incomplete", 5),
        ([OPEN, *CLOSED], {"max_steps": 2}, "capped", 4),
        ([say("", LOOK), say("Done.")], {"decide": _deny}, "answered", 3),
        ([OPEN, say("", error=ProviderError("refused"))], {}, "error", 1),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_F10_the_JSON_and_the_process_disagree_about_the_end(
    replies: list[ScriptedReply],
    more: dict[str, object],
    outcome: str,
    code: int,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert _run(replies, tmp_path, **more) == code
    printed = json.loads(capsys.readouterr().out)
    assert (printed["outcome"], printed["exit_code"]) == (outcome, code)
    assert _run(replies, tmp_path, output="jsonl", **more) == code
    last = json.loads(capsys.readouterr().out.rstrip("\n").split("\n")[-1])
    assert (last["type"], last["outcome"], last["exit_code"]) == ("run_finished", outcome, code)


def test_F11_work_is_put_into_the_background_and_killed_without_a_word(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The model hears at once that it ends with the run, the person that it was ended."""
    command = "(sleep 300; touch built) >/dev/null 2>&1 &"
    replies = [say("", ("shell", {"command": command})), say("The build is on its way.")]
    _run(replies, tmp_path, output="jsonl")
    printed = capsys.readouterr()
    lines = [json.loads(line) for line in printed.out.rstrip("\n").split("\n")]
    assert [line["text"] for line in lines if line["type"] == "notice"] == [
        "a command still runs in the background; what is not done when zap ends is cut off"
    ]
    assert [line["output"] for line in lines if line["type"] == "tool_returned"] == [
        {
            "exit_code": 0,
            "output": "",
            "background": "left a background process, which ends with the run",
        }
    ]
    assert "ended 1 command left running in the background" in printed.err


@pytest.mark.parametrize("last", ["text", "complete"])
async def test_F23_goes_silent_when_all_is_done(last: str) -> None:
    """The model is told once to deliver, and the run ends in words and in one event."""
    final = say("Here it is.") if last == "text" else say("", ("complete", {"summary": "It is."}))
    opening = [say("", ("write_todos", todos("a*"))), say("", ("write_todos", todos("a+")))]
    told = await play(make_session([*opening, final], mode="classic"))
    assert requests(told)[2:] == [step(3, ALL_DONE)]
    words = "Here it is." if last == "text" else "It is."
    assert result(told)["answer"] == words
    assert log(told)[-2:] == ["", words]
    assert told[-1] == finished("complete", "answer" if last == "text" else "complete")


async def test_F23_goes_silent_when_the_last_stage_is_closed() -> None:
    """In metronome the word to deliver comes with the last stage; silence ends the run too."""
    told = await play(
        make_session(
            [say("", ("plan", stages("a"))), say("", ("work", {}), CLOSED[0].calls[1]), say("")]
        )
    )
    assert requests(told)[1:] == [step(2, on_stage(1, 1, "a")), step(3)]
    assert "and deliver to user" in on_stage(1, 1, "a")
    assert told[-1] == finished("complete", "answer")
