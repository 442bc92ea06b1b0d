"""A run that can be killed at any moment and gone on with: `python -m tests.session.endless CWD
[ID]`. It plays three stages with the real shell and writes its events to stdout as it goes.
"""

import re
import sys
from contextlib import ExitStack
from pathlib import Path

from zaptui.config.files import Loaded
from zaptui.config.schema import ProjectSettings, Settings
from zaptui.core.json import JsonObject
from zaptui.core.parts import ToolPart
from zaptui.core.ports import Decision, Request
from zaptui.providers.scripted import Scripted, ScriptedReply
from zaptui.safety.sandbox import NO_SANDBOX
from zaptui.wiring.headless import run_headless
from zaptui.wiring.models import Model
from zaptui.wiring.options import RunOptions
from zaptui.wiring.permissions import Guard
from zaptui.wiring.resume import resume

STAGES = [{"id": x, "content": f"Do {x}", "deliverable": x} for x in ("a", "b", "c")]


def reply(request: Request) -> ScriptedReply:
    """Each stage is a command and an advance; what was interrupted is done again. The directive
    says which stage it is: a plan that was stored and not told yet is taken up from the store."""
    calls = [
        part.tool
        for turn in request.turns
        for step in turn.steps
        for part in step.parts
        if isinstance(part, ToolPart) and part.finished and part.error is None
    ]
    stage = re.search(r"\[Stage (\d)/3\]", request.reminder or "")
    if stage is None and not calls:
        return _call("plan", {"stages": [*STAGES]})
    if stage is None:
        return _call("complete", {"summary": "all three"})
    if calls[-1:] != ["shell"]:
        return _call("shell", {"command": f"echo {stage[1]} >> work; sleep 0.02"})
    return _call("advance", {"evidence": f"command {stage[1]} ran"})


def _call(tool: str, arguments: JsonObject) -> ScriptedReply:
    return ScriptedReply(text="some words " * 8, calls=[(tool, arguments)])


def allow(tool: str, arguments: JsonObject) -> Decision:
    return Decision(verdict="allow", by="test")


def main(cwd: str, session: str | None) -> int:
    options = RunOptions(task="go", output="jsonl", cwd=Path(cwd), resume=session)
    model = Model(provider=Scripted(reply, delay_s=0.003), name="test", shown="scripted/test")
    settings = Loaded(user=Settings(), project=ProjectSettings())
    guard = Guard(decide=allow, sandbox=NO_SANDBOX)
    with ExitStack() as stack:
        resumed = resume(options, stack=stack)
        return run_headless(options, settings, model, guard=guard, resumed=resumed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None))
