"""Standing instructions in the history: before the prompt they came with, and before a summary."""

import pytest

from tests.core.test_compacted import compacted, shown
from zaptui.core import events as e
from zaptui.core.conversation import Conversation
from zaptui.core.lines import decode, encode
from zaptui.core.turn import instructions_in


def conversation(*told: str | None) -> Conversation:
    """Turns of two steps, each told some instructions or none."""
    made = Conversation()
    for number, text in enumerate(told):
        found = None if text is None else e.Instructions(text=text, files=["AGENTS.md"])
        made.apply(e.RunStarted(session="s", prompt=f"prompt {number}", instructions=found))
        for step in range(2):
            made.apply(e.StepStarted(step=step + 1))
            made.apply(e.TextDelta(part="t", text=f"{number}.{step}"))
    return made


def test_they_stand_before_the_prompt_they_came_with() -> None:
    made = conversation("one", None, "two")
    words = [text for text in shown(made) if text != "Continue."]
    assert words == [
        *["one", "prompt 0", "0.0", "0.1", "prompt 1", "1.0", "1.1"],
        *["two", "prompt 2", "2.0", "2.1"],
    ]
    assert instructions_in(made.turns) == "two"
    assert instructions_in(made.turns[:2]) == "one"
    assert instructions_in(conversation(None).turns) is None


@pytest.mark.parametrize(
    ("kept", "begins"),
    [
        (0, ["one", "SUM"]),
        (1, ["one", "SUM", "1.1"]),
        (2, ["one", "SUM", "prompt 1", "1.0", "1.1"]),
        (3, ["one", "SUM", "0.1", "prompt 1", "1.0", "1.1"]),
        (4, ["SUM", "one", "prompt 0", "0.0", "0.1", "prompt 1", "1.0", "1.1"]),
    ],
)
def test_a_summary_does_not_swallow_them(kept: int, begins: list[str]) -> None:
    made = conversation("one", None)
    made.apply(compacted(kept))
    assert [text for text in shown(made) if text != "Continue."] == begins


def test_after_a_summary_only_what_was_told_last_is_told_again() -> None:
    made = conversation("one", "two", "three")
    made.apply(compacted(1))
    assert shown(made)[:2] == ["three", "SUM"]
    made = conversation("one", "two", "three")
    made.apply(compacted(2))
    assert shown(made)[:4] == ["two", "SUM", "three", "prompt 2"]


def test_they_are_on_the_tape() -> None:
    told = e.Instructions(text="be kind", files=["AGENTS.md"])
    entry = e.Entry(seq=0, at=0.0, event=e.RunStarted(session="s", prompt="p", instructions=told))
    assert '"instructions":{"text":"be kind","files":["AGENTS.md"]}' in encode(entry)
    assert decode(encode(entry)) == entry
