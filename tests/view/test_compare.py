"""Two runs side by side: stages in pairs, figures with their difference."""

from typing import Any

from zaptui.core import events as e
from zaptui.core.parts import Usage
from zaptui.view.compare import Side, SideFold, aligned, comparison_json
from zaptui.view.compare_text import comparison_lines


def plan(*stages: tuple[str, str], version: int = 1) -> e.PlanUpdate:
    todos: list[Any] = [
        {"id": f"t{n}", "content": text, "status": status}
        for n, (text, status) in enumerate(stages)
    ]
    return e.PlanUpdate(
        mode="classic", snapshot={"todos": todos}, todos=[], change="replaced", version=version
    )


def call(call_id: str, tool: str) -> list[e.Event]:
    called = e.ToolCalled(call_id=call_id, tool=tool, input={})
    return [called, e.ToolReturned(call_id=call_id, output="ok")]


def end(outcome: Any = "complete", **more: Any) -> e.RunFinished:
    return e.RunFinished(
        outcome=outcome, finish_reason="stop", stopped_by="answer", exit_code=0, **more
    )


def side(name: str, *events: e.Event, price: float | None = None) -> Side:
    fold = SideFold(name, price=None if price is None else lambda model, usage: price)
    for seq, event in enumerate(events):
        fold.take(e.Entry(seq=seq, at=float(seq), event=event))
    return fold.side()


def pairs(left: Side, right: Side) -> list[tuple[str | None, str | None]]:
    found = aligned(left.report.stages, right.report.stages)
    return [(a and a.content, b and b.content) for a, b in found]


def run(name: str, *stages: tuple[str, str]) -> Side:
    return side(name, e.RunStarted(session=name, prompt="p"), plan(*stages), end())


def test_stages_with_the_same_words_are_one_however_they_are_written() -> None:
    left = run("a", ("Read the code", "done"), ("Run the tests", "done"))
    right = run("b", ("read the code!", "done"), ("Tests: run the tests", "pending"))
    assert pairs(left, right) == [
        ("Read the code", "read the code!"),
        ("Run the tests", "Tests: run the tests"),
    ]


def test_stages_of_one_run_alone_stand_alone_in_their_order() -> None:
    left = run("a", ("alpha", "done"), ("beta", "done"), ("gamma", "done"), ("omega", "done"))
    right = run("b", ("new one", "done"), ("beta", "done"), ("delta", "done"))
    assert pairs(left, right) == [
        ("alpha", None),
        (None, "new one"),
        ("beta", "beta"),
        ("gamma", None),
        ("omega", None),
        (None, "delta"),
    ]


def test_pairs_do_not_cross_and_the_most_alike_are_taken() -> None:
    left = run("a", ("one two three four", "done"))
    right = run("b", ("one two three", "done"), ("one two three four", "done"))
    assert pairs(left, right) == [
        (None, "one two three"),
        ("one two three four", "one two three four"),
    ]
    crossed = pairs(run("a", ("x", "done"), ("y", "done")), run("b", ("y", "done"), ("x", "done")))
    assert len(crossed) == 3


def test_stages_without_a_word_are_alike() -> None:
    assert pairs(run("a", ("…", "done")), run("b", ("?!", "done"))) == [("…", "?!")]


def reply(step: int, *, model: str = "") -> list[e.Event]:
    usage = Usage(input_tokens=10, output_tokens=step)
    return [
        e.StepStarted(step=step, model=model),
        e.ModelFinished(reason="stop", usage=usage),
    ]


def two_runs() -> tuple[Side, Side]:
    inner = e.Subagent(call_id="c", event=e.ToolCalled(call_id="i", tool="grep", input={}))
    left = side(
        "a.jsonl",
        e.RunStarted(session="s1", prompt="p"),
        *reply(1, model="m1"),
        plan(("Read", "in_progress"), ("Mend", "pending")),
        *call("c", "read"),
        inner,
        plan(("Read", "done"), ("Mend", "in_progress"), version=2),
        *call("d", "read"),
        plan(("Read", "done"), ("Mend", "done"), version=3),
        end(cost=0.5),
    )
    right = side(
        "b.jsonl",
        e.RunStarted(session="s2", prompt="p", model="m2"),
        *reply(1),
        *reply(2),
        plan(("Read", "done"), ("Mend", "in_progress"), ("Extra", "pending")),
        end("incomplete", cost=0.25),
    )
    return left, right


def test_figures_for_programs_are_those_of_both_and_what_differs() -> None:
    told: Any = comparison_json(*two_runs())
    assert (told["type"], told["format"]) == ("comparison", "zap-compare/1")
    assert told["tools"] == {"grep": {"a": 1, "b": 0}, "read": {"a": 2, "b": 0}}
    assert told["difference"] == {
        "seconds": -5.0,
        "cost": -0.25,
        "calls": -3,
        "tokens": 12,
        "steps": 1,
        "done": -1,
    }
    a, b = told["a"], told["b"]
    names = ("name", "session", "model", "outcome", "stages", "done", "calls", "cost")
    assert [a[name] for name in names] == ["a.jsonl", "s1", "m1", "complete", 2, 2, 3, 0.5]
    assert [b[name] for name in names] == ["b.jsonl", "s2", "m2", "incomplete", 3, 1, 0, 0.25]
    assert b["last_run"]["stopped_by"] == "answer"
    shown = [(p["a"] and p["a"]["status"], p["b"] and p["b"]["status"]) for p in told["stages"]]
    assert shown == [("done", "done"), ("done", "in_progress"), (None, "pending")]


def test_a_cost_that_is_not_known_makes_no_difference() -> None:
    left = side("a", e.RunStarted(session="s", prompt="p"), *reply(1), end())
    told: Any = comparison_json(left, run("b"))
    assert (told["a"]["cost"], told["difference"]["cost"]) == (None, None)
    told = comparison_json(run("b"), left)
    assert (told["b"]["cost"], told["difference"]["cost"]) == (None, None)


def test_a_tape_without_a_run_is_a_side_too() -> None:
    told: Any = comparison_json(side("a"), side("b"))
    assert (told["a"]["last_run"], told["a"]["outcome"], told["stages"]) == (None, "", [])


def shown(left: Side, right: Side) -> list[tuple[str, str]]:
    return [(" ".join(line.split()), style) for line, style in comparison_lines(left, right)]


def test_the_table_has_a_column_for_each_and_the_difference() -> None:
    assert shown(*two_runs()) == [
        ("A B B − A", "stage"),
        ("run a.jsonl b.jsonl", "plain"),
        ("model m1 m2", "plain"),
        ("end complete (answer), exit 0 incomplete (answer), exit 0", "error"),
        ("stages 2/2 1/3 −1", "plain"),
        ("time 11 s 6.0 s −5.0 s", "plain"),
        ("cost $0.5000 $0.2500 −$0.2500", "plain"),
        ("steps 1 2 +1", "plain"),
        ("calls 3 0 −3", "plain"),
        ("tokens 11 23 +12", "plain"),
        ("", "plain"),
        ("Stages A B", "stage"),
        ("= Read 4.0 s 1 call 0 calls", "plain"),
        ("= Mend 3.0 s 1 call open 1.0 s 0 calls", "error"),
        ("> Extra open 0 calls", "dim"),
        ("", "plain"),
        ("Calls A B B − A", "stage"),
        ("read 2 0 −2", "plain"),
        ("grep 1 0 −1", "plain"),
    ]


def test_what_neither_has_is_left_out_of_the_table() -> None:
    assert shown(side("a"), side("b")) == [
        ("A B B − A", "stage"),
        ("run a b", "plain"),
        ("end no run no run", "error"),
        ("stages no plan no plan ±0", "plain"),
        ("time 0 ms 0 ms ±0 ms", "plain"),
        ("cost $0.0000 $0.0000 ±$0.0000", "plain"),
        ("steps 0 0 ±0", "plain"),
        ("calls 0 0 ±0", "plain"),
        ("tokens 0 0 ±0", "plain"),
    ]


def test_costs_of_stages_and_stages_of_one_side_are_shown() -> None:
    events = [
        e.RunStarted(session="s", prompt="p", model="m"),
        plan(("Only here", "in_progress")),
        *reply(1),
        end("answered"),
    ]
    rows = shown(side("a", *events, price=0.01), run("b", ("Another", "done")))
    assert ("cost $0.0100 $0.0000 −$0.0100", "plain") in rows
    stages = [line for line, style in rows if style == "dim"]
    assert stages == ["< Only here open 3.0 s 0 calls $0.01", "> Another 0 calls"]
    assert ("end answered (answer), exit 0 complete (answer), exit 0", "plain") in rows


def test_a_cost_is_named_as_not_known_in_the_table() -> None:
    left = side("a", e.RunStarted(session="s", prompt="p"), *reply(1), end())
    assert ("cost not known $0.0000", "plain") in shown(left, run("b"))
    assert ("cost $0.0000 not known", "plain") in shown(run("b"), left)


def test_many_tools_are_counted_not_listed() -> None:
    calls = [event for n in range(23) for event in call(f"c{n}", f"tool{n}")]
    rows = shown(side("a", e.RunStarted(session="s", prompt="p"), *calls, end()), side("b"))
    assert rows[-1] == ("3 more tools", "dim")


def test_columns_are_of_one_width_whatever_is_in_them() -> None:
    left = run("a" * 90, ("表" * 60, "done"))
    lines = [line for line, _ in comparison_lines(left, run("b\x1b[31m\n", ("x", "done")))]
    assert all("\x1b" not in line for line in lines)
    assert lines[1].index("aaaa") == 26
    assert {line.index("B") for line in lines if line.endswith("B")} == {69}
