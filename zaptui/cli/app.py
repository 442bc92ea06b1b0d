"""The Typer application: one command a file."""

import typer

from zaptui.cli.config import config
from zaptui.cli.demo import demo
from zaptui.cli.doctor import doctor
from zaptui.cli.replay import replay
from zaptui.cli.run import run

app = typer.Typer(
    name="zap",
    help="An agent runner in which the plan is the interface.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(run)
app.command()(replay)
app.command()(demo)
app.command()(doctor)
app.add_typer(config, name="config")


@app.callback()
def root(
    version: bool = typer.Option(False, "--version", "-V", help="Print the version."),
) -> None:
    """An agent runner in which the plan is the interface."""
