"""The transcript as lines: found by line, by block and by stage; what is over is not drawn anew."""

from tests.tui.by_hand import advance, called, end, plan, returns, started, step, text, whole_call
from tests.tui.test_stack import drawing
from zaptui.core import events as e
from zaptui.core.conversation import Conversation
from zaptui.tui.block import Drawing
from zaptui.tui.document import Document, Spot
from zaptui.tui.line_blocks import Local

P = ("One", "Two")


class Told:
    """A document of a conversation that a test tells."""

    def __init__(self, *told: e.Event) -> None:
        self.conversation = Conversation()
        self.document = Document(self.conversation)
        self.drawing = drawing()
        self.tell(e.RunStarted(session="s", prompt="do it"), *told)

    def tell(self, *told: e.Event) -> bool:
        for event in told:
            self.conversation.apply(event)
        return self.show()

    def show(self, look: Drawing | None = None) -> bool:
        self.drawing = look or self.drawing
        changed = self.document.update(settle=True)
        self.document.layout(self.drawing)
        return changed

    @property
    def lines(self) -> list[str]:
        lines = (self.document.line(y, self.drawing) for y in range(self.document.height))
        return ["?" if line is None else line.text.rstrip() for line in lines]


def test_a_turn_is_lines_from_top_to_bottom():
    told = Told(step(), text("Hello."), end("answered"))
    assert told.lines == ["", " ❯ do it", "", " Hello.", "", " answered · 0 ms"]
    assert told.document.line(6, told.drawing) is None


def test_nothing_new_changes_nothing():
    told = Told(step(), text("Hello."))
    assert not told.show()


def test_what_stands_at_a_line_is_found_again_when_lines_come_above():
    told = Told(step(), *plan(*P), step(), text("below"))
    below = told.lines.index("        below")
    spot = told.document.spot(below)
    assert spot is not None
    told.document.add_local(Local(title="x", text=""))
    told.tell(*whole_call("a", "read", {"path": "a"}, "x"))
    assert told.document.find(spot.block) == told.lines.index("        below")
    assert told.document.spot(10_000) is None
    assert told.document.spot(0) == Spot(told.document._runs[0].pile, 0)


def test_a_block_that_does_not_show_is_not_found():
    told = Told(step(), *plan(*P), step(), text("work"))
    spot = told.document.spot(told.lines.index("        work"))
    told.tell(step(), *advance(*P, evidence=["x"]))
    assert spot is not None
    assert told.document.find(spot.block) is None


def test_a_stage_that_was_opened_by_a_person_is_left_as_it_is():
    told = Told(step(), *plan(*P), step(), text("work"))
    head = next(block for block in told.document.openable())
    told.document.turn(head)
    told.show()
    assert "        work" not in told.lines
    told.tell(step(), text("more"))
    assert "        more" not in told.lines


def test_what_can_be_opened_is_listed_as_it_shows():
    told = Told(step(), *whole_call("a", "read", {"path": "a"}, "x"), *plan(*P))
    keys = [block.key.rpartition("/")[2] for block in told.document.openable()]
    assert keys == ["a", "head", "head"]


def test_the_apps_own_words_stand_where_they_were_said():
    told = Told(step(), text("One."), end("answered"))
    told.document.add_local(Local(title="said", text="words"))
    told.tell(e.RunStarted(session="s", prompt="next"), step(), text("Two."))
    assert told.lines == [
        "",
        " ❯ do it",
        "",
        " One.",
        "",
        " answered · 0 ms",
        " • said",
        "   words",
        "",
        " ❯ next",
        "",
        " Two.",
    ]


def test_an_empty_document_has_the_apps_own_words_alone():
    document = Document(Conversation())
    document.add_local(Local(title="said", text=""))
    look = drawing()
    document.layout(look)
    assert [document.line(0, look).text, document.live] == [" • said", None]


def test_a_turn_that_was_over_is_not_looked_at_again():
    told = Told(step(), text("One."), end("answered"))
    first = told.document.turns[0]
    told.tell(e.RunStarted(session="s", prompt="next"))
    folds = []
    first.folder.fold = lambda: folds.append(1)  # type: ignore[method-assign]
    told.tell(step(), text("Two."))
    assert folds == []


def test_an_event_draws_only_what_it_changed():
    told = Told(step())
    for number in range(200):
        told.tell(*whole_call(f"c{number}", "read", {"path": "a"}, "x"))
    blocks = told.document.turns[0].before.stack.blocks
    drawn = []
    for block in blocks:
        real = block._draw
        block._draw = lambda look, real=real: drawn.append(1) or real(look)  # type: ignore[method-assign]
    told.tell(called("new", "read", {"path": "b"}), started("new"))
    told.tell(returns("new", "x"))
    assert len(drawn) == 0
    assert told.lines[-1] == " ▸ read    b"


def test_another_width_is_drawn_in_sight_first_and_the_rest_bit_by_bit():
    told = Told(step(), *[event for n in range(100) for event in (text(f"{'w ' * 30}", f"p{n}"),)])
    before = told.document.height
    told.show(drawing(20))
    assert told.document.height == before
    assert told.document.settle(0, 20, told.drawing)
    rounds = 0
    while told.document.settle_some(told.drawing):
        rounds += 1
    told.document.layout(told.drawing)
    assert rounds > 1
    assert told.document.height > before
    assert not told.document.settle(0, 20, told.drawing)


def test_parts_that_move_to_another_stage_leave_no_copy():
    from tests.tui.by_hand import todos

    told = Told(step(), *todos("a* b"), step(), text("on a"))
    told.tell(step(), *todos("b*", "again"))
    assert sum("on a" in line for line in told.lines) == 1


def test_a_subagent_or_an_unknown_line_shows_nothing_and_breaks_nothing():
    told = Told(step(), text("One."))
    before = told.lines
    told.tell(e.Unknown(data={"type": "news"}))
    told.tell(e.Subagent(call_id="c", event=text("inner")))
    assert told.lines == before


def test_a_notice_is_a_line_in_its_colour():
    told = Told(step(), e.Notice(level="warning", text="the disk is full\nnearly"))
    assert told.lines[3:] == [" • the disk is full", "   nearly"]
