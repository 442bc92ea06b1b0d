"""The picture of the README: the app at the task of `zap demo`, as an SVG that weighs little."""

import asyncio
import re
from pathlib import Path

from tests.tui import scenes
from tests.tui.by_hand import by_hand
from tests.tui.test_snapshots import PricedHost

PICTURE = Path(__file__).with_name("zap.svg")
_FONT = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"


class ShownHost(PricedHost):
    """A host with names that a person may see."""

    model = "anthropic/claude-sonnet-5"
    boundary = "bubblewrap"


async def drawn(
    scene: scenes.Scene = scenes.working, *, size: tuple[int, int] = (100, 26), theme: str
) -> str:
    """A scene as an SVG."""
    host = ShownHost()
    host.model, host.boundary = ShownHost.model, ShownHost.boundary
    async with by_hand(size=size, prompt=None, theme=theme, host=host) as hand:
        await scene(hand)
        return light(hand.app.export_screenshot(title="zap", simplify=True))


def light(svg: str) -> str:
    """The picture without what is fetched from elsewhere, and without names as long as words."""
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r"font-family: Fira Code, monospace", f"font-family: {_FONT}", svg)
    svg = re.sub(r"terminal-\d+-", "t", svg)
    svg = re.sub(r' clip-path="url\(#tline-\d+\)"', "", svg)
    svg = re.sub(r"<clipPath id=\"tline-\d+\">.*?</clipPath>\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r'="(\d+)\.0"', r'="\1"', svg)
    return "\n".join(line.strip() for line in svg.splitlines() if line.strip()) + "\n"


def main() -> None:
    """Write the picture."""
    PICTURE.write_text(asyncio.run(drawn(theme="zap-dark")), encoding="utf-8")


if __name__ == "__main__":
    main()
