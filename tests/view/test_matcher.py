"""Finding words in events, as they show."""

import pytest

from tests.view.turns import call, todos
from zaptui.core import events as e
from zaptui.core.lines import encode
from zaptui.core.parts import Usage
from zaptui.view.matcher import Matcher


def places(wanted: str, *events: e.Event) -> list[int]:
    """The numbers of the events that show it; the others cost nothing or are no match."""
    matcher = Matcher(wanted)
    found: list[int] = []
    for number, event in enumerate(events):
        line = encode(e.Entry(seq=number, at=0.0, event=event)).encode()
        if matcher.may_match(line) and matcher.match(event):
            found.append(number)
    return found


def plan(specs: str) -> e.Event:
    return e.PlanUpdate(
        mode="classic", snapshot=todos(specs), todos=[], change="replaced", version=1
    )


SHOWN: list[e.Event] = [
    e.RunStarted(session="s", prompt="the Needle"),
    e.UserMessage(text="needle"),
    e.Notice(level="info", text="a needle"),
    e.ToolCalled(call_id="a", tool="shell", input={"command": ["find", {"name": "NEEDLE"}]}),
    e.ToolCalled(call_id="b", tool="needle", input={}),
    e.ToolCalled(call_id="c", tool="x", raw="needle {"),
    e.ToolReturned(call_id="a", output={"exit_code": 0, "output": "needle\n"}),
    e.ToolReturned(call_id="b", error="no needle"),
    e.StageChecked(
        call_id="a", stage_id="s", check="needle", by="model", verdict="green", text="ok"
    ),
    e.Retrying(attempt=1, wait_s=1, error="needle"),
    e.RunFinished(
        outcome="error", finish_reason="error", stopped_by="error", exit_code=1, error="needle"
    ),
    e.TextDelta(part="t", text="needle"),
    e.ReasoningDelta(part="r", text="needle"),
    plan("needle"),
]
HIDDEN: list[e.Event] = [
    e.StepStarted(step=1, reminder="needle"),
    e.PartMeta(part="t", provider="p", data={"needle": "needle"}),
    e.ModelFinished(reason="stop", usage=Usage()),
    e.ToolStarted(call_id="needle"),
    e.ToolCalled(call_id="p", tool="write_todos", input=todos("needle")),
    e.ToolReturned(call_id="p", output={"todos": ["needle"]}),
    e.ToolReturned(call_id="q", output={"needle": [1, None, ["x"], {"y": "z"}]}),
]


@pytest.mark.parametrize("event", SHOWN, ids=lambda event: event.type)
def test_what_shows_is_found(event: e.Event) -> None:
    # todos() makes content of one letter, so a plan is looked for by it
    wanted = "n" if isinstance(event, e.PlanUpdate) else "needle"
    assert places(wanted, event) == [0]


def test_what_does_not_show_is_not_found() -> None:
    assert places("needle", *HIDDEN) == []


def test_words_that_came_in_pieces_are_found_where_they_end() -> None:
    pieces = ("a nee", "d", "le in ", "hay; a need")
    events = [e.TextDelta(part="t", text=piece) for piece in pieces]
    other = e.ReasoningDelta(part="r", text="le")
    assert places("needle", *events, other, e.TextDelta(part="t", text="le")) == [2, 5]
    assert places("needle", *events, e.StepStarted(step=2), e.TextDelta(part="t", text="le")) == [2]
    assert places("x", e.TextDelta(part="t", text="ax"), e.TextDelta(part="t", text="b")) == [0]


def test_a_plan_counts_where_it_is_new() -> None:
    assert places("b", plan("a b"), plan("a+ b*"), plan("a c"), plan("b")) == [0, 3]


def test_letters_beyond_ascii_are_found_in_escaped_lines() -> None:
    event = e.UserMessage(text="ÄRGER über alles")
    assert places("ärger", event) == [0]
    assert places("ÜBER", event) == [0]
    assert places("arger", event) == []


def test_quotes_and_line_feeds_are_looked_for_as_they_are_written() -> None:
    assert places('say "x"\n', e.UserMessage(text='say "x"\nnow')) == [0]


def test_most_lines_are_passed_over() -> None:
    matcher = Matcher("needle")
    *_, returned = call("a")
    assert not matcher.may_match(encode(e.Entry(seq=1, at=0, event=returned)).encode())
