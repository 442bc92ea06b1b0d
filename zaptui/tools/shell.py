"""`shell`: run a command."""

from pydantic import BaseModel, Field

from zaptui.core.json import Json, JsonObject
from zaptui.core.ports import Ran, Tool, ToolContext
from zaptui.errors import ToolError

DEFAULT_TIMEOUT_S = 120.0
_LONGEST_TIMEOUT_S = 3600.0


class ShellInput(BaseModel):
    """Arguments of `shell`."""

    command: str = Field(description="A bash command line.")
    timeout_s: float = Field(
        default=DEFAULT_TIMEOUT_S, gt=0, le=_LONGEST_TIMEOUT_S, description="Seconds to wait."
    )


class SandboxedShellInput(ShellInput):
    """Arguments of `shell` where there is a sandbox."""

    outside: bool = Field(
        default=False,
        description="Run outside the sandbox; always asks. Only after a [sandbox: …] line.",
    )


async def shell(args: ShellInput, context: ToolContext) -> Json:
    """Run a bash command in the workspace and wait for its end. There is no input and no
    terminal. Each call starts afresh: no variable and no cd is kept. Prefer read, list and search
    for looking at files."""
    return await _run(args, context, outside=False)


async def sandboxed_shell(args: SandboxedShellInput, context: ToolContext) -> Json:
    """Run a bash command in the workspace and wait for its end. There is no input and no
    terminal. Each call starts afresh: no variable and no cd is kept. Commands run in a sandbox:
    only the workspace and $TMPDIR can be written, and background processes end with the call.
    Prefer read, list and search for looking at files."""
    return await _run(args, context, outside=args.outside)


async def _run(args: ShellInput, context: ToolContext, *, outside: bool) -> Json:
    if "\0" in args.command or not args.command.strip():
        raise ToolError("command is empty or holds a NUL")
    ran = await context.spawner.run(
        args.command, timeout_s=args.timeout_s, progress=context.progress, outside=outside
    )
    return _result(args, ran)


def _result(args: ShellInput, ran: Ran) -> Json:
    result: JsonObject = {"exit_code": ran.code, "output": ran.output}
    if ran.timed_out:
        result["timed_out"] = f"stopped after {args.timeout_s:g} s"
    if ran.cut_bytes:
        result["cut_bytes"] = ran.cut_bytes
    if ran.left_running:
        result["background"] = "left a background process, which ends with the run"
    return result


SHELL = Tool(name="shell", input=ShellInput, run=shell, subject=lambda args: args.command)
SANDBOXED_SHELL = Tool(
    name="shell",
    input=SandboxedShellInput,
    run=sandboxed_shell,
    subject=lambda args: args.command,
)
