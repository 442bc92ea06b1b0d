"""`zap plan show|log|diff|export`: the plan of a session, now and as it came to be."""

import os
import tempfile
from contextlib import ExitStack, suppress
from pathlib import Path

from zaptui.core.json import dump_json
from zaptui.errors import StateError, UsageError
from zaptui.headless.stdout import write_line, write_text
from zaptui.planning.plan_diff import diff_lines, diff_plans
from zaptui.planning.plan_markdown import export_plan
from zaptui.view.plan_listing import diff_json, listing, log_listing, plan_json, version_json
from zaptui.view.text import sanitize
from zaptui.wiring.plan_source import open_plan_source
from zaptui.wiring.talk import say

_LARGEST = 4 * 1024 * 1024
"""Bytes of a file that a plan is written into."""


def show_plan(session: str | None, *, version: int | None, as_json: bool) -> int:
    """Print the plan, as it is now or was at a version."""
    with ExitStack() as stack:
        plan = open_plan_source(session, stack).at(version)
    if as_json:
        write_line(dump_json(plan_json(plan)))
    elif plan.rows:
        for line in listing(plan):
            write_line(line)
    else:
        say(f"session {plan.session_id} has no plan")
    return 0


def print_plan_log(session: str | None, *, as_json: bool) -> int:
    """Print the versions of the plan: who changed what, and why."""
    with ExitStack() as stack:
        source = open_plan_source(session, stack)
        log = source.log()
    lines = [dump_json(version_json(v)) for v in log] if as_json else log_listing(log)
    for line in lines:
        write_line(line)
    if not log:
        say(f"session {source.session} has no plan")
    return 0


def diff_versions(session: str | None, *, before: int, after: int, as_json: bool) -> int:
    """Print what changed between two versions; 0 stands for none."""
    with ExitStack() as stack:
        source = open_plan_source(session, stack)
        diff = diff_plans(source.at(before).snapshot, source.at(after).snapshot)
    lines = [dump_json(record) for record in diff_json(diff)] if as_json else diff_lines(diff)
    for line in lines:
        write_line(line if as_json else sanitize(line))
    return 0


def write_plan(session: str | None, *, to: Path | None, version: int | None) -> int:
    """Write the plan as plan.md: to stdout, or into a file, where all else stays as it is."""
    with ExitStack() as stack:
        plan = open_plan_source(session, stack).at(version)
    old = b"" if to is None else _read(to)
    data = export_plan(plan.snapshot, version=plan.version, into=old)
    if to is None:
        write_text(data.decode("utf-8", "replace"))
    elif data == old:
        say(f"{to} says it already")
    else:
        _replace(to, data)
        say(f"written: {to}")
    return 0


def _read(path: Path) -> bytes:
    """What a file holds; nothing where there is none."""
    try:
        with path.open("rb") as file:
            data = file.read(_LARGEST + 1)
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise StateError(f"cannot read {path}: {os.strerror(error.errno or 0)}") from error
    if len(data) > _LARGEST:
        raise UsageError(f"{path} is larger than {_LARGEST} bytes", hint="no plan is written to it")
    return data


def _replace(path: Path, data: bytes) -> None:
    """Write a file whole or not at all; a link's target is the file, its mode stays."""
    path = Path(os.path.realpath(path))
    made: str | None = None
    try:
        mode = path.stat().st_mode & 0o777 if path.exists() else 0o644
        fd, made = tempfile.mkstemp(prefix=".plan-", dir=path.parent)
        with os.fdopen(fd, "wb") as file:
            file.write(data)
            os.fchmod(file.fileno(), mode)
        os.replace(made, path)
    except OSError as error:
        if made is not None:
            with suppress(OSError):
                os.unlink(made)
        raise StateError(f"cannot write {path}: {os.strerror(error.errno or 0)}") from error
