"""The rows of a replay: opened, found, copied, and held no longer than needed."""

import base64
from pathlib import Path

from tests.tui.viewing import NOW, RUN, call, plan, viewing, write
from zaptui.core import events as e


def copied(written: list[str]) -> str:
    (escape,) = [each for each in written if each.startswith("\x1b]52;c;")]
    return base64.b64decode(escape[7:-1]).decode()


def long_run(steps: int) -> list[e.Event]:
    """A run of many steps in one stage; each but the second has a call."""
    events: list[e.Event] = [
        e.RunStarted(session="s", prompt="a long one"),
        e.StepStarted(step=1),
        *plan(1, NOW),
    ]
    for step in range(2, steps):
        events += [
            e.StepStarted(step=step),
            e.TextDelta(part="t", text=f"Words of {step}."),
            *call(step),
        ]
    return events


async def test_a_row_opens_and_closes(tmp_path: Path) -> None:
    async with viewing(write(tmp_path / "a.jsonl"), at="10", size=(90, 60)) as watching:
        assert "line 0" not in watching.screen
        await watching.press("tab", "enter")
        assert "line 0" in watching.screen
        assert "the needle" not in watching.screen
        await watching.press("enter")
        assert "the needle" in "\n".join(
            strip.text
            for block in [watching.viewer.transcript.cursor]
            for strip in block.strips(watching.viewer.transcript._look())
        )
        await watching.press("enter")
        assert "line 0" not in watching.screen


async def test_what_was_opened_is_open_again_after_going_elsewhere(tmp_path: Path) -> None:
    async with viewing(write(tmp_path / "a.jsonl"), at="10", size=(90, 60)) as watching:
        await watching.press("tab", "o", "home")
        assert "line 0" not in watching.screen
        await watching.press("right", "right")
        assert "line 0" in watching.screen
        await watching.press("tab", "o", "o", "left", "right")
        assert "line 0" not in watching.screen


async def test_a_stage_that_was_opened_stays_open(tmp_path: Path) -> None:
    async with viewing(write(tmp_path / "a.jsonl"), at="end", size=(90, 60)) as watching:
        assert "run 1" not in watching.screen
        await watching.press("k", "k", "enter")
        assert "run 1" in watching.screen
        await watching.press("home", "end")
        assert "run 1" in watching.screen


async def test_a_text_is_found_in_results_and_in_words_that_came_in_pieces(tmp_path: Path) -> None:
    async with viewing(write(tmp_path / "a.jsonl"), size=(90, 24)) as watching:
        await watching.press("slash", *"Needle")
        assert "/ Needle" in watching.screen
        await watching.press("enter")
        await watching.until(lambda: "Needle: 1 of 2" in watching.screen)
        assert "the needle" in watching.screen
        assert watching.line == 10
        assert not watching.player.playing
        await watching.press("n")
        await watching.until(lambda: "2 of 2" in watching.screen)
        assert watching.line == 17
        await watching.press("n")
        await watching.until(lambda: "1 of 2, around the end" in watching.screen)
        await watching.press("N")
        await watching.until(lambda: "2 of 2, around the start" in watching.screen)
        await watching.press("N")
        await watching.until(lambda: "1 of 2" in watching.screen)


async def test_what_is_found_is_marked_until_escape(tmp_path: Path) -> None:
    async with viewing(write(tmp_path / "a.jsonl"), at="end", size=(90, 24)) as watching:

        def marked() -> list[str]:
            transcript = watching.viewer.transcript
            style = transcript.get_component_rich_style("transcript--found").bgcolor
            return [
                segment.text
                for y in range(24)
                for segment in transcript.render_line(y)
                if segment.style is not None and segment.style.bgcolor == style
            ]

        await watching.press("slash", *"clock", "enter")
        await watching.until(lambda: "clock: " in watching.screen)
        assert "clock" in marked()
        await watching.press("escape")
        assert "clock" not in marked()


async def test_what_is_nowhere_is_told(tmp_path: Path) -> None:
    async with viewing(write(tmp_path / "a.jsonl")) as watching:
        await watching.press("slash", *"zebra", "enter")
        await watching.until(lambda: "not found: zebra" in watching.screen)
        assert watching.line == 1


async def test_the_line_for_a_search_can_be_edited_and_left(tmp_path: Path) -> None:
    async with viewing(write(tmp_path / "a.jsonl")) as watching:
        await watching.press("n", *"abc", "backspace", "space", *"de", "ctrl+w", "x")
        assert watching.viewer.ask.text == "abx"
        await watching.press("ctrl+u", "q", "backspace", "backspace")
        assert not watching.viewer.ask.display
        assert watching.viewer.transcript.has_focus
        await watching.press("slash", "enter")
        assert watching.viewer.finding.idle


async def test_a_paste_is_clean_and_on_one_line(tmp_path: Path) -> None:
    from textual import events

    async with viewing(write(tmp_path / "a.jsonl")) as watching:
        await watching.press("slash")
        watching.viewer.ask.post_message(events.Paste("a\x1b]0;evil\x07\nb "))
        await watching.press("c")
        assert watching.viewer.ask.text == "a bc"


async def test_rows_and_words_are_copied(tmp_path: Path) -> None:
    async with viewing(write(tmp_path / "a.jsonl"), at="10") as watching:
        await watching.press("y")
        assert copied(watching.app.written) == "I look around."
        watching.app.written.clear()
        await watching.press("tab", "y")
        whole = copied(watching.app.written).split("\n")
        assert "run 1" in whole[0]
        assert whole[-1].strip() == "the needle"
        assert "sent to the terminal" in watching.screen
        await watching.press("shift+tab", "y")
        assert "Stage number 1" in base64.b64decode(watching.app.written[-1][7:-1]).decode()
        await watching.press("home", "y")
        assert "there is nothing to copy" in watching.screen


async def test_thoughts_are_copied_as_they_are(tmp_path: Path) -> None:
    async with viewing(write(tmp_path / "a.jsonl"), at="17") as watching:
        await watching.press("tab", "y")
        assert copied(watching.app.written) == "hm, a needle again"


async def test_what_is_marked_is_copied_by_ctrl_c(tmp_path: Path) -> None:
    async with viewing(write(tmp_path / "a.jsonl"), at="10") as watching:
        await watching._pilot.click("#transcript", offset=(3, 3), times=2)
        await watching.press("ctrl+c")
        assert copied(watching.app.written) == "look"


async def test_far_into_a_long_run_only_what_is_near_is_held_and_more_on_the_way_up(
    tmp_path: Path,
) -> None:
    path = write(tmp_path / "a.jsonl", long_run(600))
    async with viewing(path, at="end", size=(80, 30)) as watching:
        transcript, playback = watching.viewer.transcript, watching.player.playback
        height, base = transcript.document.height, playback.base.line
        assert base > 0
        assert watching.line - base < 1000
        transcript.action_page(-1)
        transcript.scroll_to(y=0, animate=False, immediate=True)
        await watching.until(lambda: transcript.document.height > height)
        assert playback.base.line < base
        assert transcript.scroll_y > 0
        assert not transcript.following
        for _ in range(5):
            transcript.scroll_to(y=0, animate=False, immediate=True)
            await watching.press("b")
        assert playback.base.line == 0
        transcript.scroll_to(y=0, animate=False, immediate=True)
        await watching.press("pageup")
        assert "a long one" in watching.screen
        await watching.press("end")
        assert "Words of 599." in watching.screen


async def test_the_first_line_says_what_stands_before(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", [*RUN, *long_run(400)])
    async with viewing(path, at="end", size=(80, 30)) as watching:
        transcript = watching.viewer.transcript
        (line,) = [
            strip.text
            for block in transcript.document._locals[0]
            for strip in block.strips(transcript._look())
        ]
        assert line.strip().startswith("• earlier: 1 run and ")
        assert line.strip().endswith(" steps of this run; page up shows them")
        assert "Words of 399." in watching.screen


async def test_a_thought_without_words_is_no_row(tmp_path: Path) -> None:
    events: list[e.Event] = [
        *RUN[:2],
        e.PartMeta(part="r", provider="p", data={"encrypted": "x"}),
        e.TextDelta(part="t", text="I look."),
    ]
    async with viewing(write(tmp_path / "a.jsonl", events), at="end") as watching:
        assert "thought" not in watching.screen
        await watching.press("tab")
        assert watching.viewer.transcript.cursor is None


async def test_what_was_found_stays_in_view_when_the_plan_comes_in_beside_it(
    tmp_path: Path,
) -> None:
    lines = "".join(f"{'word ' * 30}{number}\n" for number in range(60))
    found = call(7, f"{lines}the haystack\n{lines}")
    events = [*RUN[:7], *found, e.RunStarted(session="s", prompt="no plan"), *RUN[1:3]]
    async with viewing(write(tmp_path / "a.jsonl", events), at="end") as watching:
        await watching.press("slash", *"haystack", "enter")
        await watching.until(lambda: "haystack: 1 of 1" in watching.screen)
        assert "plan 0/2" in watching.screen
        assert "the haystack" in watching.screen
