"""Replays runs through the command in one process: `python -m tests.cli.every_run FILE…`.

Prints a line a run, as `--output json` does, and in the end the peak of memory in MB.
"""

import resource
import sys

from zaptui.headless.stdout import write_line
from zaptui.wiring.replay import replay_file
from zaptui.wiring.talk import guarded


def main(paths: list[str]) -> None:
    for path in paths:
        code = guarded(lambda path=path: replay_file(path, "json"))
        assert code == 0, path
    write_line(str(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024))


if __name__ == "__main__":
    main(sys.argv[1:])
