"""Replays runs through the command in one process: `python -m tests.cli.every_run FILE…`.

Prints a line a run, as `--output json` does, and in the end the peak of memory in MB.
"""

import re
import sys
from pathlib import Path

from zaptui.headless.stdout import write_line
from zaptui.wiring.replay import replay_file
from zaptui.wiring.talk import guarded


def main(paths: list[str]) -> None:
    for path in paths:
        code = guarded(lambda path=path: replay_file(path, "json"))
        assert code == 0, path
    write_line(str(peak_mb()))


def peak_mb() -> int:
    """The peak of this program alone: `ru_maxrss` of a child begins with that of its parent."""
    found = re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())
    assert found is not None
    return int(found[1]) // 1024


if __name__ == "__main__":
    main(sys.argv[1:])
