"""The history as the wires unroll it."""

from itertools import pairwise

from hypothesis import given, settings

from tests.providers.turns import called, conversation_of, prompt, returned, step, tapes, text
from zaptui.core import events as e
from zaptui.core.conversation import Conversation
from zaptui.core.history import CONTINUE, History, HistoryItem, Reply, Unrolled, UserText
from zaptui.core.parts import ReasoningPart, TextPart, ToolPart


def items(*events: e.Event) -> list[HistoryItem]:
    seen = History().look(conversation_of(events).turns)
    assert seen.fresh
    return [*seen.closed, *seen.live]


def said(words: str) -> Reply:
    return Reply(parts=(TextPart(part_id="text", text=words),))


def test_a_prompt_a_reply_and_its_results_come_in_order() -> None:
    unrolled = items(
        prompt("go"), step(1), text("reading"), called("c1"), returned("c1", "data"), step(2)
    )
    call = ToolPart(
        call_id="c1",
        tool="read",
        input={},
        called=True,
        finished=True,
        output="data",
        ended_at=0.0,
    )
    assert unrolled == [
        UserText(text="go"),
        Reply(parts=(TextPart(part_id="text", text="reading"), call)),
    ]


def test_continue_stands_between_two_replies_without_calls() -> None:
    unrolled = items(prompt("go"), step(1), text("one"), step(2), text("two"), step(3))
    again = UserText(text=CONTINUE)
    assert unrolled == [UserText(text="go"), said("one"), again, said("two"), again]


def test_a_persons_words_stand_in_for_continue() -> None:
    unrolled = items(
        prompt("go"), step(1), text("one"), e.UserMessage(text="and?"), step(2), text("two")
    )
    assert unrolled == [
        UserText(text="go"),
        said("one"),
        UserText(text="and?"),
        said("two"),
        UserText(text=CONTINUE),  # a request ends in a person's words
    ]


def test_a_new_prompt_stands_in_for_continue() -> None:
    unrolled = items(prompt("go"), step(1), text("one"), prompt("more"), step(2))
    assert unrolled == [UserText(text="go"), said("one"), UserText(text="more")]


def test_what_was_discarded_is_not_sent() -> None:
    retry = e.Retrying(attempt=1, wait_s=1, error="cut")
    unrolled = items(
        prompt("go"), step(1), text("half"), called("c1"), retry, text("whole"), step(2)
    )
    assert unrolled == [UserText(text="go"), said("whole"), UserText(text=CONTINUE)]


def test_blank_text_lone_reasoning_and_half_a_call_are_not_sent() -> None:
    half = e.ToolInputDelta(call_id="c", tool="read", delta='{"pa')
    thought = e.ReasoningDelta(part="reasoning", text="hm")
    unrolled = items(prompt("go"), step(1), text(" \n"), thought, half, step(2), text("hi"))
    assert unrolled == [UserText(text="go"), said("hi"), UserText(text=CONTINUE)]


def test_S09_a_call_id_that_a_damaged_tape_holds_twice_is_sent_once() -> None:
    once = [called("c1"), returned("c1", "data")]
    unrolled = items(prompt("go"), step(1), *once, step(2), *once, step(3), *once, step(4))
    calls = [part for item in unrolled if isinstance(item, Reply) for part in item.parts]
    assert [part.call_id for part in calls if isinstance(part, ToolPart)] == ["c1", "c1-2", "c1-3"]


def test_reasoning_goes_with_the_reply() -> None:
    thought = e.ReasoningDelta(part="reasoning", text="hm")
    empty = e.ReasoningDelta(part="other", text="")
    unrolled = items(prompt("go"), step(1), thought, empty, text("hi"), step(2), text("x"))
    reasoning = ReasoningPart(part_id="reasoning", text="hm")
    assert unrolled[1] == Reply(parts=(reasoning, TextPart(part_id="text", text="hi")))


def test_a_closed_step_is_given_once_and_the_running_one_again() -> None:
    conversation, history = Conversation(), History()

    def look(*events: e.Event) -> Unrolled:
        for event in events:
            conversation.apply(event)
        return history.look(conversation.turns)

    assert look(prompt("go"), step(1)) == Unrolled(
        fresh=True, closed=[UserText(text="go")], live=[]
    )
    live = look(text("one"))
    assert live == Unrolled(fresh=False, closed=[], live=[said("one"), UserText(text=CONTINUE)])
    again = look(step(2))
    assert again == Unrolled(fresh=False, closed=[said("one")], live=[UserText(text=CONTINUE)])


def test_a_result_that_comes_late_makes_all_of_it_fresh() -> None:
    conversation = conversation_of([prompt("go"), step(1), called("c1"), step(2)])
    history = History()
    history.look(conversation.turns)
    conversation.apply(returned("c1", "late"))
    seen = history.look(conversation.turns)
    assert seen.fresh
    assert [*seen.closed, *seen.live] == [*History().look(conversation.turns).closed]


def test_other_turns_make_all_of_it_fresh() -> None:
    history = History()
    history.look(conversation_of([prompt("go"), step(1)]).turns)
    seen = history.look(conversation_of([prompt("else"), step(1)]).turns)
    assert seen == Unrolled(fresh=True, closed=[UserText(text="else")], live=[])
    assert history.look([]) == Unrolled(fresh=True, closed=[], live=[])


@given(tapes())
@settings(max_examples=50, deadline=None, derandomize=True)
def test_looks_at_every_event_add_up_to_one_look_at_the_end(tape: list[e.Event]) -> None:
    conversation, history = Conversation(), History()
    kept: list[HistoryItem] = []
    for event in tape:
        conversation.apply(event)
        seen = history.look(conversation.turns)
        kept = [*([] if seen.fresh else kept), *seen.closed]
        whole = History().look(conversation.turns)
        assert [*kept, *seen.live] == [*whole.closed, *whole.live]


@given(tapes())
@settings(max_examples=50, deadline=None, derandomize=True)
def test_a_history_begins_with_a_person_and_never_ends_with_the_model(tape: list[e.Event]) -> None:
    unrolled = items(*tape)
    assert isinstance(unrolled[0], UserText)
    last = unrolled[-1]
    assert isinstance(last, UserText) or last.calls
    for before, after in pairwise(unrolled):
        if isinstance(before, Reply) and isinstance(after, Reply):
            assert before.calls  # its results stand between them


def test_words_that_no_reply_followed_stand_behind_their_turn() -> None:
    told = items(
        prompt("one"),
        step(1),
        text("a"),
        e.UserMessage(text="and then?"),
        prompt("two"),
        step(1),
        text("b"),
    )
    assert told == [
        UserText(text="one"),
        said("a"),
        UserText(text="and then?"),
        UserText(text="two"),
        said("b"),
        UserText(text=CONTINUE),
    ]
