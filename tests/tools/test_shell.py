"""shell, ask_user, complete, and what the model reads of every tool."""

import asyncio
import os
import signal
import time
import tracemalloc
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tests.fakes import FakeSpawner, context_of
from tests.safety.sandbox_kit import until
from tests.tools.run_tool import ToolBox
from zaptui.core.json import dump_json
from zaptui.errors import ToolError
from zaptui.tools import default_tools


@pytest.fixture
def box(tmp_path: Path) -> Iterator[ToolBox]:
    with ToolBox(tmp_path) as box:
        yield box


async def test_shell_gives_exit_code_and_output(box: ToolBox) -> None:
    assert await box.call("shell", command="echo out; echo err >&2; exit 3") == {
        "exit_code": 3,
        "output": "out\nerr\n",
    }
    assert "".join(box.progress) == "out\nerr\n"


@pytest.mark.parametrize(
    ("command", "code"),
    [("true", 0), ("no-such-program", 127), ("/dev/null", 126), ("kill -9 $$", -9)],
)
async def test_X11_exit_codes_are_results(box: ToolBox, command: str, code: int) -> None:
    result = await box.call("shell", command=command)
    assert isinstance(result, dict)
    assert result["exit_code"] == code


async def test_X01_a_command_that_never_ends_is_stopped(box: ToolBox) -> None:
    began = time.monotonic()
    result = await box.call("shell", command="echo begun; sleep 1000", timeout_s=0.2)
    assert result == {
        "exit_code": -signal.SIGTERM,
        "output": "begun\n",
        "timed_out": "stopped after 0.2 s",
    }
    assert time.monotonic() - began < 2


async def test_X01_a_command_that_ignores_term_is_killed(
    box: ToolBox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zaptui.safety.spawn.TERM_GRACE_S", 0.2)
    command = "trap '' TERM; echo begun; while true; do sleep 0.1; done"
    result = await box.call("shell", command=command, timeout_s=0.3)
    assert isinstance(result, dict)
    assert (result["exit_code"], result["output"]) == (-signal.SIGKILL, "begun\n")


async def test_X02_X03_a_flood_in_one_line_keeps_head_and_tail_in_little_memory(
    box: ToolBox,
) -> None:
    tracemalloc.start()
    try:
        result = await box.call(
            "shell", command="echo first; head -c 20000000 /dev/zero | tr '\\0' x; echo; echo last"
        )
        assert tracemalloc.get_traced_memory()[1] < 8_000_000
    finally:
        tracemalloc.stop()
    assert isinstance(result, dict)
    output = result["output"]
    assert isinstance(output, str)
    assert output.startswith("first\nxxx")
    assert output.endswith("xxx\nlast\n")
    assert len(output) < 600_000
    assert result["cut_bytes"] == 20_000_012 - 2 * 256 * 1024
    assert sum(map(len, box.progress)) < 100_000


async def test_X04_a_command_that_reads_gets_the_end(box: ToolBox) -> None:
    assert await box.call("shell", command="cat; read x; echo $?") == {
        "exit_code": 0,
        "output": "1\n",
    }
    result = await box.call("shell", command="echo x </dev/tty")
    assert isinstance(result, dict)
    assert result["exit_code"] != 0


async def test_X05_a_background_child_does_not_hold_the_call(box: ToolBox) -> None:
    began = time.monotonic()
    result = await box.call("shell", command="sleep 60 & echo hi")
    assert isinstance(result, dict)
    assert result["output"] == "hi\n"
    assert "background" in result
    assert time.monotonic() - began < 2
    assert box.spawner.close() == 1
    assert box.spawner.close() == 0


async def test_H06_what_runs_on_is_known_until_it_ends(box: ToolBox) -> None:
    await box.call("shell", command="sleep 60 & sleep 61 & true")
    await box.call("shell", command="sleep 62 &")
    await box.call("shell", command="true")
    groups = box.spawner.running()
    assert len(groups) == 2
    await box.call("shell", command=f"kill -- -{groups[0]}")
    assert await until(lambda: box.spawner.running() == groups[1:])
    assert box.spawner.close() == 1
    assert box.spawner.running() == []


async def test_X07_output_cut_in_a_character_is_whole(box: ToolBox) -> None:
    command = "printf '\\xc3'; sleep 0.1; printf '\\xa9 \\xff\\0 \\xe2\\x82\\xac'"
    result = await box.call("shell", command=command)
    assert result == {"exit_code": 0, "output": "é \ufffd €"}
    assert "".join(box.progress).startswith("é \ufffd")


@pytest.mark.parametrize(
    "command", ["stty -echo </dev/tty", "tput -T xterm smcup >/dev/tty", "exec 3<>/dev/tty"]
)
async def test_X08_there_is_no_terminal_to_change(command: str, box: ToolBox) -> None:
    result = await box.call("shell", command=command)
    assert isinstance(result, dict)
    assert result["exit_code"] != 0
    assert "/dev/tty: No such device or address" in str(result["output"])


async def test_X09_kill_around_itself(box: ToolBox) -> None:
    result = await box.call("shell", command="kill -TERM 0; sleep 5")
    assert isinstance(result, dict)
    assert result["exit_code"] == -signal.SIGTERM


async def test_X10_a_command_that_closes_its_output_is_waited_for(box: ToolBox) -> None:
    result = await box.call("shell", command="exec >&- 2>&-; sleep 0.3; exit 4")
    assert isinstance(result, dict)
    assert result["exit_code"] == 4


async def test_X12_what_cannot_start_is_an_error_for_the_model(
    box: ToolBox, tmp_path: Path
) -> None:
    with pytest.raises(ToolError, match="cannot start the command: Argument list too long"):
        await box.call("shell", command=f"echo {'x' * 300_000}")
    tmp_path.rmdir()
    with pytest.raises(ToolError, match=r"the workspace .* is gone"):
        await box.call("shell", command="true")


async def test_P37_odd_commands_are_refused(box: ToolBox) -> None:
    for command in ("ls\0", "  ", ""):
        with pytest.raises(ToolError, match="empty or holds a NUL"):
            await box.call("shell", command=command)
    with pytest.raises(ToolError, match="cannot start the command"):
        await box.call("shell", command="echo \ud83d")


async def test_cancelling_kills_the_group(box: ToolBox, tmp_path: Path) -> None:
    task = asyncio.ensure_future(
        box.call("shell", command="sleep 300 & echo $! > pid; echo $$ >> pid; wait")
    )
    while not (tmp_path / "pid").exists() or (tmp_path / "pid").read_text().count("\n") < 2:
        await asyncio.sleep(0.01)
    pids = [int(line) for line in (tmp_path / "pid").read_text().split()]
    began = time.monotonic()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert time.monotonic() - began < 1
    for _ in range(100):
        if not any(_alive(pid) for pid in pids):
            break
        await asyncio.sleep(0.01)
    assert [pid for pid in pids if _alive(pid)] == []


async def test_X13_the_environment_has_no_secret(
    box: ToolBox, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in (
        "OPENAI_API_KEY",
        "GH_TOKEN",
        "MY_SECRET",
        "DB_PASSWORD",
        "BASH_ENV",
        "AWS_CREDENTIALS",
    ):
        monkeypatch.setenv(name, "hunter22")
    monkeypatch.setenv("HARMLESS", "kept")
    with ToolBox(tmp_path) as fresh:
        result = await fresh.call("shell", command="env")
    assert isinstance(result, dict)
    assert "hunter22" not in str(result["output"])
    assert "HARMLESS=kept" in str(result["output"])


async def test_C11_no_program_of_the_workspace_runs_by_a_bare_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evil = tmp_path / "ls"
    evil.write_text("#!/bin/sh\necho evil\n")
    evil.chmod(0o755)
    (tmp_path / "venv" / "bin").mkdir(parents=True)
    (tmp_path / "venv" / "pyvenv.cfg").write_text("")
    own = str(tmp_path / "venv" / "bin")
    monkeypatch.setenv("PATH", f".::{tmp_path}:{own}:/usr/bin:/bin")
    with ToolBox(tmp_path) as fresh:
        result = await fresh.call("shell", command="ls; echo $PATH")
    assert result == {"exit_code": 0, "output": f"ls\nvenv\n{own}:/usr/bin:/bin\n"}


async def test_only_where_there_is_a_sandbox_a_command_can_ask_to_leave_it() -> None:
    spawner = FakeSpawner()
    context = replace(context_of("c"), spawner=spawner)
    for sandboxed in (False, True):
        tool = default_tools(sandboxed=sandboxed)[0]
        assert ("outside" in dump_json(tool.spec.schema)) is sandboxed
        for outside in (False, True):
            args = tool.input.model_validate({"command": "ls", "outside": outside})
            await tool.run(args, context)
    assert spawner.ran == ["ls", "ls", "ls", "outside: ls"]


async def test_ask_user_with_and_without_a_person(box: ToolBox, tmp_path: Path) -> None:
    answer = await box.call("ask_user", question="Which?")
    assert answer == "There is no one to ask. Decide for yourself and say what you assumed."

    async def person(question: str, options: Sequence[str]) -> str:
        return f"{question} {', '.join(options)}: b"

    with ToolBox(tmp_path, ask_user=person) as asked:
        assert await asked.call("ask_user", question="Which?", options=["a", "b"]) == (
            "Which? a, b: b"
        )


async def test_complete_gives_its_summary_back(box: ToolBox) -> None:
    assert await box.call("complete", summary="All done.") == {"summary": "All done."}


def test_what_the_model_reads_of_the_tools() -> None:
    specs = {tool.name: tool.spec for tool in default_tools()}
    assert list(specs) == [
        "shell", "read", "write", "edit", "list", "search", "ask_user", "complete",
    ]  # fmt: skip
    assert all(spec.description.endswith(".") for spec in specs.values())
    assert specs["read"].schema == {
        "type": "object",
        "properties": {
            "path": {"type": "string", "description": "Path from the workspace root."},
            "offset": {
                "type": "integer",
                "default": 1,
                "minimum": 1,
                "description": "First line, counted from 1.",
            },
            "limit": {
                "type": "integer",
                "default": 2000,
                "minimum": 1,
                "description": "Lines at most.",
            },
        },
        "required": ["path"],
    }
    subjects = {tool.name: tool.subject(tool.input.model_construct(
        command="c", path="p", content="t", old_text="o", new_text="n", pattern="x",
        question="q", summary="s",
    )) for tool in default_tools()}  # fmt: skip
    assert subjects == {
        "shell": "c", "read": "p", "write": "p", "edit": "p", "list": "p", "search": "p",
        "ask_user": "q", "complete": "s",
    }  # fmt: skip


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    with open(f"/proc/{pid}/stat") as file:
        return file.read().rsplit(")", 1)[1].split()[0] != "Z"
