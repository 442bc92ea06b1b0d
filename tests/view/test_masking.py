"""Secrets masked wherever they stand (S15)."""

import time

import pytest

from zaptui.core import events as e
from zaptui.core.parts import Usage
from zaptui.view.masking import Mask

KNOWN = "hunter22-known"
KEYS = [
    "sk-ant-api03-abcdefghijklmnop",
    "sk-proj0123456789abcdefghij",
    "ghp_" + "a1" * 18,
    "github_pat_" + "a1" * 20,
    "AKIAIOSFODNN7EXAMPLE",
    "AIza" + "b2" * 18,
    "glpat-abcdefghij0123456789",
    "xoxb-123456789012-abc",
]


def mask(*secrets: str) -> Mask:
    return Mask(secrets or [KNOWN])


@pytest.mark.parametrize("key", [KNOWN, *KEYS])
def test_S15_it_is_masked_in_every_surrounding(key: str) -> None:
    for before, after in (("", ""), ("key=", "\n"), ('{"a":"', '"}'), ("(", ")"), ("x\\n", " ")):
        assert mask().text(f"{before}{key}{after}") == f"{before}[redacted]{after}"


@pytest.mark.parametrize(
    "text",
    [
        "sk-learn-is-a-fine-library-of-tools",
        "sk-short1",
        "task-0123456789abcdefghij",
        "token = get_token_from_the_vault(1)",
        'password: "correct horse battery 1"',
        "AKIA",
        'headers = {"Authorization": f"Bearer {token}"}',
        "Authorization: Bearer $GITHUB_TOKEN_OF_THE_PIPELINE",
        "hunter2",
    ],
)
def test_code_that_speaks_of_secrets_stays_as_it_is(text: str) -> None:
    assert mask().text(text) == text


def test_S15_a_header_keeps_its_name() -> None:
    token = "eyJhbGciOiJIUzI1NiJ9.abc"
    assert mask().text(f"authorization: Bearer {token}\n") == "authorization: Bearer [redacted]\n"
    assert mask().text(f'"Authorization": "Basic {token}"') == '"Authorization": "Basic [redacted]"'


def test_S15_with_no_secret_known_what_looks_like_one_is_masked() -> None:
    assert Mask().text(f"a {KEYS[0]} {KNOWN}") == f"a [redacted] {KNOWN}"


def test_the_longest_of_two_that_begin_alike_goes_first_and_short_ones_are_none() -> None:
    both = mask("secret-one", "secret-one-more", "true")
    assert both.text("secret-one-more secret-one true") == "[redacted] [redacted] true"


def test_S15_an_event_is_masked_in_every_field() -> None:
    finished = e.RunFinished(
        outcome="error",
        finish_reason="error",
        stopped_by="error",
        exit_code=1,
        error=f"401 {KNOWN}",
        usage=Usage(input_tokens=1),
        denials=[e.Denial(call_id="c", tool="shell", subject=f"echo {KNOWN}", reason="no")],
        open_stages=[f"use {KNOWN}", "rest"],
    )
    masked = mask().event(finished)
    assert KNOWN not in repr(masked)
    assert masked.error == "401 [redacted]"
    assert masked.denials[0].subject == "echo [redacted]"
    assert masked.open_stages == ["use [redacted]", "rest"]
    called = e.ToolCalled(
        call_id="c", tool="x", input={"a": [{"b": KNOWN, KNOWN: 1}, True, None], "n": 5}
    )
    assert mask().event(called).input == {"a": [{"b": "[redacted]", "[redacted]": 1}, True, None],
                                          "n": 5}  # fmt: skip
    child = e.Subagent(call_id="c", event=e.TextDelta(part="t", text=KNOWN))
    assert mask().event(child).event == e.TextDelta(part="t", text="[redacted]")


def test_an_event_without_a_secret_is_the_very_event() -> None:
    for event in (
        e.RunStarted(session="s", prompt="p", instructions=e.Instructions(text="t", files=["f"])),
        e.ToolCalled(call_id="c", tool="x", input={"a": [1, {"b": "c"}]}),
        e.RunFinished(outcome="complete", finish_reason="stop", stopped_by="x", exit_code=0,
                      denials=[e.Denial(call_id="c", tool="t", subject="s", reason="r")]),
    ):  # fmt: skip
        assert mask().event(event) is event


@pytest.mark.parametrize("secret", [KNOWN, *KEYS])
def test_S15_no_beginning_of_a_secret_is_told_too_early(secret: str) -> None:
    text = f"the key is {secret}, keep it"
    begins, ends = text.index(secret), text.index(secret) + len(secret)
    for size in range(begins, ends):
        assert mask().settled(text[:size]) <= begins
    assert mask().settled(text[: ends + 1]) == ends + 1


def test_all_else_is_told_at_once() -> None:
    for text in ("", "hello", "Running tests...", "50%", "this task", "x" * 5000, "日本語"):
        assert mask().settled(text) == len(text)


@pytest.mark.parametrize(
    "text",
    [
        *["a" * 300_000, "sk-a-" * 60_000, "sk-" + "a" * 300_000, "ghp_" * 60_000],
        *["authorization: bearer " * 20_000, "authorization: bearer " + "a." * 100_000],
    ],
)
def test_hostile_text_costs_its_length(text: str) -> None:
    """Squared it would be minutes, of the processor's own."""
    began = time.process_time()
    mask().text(text)
    mask().settled(text)
    assert time.process_time() - began < 5
