"""`zap sessions`: what was run before."""

from pathlib import Path
from typing import Any

import typer
from typer.core import TyperGroup


class _ListsByDefault(TyperGroup):
    """`zap sessions --here words` is `zap sessions list --here words`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the command in where none is named."""
        if not args or (args[0] not in self.commands and args[0] not in ("-h", "--help")):
            args = ["list", *args]
        return super().parse_args(ctx, args)


sessions = typer.Typer(
    help="Saved sessions: list (the default), show, export, import, rm, reindex.",
    cls=_ListsByDefault,
)


@sessions.command("list")
def list_(
    text: list[str] = typer.Argument(None, help="Words of the task, the folder, the model."),
    here: bool = typer.Option(False, "--here", help="Only of this folder."),
    unfinished: bool = typer.Option(False, "--open", help="Only with something left to do."),
    as_json: bool = typer.Option(False, "--json", help="One JSON object a line."),
) -> None:
    """List sessions, the latest first."""
    from zaptui.wiring.sessions import print_sessions
    from zaptui.wiring.talk import guarded

    words = " ".join(text or [])

    def work() -> int:
        return print_sessions(text=words, here=here, unfinished=unfinished, as_json=as_json)

    raise typer.Exit(guarded(work))


@sessions.command()
def show(session: str = typer.Argument(..., help="An id, or the beginning of one.")) -> None:
    """Print a session's facts, its plan and its last answer."""
    from zaptui.wiring.sessions import show_session
    from zaptui.wiring.talk import guarded

    raise typer.Exit(guarded(lambda: show_session(session)))


@sessions.command()
def rm(session: list[str] = typer.Argument(..., help="Ids, or their beginnings.")) -> None:
    """Delete sessions."""
    from zaptui.wiring.sessions import remove_sessions
    from zaptui.wiring.talk import guarded

    raise typer.Exit(guarded(lambda: remove_sessions(session)))


@sessions.command()
def reindex() -> None:
    """Read all files again: the index is made anew."""
    from zaptui.wiring.sessions import reindex
    from zaptui.wiring.talk import guarded

    raise typer.Exit(guarded(reindex))


@sessions.command("import")
def import_(
    file: list[str] = typer.Argument(..., help="Transcripts of any agent: files, or folders."),
) -> None:
    """Keep other agents' runs as sessions; prints their ids."""
    from zaptui.wiring.keep import import_sessions
    from zaptui.wiring.talk import guarded

    raise typer.Exit(guarded(lambda: import_sessions(file)))


@sessions.command()
def export(
    session: str = typer.Argument(..., help="An id, the beginning of one, or a file."),
    format: str = typer.Option(
        "md", "--format", help="md, html, json, atif, codex, b4run, cast, svg."
    ),
    out: Path = typer.Option(None, "--out", "-o", help="A new file; default: stdout."),
    no_redact: bool = typer.Option(False, "--no-redact", help="Leave secrets as they are."),
) -> None:
    """Write a session in another format; what looks like a secret is masked."""
    from zaptui.wiring.export import export_session, format_of
    from zaptui.wiring.talk import guarded

    def work() -> int:
        return export_session(session, format_of(format), to=out, redact=not no_redact)

    raise typer.Exit(guarded(work))
