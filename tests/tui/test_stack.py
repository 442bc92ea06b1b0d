"""A pile of blocks: where each begins, and what a change costs."""

import pytest
from rich.style import Style

from zaptui.tui.block import Drawing, LineBlock
from zaptui.tui.markdown import MarkdownRenderer
from zaptui.tui.paint import STYLE_NAMES, Painter
from zaptui.tui.stack import Stack
from zaptui.view.glyphs import UNICODE
from zaptui.view.lines import Span

STYLES = dict.fromkeys(STYLE_NAMES, Style())


def drawing(width: int = 40) -> Drawing:
    return Drawing(
        painter=Painter(STYLES),
        markdown=MarkdownRenderer({}, code_theme="nord"),
        glyphs=UNICODE,
        width=width,
    )


class Counted(LineBlock):
    """So many lines, or of another height at another width; it counts its drawings."""

    def __init__(self, name: str, height: int, *, narrow: int | None = None) -> None:
        super().__init__(name, self._some, depends=lambda: self.height)
        self.name, self.height, self.narrow = name, height, narrow
        self.drawn = 0

    def _some(self, width: int, glyphs: object):
        self.drawn += 1
        height = self.narrow if self.narrow is not None and width < 40 else self.height
        return [(Span(f"{self.name}{n}"),) for n in range(height)]


def stack_of(*blocks: Counted) -> Stack:
    stack = Stack()
    stack.blocks = list(blocks)
    return stack


def test_lines_are_found_by_their_place():
    stack, look = stack_of(Counted("a", 2), Counted("b", 0), Counted("c", 1)), drawing()
    stack.layout(look)
    assert stack.height == 3
    assert [stack.line(y, look).text for y in range(3)] == ["a0", "a1", "c0"]
    assert stack.line(3, look) is None
    assert [stack.place_at(y) for y in range(3)] == [0, 0, 2]
    assert [stack.start(place) for place in range(3)] == [0, 2, 2]


def test_an_empty_stack_has_no_lines():
    stack = Stack()
    stack.layout(drawing())
    assert stack.height == 0
    assert stack.line(0, drawing()) is None


def test_a_change_draws_only_what_stands_below_it():
    blocks = [Counted(str(n), 1) for n in range(5)]
    stack, look = stack_of(*blocks), drawing()
    stack.layout(look)
    blocks[3].height = 4
    stack.changed(3)
    stack.layout(look)
    assert stack.height == 8
    assert [block.drawn for block in blocks] == [1, 1, 1, 2, 1]


def test_a_block_that_lives_is_placed_anew_when_it_grows():
    blocks = [Counted("a", 1), Counted("b", 1)]
    stack, look = stack_of(*blocks), drawing()
    blocks[0].alive = True
    stack.layout(look)
    blocks[0].height = 3
    stack.layout(look)
    assert stack.height == 4
    assert stack.line(3, look).text == "b0"


def test_another_width_guesses_until_somebody_looks():
    blocks = [Counted("a", 1, narrow=3), Counted("b", 1), Counted("c", 1, narrow=2)]
    stack = stack_of(*blocks)
    stack.layout(drawing())
    stack.forget_width()
    narrow = drawing(20)
    stack.layout(narrow)
    assert (stack.height, stack.guesses) == (3, 3)
    assert not stack.settle(narrow, [1])
    assert stack.settle(narrow, [0])
    assert (stack.height, stack.guesses) == (5, 1)
    assert stack.settle_some(narrow, 10)
    assert (stack.height, stack.guesses) == (6, 0)
    assert not stack.settle_some(narrow, 10)


def test_a_line_that_a_guess_promised_may_not_be_there():
    stack = stack_of(Counted("a", 3, narrow=1))
    stack.layout(drawing())
    stack.forget_width()
    assert stack.line(2, drawing(20)) is None


@pytest.mark.parametrize("size", [50, 5000])
def test_a_change_at_the_end_costs_the_same_at_any_length(size: int):
    blocks = [Counted(str(n), 1) for n in range(size)]
    stack, look = stack_of(*blocks), drawing()
    stack.layout(look)
    before = sum(block.drawn for block in blocks)
    blocks[-1].height = 2
    stack.changed(size - 1)
    stack.layout(look)
    assert sum(block.drawn for block in blocks) - before == 1
