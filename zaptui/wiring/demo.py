"""The demonstration: a scripted model, everything else real."""

import os
import sys
import tempfile
from pathlib import Path

from zaptui.config.files import Loaded
from zaptui.config.schema import ProjectSettings, Settings
from zaptui.demo.program import TASK, exact_rules, write_program
from zaptui.demo.script import DemoScript
from zaptui.errors import UsageError
from zaptui.planning.planner import select_planner
from zaptui.providers.scripted import Scripted
from zaptui.safety.policy import Policy
from zaptui.safety.rule_files import resolver
from zaptui.safety.sandbox import Sandbox, choose_sandbox, probe
from zaptui.wiring.headless import run_headless
from zaptui.wiring.models import Model
from zaptui.wiring.options import Output, RunOptions
from zaptui.wiring.permissions import Guard
from zaptui.wiring.talk import say

_PACE_S = 0.02


def run_demo(mode: str | None, output: Output) -> int:
    """Play it in a fresh folder, which is left as it ended."""
    planner_mode = select_planner(mode).mode
    if planner_mode == "none":
        raise UsageError("the demonstration is about a plan", hint="choose another mode")
    folder = Path(tempfile.mkdtemp(prefix="zap-demo-"))
    write_program(folder)
    say(f"demonstration: the model is scripted, the rest is real — {folder}")
    pace = _PACE_S if sys.stdout is not None and sys.stdout.isatty() else 0.0
    return run_headless(
        RunOptions(task=TASK, mode=planner_mode, output=output, cwd=folder),
        Loaded(user=Settings(), project=ProjectSettings()),
        Model(
            provider=Scripted(DemoScript(planner_mode), delay_s=pace),
            name="demo",
            shown="scripted/demo",
        ),
        guard=Guard(
            decide=Policy(exact=exact_rules(), resolve=resolver(str(folder))),
            sandbox=_sandbox(),
        ),
    )


def _sandbox() -> Sandbox:
    """As in any run, but one in which the Python that runs zap is there: bubblewrap's /tmp is a
    private one, and who only tries zap may have put it below the other."""
    found = choose_sandbox("auto", "off", no_sandbox=False)
    places = (sys.executable, os.path.realpath(sys.executable))
    hidden = any(path.startswith(("/tmp/", "/var/tmp/")) for path in places)
    return probe("landlock") if found.kind == "bwrap" and hidden else found
