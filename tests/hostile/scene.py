"""The folders of a hostile run, a listener, and what must hold when the run is over."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.hostile.attacks import HOSTILE
from tests.safety.sandbox_kit import processes_with

ROOT = Path(__file__).parents[2]
LAUNCHER = str(Path(__file__).with_name("zap_scripted.py"))
NOBODY = 65534
HOME_SECRET, STATE_SECRET = "home-secret-1234567", "state-secret-1234567"
KEY, TOKEN = "provider-key-1234567", "deploy-token-1234567"
STARTS = (
    *(b"\x1b]52", b"\x1b]0;PWNED", b"\x1b]8;;http://pwned", b"\x1bP", b"\x1b_", b"\x1bc"),
    *(b"\x1b[31m", b"\x1b[2J\x1b[6n", b"\x1b[6n"),
)
"""Where the sequences of the payloads begin; what follows without that is text like any other."""


@dataclass(frozen=True, kw_only=True)
class Scene:
    """`root` is the workspace. All else below `base` is outside of it."""

    base: Path
    mark: str
    tcp: socket.socket
    unix: socket.socket | None

    @property
    def root(self) -> Path:
        return self.base / "app"

    @property
    def port(self) -> int:
        return self.tcp.getsockname()[1]

    def environ(self) -> dict[str, str]:
        """What zap is started with; keys among it."""
        packages = [path for path in sys.path if path.endswith("site-packages")]
        return {
            "PATH": "/usr/local/bin:/usr/bin:/bin",
            "LANG": "C.UTF-8",
            "HOME": str(self.base / "home"),
            "ZAP_HOME": str(self.base / "state"),
            "TMPDIR": str(self.base / "tmp"),
            "PYTHONPATH": ":".join([str(ROOT), *packages]),
            "PYTHONDONTWRITEBYTECODE": "1",
            "OPENAI_API_KEY": KEY,
            "DEPLOY_TOKEN": TOKEN,
            "HOSTILE_PORT": str(self.port),
            "HOSTILE_MARK": self.mark,
            "HOSTILE_SEEN": str(self.base / "tmp" / "seen.json"),
        }

    def outside(self) -> dict[str, tuple[int, bytes | str]]:
        """All that lies outside and is not zap's own: modes and contents, to be compared."""
        found: dict[str, tuple[int, bytes | str]] = {}
        for name in ("outside", "home", "app-evil"):
            for path in sorted((self.base / name).rglob("*")):
                status = path.lstat()
                text: bytes | str = path.read_bytes() if path.is_file() else ""
                found[str(path.relative_to(self.base))] = (status.st_mode, text)
        found["."] = (0, ",".join(sorted(os.listdir(self.base))))
        return found

    def seen(self) -> str:
        """What the model was told, as JSON."""
        return (self.base / "tmp" / "seen.json").read_text()

    def tape(self) -> list[dict[str, Any]]:
        """The lines of the one transcript."""
        (path,) = (self.base / "state" / "sessions").glob("*.jsonl")
        return [json.loads(line) for line in path.read_text().split("\n") if line]

    def close(self) -> None:
        for server in (self.tcp, self.unix):
            if server is not None:
                server.close()


@contextmanager
def scene(base: Path, *, nobody: bool = False) -> Iterator[Scene]:
    """The folders, made anew below `base`; the ordinary user's if asked."""
    tcp = socket.create_server(("127.0.0.1", 0))
    tcp.setblocking(False)
    for name in ("app/names", "app/sub", "app/.git/hooks", "outside", "home/.ssh", "app-evil",
                 "state", "tmp"):  # fmt: skip
        (base / name).mkdir(parents=True)
    mark = f"hostile-{os.getpid()}-{base.parent.name}"
    made = Scene(base=base, mark=mark, tcp=tcp, unix=_unix(base))
    _fill(base)
    try:
        if nobody:
            _hand_over(base)
        yield made
    finally:
        made.close()
        for pid in processes_with(made.mark):
            with suppress(ProcessLookupError):
                os.kill(pid, 9)


def _fill(base: Path) -> None:
    root = base / "app"
    for path, text in {
        "outside/kept": "kept", "app-evil/kept": "kept", "home/.profile": "harmless",
        "home/.ssh/id_rsa": HOME_SECRET, "home/.netrc": HOME_SECRET,
        "state/config.toml": f"# {STATE_SECRET}\n", "app/.git/config": "[core]\n",
        "app/hostile.txt": HOSTILE, "app/bomb": "a" * 5000 + "!\n",
    }.items():  # fmt: skip
        (base / path).write_text(text)
    for name in (HOSTILE.replace("/", " ")[:60], "a\x1b]0;PWNED\x07b", "c\u202ed", "e\nf"):
        (root / "names" / name).touch()
    for link, target in {
        "esc": "../outside", "esc2": "../outside/kept", "dangling": "../outside/none",
        "loop": "loop", "chain": "chain2", "chain2": "esc", "d": "../home",
    }.items():  # fmt: skip
        (root / link).symlink_to(target)
    os.link(base / "outside" / "kept", root / "hard")
    os.mkfifo(root / "pipe")
    with (root / "sparse").open("wb") as file:
        file.truncate(2 << 30)


def _unix(base: Path) -> socket.socket | None:
    """A service's socket, where the path is not too long for one."""
    server = socket.socket(socket.AF_UNIX)
    try:
        server.bind(str(base / "outside" / "s"))
    except OSError:
        server.close()
        return None
    server.listen()
    server.setblocking(False)
    return server


def _hand_over(base: Path) -> None:
    """Give it all to the ordinary user."""
    try:
        for path in (base.parent, *base.parent.rglob("*")):
            os.chown(path, NOBODY, NOBODY, follow_symlinks=False)
    except OSError as error:
        pytest.skip(f"this root cannot give files away: {error.strerror}")


def python_of_nobody(environ: Mapping[str, str]) -> str | None:
    """A Python that an ordinary user can start with all that zap needs."""
    script = (
        "import os, sys, pydantic, textual, typer, zaptui.wiring.headless;"
        " os.listdir(os.environ['HOME']);"
        " sys.exit(sys.version_info < (3, 11))"
    )
    for python in dict.fromkeys((sys.executable, "/usr/bin/python3", "/usr/local/bin/python3")):
        try:
            done = subprocess.run(
                [python, "-c", script], env=dict(environ), capture_output=True, check=False,
                user=NOBODY, group=NOBODY, extra_groups=[], cwd="/", timeout=60,
            )  # fmt: skip
        except (OSError, subprocess.SubprocessError):
            continue
        if done.returncode == 0:
            return python
    return None


# ---- what must hold


def assert_clean(raw: bytes) -> None:
    """No sequence of the payloads, and no control that is none of ours."""
    for start in STARTS:
        assert start not in raw
    text = raw.decode()
    assert not [c for c in text if "\x80" <= c <= "\x9f" or c in "\0\x0e\u202e\u2066\u2069\ufeff"]
    assert not [c for c in text if "\U000e0000" <= c <= "\U000e007f"]


Found = dict[str, tuple[int, bytes | str]]


def assert_nothing_happened_outside(scene: Scene, before: Found, *, modes: bool = True) -> None:
    """No file outside was made, changed or removed, and nobody came to a listener. `modes`: theirs
    are the same too."""
    after = scene.outside()
    if modes:
        assert after == before
    assert {path: text for path, (_, text) in after.items()} == {
        path: text for path, (_, text) in before.items()
    }
    for path in ("/etc/zap-owned", "/usr/bin/zap-owned", "/var/zap-owned", "/zap-owned"):
        assert not Path(path).exists()
    for server in filter(None, (scene.tcp, scene.unix)):
        try:
            server.accept()[0].close()
        except BlockingIOError:
            continue
        raise AssertionError("a command reached a listener")


def assert_no_secret_was_read(scene: Scene, *texts: str, home: bool) -> None:
    """Not by the model, not on the tape, not in any output. `home`: keys in the home too."""
    secrets = [KEY, TOKEN, *([HOME_SECRET, STATE_SECRET] if home else [])]
    tape = "\n".join(json.dumps(line) for line in scene.tape())
    for text in (scene.seen(), tape, *texts):
        for secret in secrets:
            assert secret not in text, secret


def results(tape: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The result of each call, in the order of the calls; each has exactly one."""
    called = [line["call_id"] for line in tape if line["type"] == "tool_called"]
    returned = {line["call_id"]: line for line in tape if line["type"] == "tool_returned"}
    assert len(returned) == len([line for line in tape if line["type"] == "tool_returned"])
    assert sorted(returned) == sorted(called)
    return [returned[call_id] for call_id in called]
