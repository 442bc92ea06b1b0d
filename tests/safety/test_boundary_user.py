"""The boundary as an ordinary user, also where the tests run as root."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.safety.sandbox_kit import Place
from zaptui.safety.sandbox import probe

ROOT = Path(__file__).parents[2]
NOBODY = 65534


def as_nobody(argv: list[str], place: Place) -> subprocess.CompletedProcess[str]:
    """Run a program as an ordinary user: as nobody, or as who we are if that is not root."""
    who: dict[str, Any] = {}
    if os.geteuid() == 0:
        who = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
    environ = {
        "PATH": "/usr/bin:/bin",
        "HOME": str(place.home),
        "PYTHONPATH": str(ROOT),
        "PYTHONDONTWRITEBYTECODE": "1",
        "MY_TOKEN": "hunter22",
        "TMPDIR": str(place.root.parent / "tmp"),
    }
    return subprocess.run(
        argv, cwd=place.root, env=environ, capture_output=True, text=True, check=False, **who
    )


def python_for(place: Place) -> str:
    """A Python that the user can start; it needs nothing but the standard library."""
    script = (
        "import sys, zaptui.safety.spawn, zaptui.safety.paths; sys.exit(sys.version_info < (3, 11))"
    )
    for python in dict.fromkeys((sys.executable, "/usr/bin/python3", "/usr/local/bin/python3")):
        try:
            if as_nobody([python, "-c", script], place).returncode == 0:
                return python
        except OSError:
            continue
    pytest.skip("an ordinary user has no Python 3.11 here, or cannot read the repository")


@pytest.mark.parametrize("which", ["bwrap", "landlock"])
def test_X14_the_boundary_holds_for_an_ordinary_user(place: Place, which: str) -> None:
    if not probe(which).has_boundary:
        pytest.skip(probe(which).why)
    (place.root.parent / "tmp").mkdir()
    (place.root / ".git").mkdir()
    (place.root / ".git" / "config").write_text("[core]\n")
    if os.geteuid() == 0:
        if not all(folder.stat().st_mode & stat.S_IXOTH for folder in place.root.parent.parents):
            pytest.skip("an ordinary user does not get to where the tests run")
        try:
            for path in (place.root.parent, *place.root.parent.rglob("*")):
                os.chown(path, NOBODY, NOBODY)
        except OSError as error:
            pytest.skip(f"this root cannot give files away: {error.strerror}")
    done = as_nobody(
        [python_for(place), str(Path(__file__).parent / "ordinary_user.py"), which], place
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    if told["kind"] != which:
        pytest.skip(f"not for an ordinary user: {told['why']}")
    assert told["inside"] == [0, "x\nt\n"]
    assert place.found_outside() == {"kept": b"kept"}
    assert (place.home / ".profile").read_text() == "harmless"
    assert not (place.home / "new").exists()
    for name in ("outside", "link", "home"):
        assert told[name][0] == 1
        assert told[name][1].endswith(
            "[sandbox: only the workspace and $TMPDIR can be written in the sandbox,"
            " which may be why the command failed]\n"
        )
    assert told["network"][0] == 1
    assert "[sandbox: there is no network in the sandbox" in told["network"][1]
    assert told["environ"] == [0, "0\n"]
    reachable = "signals to your other processes" in told["gaps"]
    assert told["signal"] == [0, "hit\n" if reachable else ""]
    assert told["rights"][1] == "CapEff:\t0000000000000000\nNoNewPrivs:\t1\n"
    if which == "bwrap":
        assert told["config"] == [
            1,
            "/bin/bash: line 1: .git/config: Read-only file system\n"
            "[sandbox: .git/config, .git/hooks and .zap are read-only for commands]\n",
        ]
    else:
        assert "[sandbox: this command changed .git/config, from which" in told["config"][1]
    assert told["left"] == []
    assert told["entries"] == "unreadable: permission denied"
