"""The app with a script that is slow, waits, asks and fails, for a person to interrupt: a program.

The bodies of all requests are written to `requests.json` when it ends.
"""

import atexit
import sys

from tests.fakes import Recorder
from zaptui.core.json import dump_json
from zaptui.errors import Unavailable
from zaptui.providers.scripted import Scripted, ScriptedReply
from zaptui.wiring import models

WAIT = "echo $$ > pid; echo begun; sleep 60"
ANSWER = ScriptedReply(text="All is well.", piece=100)
SCRIPT = [
    ScriptedReply(text="word " * 500, piece=5),
    ScriptedReply(calls=[("shell", {"command": WAIT}), ("shell", {"command": "touch later"})]),
    ScriptedReply(calls=[("shell", {"command": "touch asked"})]),
    ScriptedReply(error=Unavailable("not now", retry_after="100")),
]


def main() -> None:
    """Play the script, or with `--storm` a long answer alone."""
    storm = "--storm" in sys.argv
    if storm:
        sys.argv.remove("--storm")
    script = [ScriptedReply(text="word " * 150 + "the end.", piece=5)] if storm else SCRIPT
    recorder = Recorder(Scripted([*script, ANSWER], delay_s=0.01))
    models.open_provider = lambda choice, *, idle_timeout_s: recorder

    def tell() -> None:
        with open("requests.json", "w", encoding="ascii") as file:
            file.write(dump_json({"chat": recorder.chat, "reminders": recorder.reminders}))

    atexit.register(tell)
    from zaptui.cli import main as zap

    sys.argv[0] = "zap"
    zap()


if __name__ == "__main__":
    main()
