"""What commands in a sandbox do to other processes, and that none of them stays (X01 to X14)."""

import asyncio
import os
import pty
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.safety.sandbox_kit import (
    PYTHON,
    SECRET,
    Cage,
    Place,
    few_descriptors,
    processes_with,
    until,
)
from zaptui.errors import ToolError
from zaptui.safety import spawn
from zaptui.safety.sandbox import probe
from zaptui.safety.spawn import child_environment


@pytest.fixture
def mark() -> Iterator[str]:
    """A word in the arguments of processes; whoever carries it at the end is ended."""
    mark = f"zap-{uuid.uuid4().hex}"
    yield mark
    for process in processes_with(mark):
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)


def sleeper(mark: str) -> str:
    return f"bash -c 'exec -a {mark} sleep 300'"


async def test_X13_no_secret_in_any_environment(cage: Cage) -> None:
    command = f"env; cat /proc/*/environ 2>/dev/null | tr '\\0' '\\n' | grep -c {SECRET}; exit 0"
    ran = await cage.run(command)
    lines = ran.output.split("\n")
    assert "MY_TOKEN" not in ran.output
    assert lines[-2] == "0"


def test_X13_names_that_sound_like_secrets_are_taken_out() -> None:
    secrets = (
        "OPENAI_API_KEY GH_TOKEN TOKEN MY_SECRET_2 DB_PASSWORD DB_PASS PASS MYSQL_PWD GITHUB_PAT"
        " AWS_CREDENTIALS SESSION_COOKIE anthropic_api_key SUDO_ASKPASS_PASSWD BASH_ENV ENV"
        " PROMPT_COMMAND BASH_FUNC_ls%% GPG_PASSPHRASE"
    )
    harmless = "HOME PWD OLDPWD KEYBOARD COMPASS LANG VIRTUAL_ENV PATHEXT MONKEYS TOKENIZERS_DIR"
    environ = dict.fromkeys([*secrets.split(), *harmless.split()], "x")
    kept = set(child_environment(environ, "/w")) - set(child_environment({}, "/w"))
    assert kept == set(harmless.split())


async def test_X13_the_parent_s_environment_and_memory_are_closed(cage: Cage) -> None:
    for name in ("environ", "mem", "maps", "fd/1"):
        own = await cage.run(f"head -c 1 /proc/{os.getpid()}/{name} | wc -c")
        assert own.output.endswith("\n0\n"), name
    ran = await cage.run("tr '\\0' '\\n' < /proc/$PPID/environ | grep TOKEN")
    assert SECRET not in ran.output


async def test_X14_no_signal_and_no_trace_reaches_zap(cage: Cage) -> None:
    attach = (
        f"import ctypes, sys; sys.exit(ctypes.CDLL(None).ptrace(0x4206, {os.getpid()}, 0, 0) == 0)"
    )
    ran = await cage.run(f'{PYTHON} -c "{attach}" && echo held')
    assert "held" in ran.output
    if "signals to your other processes" in cage.sandbox.gaps:
        return
    ran = await cage.run(f"kill -0 {os.getpid()} || echo held")
    assert "held" in ran.output


async def test_X14_there_is_no_terminal(cage: Cage) -> None:
    ran = await cage.run("(: < /dev/tty) 2> /dev/null || echo none; test -t 0 || echo none")
    assert ran.output == "none\nnone\n"


async def test_X14_a_terminal_of_this_machine_is_not_written(cage: Cage) -> None:
    ours, theirs = pty.openpty()
    try:
        os.set_blocking(ours, False)
        command = f"echo x > {os.ttyname(theirs)}; echo x > /dev/tty"
        assert (await cage.run(command)).code != 0
        with pytest.raises(BlockingIOError):
            os.read(ours, 10)
        await cage.run(command, outside=True)
        assert os.read(ours, 10) == b"x\r\n"
    finally:
        os.close(ours)
        os.close(theirs)


async def test_X14_rights_do_not_grow(cage: Cage) -> None:
    ran = await cage.run("grep -E '^(NoNewPrivs|CapEff|CapPrm)' /proc/self/status")
    rights = dict(line.split(":\t") for line in ran.output.strip().split("\n"))
    # Root keeps to write files of other users in the workspace under Landlock, nothing else.
    left = "0000000000000002" if (cage.sandbox.kind, os.geteuid()) == ("landlock", 0) else "0" * 16
    assert rights == {"NoNewPrivs": "1", "CapEff": left, "CapPrm": left}
    (cage.place.root / "m").mkdir()
    ran = await cage.run("mount -t tmpfs none m || echo held; unshare -Ur mount -t tmpfs none m")
    assert "held" in ran.output
    assert not os.path.ismount(cage.place.root / "m")


async def test_commands_do_not_see_other_processes_in_bubblewrap(bwrap: Cage, mark: str) -> None:
    with subprocess.Popen(["bash", "-c", f"exec -a {mark} sleep 300"]) as other:
        assert await until(lambda: processes_with(mark) != [])
        ran = await bwrap.run("cat /proc/[0-9]*/cmdline | tr '\\0' ' '")
        other.kill()
    assert ran.code == 0
    assert mark not in ran.output


async def test_X06_what_leaves_the_session_ends_with_the_call_in_bubblewrap(
    bwrap: Cage, mark: str
) -> None:
    began = time.monotonic()
    ran = await bwrap.run(f"setsid {sleeper(mark)} & nohup setsid {sleeper(mark)} > /dev/null &")
    assert (ran.code, ran.left_running) == (0, False)
    assert time.monotonic() - began < 5
    assert processes_with(mark) == []


async def test_X06_without_bubblewrap_it_is_reported(landlock: Cage, mark: str) -> None:
    ran = await landlock.run(f"setsid {sleeper(mark)} & echo hi")
    assert (ran.output, ran.left_running) == ("hi\n", True)


@pytest.mark.parametrize("ended_by", ["cancelling", "time"])
async def test_a_command_that_is_stopped_leaves_no_process(
    bwrap: Cage, mark: str, ended_by: str
) -> None:
    command = f"setsid {sleeper(mark)} & setsid setsid {sleeper(mark)} & {sleeper(mark)}; true"
    timeout_s = 300 if ended_by == "cancelling" else 3
    task = asyncio.ensure_future(bwrap.run(command, timeout_s=timeout_s))
    assert await until(lambda: len(processes_with(mark)) >= 6)
    if ended_by == "cancelling":
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    else:
        assert (await task).timed_out
    assert processes_with(mark) == []


async def test_a_command_that_is_stopped_leaves_its_group_dead_under_landlock(
    landlock: Cage, mark: str
) -> None:
    task = asyncio.ensure_future(landlock.run(f"{sleeper(mark)} & {sleeper(mark)}; true"))
    assert await until(lambda: len(processes_with(mark)) >= 3)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await until(lambda: processes_with(mark) == [])


async def test_a_command_may_clean_up_before_it_ends(cage: Cage) -> None:
    ran = await cage.run(
        "trap 'echo cleaned > done; exit 3' TERM; echo > begun; while true; do sleep 0.05; done",
        timeout_s=0.5,
    )
    assert (ran.code, ran.timed_out) == (3, True)
    assert (cage.place.root / "done").exists()


async def test_X01_a_command_that_ignores_term_is_killed(
    cage: Cage, mark: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spawn, "TERM_GRACE_S", 0.2)
    ran = await cage.run(f"trap '' TERM; : {mark}; while true; do sleep 0.1; done", timeout_s=0.3)
    assert ran.timed_out
    assert await until(lambda: processes_with(mark) == [])


@pytest.mark.parametrize("command", ["kill -TERM 0; sleep 5", "kill -9 -1; exit 1"])
async def test_X09_killing_all_around_reaches_only_the_command(bwrap: Cage, command: str) -> None:
    ran = await bwrap.run(command)
    assert ran.code != 0
    assert (await bwrap.run("echo well")).output == "well\n"


async def test_X09_the_command_dies_with_zap_in_bubblewrap(place: Place, mark: str) -> None:
    sandbox = probe("bwrap")
    if not sandbox.has_boundary:
        pytest.skip(sandbox.why)
    code = (
        "import asyncio, os\n"
        "from zaptui.safety.sandbox import probe\n"
        "from zaptui.safety.spawn import ProcessSpawner\n"
        f"spawner = ProcessSpawner({str(place.root)!r}, os.environ, sandbox=probe('bwrap'))\n"
        f'command = "setsid {sleeper(mark)} & {sleeper(mark)}"\n'
        "asyncio.run(spawner.run(command, timeout_s=300, progress=print))\n"
    )
    # A private tmp cannot be removed by who is killed; it lies in the place, which is removed.
    environ = {**os.environ, "TMPDIR": str(place.root.parent)}
    zap = subprocess.Popen([sys.executable, "-c", code], env=environ)
    try:
        inside = f"{mark}\x00300"
        assert await until(lambda: len(processes_with(inside)) == 2)
    finally:
        zap.kill()
        zap.wait()
    assert await until(lambda: processes_with(inside) == [])


async def test_X11_exit_codes(cage: Cage) -> None:
    codes = [(await cage.run(text)).code for text in ("true", "exit 3", "no-such-program", "/etc")]
    assert codes == [0, 3, 127, 126]
    killed = (await cage.run("kill -9 $$")).code
    assert killed == (137 if cage.sandbox.kind == "bwrap" else -9)


async def test_X12_what_cannot_start_is_an_error_for_the_model(cage: Cage) -> None:
    with pytest.raises(ToolError, match="cannot start the command: Argument list too long"):
        await cage.run(f"echo {'x' * 300_000}")
    cage.place.root.rmdir()
    with pytest.raises(ToolError, match=r"the workspace .* is gone"):
        await cage.run("true")
    cage.place.root.mkdir()


@pytest.mark.parametrize("room", [0, 1, 3])
async def test_X12_no_descriptor_left_is_an_error_for_the_model(cage: Cage, room: int) -> None:
    assert (await cage.run("true")).code == 0
    with few_descriptors(room), pytest.raises(ToolError, match="Too many open files"):
        await cage.run("true")
    assert (await cage.run("true")).code == 0


async def test_no_descriptor_is_left_open_or_passed_on(cage: Cage) -> None:
    await cage.run("true")
    before = sorted(os.listdir("/proc/self/fd"))
    with open(os.devnull) as held:
        os.set_inheritable(held.fileno(), True)
        ran = await cage.run("ls /proc/self/fd | wc -l; ls -l /proc/self/fd | grep -c socket")
    assert ran.output == "4\n0\n"  # three, and the folder that is listed
    assert sorted(os.listdir("/proc/self/fd")) == before


async def test_X14_zap_s_own_programs_are_never_the_workspace_s(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in (place.root, place.root / "venv" / "bin"):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "rg").write_text("#!/bin/sh\necho evil\n")
        (folder / "rg").chmod(0o755)
    (place.root / "venv" / "pyvenv.cfg").touch()
    theirs = place.outside / "bin"
    theirs.mkdir()
    (theirs / "rg").write_text("#!/bin/sh\necho theirs\n")
    (theirs / "rg").chmod(0o755)
    paths = [".", "", str(place.root), str(place.root / "venv" / "bin"), str(theirs)]
    monkeypatch.setenv("PATH", ":".join(paths))
    monkeypatch.chdir(place.root)
    with Cage(probe("none"), place) as cage:
        ran = await cage.spawner.program(["rg", "x"], timeout_s=10)
        assert ran.output == "theirs\n"
        for name in ("./rg", "no-such-program", "venv/bin/rg"):
            with pytest.raises(ToolError, match=r"there is no .* on this machine"):
                await cage.spawner.program([name], timeout_s=10)
        own = await cage.spawner.program([str(Path("/bin/echo")), "x"], timeout_s=10)
        assert own.output == "x\n"
