"""What real bash makes of a text: the commands it tries to run, none of which exists."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

BASH = shutil.which("bash")

Argv = tuple[str, ...]

# A newline in a word is logged as \1: printf writes at each newline, and two ends of a pipe write
# at the same time.
_HANDLER = r"""
command_not_found_handle() {
    set -- "${@//$'\n'/$'\1'}"
    printf '%s\0' "$#" "$@" >> "$ORACLE_LOG"
    return "$ORACLE_CODE"
}
export -f command_not_found_handle
while IFS= read -r -d '' script; do
    printf 'script\0' >> "$ORACLE_LOG"
    "$BASH" --norc --noprofile -c "$script" </dev/null >/dev/null 2>&1
done
exit 0
"""


def commands_run(scripts: Sequence[str], *, code: int) -> list[list[Argv]]:
    """For each script the argvs that bash looked up and did not find, each of them ending with the
    exit code. The search path is an empty folder."""
    assert BASH is not None
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "log")
        log.touch()
        for name in ("work", "empty"):
            Path(folder, name).mkdir()
        for name in ("a", "1", "--pre=x"):  # what a glob would find
            Path(folder, "work", name).touch()
        subprocess.run(
            [BASH, "--norc", "--noprofile", "-c", _HANDLER],
            input=b"".join(script.encode() + b"\0" for script in scripts),
            cwd=Path(folder, "work"),
            env={
                "PATH": str(Path(folder, "empty")),
                "ORACLE_LOG": str(log),
                "ORACLE_CODE": str(code),
                "LC_ALL": os.environ.get("LC_ALL", "C.UTF-8"),
            },
            check=True,
        )
        return _parsed(log.read_bytes().split(b"\0")[:-1], len(scripts))


def _parsed(fields: list[bytes], count: int) -> list[list[Argv]]:
    runs: list[list[Argv]] = []
    rest = iter(fields)
    for field in rest:
        if field == b"script":
            runs.append([])
            continue
        words = [next(rest).replace(b"\1", b"\n") for _ in range(int(field))]
        runs[-1].append(tuple(word.decode("utf-8", "surrogateescape") for word in words))
    assert len(runs) == count
    return runs
