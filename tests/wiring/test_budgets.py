"""The budget of a stage, from the settings."""

from pathlib import Path

import pytest

from zaptui.agent.stage_budget import StageBudget
from zaptui.config.choice import ModelChoice, ProviderConfig
from zaptui.config.files import Loaded, load_settings
from zaptui.core.parts import Usage
from zaptui.errors import ConfigError, UsageError
from zaptui.wiring.budgets import price_for, stage_budget


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
