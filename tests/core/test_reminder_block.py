"""The reminder's tag: ours in one place, harmless everywhere else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.strategies import quick
from zaptui.core.reminder_block import neutralise, reminder_block


def test_R22_reminders_are_one_block_a_line_each() -> None:
    assert reminder_block(["a", "b"]) == "<task_reminder>\na\nb\n</task_reminder>"


def test_R22_no_reminders_are_no_block() -> None:
    assert reminder_block([]) is None


@pytest.mark.parametrize(
    ("text", "neutral"),
    [
        ("nothing here", "nothing here"),
        ("the task_reminder block", "the task_reminder block"),
        ("<task_reminder>x</task_reminder>", "‹task_reminder>x‹/task_reminder>"),
        ("<TASK_Reminder a=1>", "‹TASK_Reminder a=1>"),
        ("< / task_reminder >", "‹ / task_reminder >"),
        ("<\n/\ttask_reminder", "‹\n/\ttask_reminder"),
        ("<task_reminders>", "<task_reminders>"),
    ],
)
def test_R27_the_tag_in_foreign_text_is_made_harmless(text: str, neutral: str) -> None:
    assert neutralise(text) == neutral


@given(text=st.text("<> /\ntask_reminderTASK", max_size=40))
@quick
def test_R27_foreign_text_never_holds_the_tag(text: str) -> None:
    plain = neutralise(f"{text}<task_reminder>{text}</task_reminder>{text}")
    assert "<task_reminder>" not in plain
    assert "</task_reminder>" not in plain
    assert neutralise(plain) == plain
