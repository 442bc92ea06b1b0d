"""`zap plan edit`: a person changes the plan of a session, by options or in an editor."""

import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from zaptui.core.json import dump_json
from zaptui.errors import ConfigError, StateError, ToolError, UsageError, ZapError
from zaptui.headless.stdout import write_line
from zaptui.planning.plan_edit import (
    CLOSED,
    AddRow,
    CheckRow,
    CloseRow,
    DropRow,
    FlagRow,
    MoveRow,
    RewordRow,
    RowEdit,
    edit_plan,
    find_row,
)
from zaptui.planning.plan_markdown import export_plan, read_plan
from zaptui.planning.plan_rows import rows_of
from zaptui.planning.stored_plan import PlanWrite, StaleWrite, StoredPlan
from zaptui.safety.spawn import own_program
from zaptui.view.plan_listing import listing, plan_json
from zaptui.wiring.clock import now
from zaptui.wiring.plan_source import PlanSource, open_plan_source
from zaptui.wiring.talk import say


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanEdits:
    """What a command line asks for; rows are named by place or id, before all edits."""

    add: Sequence[str] = ()
    at: int | None = None
    drop: Sequence[str] = ()
    move: Sequence[str] = ()
    """`ROW:PLACE`."""
    done: Sequence[str] = ()
    evidence: str | None = None
    reword: Sequence[str] = ()
    """`ROW:TEXT`."""
    check: Sequence[str] = ()
    """`ROW:CHECK`; an empty check takes it away."""
    pin: Sequence[str] = ()
    unpin: Sequence[str] = ()
    stop_before: Sequence[str] = ()
    go_on_before: Sequence[str] = ()
    expect: int | None = None
    """The version they are meant for."""

    @property
    def any(self) -> bool:
        """Whether something is asked for; nothing opens the editor."""
        given = (self.add, self.drop, self.move, self.done, self.reword, self.check)
        flags = (self.pin, self.unpin, self.stop_before, self.go_on_before)
        return any(map(bool, (*given, *flags)))


def edit_session_plan(session: str | None, edits: PlanEdits, *, as_json: bool) -> int:
    """Change the plan. StaleWrite, with the live list on stdout, when another was quicker."""
    with ExitStack() as stack:
        source = open_plan_source(session, stack)
        try:
            if edits.any:
                _by_options(source, edits)
            elif not _in_editor(source, edits):
                say("nothing was changed")
        except StaleWrite as stale:
            say(str(stale))
            _print(source.live(), as_json=as_json)
            return stale.exit_code
        if as_json:
            _print(source.live(), as_json=True)
    return 0


def _print(plan: StoredPlan, *, as_json: bool) -> None:
    for line in [dump_json(plan_json(plan))] if as_json else listing(plan):
        write_line(line)


def _by_options(source: PlanSource, edits: PlanEdits) -> None:
    words: list[str] = []

    def edit(live: StoredPlan) -> PlanWrite:
        write = edit_plan(live, _row_edits(live, edits), time=now())
        words.append(write.why)
        expected = live.version if edits.expect is None else edits.expect
        return replace(write, expected_version=expected)

    version, waits = source.change(edit)
    _say_written(version, words[-1], waits=waits)


def _row_edits(live: StoredPlan, edits: PlanEdits) -> list[RowEdit]:
    """The edits in an order that does not depend on how they were typed."""
    rows = rows_of(live.snapshot)

    def named(name: str) -> str:
        return find_row(rows, name).id

    found: list[RowEdit] = [
        CloseRow(id=named(name), evidence=edits.evidence or CLOSED) for name in edits.done
    ]
    for spec in edits.reword:
        name, text = _pair(spec, "--reword ROW:TEXT", first=True)
        found.append(RewordRow(id=named(name), content=text))
    for spec in edits.check:
        name, text = _pair(spec, "--check ROW:CHECK", first=True)
        found.append(CheckRow(id=named(name), check=text))
    for spec in edits.move:
        name, place = _pair(spec, "--move ROW:PLACE")
        if not place.isdecimal() or len(place) > 6:
            raise UsageError(f"{place[:40]!r} is no place", hint="places count from 1")
        found.append(MoveRow(id=named(name), to=int(place)))
    found += [DropRow(id=named(name)) for name in edits.drop]
    for number, text in enumerate(edits.add):
        found.append(AddRow(content=text, at=None if edits.at is None else edits.at + number))
    found += [FlagRow(id=named(name), flag="pinned", on=True) for name in edits.pin]
    found += [FlagRow(id=named(name), flag="pinned", on=False) for name in edits.unpin]
    found += [FlagRow(id=named(name), flag="breakpoint", on=True) for name in edits.stop_before]
    found += [FlagRow(id=named(name), flag="breakpoint", on=False) for name in edits.go_on_before]
    return found


def _pair(spec: str, form: str, *, first: bool = False) -> tuple[str, str]:
    name, colon, rest = spec.partition(":") if first else spec.rpartition(":")
    if not colon:
        raise UsageError(f"{spec[:60]!r} names no two things", hint=f"it is {form}")
    return name, rest


# ---- in an editor


def _in_editor(source: PlanSource, edits: PlanEdits) -> bool:
    """Whether the person changed something. What cannot be taken stays in a file."""
    live = source.live()
    if live.mode == "none":
        raise UsageError("a session of mode none has no plan")
    if edits.expect not in (None, live.version):
        raise StaleWrite(live, edits.expect or 0)
    before = export_plan(live.snapshot, version=live.version)
    path = _kept(before)
    try:
        _edit(path)
        data = path.read_bytes()
        if data == before:
            path.unlink()
            return False
        write = _write_of(data, live)
        version, waits = source.change(lambda _: write)
    except ZapError as error:
        if path.exists() and path.read_bytes() == before:
            path.unlink()
        else:
            error.hint = "; ".join(filter(None, [error.hint, f"your text is in {path}"]))
        raise
    path.unlink()
    _say_written(version, write.why, waits=waits)
    return True


def _write_of(data: bytes, live: StoredPlan) -> PlanWrite:
    read = read_plan(data, base=live.snapshot)
    if live.rows and not rows_of(read.snapshot):
        raise UsageError("nothing is left of the plan", hint="--drop drops a stage by its name")
    return PlanWrite(
        snapshot=read.snapshot,
        who="person",
        what="edited",
        why="edited as Markdown",
        time=now(),
        expected_version=live.version,
    )


def _kept(data: bytes) -> Path:
    """A file of the person's own with the plan in it."""
    try:
        fd, name = tempfile.mkstemp(prefix="zap-plan-", suffix=".md")
        with os.fdopen(fd, "wb") as file:
            file.write(data)
    except OSError as error:
        raise StateError(f"cannot write a file: {os.strerror(error.errno or 0)}") from error
    return Path(name)


def _edit(path: Path) -> None:
    """Hand the terminal to the person's editor."""
    command = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    if not command and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("there is no terminal to edit in", hint="set EDITOR, or use --add, --drop")
    command = command or "vi"
    try:
        program, *options = shlex.split(command)
        program = own_program(program, os.environ, str(Path.cwd())) if program else ""
        done = subprocess.run([program, *options, str(path)], check=False)
    except (OSError, ValueError, ToolError) as error:
        raise ConfigError(f"cannot start {command!r}", hint="set EDITOR") from error
    if done.returncode != 0:
        raise ConfigError(f"{command!r} ended with {done.returncode}; the plan is as before")


def _say_written(version: int | None, why: str, *, waits: bool) -> None:
    if version is None:
        say("nothing was changed")
        return
    later = "; the session takes it up at its next step" if waits else ""
    say(f"version {version}: {why}{later}")
