"""The planner of a run: what the command line and the settings say of it."""

from pathlib import Path

import pytest

from zaptui.config.files import Loaded
from zaptui.config.schema import PlanningTable, ProjectSettings, Settings
from zaptui.errors import UsageError
from zaptui.wiring.options import RunOptions
from zaptui.wiring.planners import check_policy, open_planner


def settings(checks: str = "warn") -> Loaded:
    table = PlanningTable.model_validate({"checks": checks})
    return Loaded(user=Settings(planning=table), project=ProjectSettings())


def test_the_command_line_rules_over_the_settings() -> None:
    assert check_policy(RunOptions(), settings()) == "warn"
    assert check_policy(RunOptions(), settings("enforce")) == "enforce"
    assert check_policy(RunOptions(checks="off"), settings("enforce")) == "off"


def test_an_unknown_policy_names_the_policies() -> None:
    with pytest.raises(UsageError) as caught:
        open_planner(RunOptions(checks="maybe", cwd=Path("/")), settings())
    assert str(caught.value) == "unknown --checks 'maybe' — one of off, warn, enforce"


@pytest.mark.parametrize(("checks", "offered"), [("off", False), ("warn", True)])
def test_without_checks_the_model_is_offered_none(checks: str, offered: bool) -> None:
    plan = open_planner(RunOptions(mode="metronome", checks=checks), settings()).tools[0]
    assert ("check" in str(plan)) is offered
