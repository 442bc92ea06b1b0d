"""`zap replay` of what is no session of ours: other agents' runs, folders, files of any kind."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.mock import zap
from tests.replay.corpus import expected_figures, manifest, run_path
from tests.replay.test_corpus import HELD_WRONG
from zaptui.core.lines import decode

RUNS = manifest()


def figures(run: dict[str, Any], result: dict[str, Any]) -> tuple[Any, Any]:
    """What a run shows, and what is expected of it."""
    expected = expected_figures(run) | HELD_WRONG.get(run["file"], ({}, ""))[0]
    shown = {**result["counts"], "final_plan": result["final_plan"]}
    return {name: shown[name] for name in expected}, expected


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ZAP_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def one_of_each() -> list[dict[str, Any]]:
    seen: dict[str, dict[str, Any]] = {}
    for run in RUNS:
        seen.setdefault(run["format"], run)
    return list(seen.values())


@pytest.mark.parametrize("run", one_of_each(), ids=lambda run: run["file"])
def test_a_run_of_each_format_opens_with_its_counts(run: dict[str, Any]) -> None:
    ended = zap("replay", str(run_path(run)), "--output", "json")
    assert ended.code == 0
    (result,) = ended.lines
    shown, expected = figures(run, result)
    assert shown == expected
    assert f"read as {result['format']}; {result['not_understood']} record" in ended.err


def test_every_recorded_run_opens_in_one_process_and_bounded_memory() -> None:
    if not RUNS:
        pytest.skip("the shared corpus is missing")
    command = [sys.executable, "-m", "tests.cli.every_run", *(str(run_path(run)) for run in RUNS)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    *results, peak_mb = map(json.loads, done.stdout.splitlines())
    told = [figures(run, result) for run, result in zip(RUNS, results, strict=True)]
    assert [shown for shown, _ in told] == [expected for _, expected in told]
    assert peak_mb < 150


def test_a_foreign_run_reads_as_text_and_its_lines_are_a_tape_of_ours(tmp_path: Path) -> None:
    lines = [
        {"type": "thread.started", "thread_id": "t"},
        {"type": "turn.started"},
        {"type": "item.completed", "item": {"id": "1", "type": "todo_list", "items": [
            {"text": "Look", "completed": True}, {"text": "Mend", "completed": False}]}},
        {"type": "item.completed", "item": {"id": "2", "type": "agent_message", "text": "Mended."}},
        {"type": "who.knows"},
    ]  # fmt: skip
    path = tmp_path / "run.txt"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines) + "oops {\n")
    text = zap("replay", str(path))
    assert text.code == 0
    assert "[1/2] Look … done" in text.out
    assert text.out.rstrip().endswith("incomplete (the transcript ends) — still open: Mend")
    assert "line 6: not JSON" in text.err
    assert "read as codex-exec; 2 records not understood" in text.err

    tape = zap("replay", str(path), "--output", "jsonl")
    own = tmp_path / "own.jsonl"
    own.write_text(tape.out)
    assert [decode(line).seq for line in tape.out.splitlines()] == list(range(len(tape.lines)))
    again = zap("replay", str(own), "--output", "jsonl")
    assert again.out == tape.out
    assert again.err == ""


@pytest.mark.parametrize("content", ["", "\n\n", "hello\n", '{"a": 1}\n', "[1, 2]", "\0\1\2"])
def test_what_is_no_transcript_is_refused_and_told_what_was_looked_for(
    tmp_path: Path, content: str
) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text(content)
    ended = zap("replay", str(path))
    assert ended.code == 65
    assert ended.out == ""
    assert "x.jsonl is not a transcript that can be read" in ended.err
    assert "looked for zap, Claude Code sessions, " in ended.err


def test_a_folder_without_any_transcript_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("no")
    ended = zap("replay", str(tmp_path))
    assert ended.code == 65
    assert f"no file in {tmp_path.name} is a transcript" in ended.err


def test_a_folder_of_our_own_transcripts_asks_for_one_of_them(tmp_path: Path) -> None:
    started = '{"type":"run_started","seq":1,"at":0,"session":"s","prompt":"p"}\n'
    for name in ("a.jsonl", "b.jsonl"):
        (tmp_path / name).write_text(started)
    ended = zap("replay", str(tmp_path))
    assert ended.code == 65
    assert "holds 2 transcripts of zap — name one of them: a.jsonl, b.jsonl" in ended.err


def test_a_damaged_tape_of_ours_is_still_ours(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    started = '{"type":"run_started","seq":1,"at":0,"session":"s","prompt":"p"}'
    path.write_text(f'{{"type":"text_delta","se\n{started}\n')
    ended = zap("replay", str(path), "--output", "json")
    assert ended.code == 0
    assert ended.lines[0]["stopped_by"] == "crash"
    assert "line 1: cannot be read" in ended.err


def test_a_foreign_run_can_be_exported(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    messages = [{"role": "user", "content": "mend it"}, {"role": "assistant", "content": "Done."}]
    path.write_text(
        json.dumps({"info": {}, "messages": messages, "trajectory_format": "mini-swe-agent-1"})
    )
    ended = zap("sessions", "export", str(path), "--format", "md")
    assert ended.code == 0, ended.err
    assert "# mend it" in ended.out


@pytest.mark.parametrize("output", ["text", "json", "jsonl"])
def test_S11_a_replay_runs_nothing_and_reaches_nobody(
    output: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever a tape says of folders, addresses, approvals and times."""
    started = {"type": "run_started", "session": "s", "prompt": "p", "cwd": str(tmp_path / "gone"),
               "mode": "yes", "model": "openai-chat/x", "base_url": "http://x"}  # fmt: skip
    called = {"type": "tool_called", "call_id": "c", "tool": "shell",
              "input": {"command": "touch made", "cwd": "/"}}  # fmt: skip
    records = [
        started,
        {"type": "step_started", "step": 1},
        called,
        {"type": "tool_decided", "call_id": "c", "decision": "allow", "by": "you"},
        {"type": "tool_started", "call_id": "c"},
        {"type": "retrying", "attempt": 1, "wait_s": 1e12, "error": "busy"},
    ]
    times = [0, -1, 1e12, 5, 5, 6]
    lines = [
        json.dumps({**record, "seq": seq, "at": at})
        for seq, (record, at) in enumerate(zip(records, times, strict=True))
    ]
    file = tmp_path / "hostile.jsonl"
    file.write_text("\n".join(lines) + "\n")

    def never(*arguments: object, **more: object) -> None:
        raise AssertionError(f"a replay did something: {arguments}")

    for place in ("subprocess.Popen", "socket.socket.connect", "os.chdir", "time.sleep"):
        monkeypatch.setattr(place, never)
    before = sorted(tmp_path.iterdir())
    assert zap("replay", str(file), "--output", output).code == 0
    assert sorted(tmp_path.iterdir()) == before
