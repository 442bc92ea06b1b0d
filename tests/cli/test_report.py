"""`zap report` and `zap why` on saved sessions."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.mock import zap
from tests.cli.saved_run import SESSION, save_run
from tests.fakes import say
from tests.shared import shared
from zaptui.core.json import Json, JsonObject
from zaptui.core.parts import Usage
from zaptui.planning.stored_plan import PlanWrite
from zaptui.session.plan_store import SqlitePlanStore
from zaptui.wiring.report import list_price

WORK = ("work", {"what": "x"})
STOP = [say("I stop.")] * 3
KEY = "sk-" + "a" * 24


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZAP_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)


def stages(ids: str) -> tuple[str, JsonObject]:
    records: list[Json] = [{"id": i, "content": f"Do {i}", "deliverable": i} for i in ids.split()]
    return ("plan", {"stages": records})


def _half_done() -> Path:
    advance = ("advance", {"evidence": f"the key is {KEY}"})
    return save_run(say("", stages("a b")), say("", WORK, advance), *STOP)


@pytest.mark.parametrize("name", ["2026", SESSION])
def test_the_report_of_a_session_by_its_id(name: str) -> None:
    _half_done()
    ended = zap("report", name)
    lines = ended.out.split("\n")
    assert (ended.code, lines[0]) == (0, "task")
    assert "  stages:    1 proved, 1 converged" in lines
    assert "     proved by 1 call" in lines


def test_what_looks_like_a_secret_is_masked_in_every_format() -> None:
    _half_done()
    for format in ("text", "md", "html", "json"):
        out = zap("report", SESSION, "--format", format).out
        assert ("[redacted]" in out, KEY in out) == (True, False)


def test_a_report_goes_into_a_new_file(tmp_path: Path) -> None:
    file = _half_done()
    to = tmp_path / "report.json"
    ended = zap("report", str(file), "--format", "json", "-o", str(to))
    assert (ended.code, ended.out) == (0, "")
    assert json.loads(to.read_text())["counts"]["proved"] == 1
    again = zap("report", str(file), "-o", str(to))
    assert (again.code, again.err) == (2, f"zap: {to} exists already — choose another name\n")
    nowhere = zap("report", str(file), "-o", str(tmp_path / "no" / "report"))
    assert nowhere.code == 74


def test_an_unknown_format_is_a_usage_error() -> None:
    ended = zap("report", SESSION, "--format", "pdf")
    assert (ended.code, ended.err) == (
        2,
        "zap: unknown format 'pdf' — one of text, md, html, json\n",
    )


def test_the_report_of_another_agents_run(tmp_path: Path) -> None:
    lines: list[JsonObject] = [
        {"type": "user", "message": {"role": "user", "content": "do two things"}},
        {"type": "assistant", "message": {"role": "assistant", "model": "claude-x", "content": [
            {"type": "tool_use", "id": "t1", "name": "TodoWrite", "input": {"todos": [
                {"content": "One", "status": "completed", "activeForm": "One"},
                {"content": "Two", "status": "pending", "activeForm": "Two"},
            ]}},
        ]}},
        {"type": "user", "message": {"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "t1", "content": "ok"},
        ]}},
    ]  # fmt: skip
    base: JsonObject = {"sessionId": "s", "cwd": "/w", "version": "2.0.0", "isSidechain": False}
    file = tmp_path / "other.jsonl"
    file.write_text(
        "".join(
            f"{json.dumps({**base, 'uuid': str(n), 'timestamp': '2026-01-01T00:00:00Z', **line})}\n"
            for n, line in enumerate(lines)
        )
    )
    ended = zap("report", str(file), "--format", "json")
    record = json.loads(ended.out)
    assert [(s["content"], s["proof"]) for s in record["stages"]] == [
        ("One", "claimed"),
        ("Two", "open"),
    ]
    assert "read as claude" in ended.err
    assert zap("why", str(file)).out.startswith("gate     held: 1 of 2 stages done (R43)\n")


@pytest.mark.parametrize("kind", ["claude-code", "codex-rollout", "gemini-cli", "pi"])
def test_each_kind_of_transcript_has_a_report(kind: str) -> None:
    files = list(shared(f"corpus/transcripts/{kind}").rglob("*.json*"))
    ended = zap("report", str(min(files, key=lambda file: file.stat().st_size)), "--format", "json")
    assert (ended.code, json.loads(ended.out)["format"]) == (0, "zap-report/1")


def test_the_price_of_a_model_is_found_by_its_name_alone() -> None:
    usage = Usage(input_tokens=1_000_000)
    named = list_price("anthropic/claude-sonnet-4-5", usage)
    assert named is not None
    assert named > 0
    assert list_price("claude-sonnet-4-5", usage) == named
    assert list_price("scripted/test", usage) is None


def test_why_of_the_last_session_of_this_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    _half_done()
    ended = zap("why", SESSION)
    assert ended.code == 0
    assert ended.out.split("\n")[:2] == [
        "gate     held: 1 of 2 stages done (R43)",
        "stage    Do b",
    ]
    missing = zap("why")
    assert (missing.code, "no session to go on with in this folder" in missing.err) == (2, True)
    record: Any = json.loads(zap("why", SESSION, "--json").out)
    assert (record["gate"], record["session"], record["mode"]) == ("held", SESSION, "metronome")


def test_why_knows_what_others_have_written_meanwhile(tmp_path: Path) -> None:
    _half_done()
    told = zap("why", SESSION, "--json").out
    store = SqlitePlanStore(tmp_path / "home")
    stages: list[Json] = [{"id": i, "content": f"Do {i}", "deliverable": i} for i in "abc"]
    snapshot: JsonObject = {"plan": {"stages": stages, "pointer": 1, "work_at_last_advance": 1}}
    store.write(
        SESSION,
        PlanWrite(
            snapshot=snapshot,
            who="person",
            what="edited",
            expected_version=2,
            breakpoints=frozenset("b"),
        ),
    )
    store.close()
    lines = zap("why", SESSION).out.split("\n")
    assert '"total":2' in told
    assert lines[0] == "gate     held: 1 of 3 stages done (R43)"
    assert "because  a breakpoint stands before 'Do b'" in lines
