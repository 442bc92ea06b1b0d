"""The viewer: playing, stepping, stages, the timeline."""

from pathlib import Path

from tests.tui.viewing import NOW, OPEN, RUN, plan, viewing, write
from zaptui.core import events as e

LINES = len(RUN)


async def test_it_plays_from_the_start_as_time_goes_by(tmp_path: Path) -> None:
    async with viewing(write(tmp_path / "a.jsonl")) as watching:
        assert watching.line == 1
        assert "mend the clock" in watching.screen
        assert "I look around." not in watching.screen
        assert " playing 1×" in watching.screen
        await watching.pass_by(2)
        assert watching.line == 3
        assert "I look around." in watching.screen
        await watching.pass_by(4)
        assert "1/2  Stage number 1" in watching.screen
        await watching.pass_by(30)
        assert watching.line == LINES
        assert "The clock is mended." in watching.screen
        assert "complete" in watching.screen
        assert " paused  1×" in watching.screen


async def test_space_pauses_and_plays_on_and_at_the_end_begins_anew(tmp_path: Path) -> None:
    async with viewing(write(tmp_path / "a.jsonl")) as watching:
        await watching.press("space")
        await watching.pass_by(5)
        assert watching.line == 1
        await watching.press("space")
        await watching.pass_by(5)
        assert watching.line == 6
        await watching.press("end", "space")
        assert watching.line == 1
        assert watching.player.playing


async def test_arrows_go_by_steps_and_by_stages(tmp_path: Path) -> None:
    async with viewing(write(tmp_path / "a.jsonl")) as watching:
        await watching.press("space")
        lines: list[int] = []
        for key in ("right", "right", "right", "left", "down", "down", "up", "home", "end"):
            await watching.press(key)
            lines.append(watching.line)
        assert lines == [6, 10, 14, 10, 14, 14, 6, 1, LINES]


async def test_behind_the_last_stage_there_is_none(tmp_path: Path) -> None:
    async with viewing(write(tmp_path / "a.jsonl")) as watching:
        await watching.press("down", "down", "down")
        assert "that was the last one" in watching.screen
        await watching.press("left")
        assert "that was the last one" not in watching.screen


async def test_brackets_change_the_speed(tmp_path: Path) -> None:
    async with viewing(write(tmp_path / "a.jsonl"), speed=2) as watching:
        await watching.press("right_square_bracket")
        assert " 4× " in watching.screen
        await watching.pass_by(1)
        assert watching.line == 5
        await watching.press(*["left_square_bracket"] * 9)
        assert " 0.25× " in watching.screen


async def test_the_timeline_marks_stages_and_a_click_goes_there(tmp_path: Path) -> None:
    async with viewing(write(tmp_path / "a.jsonl")) as watching:
        await watching.press("space")
        *_, labels, bar, _ = watching.screen.split("\n")
        assert labels.split() == ["1", "2"]
        column = labels.index("2")
        assert bar[column] == "┼"
        await watching._pilot.click("#timeline", offset=(column, 1))
        assert 13 <= watching.line <= 14
        *_, bar, _ = watching.screen.split("\n")
        assert bar[column] == "●"
        await watching._pilot.click("#timeline", offset=(1, 1))
        assert 13 <= watching.line <= 14


async def test_the_plan_is_beside_it_or_below_or_away(tmp_path: Path) -> None:
    async with viewing(write(tmp_path / "a.jsonl"), at="9") as watching:
        assert "plan 0/2" in watching.screen
        await watching.resize(80, 24)
        assert "plan 0/2" not in watching.screen
        assert watching.screen.count("Stage number 1") == 2
        await watching.press("ctrl+t", "ctrl+t", "ctrl+t")
        assert watching.screen.count("Stage number 1") == 1


async def test_stages_in_progress_stay_in_sight_however_many_wait(tmp_path: Path) -> None:
    events: list[e.Event] = [
        e.RunStarted(session="s", prompt="much to do"),
        e.StepStarted(step=1),
        *plan(1, NOW, *[OPEN] * 50),
        e.StepStarted(step=2),
        e.TextDelta(part="t", text="I begin with the first."),
    ]
    path = write(tmp_path / "a.jsonl", events)
    async with viewing(path, at="7", size=(80, 20)) as watching:
        assert "I begin with the first." in watching.screen


async def test_the_time_of_a_stage_is_the_time_of_the_tape(tmp_path: Path) -> None:
    async with viewing(write(tmp_path / "a.jsonl")) as watching:
        await watching.press("down")
        await watching.pass_by(0.5)
        assert watching.player.now == 5.5
        await watching.pass_by(0.5)
        assert "2.0 s · waiting for the model" in watching.screen


async def test_help_tells_the_keys_and_the_file(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl")
    async with viewing(path) as watching:
        await watching.press("question_mark")
        assert "slower, faster" in watching.screen
        assert "a.jsonl" in watching.screen
        await watching.press("escape")
        assert "slower, faster" not in watching.screen


async def test_plain_looks_are_ascii(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl")
    async with viewing(path, plain=True, size=(110, 24)) as watching:
        await watching.press("end", "question_mark")
        assert watching.screen.isascii()


async def test_a_very_small_screen_is_no_trouble(tmp_path: Path) -> None:
    async with viewing(write(tmp_path / "a.jsonl"), size=(20, 6)) as watching:
        for size in ((1, 1), (30, 3), (200, 60), (9, 40)):
            await watching.resize(*size)
            await watching.press("end", "home", "question_mark", "slash", "escape", "tab")


async def test_it_leaves_with_q_and_with_ctrl_c(tmp_path: Path) -> None:
    for key in ("q", "ctrl+c", "ctrl+q"):
        async with viewing(write(tmp_path / "a.jsonl")) as watching:
            await watching.press(key)
            assert watching.app.return_code == 0
            assert watching.app.written[-1] == "\x1b]0;\x07"


async def test_two_runs_are_one_tape(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", [*RUN, *RUN[:6]])
    async with viewing(path) as watching:
        assert "the run has no end" in watching.screen
        await watching.press("end")
        assert "run 2" in watching.screen
        assert "the run has no end" not in watching.screen
        assert "aborted" in watching.screen
