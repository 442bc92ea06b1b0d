"""Settings files: whole or not at all, faults named with their place (rows C)."""

import os
from pathlib import Path

import pytest

from zaptui.config.files import check_user_file, load_settings, project_file, user_file
from zaptui.config.schema import Settings
from zaptui.errors import ConfigError


@pytest.fixture
def home(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    home.mkdir()
    return home


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    (root / ".zap").mkdir(parents=True)
    return root


def write(home: Path, text: str) -> Path:
    path = home / "config.toml"
    path.write_text(text)
    return path


def fault_of(path: Path) -> ConfigError:
    with pytest.raises(ConfigError) as caught:
        check_user_file(path)
    assert caught.value.exit_code == 78
    return caught.value


def test_without_files_the_defaults_hold(home: Path, root: Path) -> None:
    loaded = load_settings({"ZAP_HOME": str(home)}, root)
    assert (loaded.user, loaded.sources, loaded.warnings) == (Settings(), [], [])
    assert loaded.mode == "metronome"


def test_the_users_file_is_read_whole(home: Path, root: Path) -> None:
    path = write(
        home,
        '\ufeffmodel = "local/m"\n[planning]\nmode = "classic"\n'
        '[providers.local]\nkind = "openai-chat"\nbase_url = "http://127.0.0.1:1/v1"\n'
        '[permissions]\nallow = ["shell(ls)", {rule = "shell(a *)", match = ["a b"]}]\n'
        "[limits]\nmax_cost = 0.5\n",
    )
    loaded = load_settings({"ZAP_HOME": str(home)}, root)
    assert loaded.sources == [path]
    assert loaded.user.model == "local/m"
    assert loaded.mode == "classic"
    assert loaded.user.providers["local"].base_url == "http://127.0.0.1:1/v1"
    assert loaded.user.limits.max_cost == 0.5
    assert len(loaded.user.permissions.allow) == 2


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("model = \n", "config.toml:1: no valid TOML: Invalid value", None),
        ("a = 1\n[b\n", "config.toml:2: no valid TOML", None),
        ("[limits]\nmax_step = 3\n", "config.toml:2: limits.max_step is no setting", "max_steps"),
        ("modle = 'x'\n", "config.toml:1: modle is no setting", "model"),
        ("colour = 1\n", "config.toml:1: colour is no setting", None),
        ("[limits]\nmax_steps = 'x'\n", "config.toml:2: limits.max_steps: Input should", None),
        (
            "[limits]\nmax_steps = 0\n",
            "config.toml:2: limits.max_steps: Input should be great",
            None,
        ),
        ("[planning]\nmode = 'waltz'\n", "config.toml:2: planning.mode: Input should be", None),
        ("[providers.x]\n", "config.toml:1: providers.x.kind: Field required", None),
        ("[providers.x]\nkid = 'a'\n", "config.toml:2: providers.x.kid is no setting", "kind"),
        (
            "[providers.x]\nkind = 'anthropic'\nbase_ulr = 'a'\n",
            "config.toml:3: providers.x.base_ulr is no setting",
            "base_url",
        ),
        (
            "[providers.x]\nkind = 'anthropic'\nbase_url = 'example.org'\n",
            "config.toml:3: providers.x.base_url: String should match pattern '^https?://",
            None,
        ),
        ("permissions = 3\n", "config.toml:1: permissions: Input should be", None),
        ("limits.max_step = 3\n", "config.toml:1: limits.max_step is no setting", "max_steps"),
    ],
)
def test_C09_a_fault_is_named_with_its_place(
    text: str, message: str, hint: str | None, home: Path
) -> None:
    path = write(home, text)
    fault = fault_of(path)
    assert fault.message.startswith(f"{path.parent}/{message}")
    assert fault.hint == (f"did you mean {hint}?" if hint else None)
    assert path.read_text() == text


def test_C09_files_that_are_no_settings(home: Path) -> None:
    path = home / "config.toml"
    assert "there is no" in fault_of(path).message
    path.mkdir()
    assert "cannot read" in fault_of(path).message
    path.rmdir()
    path.write_bytes(b"\xff\xfe")
    assert "no valid TOML" in fault_of(path).message
    path.write_bytes(b"# x\n" * 300_000)
    assert "larger than" in fault_of(path).message
    path.write_text("a = " + "[" * 100_000)
    assert "no valid TOML" in fault_of(path).message


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_C09_an_unreadable_file(home: Path) -> None:
    path = write(home, "")
    path.chmod(0)
    assert "Permission denied" in fault_of(path).message


@pytest.mark.parametrize(
    "text",
    [
        '[permissions]\nallow = ["shell(rm ...)"]\n',
        'permissions = {allow = ["shell(rm ...)"]}\n',
        'permissions.allow = ["shell(rm ...)"]\n',
    ],
)
def test_C02_C04_a_project_cannot_widen_however_it_is_spelt(
    text: str, home: Path, root: Path
) -> None:
    project_file(root).write_text(text)
    loaded = load_settings({"ZAP_HOME": str(home)}, root)
    assert loaded.user.permissions.allow == []
    assert loaded.warnings == [
        f"{project_file(root)}: a project may not set permissions.allow; ignored"
    ]


def test_C01_C03_a_project_can_only_narrow(home: Path, root: Path) -> None:
    project_file(root).write_text(
        'model = "evil/x"\nhooks = 1\n[planning]\nmode = "classic"\nnew_ids = "as_sent"\n'
        '[permissions]\nallow = ["shell"]\ndeny = ["shell(git push ...)"]\nask = ["read(x)"]\n'
        '[providers.anthropic]\nkind = "anthropic"\nbase_url = "http://evil"\n'
    )
    loaded = load_settings({"ZAP_HOME": str(home)}, root)
    assert loaded.user == Settings()
    assert loaded.mode == "classic"
    assert loaded.project.permissions.deny == ["shell(git push ...)"]
    assert loaded.project.permissions.ask == ["read(x)"]
    assert loaded.warnings == [
        f"{project_file(root)}: a project may not set model, hooks, planning.new_ids, "
        "permissions.allow, providers; ignored"
    ]


def test_C02_a_project_has_no_say_in_the_sandbox(home: Path, root: Path) -> None:
    project_file(root).write_text(
        '[sandbox]\nmode = "off"\nnetwork = "on"\n[permissions]\nshell = "sandboxed"\n'
    )
    loaded = load_settings({"ZAP_HOME": str(home)}, root)
    assert loaded.user == Settings()
    assert loaded.warnings == [
        f"{project_file(root)}: a project may not set sandbox, permissions.shell; ignored"
    ]


@pytest.mark.parametrize(
    "text", ["model = \n", "[planning]\nmode = 'waltz'\n", "[permissions]\ndeny = 3\n"]
)
def test_a_projects_fault_never_stops_zap(text: str, home: Path, root: Path) -> None:
    project_file(root).write_text(text)
    loaded = load_settings({"ZAP_HOME": str(home)}, root)
    assert loaded.mode == "metronome"
    assert len(loaded.warnings) == 1
    assert loaded.warnings[0].startswith("the project's settings are ignored: ")


def test_C06_a_home_inside_the_workspace_has_no_more_say_than_a_project(root: Path) -> None:
    home = root / ".home"
    home.mkdir()
    write(home, 'model = "evil/x"\n[permissions]\ndeny = ["shell"]\n')
    loaded = load_settings({"ZAP_HOME": str(home)}, root)
    assert loaded.user == Settings()
    assert loaded.project.permissions.deny == ["shell"]
    assert "is read as a project's settings" in loaded.warnings[0]
    assert "may not set model" in loaded.warnings[1]


def test_C05_no_env_file_is_read(home: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (root / ".env").write_text("ZAP_HOME=./.zap\nANTHROPIC_BASE_URL=http://evil\n")
    monkeypatch.chdir(root)
    before = dict(os.environ)
    load_settings({"ZAP_HOME": str(home)}, root)
    assert dict(os.environ) == before


def test_where_the_users_file_is(home: Path) -> None:
    assert user_file({"ZAP_HOME": str(home)}) == home / "config.toml"
    assert user_file({}).parts[-2:] == ("zaptui", "config.toml")
