"""No secret in what is kept or shown: tape, output, log, prompts, environments (S15)."""

import json
import os
from pathlib import Path

import pytest

from zaptui.config.files import Loaded
from zaptui.config.schema import ProjectSettings, ProviderTable, Settings
from zaptui.core.ports import Decision, Request
from zaptui.errors import AuthError
from zaptui.providers.scripted import Script, Scripted, ScriptedReply
from zaptui.safety.sandbox import NO_SANDBOX
from zaptui.wiring.headless import run_headless
from zaptui.wiring.host import SessionHost
from zaptui.wiring.models import Model
from zaptui.wiring.options import OUTPUTS, Output, RunOptions
from zaptui.wiring.permissions import Guard
from zaptui.wiring.secrets import mask_of, without_keys
from zaptui.wiring.talk import guarded, say

KEY, OWN, TOKEN = "provider-key-1234", "one's own", "deploy-token-5678"
LOCAL = Settings(
    providers={"local": ProviderTable(kind="openai-chat", api_key_env="LOCAL_LLM")},
)


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, value in {
        "OPENAI_API_KEY": KEY,
        "LOCAL_LLM": OWN,
        "DEPLOY_TOKEN": TOKEN,
        "SORT_KEY": "created_at",
        "SSH_KEY": "/home/me/.ssh/id_1",
        "ZAP_HOME": str(tmp_path / "home"),
    }.items():
        monkeypatch.setenv(name, value)
    (tmp_path / "root").mkdir()
    return tmp_path / "root"


def run(replies: list[ScriptedReply] | Script, root: Path, *, output: Output = "jsonl") -> int:
    return run_headless(
        RunOptions(task=f"use {KEY}", mode="none", output=output, cwd=root),
        Loaded(user=LOCAL, project=ProjectSettings()),
        Model(provider=Scripted(replies), name="m", shown="m"),
        guard=Guard(
            decide=lambda tool, arguments: Decision(verdict="allow", by="test"),
            sandbox=NO_SANDBOX,
        ),
    )


@pytest.mark.usefixtures("root")
def test_S15_what_is_known_to_be_a_secret() -> None:
    known, built_in = mask_of(os.environ, LOCAL), mask_of(os.environ)
    assert known.text(f"{KEY} {OWN} {TOKEN}") == "[redacted] [redacted] [redacted]"
    assert built_in.text(f"{KEY} {OWN} {TOKEN}") == f"[redacted] {OWN} [redacted]"
    for text in ("created_at", "/home/me/.ssh/id_1"):
        assert known.text(text) == text


@pytest.mark.usefixtures("root")
def test_X13_keys_of_ones_own_providers_are_kept_from_commands_too() -> None:
    assert "LOCAL_LLM" not in without_keys(os.environ, LOCAL)
    assert without_keys({"A": "b"}, LOCAL) == {"A": "b"}


@pytest.mark.parametrize("output", OUTPUTS)
def test_S15_no_secret_on_the_tape_or_in_any_output(
    output: Output, root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (root / ".env").write_text(f"KEY={KEY}\nOWN={OWN}\n")
    replies = [
        ScriptedReply(text=f"I use {KEY}.", reasoning=OWN, piece=3),
        ScriptedReply(
            text="Look:",
            calls=[
                ("read", {"path": ".env"}),
                ("shell", {"command": f"echo {TOKEN}; cat .env; env"}),
            ],
        ),
        ScriptedReply(
            text=f"It is {TOKEN}", error=AuthError(f"401: {KEY} is not accepted"), piece=2
        ),
    ]
    replies = replies[1:] if output == "text" else [replies[1], replies[0]]
    run(replies, root, output=output)
    shown = capsys.readouterr()
    (tape,) = (root.parent / "home" / "sessions").glob("*.jsonl")
    for text in (shown.out, shown.err, tape.read_text()):
        for secret in (KEY, OWN, TOKEN):
            assert secret not in text
    assert "[redacted]" in tape.read_text()
    assert "[redacted]" in shown.out
    events = [json.loads(line) for line in tape.read_text().split("\n") if line]
    told = "".join(event["text"] for event in events if event["type"] == "text_delta")
    assert told in ("Look:I use [redacted].", "Look:It is [redacted]")


def test_S15_the_model_itself_is_told_what_stands_in_the_file(root: Path) -> None:
    (root / ".env").write_text(f"KEY={KEY}\n")
    seen: list[str] = []

    def script(request: Request) -> ScriptedReply:
        steps = request.turns[-1].steps
        seen.append(repr([part for step in steps for part in step.parts]))
        if len(seen) == 1:
            return ScriptedReply(calls=[("read", {"path": ".env"})])
        return ScriptedReply(text="Seen.")

    assert run(script, root) == 0
    assert KEY in seen[1]


@pytest.mark.usefixtures("root")
def test_S15_no_secret_in_talk_or_in_the_log(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def bug() -> int:
        raise RuntimeError(f"it was {KEY} and {TOKEN}")

    assert guarded(bug, output="json") == 1
    say(f"the server said {KEY}")
    shown = capsys.readouterr()
    log = (tmp_path / "home" / "errors.log").read_text()
    assert "RuntimeError: it was [redacted] and [redacted]" in log
    for text in (shown.out, shown.err, log):
        assert KEY not in text
        assert TOKEN not in text


@pytest.mark.usefixtures("root")
def test_S15_prompts_that_are_remembered_hold_none(tmp_path: Path) -> None:
    host = SessionHost(
        RunOptions(model="openai-chat/m", cwd=tmp_path, save=False),
        Loaded(user=LOCAL, project=ProjectSettings()),
    )
    host.remember(f"use {KEY}")
    assert host.history() == ["use [redacted]"]
    assert KEY not in (tmp_path / "home" / "prompts.jsonl").read_text()
    host.close()
