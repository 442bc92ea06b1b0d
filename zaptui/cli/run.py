"""`zap run`: a one-shot."""

import sys
from pathlib import Path

import typer

_MOST_STDIN = 10 * 1024 * 1024


def run(
    task: list[str] = typer.Argument(None, help="What to do; - reads it from stdin."),
    recipe: str = typer.Option(None, metavar="NAME", help="A recipe; TASK is its arguments."),
    model: str = typer.Option(None, help="provider/model, as anthropic/claude-sonnet-5."),
    mode: str = typer.Option(None, help="How to plan: metronome (default), classic, ledger, none."),
    dialect: str = typer.Option(
        None, help="Words of the list in mode classic: zap, codex, opencode, claude, b4run."
    ),
    plan: Path = typer.Option(None, help="A plan.md that seeds the plan."),
    checks: str = typer.Option(None, help="Checks of stages: off, warn (default), enforce."),
    resume: str = typer.Option(None, "--resume", "-r", metavar="ID", help="Go on with a session."),
    fork: bool = typer.Option(False, "--fork", help="With -r: go on with a copy of it."),
    output: str = typer.Option("text", help="text, json or jsonl."),
    yes: bool = typer.Option(False, "--yes", help="Allow what would be asked."),
    allow: list[str] = typer.Option(
        [],
        metavar="RULE",
        help="What runs unasked, as 'shell(pytest -q *)' or 'write(src/**)'. Repeatable.",
    ),
    deny: list[str] = typer.Option(
        [],
        metavar="RULE",
        help="What never runs, as 'shell(git push ...)'; it beats --yes. Repeatable.",
    ),
    no_sandbox: bool = typer.Option(False, "--no-sandbox", help="Run commands unconfined."),
    max_steps: int = typer.Option(None, min=1, help="Model replies at most (200)."),
    max_cost: float = typer.Option(None, min=0.0001, help="US dollars at most."),
    max_wait: float = typer.Option(None, min=0.0, help="Seconds to wait for a busy service (120)."),
    timeout: float = typer.Option(None, min=0.001, help="Seconds for the whole run."),
    cwd: Path = typer.Option(None, help="The workspace; default: this folder."),
    plain: bool = typer.Option(False, "--plain", help="A text log, also on a terminal."),
    no_save: bool = typer.Option(False, "--no-save", help="Write no transcript."),
) -> None:
    """Do a task, stage by stage, and stop when it is done."""
    from zaptui.wiring.headless import run_task
    from zaptui.wiring.options import RunOptions, output_of, this_folder
    from zaptui.wiring.recipes import with_recipe
    from zaptui.wiring.talk import guarded

    def work() -> int:
        words = _words(task or [], recipe)
        return run_task(
            with_recipe(
                RunOptions(
                    task=words,
                    model=model,
                    mode=mode,
                    dialect=dialect,
                    plan=plan,
                    checks=checks,
                    resume=resume,
                    fork=fork,
                    output=output_of(output),
                    yes=yes,
                    allow=allow,
                    deny=deny,
                    no_sandbox=no_sandbox,
                    save=not no_save,
                    plain=plain,
                    cwd=cwd or this_folder(),
                    max_steps=max_steps,
                    max_cost=max_cost,
                    timeout_s=timeout,
                    max_wait_s=max_wait,
                ),
                recipe,
                words,
            )
        )

    shown = "json" if output == "json" else "jsonl" if output == "jsonl" else "text"
    raise typer.Exit(guarded(work, output=shown))


def _words(task: list[str], recipe: str | None) -> str:
    """The task; with a recipe its arguments, which may be none or many."""
    from zaptui.errors import UsageError

    if recipe is not None:
        return _read(task[0]) if task == ["-"] else " ".join(task)
    if len(task) > 1:
        raise UsageError("the task is one argument", hint='put it in quotes: zap run "do this"')
    if not task:
        raise UsageError("Missing argument 'task'", hint="see zap run --help")
    return _task(task[0])


def _task(task: str) -> str:
    """The task itself, from stdin for `-`; UsageError for an empty one."""
    from zaptui.errors import UsageError

    task = _read(task)
    if not task.strip():
        raise UsageError("the task is empty", hint='for example: zap run "fix the failing test"')
    return task


def _read(task: str) -> str:
    """A text, from stdin for `-`."""
    from zaptui.errors import UsageError

    if task != "-":
        # Bytes that the locale has no character for come as halves of a surrogate pair.
        return task.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    data = sys.stdin.buffer.read(_MOST_STDIN + 1) if sys.stdin else b""
    if len(data) > _MOST_STDIN:
        raise UsageError(f"the task on stdin is longer than {_MOST_STDIN} bytes")
    if b"\0" in data:
        raise UsageError("the task on stdin is no text", hint="pipe words into zap run -")
    return data.decode("utf-8", "replace")
