"""Secrets: masked in every field of every event, in every format, however they are cut."""

from dataclasses import fields
from typing import Any, get_args

import pytest

from tests.replay.exporters.tapes import (
    ALL,
    called,
    finished,
    plan,
    returned,
    said,
    step,
    tape,
    told,
)
from zaptui.core import events as e
from zaptui.core.json import Json, JsonObject
from zaptui.core.parts import Usage
from zaptui.replay.exporters.masked import MASK, masked, masked_json

KEY = "sk-ant-" + "a1B2" * 8
"""Looks like a key of a model service, and is none."""


def full_of(text: str) -> list[e.Entry]:
    """A run with the text in every field that may hold any."""
    inner = (
        e.RunStarted(session=f"s {text}", prompt=f"look {text}"),
        *step(said(f"seen {text}")),
        finished(outcome="error", error=f"boom {text}", stopped_by=f"x {text}"),
    )
    return tape(
        e.RunStarted(
            session=f"s {text}",
            prompt=f"first {text}\nsecond {text}",
            model=f"m {text}",
            mode=f"mode {text}",
            cwd=f"/{text}",
            version=f"v {text}",
            time=f"t {text}",
        ),
        e.Notice(level="warning", text=f"careful {text}"),
        e.Notice(level="error", text=f"{text} broke"),
        e.PlanUpdate(
            mode="classic",
            snapshot={"todos": [{"id": f"i {text}", "content": text, "status": "done"}]},
            todos=[{"content": text, "status": "completed"}],
            change="seeded",
            version=1,
            violations=[e.Violation(rule="R6", before=[text], after={"x": text})],
            dropped=[{"id": "x", "content": text}],
        ),
        e.PlanUpdate(
            mode="metronome",
            snapshot={
                "plan": {
                    "stages": [
                        {
                            "id": f"{n} {text}",
                            "content": f"stage {text}",
                            "deliverable": f"a thing {text}",
                            "status": status,
                            "evidence": f"seen {text}",
                        }
                        for n, status in enumerate(("done", "in_progress"))
                    ]
                }
            },
            todos=[{"content": f"stage {text}", "status": "in_progress"}],
            change="advanced",
            version=2,
        ),
        e.StepStarted(step=1, reminder=f"remember {text}", model=f"m {text}"),
        e.ReasoningDelta(part="r", text=f"hm {text}"),
        e.PartMeta(part="r", provider=f"p {text}", data={"signature": text, text: [text]}),
        said(f"saying {text}"),
        e.ToolInputDelta(call_id="c0", tool=f"half {text}", delta=f'{{"a": "{text}'),
        called("c1", "shell", command=f"echo {text}", env={"A": text, f"k {text}": [text]}),
        e.ToolCalled(call_id="c2", tool=f"tool {text}", raw=f"{{{text}"),
        called("c3", "edit", path=f"{text}.py", old_text=f"a {text}", new_text=f"b {text}"),
        called("c4", "task", prompt=text, agent=f"scout {text}"),
        e.ToolDecided(call_id="c1", decision="allow", by=f"rule {text}"),
        e.ToolProgress(call_id="c1", text=f"live {text}"),
        returned("c1", {"exit_code": 1, "output": f"out {text}", "more": [text]}),
        returned("c2", error=f"no {text}"),
        returned("c3", {"diff": f"@@ -1 +1 @@\n-{text}\n+{text}", "added": 1, "removed": 1}),
        *(e.Subagent(call_id="c4", event=event) for event in inner),
        returned("c4", text),
        e.Retrying(attempt=1, wait_s=1.0, error=f"busy {text}"),
        e.UserMessage(text=f"faster {text}"),
        e.StepStarted(step=2),
        called("c5", "complete", summary=f"done {text}"),
        e.StageChecked(
            call_id="c5",
            stage_id=f"s {text}",
            check=f"grep {text} file",
            by=f"by {text}",
            verdict="red",
            text=f"found {text}",
        ),
        returned("c5", error=f"open {text}"),
        said(f"the answer {text}"),
        e.ToolInputDelta(call_id="c6", tool="shell", delta=f"{text}"),
        e.Compacted(summary=f"so far {text}", kept=0, tokens_before=1, tokens_after=1),
        e.Unknown(data={"type": "news", "text": text}),
        finished(
            outcome="error",
            finish_reason="error",
            stopped_by=f"stopped {text}",
            error=f"error {text}",
            denials=[e.Denial(call_id="c1", tool=text, subject=f"rm {text}", reason=f"no {text}")],
            open_stages=[f"stage {text}"],
        ),
        e.RunStarted(session="s", prompt=f"next {text}"),
        finished(outcome="incomplete", stopped_by=f"idle {text}"),
    )


@pytest.mark.parametrize("format", ALL)
def test_a_secret_in_any_field_is_masked(format: str) -> None:
    text = told(full_of(KEY), format)
    assert KEY not in text
    assert KEY[:20] not in text
    assert MASK in text or "\\[redacted\\]" in text


@pytest.mark.parametrize("format", ALL)
def test_it_is_shown_when_that_is_asked_for(format: str) -> None:
    text = told(full_of(KEY), format, redact=False)
    assert KEY in text
    assert "redacted" not in text


@pytest.mark.parametrize("format", ALL)
def test_a_secret_that_comes_in_pieces_is_masked(format: str) -> None:
    letters = tape(
        e.RunStarted(session="s", prompt="p"),
        plan("One"),
        e.StepStarted(step=1),
        *(said(letter) for letter in f"the key is {KEY} now"),
        *(e.ReasoningDelta(part="r", text=letter) for letter in f"hm {KEY} hm"),
        *(e.ToolInputDelta(call_id="c", tool="read", delta=letter) for letter in f'{{"a":"{KEY}'),
        *(e.ToolProgress(call_id="c", text=letter) for letter in f"live {KEY} live"),
    )
    text = told(letters, format)
    assert KEY[:20] not in text


VALUES: dict[Any, Any] = {
    int: 1,
    float: 1.0,
    float | None: 1.0,
    Usage: Usage(),
    Usage | None: Usage(),
    JsonObject: {"a": {KEY: [KEY, 1]}},
    JsonObject | None: {"a": KEY},
    list[Json]: [{"a": KEY}],
    list[e.Violation]: [e.Violation(rule=KEY, before=[KEY], after=KEY)],
    list[e.Denial]: [e.Denial(call_id=KEY, tool=KEY, subject=KEY, reason=KEY)],
    list[str]: [KEY],
    "Event": e.UserMessage(text=KEY),
}
"""What fills a field of that type; text fills all others."""


def _filled(cls: type[Any]) -> Any:
    """An event of that kind with the key wherever a value may be text."""
    return cls(**{field.name: VALUES.get(field.type, KEY) for field in fields(cls)})


@pytest.mark.parametrize("cls", get_args(e.Event), ids=lambda cls: cls.type)
def test_every_field_of_every_kind_of_event_is_masked(cls: type[Any]) -> None:
    event = _filled(cls)
    assert KEY in repr(event)
    (entry,) = masked(tape(event))
    assert KEY not in repr(entry)
    assert type(entry.event) is cls


def test_the_tape_that_is_full_of_it_has_each_kind_of_event() -> None:
    known = {type(entry.event) for entry in full_of(KEY)}
    assert set(get_args(e.Event)) - known == {e.ModelFinished, e.ToolStarted}


def test_what_holds_no_secret_is_the_same_object() -> None:
    entries = full_of("plain")
    assert all(a is b for a, b in zip(masked(entries), entries, strict=True))


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"password": "hunter2hunter2"}, {"password": MASK}),
        ({"api_key": "two words"}, {"api_key": MASK}),
        ({"Authorization": ["Bearer x", 3]}, {"Authorization": [MASK, 3]}),
        ({"secret": {"value": "x", "empty": ""}}, {"secret": {"value": MASK, "empty": ""}}),
        ({"tokens": 7, "tokenizer": "bpe", "path": "a"}, None),
        ({"env": [f"A={KEY}"]}, {"env": [f"A={MASK}"]}),
        ({KEY: 1}, {MASK: 1}),
        ("token: abcdefgh", "token: [redacted]"),
        (None, None),
    ],
)
def test_masking_of_json(value: Any, expected: Any) -> None:
    assert masked_json(value) == (value if expected is None else expected)
