"""`zap` with a scripted model, on a machine with the sandbox that the first argument names.

    python zap_scripted.py bwrap|landlock|none ZAP-ARGUMENTS…

What the model was told is written to the file `$HOSTILE_SEEN` names.
"""

import atexit
import os
import sys

import zaptui.safety.sandbox_bwrap as bubblewrap
import zaptui.safety.sandbox_landlock as landlock
from tests.fakes import Recorder
from tests.hostile.attacks import script
from zaptui.core.json import dump_json
from zaptui.providers.scripted import Scripted
from zaptui.wiring import models


def missing(**options: object) -> None:
    """No Landlock on this machine."""
    raise landlock.LandlockFault("it is not there")


def main() -> None:
    """Take away what the machine is not to have, and run."""
    which = sys.argv.pop(1)
    if which != "bwrap":
        bubblewrap.find_bwrap = lambda: None
    if which == "none":
        landlock.try_landlock = missing
    port, mark = int(os.environ["HOSTILE_PORT"]), os.environ["HOSTILE_MARK"]
    recorder = Recorder(Scripted(script(port, mark)))
    models.open_provider = lambda choice, *, idle_timeout_s: recorder

    def tell() -> None:
        with open(os.environ["HOSTILE_SEEN"], "w", encoding="ascii") as file:
            file.write(dump_json([*recorder.chat[-1:], *recorder.messages[-1:]]))

    atexit.register(tell)
    from zaptui.cli import main as zap

    sys.argv[0] = "zap"
    zap()


if __name__ == "__main__":
    main()
