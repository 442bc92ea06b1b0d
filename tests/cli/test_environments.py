"""One-shots in poor surroundings: no home, no locale, a locale without most characters (C12)."""

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.cli.mock import mock_server

TASK = "né ✓"
ANSWER = "größer ✓ 終"
SURROUNDINGS: dict[str, tuple[dict[str, str], bytes]] = {
    "nothing": ({}, ANSWER.encode()),
    "no such locale": ({"HOME": "/none", "LC_ALL": "xx_YY.KOI8"}, b""),
    "latin-1": (
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0",
         "PYTHONIOENCODING": "latin-1"},
        "größer ? ?".encode("latin-1"),
    ),
}  # fmt: skip
"""What there is, and what stands on stdout where that can be told."""


def test_C12_a_run_in_poor_surroundings_has_its_answer_and_a_whole_tape(tmp_path: Path) -> None:
    always = {
        "PATH": os.defpath,
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    command = [sys.executable, "-m", "zaptui", "run", "--model", "openai-chat/mock-model", TASK]
    with mock_server({"steps": [], "final": {"text": ANSWER}}, tmp_path) as mock:
        for name, (environ, shown) in SURROUNDINGS.items():
            home = tmp_path / name
            ended = subprocess.run(
                command, env={**always, **environ, **mock.environment(), "ZAP_HOME": str(home)},
                cwd=tmp_path, capture_output=True, check=False, timeout=60,
            )  # fmt: skip
            assert (ended.returncode, b"Traceback" in ended.stderr) == (0, False), (name, ended)
            assert shown in ended.stdout
            (tape,) = (home / "sessions").glob("*.jsonl")
            lines = [json.loads(line) for line in tape.read_text("ascii").splitlines()]
            said = "".join(line["text"] for line in lines if line["type"] == "text_delta")
            assert (lines[0]["prompt"], said) == (TASK, ANSWER), name
