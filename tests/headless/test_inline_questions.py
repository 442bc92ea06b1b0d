"""What a one-shot asks, and what an answer means."""

import pytest

from zaptui.core.ports import Approval, Decision
from zaptui.headless.inline_questions import (
    approval_question,
    decision_of,
    option_of,
    user_question,
)
from zaptui.view.lines import line_text


def test_the_whole_command_is_shown_with_what_hides_in_it() -> None:
    approval = Approval(
        call_id="c", tool="shell", input={"command": "echo a\u202eb\x1b[2K"}, subject="", reason="r"
    )
    assert [line_text(line) for line in approval_question(approval, 60)] == [
        " The model wants to run:",
        " r",
        "   echo a<U+202E>b␛[2K",
    ]


@pytest.mark.parametrize("answer", ["y", "Y", " yes "])
def test_only_yes_allows(answer: str) -> None:
    assert decision_of(answer) == Decision(verdict="allow", by="the user, once")


@pytest.mark.parametrize("answer", ["", "n", "no", "  "])
def test_nothing_denies(answer: str) -> None:
    assert decision_of(answer) == Decision(verdict="deny", by="the user", reason="the user said no")


def test_other_words_deny_and_are_told() -> None:
    told = decision_of("yes but\x1b[31m not here")
    assert told.verdict == "deny"
    assert told.reason == "the user said no: yes but not here"


def test_a_question_of_the_model_and_its_options() -> None:
    lines = user_question("Which\nof them?", ["one", "t\x1b[31mwo"], 40)
    assert [line_text(line) for line in lines] == [" Which", " of them?", "   1 one", "   2 two"]


@pytest.mark.parametrize(
    ("answer", "meant"),
    [("2", "b"), (" 1 ", "a"), ("3", "3"), ("0", "0"), ("²", "²"), ("b it is", "b it is")],
)
def test_a_number_chooses(answer: str, meant: str) -> None:
    assert option_of(answer, ["a", "b"]) == meant
