"""`zap why`: what holds the gate of a session."""

import typer


def why(
    session: str = typer.Argument(None, help="An id, its beginning, a file; else the last here."),
    as_json: bool = typer.Option(False, "--json", help="One JSON object."),
) -> None:
    """Say what holds a session's plan open, what would clear it, and which rule repaired what."""
    from zaptui.wiring.talk import guarded
    from zaptui.wiring.why import explain_session

    raise typer.Exit(guarded(lambda: explain_session(session, as_json=as_json)))
