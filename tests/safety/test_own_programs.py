"""The programs zap starts for itself: which they are, and that none of them is the workspace's."""

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.mock import mock_server
from zaptui.errors import ToolError
from zaptui.safety.spawn import ProcessSpawner
from zaptui.tools.search import ripgrep
from zaptui.wiring.files import list_files

ZAPTUI = Path(__file__).parents[2] / "zaptui"
NAMES = ("uname", "lsb_release", "git", "rg", "bash", "sh", "bwrap", "python3", "env", "ldconfig",
         "gcc", "ld", "stty", "tput", "vi", "ps", "hostname", "file", "infocmp")  # fmt: skip
"""Programs that somebody may start by a bare name."""
PATHS = os.pathsep.join([str(ZAPTUI.parent), *filter(None, sys.path)])
STARTS = {
    "safety/sandbox_bwrap.py": ["subprocess.run"],  # the trial; an absolute path
    "safety/sandbox_cell.py": ["subprocess.Popen"],  # commands, and `program` below
    "safety/sandbox_landlock.py": ["subprocess.run"],  # the trial; /bin/sh
    "tui/editor.py": ["subprocess.run"],  # the person's own editor
    "wiring/files.py": ["subprocess.run"],  # ripgrep
    "wiring/plan_editing.py": ["subprocess.run"],  # the person's own editor
}
"""All places of zap where a process is started."""
PROGRAMS = {"agent/stage_checks.py", "tools/search.py"}
"""Where the spawner is asked for a program: ripgrep."""


def calls(tree: ast.AST) -> Iterator[tuple[str, ast.Call]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func), node


def test_processes_are_started_in_known_places_with_lists_of_arguments() -> None:
    found: dict[str, list[str]] = {}
    programs: set[str] = set()
    for path in sorted(ZAPTUI.rglob("*.py")):
        name = str(path.relative_to(ZAPTUI))
        for function, call in calls(ast.parse(path.read_text(encoding="utf-8"))):
            module, _, last = function.rpartition(".")
            starts = module in ("subprocess", "pty", "webbrowser") or function == "Popen"
            starts = starts or (
                module == "os" and last.startswith(("exec", "spawn", "posix_spawn"))
            )
            starts = starts or last in ("system", "popen", "fork", "forkpty", "startfile")
            if starts or last.startswith("create_subprocess"):
                found.setdefault(name, []).append(function)
                assert not [keyword for keyword in call.keywords if keyword.arg == "shell"]
                assert not isinstance(call.args[0], ast.Constant | ast.JoinedStr)
            if function.endswith("spawner.program"):
                programs.add(name)
    assert found == STARTS
    assert programs == PROGRAMS


@pytest.fixture
def poisoned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A workspace full of programs, in a PATH that finds them first; each tells that it ran."""
    root = tmp_path / "root"
    (root / "bin").mkdir(parents=True)
    for name in NAMES:
        program = root / "bin" / name
        program.write_text(f"#!/bin/sh\necho {name} >> {tmp_path}/ran\n")
        program.chmod(0o755)
        (root / name).symlink_to(f"bin/{name}")
    monkeypatch.chdir(root)
    monkeypatch.setenv("PATH", f".::bin:{root}:{root}/bin:{os.environ['PATH']}")
    return root


MACHINE = """
import platform, sys
from zaptui.providers.machine import know_machine
if sys.argv[1:]:
    know_machine()
print(platform.platform())
"""


def test_C11_what_the_SDKs_ask_of_the_machine_starts_no_program(
    poisoned: Path, tmp_path: Path
) -> None:
    def ask(*arguments: str) -> str:
        program = [sys.executable, "-c", MACHINE, *arguments]
        environ = {**os.environ, "PYTHONPATH": PATHS}
        return subprocess.run(
            program, env=environ, capture_output=True, text=True, check=True
        ).stdout

    known = ask("first")
    assert not (tmp_path / "ran").exists()
    assert known.startswith("Linux-")
    ask()
    assert (tmp_path / "ran").read_text() == "uname\n"  # so Python does without


@pytest.mark.parametrize(
    "model",
    [
        "anthropic/mock-model",
        pytest.param("openai-chat/mock-model", marks=pytest.mark.soak),
    ],
)
def test_C11_a_run_starts_no_program_of_the_workspace(
    model: str, poisoned: Path, tmp_path: Path
) -> None:
    shell = {"name": "shell", "args": {"command": "uname > said; type git"}}
    steps = [{"tools": [{"name": "search", "args": {"pattern": "x"}}]}, {"tools": [shell]}]
    with mock_server({"steps": steps, "final": {"text": "Done."}}, tmp_path) as mock:
        environ = {**os.environ, **mock.environment(), "ZAP_HOME": str(tmp_path / "home"),
                   "PYTHONPATH": PATHS}  # fmt: skip
        command = [sys.executable, "-m", "zaptui", "run", "--yes", "--no-sandbox", "--mode", "none"]
        ended = subprocess.run(
            [*command, "--model", model, "go"], env=environ, capture_output=True, text=True,
            check=False, timeout=60,
        )  # fmt: skip
    assert (ended.returncode, ended.stderr) == (0, "")
    assert (poisoned / "said").read_text() == "Linux\n"
    assert not (tmp_path / "ran").exists()


async def test_P27_the_settings_of_ripgrep_have_no_say(
    poisoned: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = poisoned / ".ripgreprc"
    settings.write_text(f"--pre={poisoned}/bin/file\n--hostname-bin={poisoned}/bin/hostname\n")
    (poisoned / "text").write_text("needle\n")
    monkeypatch.setenv("RIPGREP_CONFIG_PATH", str(settings))
    try:
        assert "text" in list_files(poisoned)
    except ToolError as error:
        pytest.skip(str(error))
    spawner = ProcessSpawner(str(poisoned), os.environ)
    argv = [ripgrep(), "--no-config", "--regexp=needle", "--", "./text"]
    assert (await spawner.program(argv, timeout_s=10)).output == "needle\n"
    assert not (tmp_path / "ran").exists()
    await spawner.program([argv[0], *argv[2:]], timeout_s=10)
    assert (tmp_path / "ran").exists()  # so ripgrep would have listened
    spawner.close()


@pytest.mark.parametrize("how", [["-m", "zaptui"], ["-P", "-m", "zaptui"]])
def test_C01_no_module_of_the_workspace_is_imported(how: list[str], tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    for name in ("typer", "rich", "pydantic", "openai", "json", "sitecustomize", "encodings"):
        (root / f"{name}.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n")
    ended = subprocess.run(
        [sys.executable, *how, "doctor"],
        env={"PATH": os.defpath, "HOME": str(tmp_path), "ZAP_HOME": str(tmp_path / "home"),
             "PYTHONPATH": PATHS},
        cwd=root, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert (ended.returncode in (0, 78), ended.stderr) == (True, "")  # 78 where rg is missing
    assert not (tmp_path / "ran").exists()
