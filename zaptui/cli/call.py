"""One call of `zap`, to its exit code: also what Typer itself refuses is one clear line."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NoReturn, cast

import typer
from typer.main import get_command

from zaptui.cli.app import app
from zaptui.errors import ReaderGone, StateError, UsageError

_Refused = cast("type[typer.BadParameter]", typer.BadParameter.__mro__[1])
"""Typer's own usage error; it has no public name."""


def call(arguments: Sequence[str]) -> int:
    """Run a command line; the exit code of the process."""
    try:
        with get_command(app).make_context("zap", list(arguments)) as context:
            get_command(app).invoke(context)
    except typer.Exit as ended:
        return ended.exit_code
    except (typer.Abort, KeyboardInterrupt):
        return _told(KeyboardInterrupt(), arguments)
    except BrokenPipeError:
        return _told(ReaderGone("nobody reads stdout any more"), arguments)
    except OSError as error:  # commands tell their own: this is the help
        return _told(StateError(f"cannot write to stdout: {error.strerror}"), arguments)
    except _Refused as error:
        return _told(_usage(error), arguments)
    return 0


def _usage(error: typer.BadParameter) -> UsageError:
    place = "zap" if error.ctx is None else error.ctx.command_path
    return UsageError(error.format_message().rstrip("."), hint=f"see {place} --help")


def _told(error: BaseException, arguments: Sequence[str]) -> int:
    """Tell it as every command does: a line, and the outcome for who asked for JSON."""
    from zaptui.wiring.options import OUTPUTS
    from zaptui.wiring.talk import guarded

    def fail() -> NoReturn:
        raise error

    words = " ".join(arguments).replace("--output=", "--output ").split()
    asked = dict(pairwise(words)).get("--output", "text")
    for output in OUTPUTS:
        if output == asked:
            return guarded(fail, output=output)
    return guarded(fail)
