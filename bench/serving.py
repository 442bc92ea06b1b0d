"""A model's server as a process of its own, for as long as a measurement takes."""

import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def serving(module: str, *arguments: object) -> Generator[str]:
    """The base URL of a server that prints its port."""
    argv = [sys.executable, "-m", module, *map(str, arguments)]
    with subprocess.Popen(argv, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield f"http://127.0.0.1:{int(process.stdout.readline())}/v1"
        finally:
            process.kill()
