"""Every surface of the app with the same foreign text in it, and what is true of any screen."""

import asyncio
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from rich.cells import cell_len
from textual import events
from textual.strip import Strip

from tests.tui.by_hand import Hand, HandHost, by_hand, end, metronome, step
from zaptui.core import events as e
from zaptui.core.json import Json
from zaptui.core.ports import Approval
from zaptui.tui.completion import Choice

STEERING = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ud800-\udfff]"
)
"""What no strip may hold: controls, bidi, zero width, line separators, lone surrogates."""
_WORDS = r"[^\x00-\x1f\x7f-\x9f]*"
_OURS = re.compile(
    rf"\x1b\](?:0;{_WORDS}|9;4;\d;\d+|777;notify;zap;{_WORDS}|52;c;[A-Za-z0-9+/=]*)\x07|\x07"
)
"""Whole sequences that the app itself says to the terminal."""


class SurfaceHost(HandHost):
    """A host whose names are foreign too."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text
        self.model = self.mode = self.session = self.boundary = text
        self.paths = [text, f"src/{text}"]
        self.prompts = [text, f"earlier {text}"]

    def rule_for(self, approval: Approval) -> str | None:
        return f"shell({self.text})"


def before_the_plan(text: str) -> list[e.Event]:
    """What a turn holds before it has a plan; also a failed try."""
    return [
        e.Notice(level="warning", text=text),
        step(1),
        e.ReasoningDelta(part="r", text=text),
        e.TextDelta(part="t", text=text),
        e.Retrying(attempt=1, wait_s=1.0, error=text),
        e.TextDelta(part="t2", text=text),
    ]


def planned(text: str) -> list[e.Event]:
    """A plan whose every field is the text, its first stage closed."""
    stages: list[Json] = [{"id": "s1", "content": text, "deliverable": text}]
    contents = [text, f"second {text}"]
    return [
        e.ToolCalled(call_id="plan", tool="plan", input={"stages": stages}),
        e.ToolReturned(call_id="plan", output=metronome(*contents)),
        step(2),
        e.ToolCalled(call_id="adv", tool="advance", input={"evidence": text}),
        e.ToolReturned(call_id="adv", output=metronome(*contents, evidence=[text])),
        step(3),
    ]


def calls(text: str) -> list[e.Event]:
    """Calls in every state: streaming, running with output, failed, done, with a diff."""
    diff = f"@@ -1,2 +1,2 @@\n {text}\n-{text}\n+{text}"
    return [
        e.ReasoningDelta(part="r3", text=text),
        e.ToolCalled(call_id="c1", tool="shell", input={"command": text, text: text}),
        e.ToolStarted(call_id="c1"),
        e.ToolProgress(call_id="c1", text=text),
        e.ToolReturned(call_id="c1", output={"exit_code": 1, "output": text}),
        e.ToolCalled(call_id="c2", tool=f"n{text}", input={"path": text, "pattern": text}),
        e.ToolReturned(call_id="c2", error=text),
        e.ToolCalled(call_id="c3", tool="edit", input={"path": text, "old_text": text}),
        e.ToolReturned(call_id="c3", output={"added": 1, "removed": 1, "diff": diff}),
        e.ToolCalled(call_id="c4", tool="x", raw=text),
        e.ToolReturned(call_id="c4", output={text: [text]}),
        e.ToolCalled(call_id="c5", tool="shell", input={"command": text}),
        e.ToolStarted(call_id="c5"),
        e.ToolProgress(call_id="c5", text=f"{text}\n{text}"),
        e.ToolInputDelta(call_id="c6", tool=f"t{text}", delta=text),
        e.TextDelta(part="t3", text=text),
        e.Notice(level="error", text=text),
    ]


def ended(text: str) -> e.RunFinished:
    """An end that names everything."""
    denial = e.Denial(call_id="c1", tool=text, subject=text, reason=text)
    return end("error", error=text, denials=[denial], open_stages=[text])


@asynccontextmanager
async def every_surface(
    text: str, *, size: tuple[int, int] = (100, 40), **options: Any
) -> AsyncIterator[Hand]:
    """The app with the text on every surface of a running turn, all of it opened."""
    async with by_hand(size=size, host=SurfaceHost(text), prompt=None, **options) as hand:
        hand.main.turns.send(text)
        await hand.show()
        hand.app.app_focus = False
        await hand.tell(*before_the_plan(text), *planned(text), *calls(text))
        hand.main.say(text, text)
        hand.main.warn(text)
        hand.main.turns.send(text)
        open_all(hand)
        await hand.show()
        yield hand


def open_all(hand: Hand) -> None:
    """Open everything that opens, twice where that shows more."""
    for _ in range(2):
        for block in list(hand.main.transcript.document.openable()):
            if not block.opened:
                hand.main.transcript.turn(block)


async def visit(hand: Hand, text: str) -> AsyncIterator[str]:
    """Go through all that a screen shows at different times; each name is a moment to look."""
    yield "the end of the transcript"
    hand.main.transcript.action_to_start()
    await hand.show()
    yield "its start"
    for command in ("/help", "/status", "/plan", "/cost", f"/{text[:60]}", f"!{text[:60]}"):
        await hand.main.sending.send(command)
    hand.main.copy(text)
    await hand.show()
    yield "commands"
    await _prompt(hand, text)
    yield "the prompt"
    hand.main._menu.show([Choice(value=text, title=text, help=text)], title=text)
    await hand.show()
    yield "a menu"
    hand.main._menu.hide()
    async for moment in _questions(hand, text):
        yield moment
    await hand.tell(ended(text))
    hand.main.transcript.follow()
    await hand.show()
    yield "an end"


async def _prompt(hand: Hand, text: str) -> None:
    prompt = hand.main.prompt
    prompt.set_text(text)
    prompt.post_message(events.Paste(text))
    hand.main.sending.earlier()
    hand.main.completing.search()
    await hand.show()


async def _questions(hand: Hand, text: str) -> AsyncIterator[str]:
    arguments: dict[str, Json] = {"command": text, "path": text, text: text}
    for tool in ("shell", "edit", "write", text):
        approval = Approval(call_id="a", tool=tool, input=arguments, subject=text, reason=text)
        asking: asyncio.Future[Any] = asyncio.ensure_future(hand.host.ask(approval))
        await hand.show()
        yield f"an approval of {tool[:20]!r}"
        asking.cancel()
    asking = asyncio.ensure_future(hand.host.ask_user(text, [text, text]))
    await hand.show()
    yield "a question"
    asking.cancel()
    await hand.show()


# ---- what is true of any screen


def screen_strips(hand: Hand) -> list[Strip]:
    """The screen as it would be drawn."""
    return [Strip(list(line)) for line in hand.app.screen._compositor.render_strips()]


def assert_sound(hand: Hand) -> None:
    """Nothing that steers a terminal, and every line as wide as it says, on the screen and in what
    the transcript keeps."""
    width = hand.app.size.width
    for y, strip in enumerate(screen_strips(hand)):
        assert not STEERING.search(strip.text), (y, strip.text[:200])
        assert cell_len(strip.text) == width, (y, strip.text)
    document, drawing = hand.main.transcript.document, hand.main.transcript._look()
    top = round(hand.main.transcript.scroll_y)
    for y in [*range(min(document.height, 200)), *range(top, min(top + 60, document.height))]:
        strip = document.line(y, drawing)
        if strip is not None:
            assert not STEERING.search(strip.text), (y, strip.text[:200])
            assert strip.cell_length == sum(cell_len(part.text) for part in strip), (y, strip)
            assert strip.cell_length <= width or width < 40, (y, strip)


def assert_quiet(written: Sequence[str]) -> None:
    """Only sequences of our own were said to the terminal, each of them whole."""
    for said in written:
        assert _OURS.fullmatch(said), said[:200]
