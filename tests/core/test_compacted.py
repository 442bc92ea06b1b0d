"""A compacted history: it begins with the summary, then the steps that were kept."""

import pytest

from zaptui.core import events as e
from zaptui.core.conversation import Conversation
from zaptui.core.history import History, HistoryItem, UserText


def conversation(*turns: int) -> Conversation:
    """Turns of so many steps, each with a text of its own."""
    made = Conversation()
    for number, steps in enumerate(turns):
        made.apply(e.RunStarted(session="s", prompt=f"prompt {number}"))
        for step in range(steps):
            made.apply(e.StepStarted(step=step + 1))
            made.apply(e.TextDelta(part="t", text=f"{number}.{step}"))
    return made


def shown(made: Conversation, history: History | None = None) -> list[str]:
    seen = (history or History()).look(made.turns)
    return [_text(item) for item in [*seen.closed, *seen.live]]


def _text(item: HistoryItem) -> str:
    if isinstance(item, UserText):
        return item.text
    return " ".join(getattr(part, "text", "") for part in item.parts)


def compacted(kept: int, summary: str = "SUM") -> e.Compacted:
    return e.Compacted(summary=summary, kept=kept, tokens_before=2, tokens_after=1)


LAST = ["prompt 1", "1.0", "Continue.", "1.1", "Continue."]


@pytest.mark.parametrize(
    ("kept", "rest"),
    [
        (0, []),
        (1, ["1.1", "Continue."]),
        (2, LAST),
        (3, ["0.1", *LAST]),
        (4, ["prompt 0", "0.0", "Continue.", "0.1", *LAST]),
        (9, ["prompt 0", "0.0", "Continue.", "0.1", *LAST]),
        (-1, []),
    ],
)  # fmt: skip
def test_it_begins_with_the_summary_and_what_was_kept(kept: int, rest: list[str]) -> None:
    made = conversation(2, 2)
    made.apply(compacted(kept))
    assert shown(made) == ["SUM", *rest]


def test_with_nothing_kept_the_next_step_follows_the_summary() -> None:
    made = conversation(2)
    made.apply(compacted(0))
    made.apply(e.StepStarted(step=3))
    made.apply(e.TextDelta(part="t", text="new"))
    assert shown(made) == ["SUM", "new", "Continue."]


def test_who_looks_again_and_again_begins_anew() -> None:
    made, history = conversation(3), History()
    shown(made, history)
    made.apply(compacted(1))
    seen = history.look(made.turns)
    assert seen.fresh
    assert _text(seen.closed[0]) == "SUM"
    assert not history.look(made.turns).fresh


def test_the_last_of_several_summaries_counts() -> None:
    made = conversation(4)
    made.apply(compacted(3, "one"))
    made.apply(compacted(1, "two"))
    assert shown(made) == ["two", "0.3", "Continue."]


@pytest.mark.parametrize(("kept", "words"), [(1, "the last step"), (2, "the last 2 steps")])
def test_it_is_told_as_a_notice(kept: int, words: str) -> None:
    made = conversation(2)
    made.apply(compacted(kept))
    last = made.turn.current.parts[-1]
    assert getattr(last, "text", "") == f"history compacted to a summary and {words}"


def test_a_tape_that_begins_with_it_is_read() -> None:
    made = Conversation()
    made.apply(compacted(4))
    assert shown(made) == ["SUM", ""]  # and the empty prompt of the turn that was lost
