"""The recorded transcripts of the shared folder and what is expected of each."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.shared import shared

COUNTED = ("user_messages", "assistant_texts", "tool_calls", "tool_results", "plan_updates")
_WORDS = {"completed": "done", "done": "done", "in_progress": "in_progress"}


def manifest() -> list[dict[str, Any]]:
    """Every run that is not filed as `other`; empty where the folder is missing."""
    try:
        path = shared("corpus/transcripts/MANIFEST.jsonl")
    except pytest.skip.Exception:
        return []
    lines = path.read_text(encoding="utf-8").split("\n")
    return [run for line in lines if line for run in [json.loads(line)] if run["format"] != "other"]


def run_path(run: dict[str, Any]) -> Path:
    """The file or folder of a run."""
    return shared(f"corpus/transcripts/{run['file']}")


def expected_figures(run: dict[str, Any]) -> dict[str, Any]:
    """The figures that are compared: those that the manifest has a value for."""
    expected = run["expected"]
    figures = {name: expected[name] for name in COUNTED if name in expected}
    if "tool_calls_by_name" in expected:
        figures["tool_calls_by_name"] = expected["tool_calls_by_name"]
    if "final_plan" in expected:
        figures["final_plan"] = [
            {"content": item["text"], "status": _WORDS.get(item["status"], "pending")}
            for item in expected["final_plan"]
            if item["status"] != "cancelled"  # what was given up has left the list
        ]
    return figures
