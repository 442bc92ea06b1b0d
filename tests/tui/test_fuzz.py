"""Foreign text on every surface: nothing crashes, nothing steers the terminal, widths are right."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.tui.surfaces import assert_quiet, assert_sound, every_surface, screen_strips, visit
from zaptui.core.json import Json
from zaptui.core.ports import Approval
from zaptui.tui.markdown import MarkdownRenderer, StreamingMarkdown
from zaptui.view.approval_lines import approval_lines
from zaptui.view.lines import wrap_some
from zaptui.view.text import one_line, sanitize

SAMPLES = {
    "markup path": "[/tmp/x] [/] [/b] [link='a",
    "markup action": "[@click=app.quit]click[/] [$foo] \\[x]",
    "markup open": "[b and [on red] [bold",
    "csi": "a\x1b[31mred\x1b[0m\x1b[2J\x1b[?1049h\x1b[6n\x1b[",
    "osc": "a\x1b]52;c;UFdORUQ=\x07\x1b]0;t\x07\x1b]8;;http://x\x1b\\y\x1b]8;;\x1b\\\x1b]777;",
    "dcs": "a\x1bP$q\x1b\\\x1b_x\x1b\\\x1b^y\x1b\\\x1bXz\x1b\\\x1bP unfinished",
    "c1": "a\x9b31m\x9d52;c;eA==\x9c\x90q\x9c\x85b\x80\x8e",
    "c0": "a\x00b\x01\x07\x08\x0b\x0c\x0e\x1c\x1d\x7fz",
    "bidi": "a\u202eevil\u2066x\u2069\u200f\u061c\u200eb",
    "zwj": "👩‍👩‍👧‍👦 🏳️‍🌈 ✔️ ⚠️ 1️⃣ 👍🏽 a\u200bb\ufeff",
    "combining": "Z" + "\u0301\u0316\u0489" * 200 + " e\u0301",
    "wide": "漢字かな한글 ｆｕｌｌ 😀😀 漢",
    "separators": "a\u2028b\u2029c\x85d\re\r\nf\x0bg\x0ch\x1ei",
    "surrogates": "a\ud800b\udfff\udc80c",
    "tabs": "\ta\tb\t\tc\n\t\td\b\b\be",
    "markdown": "# h\n\n<b>&amp;\n\n> q\n\n```py\nx[/y]\n\n|a|b|\n|-|-|\n|[c|\x1b[1m|\n\n",
    "json": '{"a": "[/b]", "c": "\\u001b[31m"',
    "empty": "",
    "blank": " \n \t\n ",
}


async def check(text: str, size: tuple[int, int] = (100, 40)) -> None:
    """The text on every surface, one moment after the other."""
    async with every_surface(text, size=size) as hand:
        async for moment in visit(hand, text):
            try:
                assert_sound(hand)
            except AssertionError as error:
                raise AssertionError(f"in {moment}: {error}") from error
        assert_quiet(hand.app.written)


@pytest.mark.parametrize("name", SAMPLES)
async def test_no_text_breaks_a_surface(name: str) -> None:
    await check(SAMPLES[name])


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("markup path", (40, 12)), ("wide", (40, 12)), ("wide", (20, 6)), ("zwj", (20, 6)),
        ("separators", (20, 6)), ("separators", (300, 60)),
    ],
)  # fmt: skip
async def test_no_text_breaks_a_surface_at_any_size(name: str, size: tuple[int, int]) -> None:
    await check(SAMPLES[name], size)


async def test_what_looks_like_markup_is_shown_as_it_is() -> None:
    text = "[/tmp/x] [@click=app.quit] [b"
    async with every_surface(text, size=(120, 60)) as hand:
        seen = ""
        async for moment in visit(hand, text):
            shown = "\n".join(strip.text for strip in screen_strips(hand))
            assert text in shown, moment
            seen += shown
    for around in (
        f"1/2  {text}", f"shell   {text}", f"❯ {text}", f"waits  {text}", f"error: {text}",
    ):  # fmt: skip
        assert around in seen or around.startswith("error"), around


LONG = {
    "one line": "x" * 50_000,
    "wide characters": "漢" * 10_000,
    "words": "word " * 10_000,
    "brackets": "[" * 50_000,
    "lines": "short\n" * 3_000,
    "combining marks": "a" + "\u0301" * 20_000,
    "escapes": "\x1b[31m" * 8_000,
    "openers": "\x1b]" * 10_000,
}


@pytest.mark.parametrize("name", ["wide characters", "lines", "escapes", "openers"])
async def test_no_amount_of_text_breaks_a_surface(name: str) -> None:
    await check(LONG[name])


@pytest.mark.soak
@pytest.mark.parametrize("name", LONG)
async def test_megabytes_of_text_break_no_surface(name: str) -> None:
    await check(LONG[name] * 20)


@pytest.mark.parametrize("name", LONG)
async def test_the_work_grows_no_faster_than_the_text(name: str) -> None:
    little, much = LONG[name][:10_000], LONG[name][:10_000] * 4
    counts: list[int] = []
    for text in (little, little, much):  # the first one fills caches
        with calls_counted() as count:
            draw(text)
        counts.append(count())
    assert counts[2] <= counts[1] * 5


def draw(text: str) -> None:
    """The text as the model's, as a call that asks, as its output, as a title."""
    for whole in (False, True):
        StreamingMarkdown(MarkdownRenderer({}, code_theme="nord"), 80).update(text, whole=whole)
    asked: dict[str, Json] = {"command": text}
    approval = Approval(call_id="a", tool="shell", input=asked, subject=text, reason=text)
    approval_lines(approval, 80)
    wrap_some(sanitize(text), 80, 40)
    one_line(text, 300)


@contextmanager
def calls_counted() -> Iterator[Callable[[], int]]:
    """How many functions were called, those of C too: work without a clock."""
    count = 0

    def note(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        yield lambda: count
    finally:
        sys.setprofile(None)


NASTY = st.text(
    st.one_of(
        st.sampled_from(
            "[]/\\@=\x1b\x07\x9b\x9d\r\n\t\x08\u202e\u2066\u200d\ufe0f\u2028漢😀\u0301 ab"
        ),
        st.characters(),
    ),
    max_size=60,
)
QUIET = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]


@settings(max_examples=4, deadline=None, derandomize=True, suppress_health_check=QUIET)
@given(NASTY)
async def test_any_text(text: str) -> None:
    await check(text)


@pytest.mark.soak
@settings(max_examples=500, deadline=None, suppress_health_check=QUIET)
@given(NASTY, st.sampled_from([(100, 40), (40, 12), (20, 6), (1, 1)]))
async def test_any_text_many_times(text: str, size: tuple[int, int]) -> None:
    await check(text, size)
