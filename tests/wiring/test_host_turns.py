"""The host of the app: turns, other sessions, models and modes, and what stays behind."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from zaptui.config.choice import ModelChoice
from zaptui.config.files import Loaded
from zaptui.config.schema import ProjectSettings, Settings
from zaptui.core import events as e
from zaptui.core.parts import Usage
from zaptui.core.ports import Approval, Decision, Request
from zaptui.errors import AuthError, ConfigError, UsageError
from zaptui.providers.scripted import Scripted, ScriptedReply
from zaptui.safety.sandbox import NO_SANDBOX
from zaptui.wiring.host import SessionHost
from zaptui.wiring.models import Model
from zaptui.wiring.options import RunOptions

STAGES = {"stages": [{"id": x, "content": f"Do {x}", "deliverable": x} for x in "ab"]}
TOUCH = Approval(call_id="c", tool="shell", input={"command": "touch made"}, subject="", reason="")


class Talk:
    """What the model says, whichever it is; it plans when it is told to."""

    def __init__(self) -> None:
        self.requests: list[Request] = []

    def __call__(self, request: Request) -> ScriptedReply:
        self.requests.append(replace(request, turns=list(request.turns)))
        prompt = request.turns[-1].prompt
        first = len(request.turns[-1].steps) == 1
        if first and prompt == "plan":
            return ScriptedReply(calls=[("plan", {**STAGES})])
        if first and prompt == "touch":
            return ScriptedReply(calls=[("shell", {"command": "touch made"})])
        return ScriptedReply(text=f"Re: {prompt}")


@pytest.fixture
def talk() -> Talk:
    return Talk()


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, talk: Talk) -> Iterator[SessionHost]:
    monkeypatch.setenv("ZAP_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    for name in ("ZAP_MODEL", "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("zaptui.safety.sandbox.probe", lambda which, network: NO_SANDBOX)

    def scripted(choice: Any, settings: Any, **more: Any) -> Model:
        return Model(provider=Scripted(talk), name=choice.model, shown=choice.name)

    monkeypatch.setattr("zaptui.wiring.live_host.open_model", scripted)
    (tmp_path / "work").mkdir()
    host = SessionHost(
        RunOptions(model="openai-chat/one", cwd=tmp_path / "work", no_sandbox=True),
        Loaded(user=Settings(), project=ProjectSettings()),
    )
    yield host
    host.close()


class Screen:
    """Hears everything, and answers each question with yes."""

    def __init__(self, host: SessionHost) -> None:
        self.told: list[e.Entry] = []
        self.asked: list[str] = []
        host.attach(self.told.append, self._ask, self._ask_user)

    async def _ask(self, approval: Approval) -> Decision:
        self.asked.append(approval.subject)
        return Decision(verdict="allow", by="you")

    async def _ask_user(self, *question: Any) -> str:
        raise AssertionError("the model asks nothing")


async def test_a_turn_is_on_the_tape_and_on_the_screen(host: SessionHost, tmp_path: Path) -> None:
    screen = Screen(host)
    assert host.resumable is None  # there is no file before the first turn
    finished = await host.run("hello")
    assert (finished.outcome, screen.told[-1].event) == ("answered", finished)
    (file,) = (tmp_path / "home" / "sessions").glob("*.jsonl")
    assert (host.resumable, host.session, host.trouble) == (file.stem, file.stem, "")
    assert file.read_text().count("\n") == len(screen.told)


async def test_another_session_and_back_with_its_past(host: SessionHost, talk: Talk) -> None:
    screen = Screen(host)
    await host.run("hello")
    first = host.session
    host.new_session()
    assert (host.session == first, host.resumable) == (False, None)
    await host.run("other")
    assert [turn.prompt for turn in talk.requests[-1].turns] == ["other"]
    assert [saved.session for saved in host.sessions()] == [host.session, first]
    host.open_session(first)
    told = len(screen.told)
    again = Screen(host)
    assert again.told == screen.told[: again.told[-1].seq + 1]
    assert told == len(screen.told)
    await host.run("and now?")
    assert [turn.prompt for turn in talk.requests[-1].turns] == ["hello", "and now?"]


async def test_one_that_cannot_be_opened_leaves_this_one(host: SessionHost, talk: Talk) -> None:
    Screen(host)
    await host.run("hello")
    with pytest.raises(UsageError, match="no session"):
        host.open_session("20991231")
    host.open_session(host.session)  # already here
    await host.run("still here?")
    assert [turn.prompt for turn in talk.requests[-1].turns] == ["hello", "still here?"]


async def test_S11_a_grant_stays_with_its_session(host: SessionHost, tmp_path: Path) -> None:
    screen = Screen(host)
    rule = host.rule_for(TOUCH)
    assert rule == "shell(touch made)"
    host.grant(rule)
    await host.run("touch")
    assert (screen.asked, (tmp_path / "work" / "made").exists()) == ([], True)
    first = host.session
    host.new_session()
    screen = Screen(host)
    await host.run("touch")
    assert screen.asked == ["touch made"]
    host.open_session(first)
    screen = Screen(host)
    await host.run("touch")
    assert screen.asked == ["touch made"]


async def test_another_model_goes_on_with_the_conversation(host: SessionHost, talk: Talk) -> None:
    Screen(host)
    await host.run("hello")
    host.set_model("openai-chat/two")
    await host.run("more")
    assert (host.model, talk.requests[-1].model) == ("openai-chat/two", "two")
    assert [turn.prompt for turn in talk.requests[-1].turns] == ["hello", "more"]
    for name, error in (("anthropic/x", AuthError), ("waltz", ConfigError)):
        with pytest.raises(error):
            host.set_model(name)
    assert host.model == "openai-chat/two"


async def test_R49_another_mode_goes_on_with_the_plan(host: SessionHost, talk: Talk) -> None:
    Screen(host)
    await host.run("plan")
    host.set_mode("classic")
    await host.run("more")
    request = talk.requests[-1]
    assert (host.mode, [tool.name for tool in request.tools if "todos" in tool.name]) == (
        "classic",
        ["write_todos"],
    )
    assert '[Stage 1/2] Execute "Do a" to completion' in (request.reminder or "")
    with pytest.raises(UsageError, match="the modes are"):
        host.set_mode("waltz")
    assert host.mode == "classic"


async def test_approvals_are_a_mode_of_the_person(host: SessionHost, talk: Talk) -> None:
    screen = Screen(host)
    host.set_approval("propose")
    finished = await host.run("touch")
    assert "propose" in (talk.requests[0].reminder or "").lower()
    assert ([denial.subject for denial in finished.denials], screen.asked) == (["touch made"], [])
    host.set_approval("yes")
    await host.run("touch")
    assert (screen.asked, talk.requests[-1].reminder) == ([], None)


async def test_words_meanwhile_reach_the_turn(host: SessionHost, talk: Talk) -> None:
    Screen(host)
    host.steer("be quick")
    await host.run("hello")
    assert host.history() == []
    host.remember("hello")
    assert host.history() == ["hello"]
    assert talk.requests[0].turns[-1].steps[0].messages == ["be quick"]


async def test_an_export_of_what_is_on_the_disk(host: SessionHost, tmp_path: Path) -> None:
    Screen(host)
    with pytest.raises(UsageError, match="nothing of this session is on the disk yet"):
        host.export("md", "")
    await host.run("hello")
    path = Path(host.export("json", ""))
    assert path == tmp_path / "work" / f"zap-{host.session}.json"
    assert json.loads(path.read_text())["answer"] == "Re: hello"
    with pytest.raises(UsageError, match="exists already"):
        host.export("json", path.name)


async def test_what_is_known_of_the_model_is_known_after_it_was_warmed(
    host: SessionHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    def known(choice: ModelChoice) -> object:
        from zaptui.wiring.prices import Known

        return Known(price=lambda usage: usage.output_tokens / 2, window=1_000)

    monkeypatch.setattr("zaptui.wiring.live_host.known_of", known)
    spent = Usage(output_tokens=3)
    assert (host.price(spent), host.context_window) == (None, None)
    await host.warm()
    assert (host.price(spent), host.price(Usage()), host.context_window) == (1.5, None, 1_000)
