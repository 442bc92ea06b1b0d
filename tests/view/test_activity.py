"""What a stage does right now, in a few words, and figures as words."""

import pytest

from zaptui.core.parts import NoticePart, Part, ReasoningPart, TextPart, ToolPart
from zaptui.view.activity import activity_of, count_text, silence, size, tokens


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ([], "waiting for the model"),
        ([TextPart(part_id="t")], "writing"),
        ([ReasoningPart(part_id="r")], "thinking"),
        ([NoticePart(part_id="n", level="info", text="x")], "waiting for the model"),
        (
            [ToolPart(call_id="c", tool="shell", called=True, input={"command": "pytest\n-q"})],
            "shell pytest -q",
        ),
        ([ToolPart(call_id="c", tool="shell", called=True)], "shell"),
        ([ToolPart(call_id="c", tool="write", raw_input="x" * 1200)], "write 1.2 kB"),
        ([ToolPart(call_id="c", tool="shell", finished=True)], "waiting for the model"),
        ([TextPart(part_id="t"), ReasoningPart(part_id="r")], "thinking"),
    ],
)
def test_the_last_part_says_what_is_being_done(parts: list[Part], words: str) -> None:
    assert activity_of(parts) == words


def test_of_calls_that_wait_for_each_other_the_first_is_told() -> None:
    calls = [
        ToolPart(call_id=tool, tool=tool, called=True, finished=tool in "ab") for tool in "abcd"
    ]
    assert activity_of(calls) == "c"
    assert activity_of(calls[2:]) == "c"
    assert activity_of([*calls, ToolPart(call_id="e", tool="e")]) == "e 0 B"


def test_a_long_command_is_cut() -> None:
    call = ToolPart(call_id="c", tool="shell", called=True, input={"command": "a" * 200})
    assert activity_of([call]) == f"shell {'a' * 53}…"


@pytest.mark.parametrize(("quiet_s", "words"), [(4.9, ""), (5.0, "no data for 5.0 s")])
def test_silence_is_told_once_it_is_long(quiet_s: float, words: str) -> None:
    assert silence(quiet_s) == words


@pytest.mark.parametrize(
    ("characters", "words"),
    [(0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (999_900, "999.9 kB"), (3_400_000, "3.4 MB")],
)
def test_a_size_has_its_unit(characters: int, words: str) -> None:
    assert size(characters) == words


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (0, "0 tokens"),
        (1, "1 token"),
        (999, "999 tokens"),
        (12_400, "12.4k tokens"),
        (99_999, "100.0k tokens"),
        (200_000, "200k tokens"),
        (1_200_000, "1.2M tokens"),
    ],
)
def test_a_count_of_tokens_is_short(count: int, words: str) -> None:
    assert tokens(count) == words
    assert count_text(count) == words.split()[0]
