"""`zap plan`: the live plan of any session."""

from pathlib import Path
from typing import Any

import typer
from typer.core import TyperGroup

_SESSION = "An id, the beginning of one, or a file; default: this folder's last."


class _ShowsByDefault(TyperGroup):
    """`zap plan --json` is `zap plan show --json`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the command in where none is named."""
        if not args or (args[0] not in self.commands and args[0] not in ("-h", "--help")):
            args = ["show", *args]
        return super().parse_args(ctx, args)


plan = typer.Typer(
    help="A session's live plan: show (the default), log, diff, edit, export.", cls=_ShowsByDefault
)


@plan.command()
def show(
    session: str = typer.Argument(None, help=_SESSION),
    version: int = typer.Option(None, min=0, help="As it was at this version."),
    as_json: bool = typer.Option(False, "--json", help="One JSON object."),
) -> None:
    """Print the plan: stages, checks, evidence, pins and breakpoints."""
    from zaptui.wiring.plan_commands import show_plan
    from zaptui.wiring.talk import guarded

    raise typer.Exit(guarded(lambda: show_plan(session, version=version, as_json=as_json)))


@plan.command()
def log(
    session: str = typer.Argument(None, help=_SESSION),
    as_json: bool = typer.Option(False, "--json", help="One JSON object a line."),
) -> None:
    """Print its versions: who changed what, and why."""
    from zaptui.wiring.plan_commands import print_plan_log
    from zaptui.wiring.talk import guarded

    raise typer.Exit(guarded(lambda: print_plan_log(session, as_json=as_json)))


@plan.command()
def diff(
    before: int = typer.Argument(..., metavar="A", min=0, help="A version; 0: before the first."),
    after: int = typer.Argument(..., metavar="B", min=0, help="Another one."),
    session: str = typer.Argument(None, help=_SESSION),
    as_json: bool = typer.Option(False, "--json", help="One JSON object a line."),
) -> None:
    """Print what was kept, added (+), removed (-), moved (>), edited (~) from A to B."""
    from zaptui.wiring.plan_commands import diff_versions
    from zaptui.wiring.talk import guarded

    def work() -> int:
        return diff_versions(session, before=before, after=after, as_json=as_json)

    raise typer.Exit(guarded(work))


@plan.command()
def edit(
    session: str = typer.Argument(None, help=_SESSION),
    add: list[str] = typer.Option([], metavar="TEXT", help="A new stage. Repeatable, as all are."),
    at: int = typer.Option(None, min=1, help="Where --add puts it; default: at the end."),
    drop: list[str] = typer.Option([], metavar="ROW", help="Drop a stage: its place or its id."),
    move: list[str] = typer.Option([], metavar="ROW:PLACE", help="Move a stage."),
    done: list[str] = typer.Option([], metavar="ROW", help="Close a stage."),
    evidence: str = typer.Option(None, help="What proves a stage that --done closes."),
    reword: list[str] = typer.Option([], metavar="ROW:TEXT", help="Give a stage another text."),
    check: list[str] = typer.Option([], metavar="ROW:CHECK", help="What has to hold to close it."),
    pin: list[str] = typer.Option([], metavar="ROW", help="The model cannot drop it."),
    unpin: list[str] = typer.Option([], metavar="ROW", help="It can again."),
    stop_before: list[str] = typer.Option(
        [], "--break", metavar="ROW", help="Stop and ask before this stage."
    ),
    go_on_before: list[str] = typer.Option(
        [], "--no-break", metavar="ROW", help="Go on with it unasked."
    ),
    expect: int = typer.Option(None, min=0, help="Refuse unless the plan is at this version."),
    as_json: bool = typer.Option(False, "--json", help="Print the plan as it is then."),
) -> None:
    """Change the plan: by options, or without any as Markdown in $EDITOR."""
    from zaptui.wiring.plan_editing import PlanEdits, edit_session_plan
    from zaptui.wiring.talk import guarded

    edits = PlanEdits(
        add=add,
        at=at,
        drop=drop,
        move=move,
        done=done,
        evidence=evidence,
        reword=reword,
        check=check,
        pin=pin,
        unpin=unpin,
        stop_before=stop_before,
        go_on_before=go_on_before,
        expect=expect,
    )
    raise typer.Exit(guarded(lambda: edit_session_plan(session, edits, as_json=as_json)))


@plan.command()
def export(
    session: str = typer.Argument(None, help=_SESSION),
    out: Path = typer.Option(None, "--out", "-o", help="A file, new or there; default: stdout."),
    version: int = typer.Option(None, min=0, help="As it was at this version."),
) -> None:
    """Write it as plan.md, ids and evidence in comments; other lines of a file stay as they are."""
    from zaptui.wiring.plan_commands import write_plan
    from zaptui.wiring.talk import guarded

    raise typer.Exit(guarded(lambda: write_plan(session, to=out, version=version)))
