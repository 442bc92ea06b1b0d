"""Runs the check of a stage in the workspace, under the same rules as the model's own calls."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import assert_never

from zaptui.agent.leave import Leave
from zaptui.core import events as e
from zaptui.core.json import Json, JsonObject, dump_json, parse_json
from zaptui.core.ports import Emit, ToolContext
from zaptui.errors import ToolError
from zaptui.planning.checks import (
    CommandCheck,
    FileCheck,
    PatternCheck,
    ValueCheck,
    parse_check,
    value_at,
)
from zaptui.planning.planner_result import DueCheck

TIMEOUT_S = 600.0
_LARGEST = 16 * 1024 * 1024
"""Bytes of a file that is read for a value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckRun:
    """What a check came to: `output` says why. `denial`: it was not allowed to run."""

    verdict: e.CheckVerdict
    output: str
    denial: e.Denial | None = None


class StageChecks:
    """`context` gives what a call may use; `ripgrep` is the program that finds patterns."""

    def __init__(
        self,
        *,
        leave: Leave,
        context: Callable[[str], ToolContext],
        ripgrep: Callable[[], str],
        tell: Emit,
    ) -> None:
        self._leave = leave
        self._context = context
        self._ripgrep = ripgrep
        self._tell = tell

    async def run(self, due: DueCheck, call: e.ToolCalled) -> CheckRun:
        """Run a check for the call that wants to close its stage; it shows as that call's work."""
        if not due.check.holds:
            return CheckRun(verdict="unproved", output="the check is not the one that was planned")
        try:
            check = parse_check(due.check.text)
        except ValueError as error:
            return CheckRun(verdict="unproved", output=str(error))
        context = self._context(call.call_id)
        denial = await self._denied(check, call)
        if denial is not None:
            return CheckRun(verdict="unproved", output=f"denied: {denial.reason}", denial=denial)
        self._tell(e.ToolStarted(call_id=call.call_id))
        try:
            match check:
                case CommandCheck():
                    return await _command(check, context)
                case FileCheck():
                    return _file(check, context)
                case PatternCheck():
                    return await self._pattern(check, context)
                case ValueCheck():
                    return _value(check, context)
                case _:
                    assert_never(check)
        except ToolError as error:
            return CheckRun(verdict="unproved", output=str(error))

    async def _denied(
        self, check: CommandCheck | FileCheck | PatternCheck | ValueCheck, call: e.ToolCalled
    ) -> e.Denial | None:
        """Why it may not run: a command is judged as a command, a file as one that is read."""
        runs = isinstance(check, CommandCheck)
        tool, subject = ("shell", check.command) if runs else ("read", check.path)
        arguments: JsonObject = {"command": subject} if runs else {"path": subject}
        asked = e.ToolCalled(call_id=call.call_id, tool=tool, input=arguments)
        return await self._leave.denied(asked, subject, silent=not runs)

    async def _pattern(self, check: PatternCheck, context: ToolContext) -> CheckRun:
        """By ripgrep: its time is linear, whatever the pattern."""
        where = context.workspace.relative(check.path)
        argv = [
            self._ripgrep(),
            "--no-config",
            "--color=never",
            "--line-number",
            "--max-count=3",
            "--max-columns=300",
            f"--regexp={check.pattern}",
            "--",
            f"./{where}",
        ]
        ran = await context.spawner.program(argv, timeout_s=TIMEOUT_S)
        if ran.timed_out or ran.code not in (0, 1):
            return CheckRun(verdict="unproved", output=ran.output.strip() or "the search failed")
        if ran.code == 1:
            return CheckRun(verdict="red", output=f"no line of {where} matches {check.pattern}")
        return CheckRun(verdict="green", output=ran.output.rstrip("\n"))


async def _command(check: CommandCheck, context: ToolContext) -> CheckRun:
    progress = context.progress
    ran = await context.spawner.run(check.command, timeout_s=TIMEOUT_S, progress=progress)
    ending = f"stopped after {TIMEOUT_S:g} s" if ran.timed_out else f"exit {ran.code}"
    green = not ran.timed_out and ran.code == check.code
    output = f"{ran.output.rstrip()}\n{ending}".lstrip("\n")
    return CheckRun(verdict="green" if green else "red", output=output)


def _file(check: FileCheck, context: ToolContext) -> CheckRun:
    if context.workspace.exists(check.path):
        return CheckRun(verdict="green", output=f"{check.path} is there")
    return CheckRun(verdict="red", output=f"there is no file {check.path}")


def _value(check: ValueCheck, context: ToolContext) -> CheckRun:
    if not context.workspace.exists(check.path):
        return CheckRun(verdict="red", output=f"there is no file {check.path}")
    file = context.workspace.read(check.path, limit=_LARGEST)
    try:
        found = value_at(parse_json(file.data), check.pointer)
    except ValueError as error:
        return CheckRun(verdict="red", output=f"{file.path} is not JSON: {error}")
    except LookupError:
        return CheckRun(verdict="red", output=f"{file.path} has nothing at {check.pointer!r}")
    words = f"{file.path} {check.pointer} = {_short(found)}"
    if _same(found, check.value):
        return CheckRun(verdict="green", output=words)
    return CheckRun(verdict="red", output=f"{words}, not {_short(check.value)}")


def _same(one: Json, other: Json) -> bool:
    """JSON equality: true is not 1."""
    return one == other and isinstance(one, bool) == isinstance(other, bool)


def _short(value: Json) -> str:
    text = dump_json(value)
    return text if len(text) <= 200 else f"{text[:200]}…"
