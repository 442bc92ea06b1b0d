"""A person's words to a running turn: shown where they were heard, and also when they were not."""

from zaptui.core import events as e
from zaptui.core.conversation import Conversation
from zaptui.tui.said import Said


def test_words_stand_above_their_reply_or_below_what_is_there() -> None:
    conversation = Conversation()
    for event in (
        e.RunStarted(session="s", prompt="p"),
        e.UserMessage(text="heard"),
        e.StepStarted(step=1),
        e.TextDelta(part="t", text="yes"),
        e.UserMessage(text="without a word in reply"),
        e.StepStarted(step=2),
        e.UserMessage(text="never heard"),
    ):
        conversation.apply(event)
    said = Said(conversation.turn)
    said.follow()
    (part,) = conversation.turn.steps[0].parts
    assert said.above(part) == ("heard",)
    assert said.late() == ("without a word in reply", "never heard")


def test_words_that_a_step_of_the_plan_alone_heard_stand_above_what_comes_next() -> None:
    conversation = Conversation()
    for event in (
        e.RunStarted(session="s", prompt="p"),
        e.UserMessage(text="be brief"),
        e.StepStarted(step=1),
        e.ToolCalled(call_id="a", tool="advance", input={"evidence": "seen"}),
    ):
        conversation.apply(event)
    said = Said(conversation.turn)
    said.follow()
    assert said.late() == ("be brief",)
    conversation.apply(e.UserMessage(text="and kind"))
    conversation.apply(e.StepStarted(step=2))
    conversation.apply(e.TextDelta(part="t", text="Now"))
    said.follow()
    (part,) = conversation.turn.steps[1].parts
    assert said.late() == ()
    assert said.above(part) == ("be brief", "and kind")
