"""What an ordinary user's commands can do in a sandbox; run as a program, prints JSON."""

import asyncio
import json
import os
import sys
import tempfile

from zaptui.errors import ToolError
from zaptui.safety.paths import FolderWorkspace
from zaptui.safety.sandbox import Which, probe
from zaptui.safety.spawn import ProcessSpawner

COMMANDS = {
    "inside": "echo x > a; mkdir d; mv a d/a; ln d/a hard; echo t > $TMPDIR/t; cat hard $TMPDIR/t",
    "outside": "rm -f ../outside/kept; echo x > ../outside/new; echo x >> ../outside/kept",
    "link": "ln -s ../outside esc; echo x > esc/new",
    "home": "echo x >> ~/.profile; echo x > ~/new",
    "config": "echo x >> .git/config",
    "network": "echo x > /dev/tcp/127.0.0.1/9",
    "environ": "cat /proc/$PPID/environ 2> /dev/null | tr '\\0' '\\n' | grep -c hunter22; true",
    "signal": "kill -0 {zap} 2> /dev/null && echo hit; true",
    "rights": "grep -hE '^(NoNewPrivs|CapEff)' /proc/self/status",
    "mount": "unshare -Urm sh -c 'mount -o remount,rw,bind /; echo x > ../outside/new'; true",
}


async def main(which: Which) -> dict[str, object]:
    """All that is asked, by name."""
    sandbox = probe(which)
    spawner = ProcessSpawner(os.getcwd(), os.environ, sandbox=sandbox)
    os.mkdir("unreadable", 0)
    told: dict[str, object] = {"kind": sandbox.kind, "why": sandbox.why, "gaps": sandbox.gaps}
    for name, command in COMMANDS.items():
        ran = await spawner.run(
            command.replace("{zap}", str(os.getpid())), timeout_s=30, progress=lambda text: None
        )
        told[name] = [ran.code, ran.output]
    closed = "mkdir -p $TMPDIR/d/e/f; touch $TMPDIR/d/e/f/g; chmod 0 $TMPDIR/d/e/f $TMPDIR/d/e"
    await spawner.run(f"{closed} $TMPDIR/d", timeout_s=30, progress=lambda text: None)
    spawner.close()
    told["left"] = [name for name in os.listdir(tempfile.gettempdir()) if name.startswith("zap-")]
    workspace = FolderWorkspace(os.getcwd())
    try:
        workspace.entries("unreadable")
    except ToolError as error:
        told["entries"] = str(error)
    os.rmdir("unreadable")
    return told


if __name__ == "__main__":
    print(json.dumps(asyncio.run(main(sys.argv[1]))))  # noqa: T201
