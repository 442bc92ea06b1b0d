"""CPU seconds of a whole process, its children included."""

import os
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What a process took. `peak_mb` is the largest resident size of one process."""

    cpu_s: float
    peak_mb: float


def measure(argv: Sequence[str], environ: Mapping[str, str] | None = None) -> Cost:
    """Run a command to its end, silently. RuntimeError with its words when it fails."""
    with subprocess.Popen(
        argv, env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    ) as process:
        assert process.stderr is not None
        error = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise RuntimeError(f"{argv[0]} ended with {process.returncode}: {error.decode()[-500:]}")
    return Cost(cpu_s=usage.ru_utime + usage.ru_stime, peak_mb=usage.ru_maxrss / 1024)


def best(argv: Sequence[str], environ: Mapping[str, str] | None = None, *, runs: int) -> Cost:
    """The cheapest of several runs: what is least disturbed by others."""
    return min((measure(argv, environ) for _ in range(runs)), key=lambda cost: cost.cpu_s)
