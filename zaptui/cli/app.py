"""The Typer application: one command a file; with no command, the app."""

from pathlib import Path

import typer

from zaptui.cli.config import config
from zaptui.cli.demo import demo
from zaptui.cli.doctor import doctor
from zaptui.cli.plan import plan as plan_commands
from zaptui.cli.recipes import recipes
from zaptui.cli.replay import replay
from zaptui.cli.report import report
from zaptui.cli.run import run
from zaptui.cli.sessions import sessions
from zaptui.cli.why import why

app = typer.Typer(
    name="zap",
    help="An agent runner in which the plan is the interface.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(run)
app.command()(replay)
app.command()(report)
app.command()(why)
app.command()(demo)
app.command()(doctor)
app.add_typer(config, name="config")
app.add_typer(sessions, name="sessions")
app.add_typer(recipes, name="recipes")
app.add_typer(plan_commands, name="plan")


@app.callback(invoke_without_command=True)
def root(
    context: typer.Context,
    model: str = typer.Option(None, help="provider/model, as anthropic/claude-sonnet-5."),
    mode: str = typer.Option(None, help="How to plan: metronome (default), classic, ledger, none."),
    plan: Path = typer.Option(None, help="A plan.md that seeds the plan."),
    checks: str = typer.Option(None, help="Checks of stages: off, warn (default), enforce."),
    go_on: bool = typer.Option(False, "--continue", "-c", help="Go on with this folder's last."),
    resume: str = typer.Option(None, "--resume", "-r", metavar="ID", help="Go on with a session."),
    fork: bool = typer.Option(False, "--fork", help="With -r or -c: go on with a copy of it."),
    yes: bool = typer.Option(False, "--yes", help="Allow what would be asked."),
    allow: list[str] = typer.Option([], metavar="RULE", help="What runs unasked. Repeatable."),
    deny: list[str] = typer.Option([], metavar="RULE", help="What never runs. Repeatable."),
    no_sandbox: bool = typer.Option(False, "--no-sandbox", help="Run commands unconfined."),
    plain: bool = typer.Option(False, "--plain", help="No motion, plain marks."),
    version: bool = typer.Option(False, "--version", "-V", help="Print the version."),
) -> None:
    """With no command: the app, in this folder."""
    if context.invoked_subcommand is not None:
        return
    from zaptui.wiring.talk import guarded, tell_version

    if version:
        raise typer.Exit(guarded(tell_version))

    def work() -> int:
        from zaptui.wiring.app import run_app
        from zaptui.wiring.options import RunOptions

        options = RunOptions(
            model=model,
            mode=mode,
            plan=plan,
            checks=checks,
            resume=resume,
            fork=fork,
            yes=yes,
            allow=allow,
            deny=deny,
            no_sandbox=no_sandbox,
            plain=plain,
        )
        return run_app(options, last=go_on)

    raise typer.Exit(guarded(work))
