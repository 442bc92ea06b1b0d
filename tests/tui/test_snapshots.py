"""Whole screens as they are: a change of the looks is a change of these files.

ZAP_SNAPSHOTS=write makes them anew; what they show is then for a person to read.
"""

import os
from itertools import groupby
from pathlib import Path

import pytest

from tests.tui import scenes
from tests.tui.by_hand import Hand, HandHost, by_hand
from zaptui.core.parts import Usage

FOLDER = Path(__file__).with_name("snapshots")
SIZES = ((120, 40), (80, 24), (40, 12))
AT_ALL_SIZES = (scenes.empty, scenes.working, scenes.done, scenes.asks_command)
AT_ONE_SIZE = (
    scenes.planned, scenes.streaming, scenes.failed, scenes.aborted, scenes.queued,
    scenes.asks_edit, scenes.asks_person, scenes.no_plan, scenes.menu, scenes.behind,
)  # fmt: skip
CASES = [(scene, size) for scene in AT_ALL_SIZES for size in SIZES]
CASES += [(scene, (80, 24)) for scene in AT_ONE_SIZE]


class PricedHost(HandHost):
    """A host that knows what it costs."""

    def price(self, usage: Usage) -> float | None:
        return None if usage == Usage() else usage.input_tokens / 100_000

    def rule_for(self, approval: object) -> str | None:
        return None


def assert_as_before(name: str, shown: str) -> None:
    """The text is that of the file."""
    file = FOLDER / f"{name}.txt"
    if os.environ.get("ZAP_SNAPSHOTS") == "write":
        file.write_text(shown, encoding="utf-8")
    assert file.exists(), f"{file} is missing: ZAP_SNAPSHOTS=write makes it"
    assert shown.splitlines() == file.read_text(encoding="utf-8").splitlines()


def name_of(scene: scenes.Scene) -> str:
    return scene.__name__  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("scene", "size"), CASES, ids=[f"{name_of(s)}-{w}x{h}" for s, (w, h) in CASES]
)
async def test_a_screen_looks_as_before(scene: scenes.Scene, size: tuple[int, int]) -> None:
    async with by_hand(size=size, prompt=None, host=PricedHost()) as hand:
        await scene(hand)
        assert_as_before(f"{name_of(scene)}-{size[0]}x{size[1]}", f"{hand.text}\n")


async def test_plain_looks_are_as_before() -> None:
    async with by_hand(size=(80, 24), prompt=None, host=PricedHost(), plain=True) as hand:
        await scenes.working(hand)
        assert_as_before("working-plain-80x24", f"{hand.text}\n")


@pytest.mark.parametrize("theme", ["zap-dark", "zap-light", "ansi-dark"])
async def test_the_colours_are_as_before(theme: str) -> None:
    async with by_hand(size=(80, 24), prompt=None, host=PricedHost(), theme=theme) as hand:
        await scenes.working(hand)
        assert_as_before(f"colours-{theme}", "\n".join(colours(hand)) + "\n")


def colours(hand: Hand) -> list[str]:
    """The screen, a line for each run of one style."""
    lines: list[str] = []
    for y, strip in enumerate(hand.app.screen._compositor.render_strips()):
        for style, run in groupby(strip, key=lambda segment: str(segment.style)):
            words = "".join(segment.text for segment in run).strip()
            if words:
                lines.append(f"{y:>2} {words:<56} {style}")
    return lines
