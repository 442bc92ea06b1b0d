"""The sandbox of a run, as the settings and the command line ask for it (X15)."""

import pytest

from zaptui.config.files import Loaded
from zaptui.config.schema import PermissionsTable, ProjectSettings, SandboxTable, Settings
from zaptui.core.ports import Decision
from zaptui.errors import ConfigError
from zaptui.safety.sandbox import Sandbox
from zaptui.wiring.options import RunOptions
from zaptui.wiring.permissions import may_say_yes, policy_for, sandbox_for

LANDLOCK = Sandbox(kind="landlock", network="off", why="bubblewrap is not installed")
NOTHING = Sandbox(kind="none", why="nothing works here")


def settings(*, shell: str = "ask", **sandbox: str) -> Loaded:
    user = Settings(
        sandbox=SandboxTable.model_validate(sandbox),
        permissions=PermissionsTable.model_validate({"shell": shell}),
    )
    return Loaded(user=user, project=ProjectSettings())


@pytest.fixture
def works(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zaptui.safety.sandbox.probe", lambda which, network: LANDLOCK)


@pytest.fixture
def fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zaptui.safety.sandbox.probe", lambda which, network: NOTHING)


@pytest.mark.usefixtures("works")
def test_yes_needs_no_word_more_in_a_sandbox_that_works() -> None:
    options = RunOptions(yes=True)
    assert sandbox_for(options, settings()) == LANDLOCK
    assert may_say_yes(options, LANDLOCK)
    assert may_say_yes(RunOptions(no_sandbox=True), NOTHING)
    assert not may_say_yes(options, NOTHING)


@pytest.mark.usefixtures("fails")
def test_X15_yes_ends_with_78_where_nothing_works() -> None:
    with pytest.raises(ConfigError, match="there is no sandbox: nothing works here") as caught:
        sandbox_for(RunOptions(yes=True), settings())
    assert caught.value.exit_code == 78
    assert sandbox_for(RunOptions(), settings()) == NOTHING
    accepted = sandbox_for(RunOptions(yes=True, no_sandbox=True), settings())
    assert accepted == Sandbox(kind="none", why="--no-sandbox")


@pytest.mark.usefixtures("works")
def test_X15_yes_ends_with_78_where_the_settings_want_none() -> None:
    with pytest.raises(ConfigError, match=r'sandbox\.mode = "off" in the settings'):
        sandbox_for(RunOptions(yes=True), settings(mode="off"))


@pytest.mark.usefixtures("fails")
def test_X15_require_ends_with_78_where_nothing_works() -> None:
    with pytest.raises(ConfigError, match="required and none works here: nothing works here"):
        sandbox_for(RunOptions(), settings(mode="require"))
    with pytest.raises(ConfigError, match="--no-sandbox contradicts"):
        sandbox_for(RunOptions(no_sandbox=True), settings(mode="require"))


def test_commands_run_unasked_only_where_the_user_says_so_and_a_sandbox_works() -> None:
    def said(shell: str, sandbox: Sandbox) -> Decision:
        judge = policy_for(RunOptions(), settings(shell=shell), sandbox, has_approver=True)
        return judge("shell", {"command": "ls"})

    assert said("sandboxed", LANDLOCK) == Decision(verdict="allow", by="sandbox")
    assert said("sandboxed", NOTHING).verdict == "ask"
    assert said("ask", LANDLOCK).verdict == "ask"
