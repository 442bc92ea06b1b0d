"""`zap config`: the settings."""

import typer

config = typer.Typer(help="The settings: init, show, path, check.")


@config.command()
def init() -> None:
    """Write a commented settings file, if there is none."""
    from zaptui.wiring.settings import init_settings
    from zaptui.wiring.talk import guarded

    raise typer.Exit(guarded(init_settings))


@config.command()
def show() -> None:
    """Print the settings in force in this folder."""
    from zaptui.wiring.options import this_folder
    from zaptui.wiring.settings import show_settings
    from zaptui.wiring.talk import guarded

    raise typer.Exit(guarded(lambda: show_settings(this_folder())))


@config.command()
def path() -> None:
    """Print where the settings file is."""
    from zaptui.wiring.settings import show_path
    from zaptui.wiring.talk import guarded

    raise typer.Exit(guarded(show_path))


@config.command()
def check() -> None:
    """Check the settings file; a fault is named with its line."""
    from zaptui.wiring.settings import check_settings
    from zaptui.wiring.talk import guarded

    raise typer.Exit(guarded(check_settings))
