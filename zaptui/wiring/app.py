"""The app, started: never without a terminal."""

import os
import sys
from contextlib import ExitStack, closing
from dataclasses import replace

from zaptui.errors import UsageError
from zaptui.session.folder import state_dir
from zaptui.wiring.crashes import keep_faults, word_of_crash
from zaptui.wiring.host import SessionHost
from zaptui.wiring.models import settings_for
from zaptui.wiring.options import RunOptions
from zaptui.wiring.sessions import last_session
from zaptui.wiring.signals import ProcessLife
from zaptui.wiring.talk import say


def run_app(options: RunOptions, *, last: bool = False) -> int:
    """Run the app; the exit code of the process. UsageError where there is no terminal. `last`: go
    on with the session that was last written to in this folder."""
    if not (sys.stdin and sys.stdin.isatty() and sys.stdout and sys.stdout.isatty()):
        raise UsageError(
            "the app needs a terminal", hint='zap run "task" works without one; see zap --help'
        )
    if os.environ.get("TERM", "dumb") == "dumb":
        raise UsageError("the app needs a terminal that can move its cursor (TERM is dumb)")
    if last:
        if options.resume is not None:
            raise UsageError("-c and -r each name a session", hint="use one of them")
        options = replace(options, resume=last_session(options.cwd))
    settings = settings_for(options.cwd)
    state = state_dir(os.environ)
    with ExitStack() as stack:
        keep_faults(state, stack=stack)
        life = stack.enter_context(
            closing(ProcessLife(lambda: host.kill(), lambda: app.restore_terminal()))
        )
        host = stack.enter_context(closing(SessionHost(options, settings)))
        from zaptui.tui.app import ZapApp  # after all that can fail without a screen
        from zaptui.wiring.looks import looks_of

        app = ZapApp(host, looks=looks_of(settings, plain=options.plain))
        app.life = life
        app.greetings = [
            host.warning,
            word_of_crash(state, options.cwd) if options.resume is None else "",
        ]
        app.run(mouse=settings.user.ui.mouse)
        if host.resumable is not None:
            say(f"to go on: zap -r {host.resumable}")
        if app.crash is not None:
            raise app.crash
        return app.return_code or 0
