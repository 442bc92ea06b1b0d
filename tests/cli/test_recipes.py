"""Recipes: listed, shown, run; what a project's may say."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.cli.mock import Ended, zap
from tests.fakes import say
from zaptui.core.json import Json, as_list, as_object
from zaptui.core.ports import Request
from zaptui.providers.scripted import Script, Scripted, ScriptedReply
from zaptui.wiring.models import Model

PLAN = "# Plan\n- [x] One\n- [x] Two\n- [ ] Three\n- [ ] Four\n  deliverable: a file\n- [ ] Five\n"
LOOK = ("list", {})


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZAP_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    monkeypatch.setenv("ZAP_MODEL", "openai-chat/default")
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")


def write(folder: Path, name: str, text: str, plan: str | None = None) -> Path:
    file = folder / name / "recipe.md"
    file.parent.mkdir(parents=True)
    file.write_text(text)
    if plan is not None:
        file.with_name("plan.md").write_text(plan)
    return file


def mine(tmp_path: Path) -> Path:
    return tmp_path / "home" / "recipes"


def projects(tmp_path: Path) -> Path:
    return tmp_path / "work" / ".zap" / "recipes"


class Played:
    """A scripted model in the place of any other; it keeps what it was asked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.models: list[str] = []
        self.requests: list[Request] = []
        self.script: Sequence[ScriptedReply] | Script = [say("Done.")]
        monkeypatch.setattr("zaptui.wiring.headless.open_model", self._open)

    def _open(self, choice: Any, settings: Any, *, price: Any = None) -> Model:
        self.models.append(choice.name)
        provider = Scripted(self.script)
        provider.requests = self.requests
        return Model(provider=provider, name="m", shown=choice.name)

    @property
    def prompt(self) -> str:
        return self.requests[0].turns[-1].prompt

    @property
    def tools(self) -> list[str]:
        return [spec.name for spec in self.requests[0].tools]


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Played:
    return Played(monkeypatch)


def run(*arguments: str) -> Ended:
    return zap("run", "--no-sandbox", "--output", "json", *arguments)


def test_a_recipe_is_run_with_its_arguments_model_tools_mode(
    tmp_path: Path, played: Played
) -> None:
    front = "---\nmode: classic\nmodel: openai-chat/small\ntools: read, list\nmax_steps: 1\n---\n"
    write(mine(tmp_path), "fix", f"{front}Fix $ARGUMENTS now.")
    played.script = [say("", LOOK), say("", LOOK)]
    ended = run("--recipe", "fix", "the", "test")
    (result,) = ended.lines
    assert (ended.code, result["outcome"], result["stopped_by"]) == (4, "capped", "max_steps")
    assert (played.prompt, played.models) == ("Fix the test now.", ["openai-chat/small"])
    assert played.tools == ["read", "list", "complete", "write_todos"]


def test_the_command_line_comes_before_the_recipe(tmp_path: Path, played: Played) -> None:
    write(mine(tmp_path), "fix", "---\nmode: classic\nmodel: openai-chat/small\n---\nFix.")
    run("--recipe", "fix", "--mode", "ledger", "--model", "openai-chat/large")
    assert played.models == ["openai-chat/large"]
    assert "todo_write" in played.tools


def _one_by_one(mode: str) -> Script:
    """Work, then close, item by item, whatever the plan is; `complete` at last."""
    steps = {"n": 0}

    def todos(request: Request) -> list[Json]:
        parts = [request.turns[-1].opening.parts[0]]
        parts += [p for s in request.turns[-1].steps for p in s.parts if getattr(p, "plan", None)]
        last = parts[-1]
        snapshot = getattr(last, "plan", None) or getattr(last, "snapshot", {})
        return as_list(snapshot["todos"])

    def reply(request: Request) -> ScriptedReply:
        steps["n"] += 1
        if steps["n"] == 4:
            return say("", ("complete", {"summary": "all five"}))
        if mode == "metronome":
            return say("", LOOK, ("advance", {"evidence": f"step {steps['n']}"}))
        word = "completed" if mode == "ledger" else "done"
        items = list(map(as_object, todos(request)))
        opened = next(item for item in items if item["status"] not in ("done", "completed"))
        closed: list[Json] = [{**i, "status": word if i is opened else i["status"]} for i in items]
        if mode == "ledger":
            return say("", LOOK, ("todo_write", {"items": closed}))
        return say("", LOOK, ("write_todos", {"todos": closed}))

    return reply


@pytest.mark.parametrize("mode", ["metronome", "classic", "ledger"])
def test_R60_R68_a_recipe_with_five_items_two_of_them_ticked(
    mode: str, tmp_path: Path, played: Played
) -> None:
    write(mine(tmp_path), "five", f"---\nmode: {mode}\n---\nDo the five.", PLAN)
    played.script = _one_by_one(mode)
    (result,) = run("--recipe", "five", "--mode", mode).lines
    assert (result["outcome"], result["exit_code"], len(played.requests)) == ("complete", 0, 4)
    assert [(s["content"], s["status"]) for s in result["stages"]] == [
        (content, "done") for content in ("One", "Two", "Three", "Four", "Five")
    ]
    if mode == "metronome":
        evidence = [stage["evidence"] for stage in result["stages"]]
        seeded = ["seeded from plan.md"] * 2
        assert evidence == [*seeded, "step 1", "step 2", "step 3"]
    first = played.requests[0].reminder or ""
    told = {"metronome": '[Stage 3/5] Work on "Three"', "classic": "[Stage 3/5] No active stage"}
    assert told.get(mode, "- [pending] Three") in first


def test_R60_an_empty_plan_turns_planning_on(tmp_path: Path, played: Played) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "config.toml").write_text('[planning]\nmode = "none"\n')
    write(mine(tmp_path), "empty", "Plan.", "")
    write(mine(tmp_path), "plain", "Talk.")
    run("--recipe", "empty")
    assert {"plan", "advance"} <= set(played.tools)
    played.requests.clear()
    run("--recipe", "plain")
    assert not {"plan", "advance"} & set(played.tools)


def test_a_projects_recipe_is_text_and_plan_only(tmp_path: Path, played: Played) -> None:
    front = "---\nmodel: openai-chat/evil\ntools: shell\nmax_steps: 1000\nmode: classic\n---\n"
    file = write(projects(tmp_path), "fix", f"{front}Fix.", PLAN)
    ended = run("--recipe", "fix")
    assert ended.err.split("\n")[0] == (
        f"zap: warning: {file}: a project's recipe may not set model, tools, max_steps; ignored"
    )
    assert ended.err.count("may not set") == 1
    assert played.models == ["openai-chat/default"]
    assert {"shell", "read", "write_todos"} <= set(played.tools)


def test_yours_hides_a_projects_of_the_same_name(tmp_path: Path, played: Played) -> None:
    write(projects(tmp_path), "fix", "Theirs.")
    write(mine(tmp_path), "fix", "Mine.")
    run("--recipe", "fix")
    assert played.prompt == "Mine."


@pytest.mark.parametrize("name", ["../fix", "a/b", ".", "", "fix/..", "-x", "a\n", "x" * 65])
def test_a_name_is_no_path(name: str, tmp_path: Path) -> None:
    write(tmp_path, "fix", "Mine.")
    ended = zap("run", f"--recipe={name}")
    assert (ended.code, "is no name of a recipe" in ended.err) == (2, True)


def test_a_recipe_that_is_not_there_is_told_with_the_nearest_one(tmp_path: Path) -> None:
    none = zap("run", "--recipe", "fix")
    assert none.err == ("zap: there is no recipe 'fix' — `zap recipes` says where they go\n")
    write(mine(tmp_path), "fixing", "Mine.")
    assert zap("run", "--recipe", "fixin").err.endswith("did you mean fixing?\n")
    assert zap("recipes", "show", "zzz").err.endswith("there are fixing\n")


def test_a_fault_in_the_front_matter_is_exit_78(tmp_path: Path) -> None:
    file = write(mine(tmp_path), "fix", "---\nmodell: x\n---\nFix.")
    ended = zap("run", "--recipe", "fix")
    words = f"{file}:2: modell is no key of a recipe — did you mean model?"
    assert (ended.code, ended.err) == (78, f"zap: {words}\n")
    listed = zap("recipes")
    assert (listed.code, listed.out) == (78, f"fix  yours    cannot be read: {words}\n")


def test_files_that_are_no_recipes_are_told(tmp_path: Path) -> None:
    file = write(mine(tmp_path), "odd", "x")
    file.write_bytes(b"\xff\xfe")
    assert zap("run", "--recipe", "odd").err == f"zap: {file} is no UTF-8 text\n"
    file.write_bytes(b"x" * 300_000)
    assert "that is no recipe" in zap("run", "--recipe", "odd").err


def test_a_projects_recipe_leads_nowhere_else(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("Do evil.")
    folder = projects(tmp_path) / "fix"
    folder.mkdir(parents=True)
    (folder / "recipe.md").symlink_to(secret)
    ended = zap("run", "--recipe", "fix")
    assert (ended.code, "leads out of" in ended.err) == (78, True)
    (folder / "recipe.md").unlink()
    (folder / "recipe.md").write_text("Fix.")
    (folder / "plan.md").symlink_to(secret)
    assert zap("run", "--recipe", "fix").code == 78


def test_recipes_are_listed_and_shown(tmp_path: Path) -> None:
    empty = zap("recipes")
    assert (empty.code, empty.out, "there are no recipes yet" in empty.err) == (0, "", True)
    write(mine(tmp_path), "fix", "---\nmode: classic\ntools: read, list\n---\nFix $ARGUMENTS.")
    file = write(projects(tmp_path), "five", "---\nmodel: a/b\n---\nDo five.", PLAN)
    (mine(tmp_path) / "not a name").mkdir()
    (mine(tmp_path) / "not a name" / "recipe.md").write_text("x")
    listed = zap("recipes", "list")
    assert listed.out.split("\n") == [
        "five  project  [plan.md] Do five.",
        "fix   yours    [mode classic, tools read list] Fix $ARGUMENTS.",
        "",
    ]
    assert zap("recipes").out == listed.out
    shown = zap("recipes", "show", "five")
    assert "may not set model" in shown.err
    assert shown.out.split("\n")[:7] == [
        "recipe  five",
        f"file    {file}",
        "whose   the project's",
        "runs    as the settings say",
        f"plan    {file.with_name('plan.md')}",
        "",
        "Do five.",
    ]
    assert "- [ ] Four" in shown.out
    assert "plan    none" in zap("recipes", "show", "fix").out


def test_settings_that_lie_in_the_workspace_are_a_projects(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, played: Played
) -> None:
    monkeypatch.setenv("ZAP_HOME", str(tmp_path / "work" / "conf"))
    write(tmp_path / "work" / "conf" / "recipes", "fix", "---\nmodel: openai-chat/x\n---\nFix.")
    assert "may not set model" in run("--recipe", "fix").err
    assert played.models == ["openai-chat/default"]


def test_arguments_come_from_stdin_and_a_task_is_still_one_argument(
    tmp_path: Path, played: Played
) -> None:
    write(mine(tmp_path), "fix", "Fix $ARGUMENTS.")
    zap("run", "--no-sandbox", "--recipe", "fix", "-", stdin=b"that")
    assert played.prompt == "Fix that."
    ended = zap("run", "two", "words")
    assert (ended.code, "the task is one argument" in ended.err) == (2, True)
