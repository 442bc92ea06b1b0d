"""`zap report`: what a session came to."""

from pathlib import Path

import typer


def report(
    session: str = typer.Argument(..., help="An id, the beginning of one, or a file."),
    format: str = typer.Option("text", "--format", help="text, md, html, json."),
    out: Path = typer.Option(None, "--out", "-o", metavar="FILE", help="A new file."),
) -> None:
    """Say which stages are proved and by what, what went wrong, and what each stage took."""
    from zaptui.wiring.report import report_session
    from zaptui.wiring.talk import guarded

    raise typer.Exit(guarded(lambda: report_session(session, format, to=out)))
