"""What the viewer opens: places, foreign runs, damaged files; and that it does nothing else."""

import json
from pathlib import Path

import pytest

from tests.cli.mock import zap
from tests.tui.viewing import RUN, viewing, write
from zaptui.core import events as e
from zaptui.errors import TranscriptError
from zaptui.wiring.tape_host import TapeHost

CODEX: list[object] = [
    {"type": "thread.started", "thread_id": "t"},
    {"type": "turn.started"},
    {"type": "item.completed", "item": {"id": "1", "type": "todo_list", "items": [
        {"text": "Look", "completed": True}, {"text": "Mend", "completed": False}]}},
    {"type": "item.completed", "item": {"id": "2", "type": "agent_message", "text": "Mended."}},
]  # fmt: skip


def codex(path: Path, *more: object) -> Path:
    path.write_text("".join(f"{json.dumps(line)}\n" for line in (*CODEX, *more)))
    return path


@pytest.mark.parametrize(
    ("at", "line"), [("0:07", 8), ("50%", 14), ("100%", 27), ("5", 5), ("99999", 27), ("end", 27)]
)
async def test_it_begins_where_a_person_wants_to_look_and_stands_still(
    tmp_path: Path, at: str, line: int
) -> None:
    async with viewing(write(tmp_path / "a.jsonl"), at=at) as watching:
        await watching.pass_by(3)
        assert watching.line == line
        assert " paused " in watching.screen


async def test_a_foreign_run_plays_with_its_plan_and_says_what_was_not_understood(
    tmp_path: Path,
) -> None:
    path = codex(tmp_path / "run.log", {"type": "who.knows"})
    async with viewing(path) as watching:
        await watching.until(lambda: "1 record not understood" in watching.screen)
        assert "codex-exec" in watching.screen
        await watching.press("end")
        assert "1/2  Look" in watching.screen
        assert "still open: Mend" in watching.screen
        assert "0:01 / 0:01" in watching.screen  # it tells no times: watching has some
        await watching.press("question_mark")
        assert "read as codex-exec; 1 record not understood" in watching.screen


async def test_a_foreign_run_that_is_understood_needs_no_word(tmp_path: Path) -> None:
    async with viewing(codex(tmp_path / "run.log")) as watching:
        await watching.until(lambda: "codex-exec" in watching.screen)
        assert "not understood" not in watching.screen


async def test_damaged_lines_are_counted(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl")
    lines = path.read_text().split("\n")
    path.write_text("\n".join([*lines[:3], "{broken", "[]", *lines[3:]]))
    async with viewing(path) as watching:
        assert "2 lines could not be read" in watching.screen
        await watching.press("end")
        assert "The clock is mended." in watching.screen


def test_what_is_no_transcript_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("hello\n")
    with pytest.raises(TranscriptError, match="is not a transcript"):
        TapeHost(str(path))


async def test_a_tape_of_the_future_ends_the_viewer_with_its_error(tmp_path: Path) -> None:
    later = e.RunStarted(session="s", prompt="p", format="zap/9")
    path = write(tmp_path / "a.jsonl", [*RUN, later])
    async with viewing(path) as watching:
        assert isinstance(watching.app.failure, TranscriptError)
        assert watching.app.return_code == 65


async def test_a_run_is_exported_to_a_file_that_is_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with viewing(write(tmp_path / "a.jsonl")) as watching:
        await watching.press("e")
        assert "export to a.md" in watching.screen
        await watching.press("enter")
        await watching.until(lambda: "written: " in watching.screen)
        assert "The clock is mended." in (tmp_path / "a.md").read_text()
        await watching.press("e", "enter")
        await watching.until(lambda: "a.md exists already" in watching.screen)
        await watching.press("e", *"x", "enter")
        await watching.until(lambda: "unknown format 'mdx'" in watching.screen)
        assert watching.app.return_code is None


async def test_what_a_tape_says_reaches_no_terminal_as_it_is(tmp_path: Path) -> None:
    evil = "\x1b]52;c;ZXZpbA==\x07\x1b[31m[bold]x[/] \u202e"
    events: list[e.Event] = [
        e.RunStarted(session=evil, prompt=evil, model=evil, mode=evil),
        e.StepStarted(step=1),
        e.TextDelta(part="t", text=evil),
        e.ToolCalled(call_id="c", tool=evil, input={evil: evil}),
        e.ToolReturned(call_id="c", output=evil),
        e.RunFinished(
            outcome="error", finish_reason="error", stopped_by=evil, exit_code=1, error=evil
        ),
    ]
    async with viewing(write(tmp_path / "a.jsonl", events), at="end") as watching:
        await watching.press("tab", "enter", "slash", "x", "enter")
        await watching.until(lambda: "x: 1" in watching.screen)
        assert "\x1b" not in watching.screen
        assert "\u202e" not in watching.screen
        assert "[bold]x[/]" in watching.screen
        assert not [each for each in watching.app.written if "52;c" in each or "[31m" in each]


def test_places_hold_for_what_is_printed(tmp_path: Path) -> None:
    path = str(write(tmp_path / "a.jsonl"))

    def printed(*options: str) -> list[str]:
        ended = zap("replay", path, *options)
        assert ended.code == 0, ended.err
        return ended.out.splitlines()

    assert len(printed("--at", "9", "--output", "jsonl")) == 9
    assert len(printed("--stage", "2", "--output", "jsonl")) == 14
    assert len(printed("--at", "50%", "--output", "jsonl")) == 14
    assert printed("--at", "7")[-1].strip().startswith("[1/2] Stage number 1")
    (result,) = printed("--at", "0:09", "--output", "json")
    assert [stage["status"] for stage in json.loads(result)["stages"]] == ["in_progress", "pending"]
    foreign = zap("replay", str(codex(tmp_path / "c")), "--at", "100%", "--output", "json")
    assert json.loads(foreign.out)["format"] == "codex-exec"


@pytest.mark.parametrize(
    ("options", "word"),
    [
        (["--at", "soon"], "'soon' is no place"),
        (["--at", "1%", "--stage", "1"], "each name a place"),
        (["--stage", "9"], "the run has no stage 9"),
        (["--speed", "99"], "is not between 0.25 and 32"),
        (["--output", "svg"], "unknown output 'svg'"),
    ],
)
def test_what_cannot_be_done_is_told(tmp_path: Path, options: list[str], word: str) -> None:
    ended = zap("replay", str(write(tmp_path / "a.jsonl")), *options)
    assert ended.code == 2
    assert word in ended.err
