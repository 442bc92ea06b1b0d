"""What the viewer shows of a tape is what the app showed of the run."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.tui.test_replay import TAPES, live
from tests.tui.viewing import Watching, viewing
from zaptui.core.lines import encode


def transcript_and_plan(watching: Watching) -> list[str]:
    transcript, panel = watching.viewer.transcript, watching.viewer.plan.panel
    drawing = transcript._look()
    lines = [transcript.document.line(y, drawing) for y in range(transcript.document.height)]
    shown = [strip.text for strip in panel._strips] if panel.display else []
    return as_told([*(line.text if line else "" for line in lines), *shown])


def as_told(lines: Sequence[str]) -> list[str]:
    """Without the blanks around: the plan is lower here than in the app."""
    return [line.strip() for line in lines if line.strip()]


@pytest.mark.parametrize("name", list(TAPES))
async def test_the_end_of_a_replay_is_the_end_of_the_run(name: str, tmp_path: Path) -> None:
    watched, host = await live(TAPES[name], size=(110, 30))
    path = tmp_path / "a.jsonl"
    path.write_text("".join(f"{encode(entry)}\n" for entry in host.entries))
    async with viewing(path, at="end", size=(110, 30)) as watching:
        assert transcript_and_plan(watching) == as_told(watched)
    async with viewing(path, size=(110, 30)) as watching:
        await watching.pass_by(40)
        assert transcript_and_plan(watching) == as_told(watched)
