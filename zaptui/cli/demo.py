"""`zap demo`: the offline demonstration."""

import typer


def demo(
    mode: str = typer.Option(None, help="How to plan: metronome (default), classic, ledger."),
    output: str = typer.Option("text", help="text, json or jsonl."),
) -> None:
    """Watch zap fix a tiny program, with no key and no network. What it shows really runs."""
    from zaptui.wiring.demo import run_demo
    from zaptui.wiring.options import output_of
    from zaptui.wiring.talk import guarded

    raise typer.Exit(guarded(lambda: run_demo(mode, output_of(output))))
