"""A recipe in the app's host: its plan, mode and model; its tools and steps for one turn."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.fakes import say
from zaptui.config.files import Loaded
from zaptui.config.schema import ProjectSettings, Settings
from zaptui.core.events import Entry
from zaptui.errors import UsageError
from zaptui.providers.scripted import Scripted
from zaptui.tui.kept import KeptRecipe
from zaptui.wiring.host import SessionHost
from zaptui.wiring.models import Model
from zaptui.wiring.options import RunOptions
from zaptui.wiring.recipe_turns import plan_of
from zaptui.wiring.recipes import Recipe

ALL = ["shell", "read", "write", "edit", "list", "search", "ask_user", "complete"]


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SessionHost]:
    monkeypatch.setenv("ZAP_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    model = Model(provider=Scripted([say("Done."), say("Again.")]), name="m", shown="scripted/m")
    monkeypatch.setattr("zaptui.wiring.live_host.open_model", lambda *given, **more: model)
    (tmp_path / "work").mkdir()
    opened = SessionHost(
        RunOptions(model="openai-chat/m", cwd=tmp_path / "work", no_sandbox=True),
        Loaded(user=Settings(), project=ProjectSettings()),
    )
    entries: list[Entry] = []
    opened.attach(entries.append, _nobody, _nobody)
    yield opened
    opened.close()


async def _nobody(*given: Any) -> Any:
    raise AssertionError("nobody is asked")


def keep(name: str, text: str, plan: str | None = None) -> None:
    folder = Path(os.environ["ZAP_HOME"]) / "recipes" / name
    folder.mkdir(parents=True)
    (folder / "recipe.md").write_text(text)
    if plan is not None:
        (folder / "plan.md").write_text(plan)


def offered(host: SessionHost) -> list[str]:
    return [tool.name for tool in host._live.setup.tools]  # pyright: ignore[reportPrivateUsage]


def max_steps(host: SessionHost) -> int:
    return host._live.setup.limits.max_steps  # pyright: ignore[reportPrivateUsage]


async def test_tools_and_steps_hold_for_its_turn_alone(host: SessionHost) -> None:
    keep("look", "---\ntools: read\nmax_steps: 3\nmodel: openai-chat/x\n---\nLook at $ARGUMENTS.")
    turn = host.use_recipe("look", "that")
    assert (turn.prompt, turn.warning, host.model) == ("Look at that.", "", "openai-chat/x")
    assert (offered(host), max_steps(host)) == (["read", "complete"], 3)
    await host.run(turn.prompt)
    assert (offered(host), max_steps(host)) == (ALL, 200)
    assert (await host.run("And now?")).outcome == "answered"


async def test_its_plan_is_the_live_plan_in_its_mode(host: SessionHost) -> None:
    keep("five", "---\nmode: classic\n---\nDo it.", "- [x] One\n- [ ] Two\n")
    host.use_recipe("five", "")
    assert host.mode == "classic"
    planner = host._live.setup.planner  # pyright: ignore[reportPrivateUsage]
    assert planner.open_stages() == ["Two"]
    with pytest.raises(UsageError, match="the session has an open plan"):
        host.use_recipe("five", "")


async def test_R60_a_plan_of_nothing_turns_planning_on(host: SessionHost) -> None:
    keep("empty", "Plan.", "")
    host.set_mode("none")
    assert host.use_recipe("empty", "").warning == ""
    assert host.mode == "metronome"


async def test_a_plan_that_is_too_large_is_told(host: SessionHost) -> None:
    keep("large", "Plan.", "- [ ] a\n" + "x" * 70_000)
    assert "is larger than 64 KiB; its items are ignored" in host.use_recipe("large", "").warning


def test_recipes_are_commands_also_those_with_a_fault(host: SessionHost) -> None:
    keep("good", "Do $ARGUMENTS now, and " + "x" * 100)
    keep("bad", "---\nmood: x\n---\nDo.")
    bad, good = host.recipes()
    assert good == KeptRecipe(
        name="good", help=f"Do $ARGUMENTS now, and {'x' * 36}…", takes_arguments=True
    )
    assert (bad.name, bad.takes_arguments) == ("bad", False)


async def test_a_project_says_in_the_app_too_what_it_may_not(
    host: SessionHost, tmp_path: Path
) -> None:
    folder = tmp_path / "work" / ".zap" / "recipes" / "fix"
    folder.mkdir(parents=True)
    (folder / "recipe.md").write_text("---\ntools: read\n---\nFix.")
    assert "may not set tools; ignored" in host.use_recipe("fix", "").warning
    assert offered(host) == ALL


async def test_the_report_of_this_session(host: SessionHost, tmp_path: Path) -> None:
    keep("five", "Do it.", "- [x] One\n- [ ] Two\n")
    await host.run(host.use_recipe("five", "").prompt)
    assert "stages:    1 claimed, 1 converged" in host.report("", "")
    path = host.report("json", "")
    assert path == str(tmp_path / "work" / f"zap-report-{host.session}.json")
    assert Path(path).read_text().startswith('{"format":"zap-report/1"')
    with pytest.raises(UsageError, match="unknown format 'pdf'"):
        host.report("pdf", "")


def test_a_plan_that_is_gone_is_told(tmp_path: Path) -> None:
    gone = Recipe(name="x", file=tmp_path, prompt="x", trusted=True, plan=tmp_path / "plan.md")
    with pytest.raises(UsageError, match="cannot read"):
        plan_of(gone)
