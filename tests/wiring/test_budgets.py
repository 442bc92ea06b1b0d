"""The budget of a stage, from the settings."""

from pathlib import Path

import pytest

from tests.cli.mock import zap
from tests.fakes import say
from zaptui.agent.stage_budget import StageBudget
from zaptui.config.choice import ModelChoice, ProviderConfig
from zaptui.config.files import Loaded, load_settings
from zaptui.core.json import Json
from zaptui.core.parts import Usage
from zaptui.errors import ConfigError, UsageError
from zaptui.providers.scripted import Scripted
from zaptui.wiring.budgets import price_for, stage_budget
from zaptui.wiring.models import Model


def _settings(folder: Path, text: str) -> Loaded:
    home = folder / "home"
    home.mkdir(exist_ok=True)
    (home / "config.toml").write_text(text)
    return load_settings({"ZAP_HOME": str(home)}, folder / "work")


def _choice(name: str) -> ModelChoice:
    provider = ProviderConfig(kind="anthropic", base_url="", api_key_env="")
    return ModelChoice(name=name, model=name.split("/")[1], api_key="", provider=provider)


KNOWN, UNKNOWN = _choice("anthropic/claude-sonnet-4-5"), _choice("anthropic/nobody-knows")


def test_the_settings_say_what_a_stage_may_take(tmp_path: Path) -> None:
    assert stage_budget(_settings(tmp_path, "")) is None
    assert stage_budget(_settings(tmp_path, '[planning.stage_budget]\nthen = "stop"')) is None
    text = '[planning.stage_budget]\nsteps = 3\ntokens = 9\nseconds = 1.5\ncost = 0.5\nthen = "ask"'
    assert stage_budget(_settings(tmp_path, text)) == StageBudget(
        steps=3, tokens=9, seconds=1.5, cost=0.5, then="ask"
    )


def test_a_misspelt_key_is_named_with_the_nearest_one(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"planning\.stage_budget\.step is no setting") as raised:
        _settings(tmp_path, "[planning.stage_budget]\nstep = 3")
    assert raised.value.hint == "did you mean steps?"


def test_a_cost_is_kept_by_the_models_price_or_not_at_all(tmp_path: Path) -> None:
    free = _settings(tmp_path, "")
    assert price_for(UNKNOWN, free) is None
    costly = _settings(tmp_path, "[planning.stage_budget]\ncost = 0.5")
    price = price_for(KNOWN, costly)
    assert price is not None
    assert price(Usage(output_tokens=1_000_000)) > 0
    with pytest.raises(UsageError, match="is not known"):
        price_for(UNKNOWN, costly)
    with pytest.raises(UsageError, match="is not known"):
        price_for(UNKNOWN, free, max_cost=1.0)


def test_a_run_keeps_the_budget_of_the_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ZAP_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    for name in ("home", "work"):
        (tmp_path / name).mkdir()
    (tmp_path / "home" / "config.toml").write_text(
        '[planning.stage_budget]\nsteps = 2\nthen = "stop"\n'
    )
    stages: list[Json] = [{"id": "a", "content": "Do a", "deliverable": "a"}]
    looks = [say("", ("list", {"depth": n})) for n in (1, 2, 3)]
    provider = Scripted([say("", ("plan", {"stages": stages})), *looks])
    model = Model(provider=provider, name="m", shown="scripted/m")
    monkeypatch.setattr("zaptui.wiring.headless.open_model", lambda *given, **more: model)
    arguments = ["--model", "openai-chat/m", "--no-sandbox", "--output", "json"]
    ended = zap("run", *arguments, "--cwd", str(tmp_path / "work"), "look")
    (result,) = ended.lines
    assert (ended.code, result["outcome"], result["stopped_by"]) == (4, "capped", "stage_budget")
    assert len(provider.requests) == 3
