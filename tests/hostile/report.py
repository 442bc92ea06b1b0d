"""What came of each attack, for people: one run appended to the file `$HOSTILE_REPORT` names."""

import json
import os
from pathlib import Path

from tests.hostile.attacks import rows
from tests.hostile.scene import Scene, results

_WIDTH = 110


def report(made: Scene, how: str, *, nobody: bool, said: str = "") -> None:
    """Write down a run that is over, if somebody wants it. `said` is what it told on stderr."""
    path = os.environ.get("HOSTILE_REPORT")
    if path is None:
        return
    who = "root" if os.geteuid() == 0 and not nobody else "an ordinary user"
    tape = made.tape()
    called = {line["call_id"]: line for line in tape if line["type"] == "tool_called"}
    decided = {line["call_id"]: line for line in tape if line["type"] == "tool_decided"}
    lines = [f"== {how}, as {who}: exit {tape[-1].get('exit_code')}", f"   {tape[0]['sandbox']}"]
    for attack, result in zip(rows(made.port, made.mark), results(tape), strict=True):
        call = called[result["call_id"]]
        decision = decided.get(result["call_id"])
        verdict = "" if decision is None else f"[{decision['decision']}: {decision['by']}] "
        came = json.dumps(result.get("error") or result.get("output"))
        asked = json.dumps(call.get("input", call.get("raw")))
        lines.append(_line(f"{attack.row:<4} {json.dumps(call['tool'][:12])} {asked}", made))
        lines.append(_line(f"     → {verdict}{came}", made, width=2 * _WIDTH))
    with Path(path).open("a") as file:
        file.write("\n".join([*lines, said, ""]))


def _line(text: str, made: Scene, *, width: int = _WIDTH) -> str:
    text = text.replace(str(made.base), "BASE")
    return text if len(text) <= width else f"{text[:width]}…"
