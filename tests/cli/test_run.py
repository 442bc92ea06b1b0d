"""`zap run` against the scripted server, over both wires and in both planning modes."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.cli.mock import Ended, Mock, mock_server, zap
from zaptui.safety.sandbox import Sandbox

NOTHING_WORKS = Sandbox(kind="none", why="nothing works here")
MODELS = ["openai-chat/mock-model", "anthropic/mock-model"]
STAGES = [
    {"id": key, "content": f"Stage {key}", "deliverable": f"the output of {key}"} for key in "abc"
]


def metronome() -> dict[str, Any]:
    work = [
        {"name": "shell", "args": {"command": "echo {k}"}},
        {"name": "advance", "args": {"evidence": "the command printed {k}"}},
    ]
    return {
        "steps": [
            {"text": "First a plan.", "tools": [{"name": "plan", "args": {"stages": STAGES}}]},
            {"tools": work, "repeat": 3},
            {"tools": [{"name": "complete", "args": {"summary": "Three stages done."}}]},
        ]
    }


def classic() -> dict[str, Any]:
    def todos(done: int) -> dict[str, Any]:
        words = ["done"] * done + ["in_progress"] + ["pending"] * 3
        items = [
            {"id": stage["id"], "content": stage["content"], "status": words[n]}
            for n, stage in enumerate(STAGES)
        ]
        return {"name": "write_todos", "args": {"todos": items}}

    shell = {"name": "shell", "args": {"command": "echo {k}"}}
    steps = [{"tools": [todos(0)]}, *({"tools": [shell, todos(n)]} for n in (1, 2, 3))]
    return {"steps": [*steps, {"tools": [{"name": "complete", "args": {"summary": "Done."}}]}]}


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZAP_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("ZAP_MODEL", raising=False)
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")


def run(mock: Mock, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> Ended:
    for name, value in mock.environment().items():
        monkeypatch.setenv(name, value)
    return zap("run", "--yes", "--no-sandbox", *arguments, "do three things")


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("mode", ["metronome", "classic"])
def test_a_plan_is_driven_to_the_end(
    model: str, mode: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scenario = metronome() if mode == "metronome" else classic()
    with mock_server(scenario, tmp_path) as mock:
        ended = run(mock, monkeypatch, "--model", model, "--mode", mode, "--output", "jsonl")
        bodies = mock.bodies
    assert ended.code == 0
    last = ended.lines[-1]
    assert (last["type"], last["outcome"], last["exit_code"]) == ("run_finished", "complete", 0)
    assert [line["seq"] for line in ended.lines] == list(range(len(ended.lines)))
    file = next((tmp_path / "home" / "sessions").glob("*.jsonl"))
    assert file.read_text() == ended.out
    replayed = zap("replay", str(file), "--output", "jsonl")
    assert replayed.out == ended.out
    result = json.loads(zap("replay", file.stem, "--output", "json").out)
    assert [stage["status"] for stage in result["stages"]] == ["done"] * 3
    if mode == "metronome":
        assert [stage["evidence"] for stage in result["stages"]] == [
            f"the command printed {k}" for k in (2, 3, 4)
        ]
    assert result["answer"] == ("Three stages done." if mode == "metronome" else "Done.")
    assert_reminder_law(bodies)


def assert_reminder_law(bodies: list[dict[str, Any]]) -> None:
    """R23, on the requests as the server saw them."""
    assert len(bodies) == 5
    counts = [json.dumps(body["messages"]).count("<task_reminder>") for body in bodies]
    assert counts == [0, 1, 1, 1, counts[-1]]
    assert counts[-1] <= 1  # classic says once that all is done
    cleaned = [clean(body) for body in bodies]
    for before, after in pairwise(cleaned):
        assert before.get("system") == after.get("system")
        assert before["tools"] == after["tools"]
        assert after["messages"][: len(before["messages"])] == before["messages"]


def clean(body: dict[str, Any]) -> dict[str, Any]:
    """A body without the block and without cache marks."""

    def strip(value: Any) -> Any:
        if isinstance(value, list):
            return [kept for item in value if (kept := strip(item)) is not None]
        if isinstance(value, dict):
            if str(value.get("text", value.get("content", ""))).startswith("<task_reminder>"):
                return None
            return {k: strip(v) for k, v in value.items() if k != "cache_control"}
        return value

    cleaned = strip(body)
    cleaned["messages"] = [m for m in cleaned["messages"] if m.get("content") != []]
    return cleaned


def test_cache_breakpoints_stand_before_the_reminder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with mock_server(metronome(), tmp_path) as mock:
        run(mock, monkeypatch, "--model", "anthropic/mock-model")
        body = mock.bodies[2]
    mark = {"type": "ephemeral"}
    assert body["system"][-1]["cache_control"] == mark
    assert body["tools"][-1]["cache_control"] == mark
    *history, reminder = body["messages"][-1]["content"]
    assert history[-1]["cache_control"] == mark
    assert reminder["text"].startswith("<task_reminder>\n[Stage 2/3]")
    assert json.dumps(body).count("cache_control") == 3


def test_complete_at_once_is_refused_and_names_what_is_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scenario = metronome()
    early = {"tools": [{"name": "complete", "args": {}}]}
    scenario["steps"].insert(1, early)
    with mock_server(scenario, tmp_path) as mock:
        ended = run(mock, monkeypatch, "--model", MODELS[0], "--output", "json")
    result = ended.lines[-1]
    assert (ended.code, result["outcome"], result["counts"]["steps"]) == (0, "complete", 6)
    file = next((tmp_path / "home" / "sessions").glob("*.jsonl"))
    errors = [json.loads(line).get("error") for line in file.read_text().split("\n") if line]
    assert [error for error in errors if error] == [
        'not complete: 3 open — "Stage a"; "Stage b"; "Stage c". Finish these first.'
    ]


@pytest.mark.parametrize("model", MODELS)
def test_text_only_after_a_plan_ends_incomplete_after_three_idle_turns(
    model: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scenario = {"steps": metronome()["steps"][:1], "final": {"text": "I would rather talk."}}
    with mock_server(scenario, tmp_path) as mock:
        ended = run(mock, monkeypatch, "--model", model, "--output", "json")
        bodies = mock.bodies
    result = ended.lines[-1]
    assert (ended.code, result["outcome"], result["stopped_by"]) == (5, "incomplete", "idle_turns")
    assert result["exit_code"] == 5
    assert result["open_stages"] == ["Stage a", "Stage b", "Stage c"]
    assert len(bodies) == 4


def test_text_with_no_plan_is_an_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with mock_server({"steps": [], "final": {"text": "Forty-two."}}, tmp_path) as mock:
        ended = run(mock, monkeypatch, "--model", MODELS[0], "--output", "json")
    result = ended.lines[-1]
    assert (ended.code, result["outcome"], result["answer"]) == (0, "answered", "Forty-two.")


def test_without_leave_a_command_is_denied_and_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = [{"tools": [{"name": "shell", "args": {"command": "touch made"}}]}]
    with mock_server({"steps": steps, "final": {"text": "It was denied."}}, tmp_path) as mock:
        for name, value in mock.environment().items():
            monkeypatch.setenv(name, value)
        ended = zap("run", "--model", MODELS[0], "make a file")
    assert ended.code == 3
    assert "denied: shell touch made (" in ended.out
    assert not Path("made").exists()


def test_yes_wants_to_be_said_twice_without_a_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zaptui.safety.sandbox.probe", lambda which, network: NOTHING_WORKS)
    ended = zap("run", "--yes", "--model", "openai-chat/x", "task")
    assert ended.code == 78
    assert "there is no sandbox: nothing works here — add --no-sandbox" in ended.err
    assert ended.out == ""


@pytest.mark.parametrize("output", ["text", "json", "jsonl"])
def test_a_plan_file_seeds_the_plan(
    output: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = tmp_path / "plan.md"
    plan.write_text("# Plan\n- [ ] second\n  deliverable: a line\n- [x] first\n")
    steps = [
        {
            "tools": [
                {"name": "shell", "args": {"command": "echo hi"}},
                {"name": "advance", "args": {"evidence": "it said hi"}},
            ]
        }
    ]
    with mock_server({"steps": steps, "final": {"text": "Ready."}}, tmp_path) as mock:
        ended = run(
            mock, monkeypatch, "--model", MODELS[0], "--plan", str(plan), "--output", output
        )
        bodies = mock.bodies
    assert ended.code == 0
    assert '[Stage 2/2] Work on \\"second\\" (final stage)' in json.dumps(
        bodies[0]["messages"], ensure_ascii=False
    )
    assert "a line" in bodies[0]["messages"][-1]["content"]
    if output == "text":
        assert "[1/2] first … done — seeded from plan.md\n[2/2] second …\n" in ended.out
    assert plan.read_text().startswith("# Plan")


def test_R60_a_plan_file_that_is_too_large_is_ignored_with_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = tmp_path / "plan.md"
    plan.write_text("- [ ] x\n" * 9000)
    with mock_server({"steps": [], "final": {"text": "Hi."}}, tmp_path) as mock:
        ended = run(mock, monkeypatch, "--model", MODELS[0], "--plan", str(plan))
    assert (ended.code, ended.out) == (0, "\nHi.\n")
    assert "larger than 64 KiB" in ended.err


def test_R60_a_plan_file_without_an_item_is_said_and_one_without_an_end_is_not_read_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = tmp_path / "plan.md"
    plan.write_bytes(b"# Plan\n\xff\x00 no list\n")
    with mock_server({"steps": [], "final": {"text": "Hi."}}, tmp_path) as mock:
        empty = run(mock, monkeypatch, "--model", MODELS[0], "--plan", str(plan))
        endless = run(mock, monkeypatch, "--model", MODELS[0], "--plan", "/dev/zero")
    assert (empty.code, "plan.md has no line as `- [ ] something to do`" in empty.err) == (0, True)
    assert (endless.code, "larger than 64 KiB" in endless.err) == (0, True)


def test_a_provider_that_fails_ends_the_run_with_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fault = {"kind": "http", "status": 401, "times": 9}
    with mock_server({"steps": [{"fault": fault}]}, tmp_path) as mock:
        ended = run(mock, monkeypatch, "--model", MODELS[0])
    assert ended.code == 77
    assert ended.err.count("\n") == 1
    assert "the key was not accepted" in ended.err
    assert "test-key" not in ended.err
    file = next((tmp_path / "home" / "sessions").glob("*.jsonl"))
    replayed = zap("replay", str(file))
    assert replayed.out.startswith("\nfailed: the key was not accepted: HTTP 401")
    assert (replayed.code, replayed.err, ended.out) == (0, "", "")


def test_max_steps_and_timeout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with mock_server("loop:50:1:true", tmp_path) as mock:
        capped = run(
            mock, monkeypatch, "--model", MODELS[0], "--max-steps", "2", "--output", "json"
        )
    assert capped.code == 4
    assert capped.lines[-1]["stopped_by"] == "max_steps"
    with mock_server("loop:50:1:sleep 30", tmp_path) as mock:
        timed = run(mock, monkeypatch, "--model", MODELS[0], "--timeout", "1", "--output", "json")
    assert timed.code == 124
    assert timed.lines[-1]["stopped_by"] == "timeout"


@pytest.mark.parametrize("source", ["flag", "settings"])
def test_L03_a_cost_limit_needs_a_price_that_is_known(
    source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a model without one no request is made; one with a price runs up to the limit."""
    flag = ["--max-cost", "0.5"] if source == "flag" else []
    if source == "settings":
        (tmp_path / "home").mkdir()
        (tmp_path / "home" / "config.toml").write_text("[limits]\nmax_cost = 0.5\n")
    with mock_server("loop:50:1:true", tmp_path) as mock:
        unknown = run(mock, monkeypatch, "--model", MODELS[0], *flag)
        assert (unknown.code, unknown.out, mock.bodies) == (2, "", [])
        assert unknown.err == (
            f"zap: the price of {MODELS[0]} is not known, so a cost limit cannot be kept"
            " — use --max-steps or --timeout instead\n"
        )
        monkeypatch.setattr(
            "zaptui.wiring.budgets.price_of", lambda choice, *, required: lambda usage: 0.2
        )
        known = run(mock, monkeypatch, "--model", MODELS[0], *flag, "--output", "json")
    last = known.lines[-1]
    assert (known.code, last["stopped_by"], last["cost"]) == (4, "max_cost", 0.6)
    assert last["answer"] == "Step 3."
    assert last["counts"]["steps"] == 3


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["run", "--model", "waltz/x", "t"], 78, "is no provider/model"),
        (["run", "--model", "anthropic/x", "t"], 77, "ANTHROPIC_API_KEY is not set"),
        (["run", "t"], 77, "no model and no key"),
        (["run", "--model", "openai-chat/x", "--mode", "waltz", "t"], 2, "the modes are"),
        (["run", "--model", "openai-chat/x", "--output", "xml", "t"], 2, "unknown output"),
        (["run", "--model", "openai-chat/x", "--cwd", "/nowhere", "t"], 2, "no such folder"),
        (["run", "--model", "openai-chat/x", "--plan", "/nowhere", "t"], 2, "--plan /nowhere"),
        (["run", "--model", "openai-chat/x", "  "], 2, "the task is empty"),
        (["run", "--max-steps", "0", "t"], 2, "--max-steps"),
        (["replay", "nowhere"], 65, "there is no file"),
        (["replay", "/etc/hosts", "--output", "xml"], 2, "unknown output"),
    ],
)
def test_bad_input_is_one_line_and_its_exit_code(
    arguments: list[str], code: int, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")
    ended = zap(*arguments)
    assert ended.code == code
    assert words in ended.err
    assert ended.out == ""


def test_a_key_but_no_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "k")
    ended = zap("run", "t")
    assert (ended.code, "say --model" in ended.err) == (78, True)


def test_the_task_comes_from_stdin_for_a_dash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with mock_server({"steps": [], "final": {"text": "Hi."}}, tmp_path) as mock:
        for name, value in mock.environment().items():
            monkeypatch.setenv(name, value)
        ended = zap("run", "--model", MODELS[0], "--no-save", "-", stdin=b"from the pipe")
        bodies = mock.bodies
    assert ended.code == 0
    assert bodies[0]["messages"][1] == {"role": "user", "content": "from the pipe"}
    assert not (tmp_path / "home").exists()
    assert zap("run", "--model", MODELS[0], "-", stdin=b"x" * (10 * 1024 * 1024 + 1)).code == 2
