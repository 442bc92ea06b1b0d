"""`zap config` and `zap doctor`."""

import socket
from pathlib import Path

import pytest

from tests.cli.mock import zap


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZAP_HOME", str(tmp_path / "home"))
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL"):
        monkeypatch.delenv(name, raising=False)


def test_init_show_path_check(tmp_path: Path) -> None:
    path = tmp_path / "home" / "config.toml"
    assert zap("config", "path").out == f"{path}\n"
    missing = zap("config", "check")
    assert (missing.code, "zap config init makes one" in missing.err) == (78, True)
    assert zap("config", "init").out == f"wrote {path}\n"
    assert path.stat().st_mode & 0o777 == 0o600
    assert zap("config", "check").out == f"{path}: no fault found\n"
    before = path.read_text()
    again = zap("config", "init")
    assert (again.code, path.read_text()) == (78, before)
    shown = zap("config", "show")
    assert shown.out.startswith(f"# from {path}\nproject_instructions = true\n\n[planning]\n")
    path.write_text("[limits]\nmax_step = 3\n")
    for command in (("config", "check"), ("config", "show"), ("run", "--model", "a/b", "t")):
        ended = zap(*command)
        assert (ended.code, ended.out) == (78, "")
        assert ended.err == (
            f"zap: {path}:2: limits.max_step is no setting — did you mean max_steps?\n"
        )


def test_P36_a_rule_that_cannot_hold_is_found_by_check_and_doctor(tmp_path: Path) -> None:
    path = tmp_path / "home" / "config.toml"
    path.parent.mkdir()
    path.write_text('[permissions]\nallow = ["shell(bash ...)"]\n')
    checked = zap("config", "check")
    assert (checked.code, checked.out) == (78, "")
    assert checked.err.startswith(f"zap: {path}: allow rule 'shell(bash ...)': `...` after bash")
    examined = zap("doctor")
    assert (examined.code, "BAD  config" in examined.out) == (78, True)


def test_every_line_of_the_example_is_a_setting(tmp_path: Path) -> None:
    zap("config", "init")
    path = tmp_path / "home" / "config.toml"
    lines = [
        line.removeprefix("# ")
        for line in path.read_text().split("\n")
        if "=" in line or line.lstrip("# ").startswith("[")
    ]
    path.write_text("\n".join(line for line in lines if not line.startswith("A project")))
    assert zap("config", "check").code == 0
    shown = zap("config", "show").out
    assert 'base_url = "http://127.0.0.1:8080/v1"' in shown
    assert "max_cost = 1.0" in shown


def test_doctor_has_a_line_for_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        url = f"http://127.0.0.1:{server.getsockname()[1]}/v1"
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        monkeypatch.setenv("ANTHROPIC_API_KEY", "hunter22")
        ended = zap("doctor")
    assert ended.code == 0
    names = [line[5:].split()[0] for line in ended.out.split("\n") if line]
    assert names == [
        "config", "provider", "provider", "rg", "bash", "told", "sandbox", "terminal", "state",
    ]  # fmt: skip
    assert f"{url}, OPENAI_API_KEY is not set, it answers" in ended.out
    assert "ANTHROPIC_API_KEY is set" in ended.out
    assert "hunter22" not in ended.out


def test_doctor_names_what_needs_mending(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "home").write_text("")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")
    ended = zap("doctor")
    assert ended.code == 78
    assert "BAD  state" in ended.out
    assert "nothing answers there" in ended.out
    (tmp_path / "home").unlink()
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "config.toml").write_text("x = 1\n")
    broken = zap("doctor")
    assert (broken.code, "BAD  config" in broken.out) == (78, True)
