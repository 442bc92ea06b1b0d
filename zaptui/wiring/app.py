"""The app, started: never without a terminal."""

import os
import sys
from contextlib import ExitStack

from zaptui.errors import UsageError
from zaptui.wiring.host import SessionHost
from zaptui.wiring.models import settings_for
from zaptui.wiring.options import RunOptions


def run_app(options: RunOptions) -> int:
    """Run the app; the exit code of the process. UsageError where there is no terminal."""
    if not (sys.stdin and sys.stdin.isatty() and sys.stdout and sys.stdout.isatty()):
        raise UsageError(
            "the app needs a terminal", hint='zap run "task" works without one; see zap --help'
        )
    if os.environ.get("TERM", "dumb") == "dumb":
        raise UsageError("the app needs a terminal that can move its cursor (TERM is dumb)")
    settings = settings_for(options.cwd)
    with ExitStack() as stack:
        host = SessionHost(options, settings, stack=stack)
        from zaptui.tui.app import ZapApp  # after all that can fail without a screen
        from zaptui.tui.looks import Looks
        from zaptui.tui.terminal import Manners

        ui = settings.user.ui
        manners = Manners(title=ui.title, progress=ui.progress, bell=ui.bell, notify=ui.notify)
        looks = Looks(
            theme=ui.theme,
            plain=options.plain or ui.plain,
            ascii_only=ui.ascii or not _has_unicode(),
            manners=manners,
            keys=ui.keys,
        )
        app = ZapApp(host, looks=looks)
        app.run(mouse=ui.mouse)
        if app.crash is not None:
            raise app.crash
        return app.return_code or 0


def _has_unicode() -> bool:
    """Whether the terminal's locale can show more than its own alphabet."""
    return (getattr(sys.stdout, "encoding", None) or "").lower().startswith("utf")
