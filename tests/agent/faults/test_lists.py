"""Lists as models really send them: partial, double, as text, in other words."""

import re

import pytest

from tests.agent.expected import finished, on_item, on_stage, stages, step, todos, todos_update
from tests.agent.faults.seen import errors, log, requests, result, rows, updates
from tests.fakes import Recorder, make_session, play, say
from zaptui.core import events as e
from zaptui.core.json import Json, JsonObject, dump_json
from zaptui.core.ports import Request
from zaptui.planning.directives import ALL_DONE
from zaptui.providers.scripted import Scripted, ScriptedReply

WORK = ("work", {"what": "x"})
WORDS = "pending, in_progress, done"


def _write(specs: str) -> tuple[str, JsonObject]:
    return ("write_todos", todos(specs))


def _items(*records: JsonObject) -> tuple[str, JsonObject]:
    listed: list[Json] = [*records]
    return ("write_todos", {"todos": listed})


async def test_F27_only_one_in_progress_is_refused_for_ever() -> None:
    """The first one stays, silently for the model, and the run gets to its end."""
    told = await play(
        make_session(
            [
                say("", _write("a* b* c*")),
                say("", WORK, _write("a+ b* c*")),
                say("", _write("b+ c+")),
                say("Done."),
            ],
            mode="classic",
        )
    )
    assert errors(told) == [None, None, None, None]
    three, two = (
        e.Violation(rule="R14", before=["a", "b", "c"], after=["a"]),
        e.Violation(rule="R14", before=["b", "c"], after=["b"]),
    )
    restored = e.Violation(rule="R8", before=["b", "c"], after=["a", "b", "c"])
    assert updates(told) == [
        todos_update("call_1_1", "a* b c", version=1, violations=[three]),
        todos_update("call_2_2", "a+ b* c", version=2, violations=[two]),
        todos_update("call_3_1", "a+ b+ c+", version=3, violations=[restored]),
    ]
    assert told[-1] == finished("complete", "answer")


async def test_F29_a_note_on_the_repair_makes_the_model_flip_spellings() -> None:
    """A model that writes its list again at any such note finds none to react to."""

    def model(request: Request) -> ScriptedReply:
        number = len(request.turns[-1].steps)
        if number == 1:
            return say("", _write("a+ b* c"))
        heard = dump_json(recorder.chat[-1]["messages"][2:])
        if number == 2 or re.search("(?i)remov|dropp|missing|restor|correct|duplicat", heard):
            spelling = "Fix it" if number % 2 else "fix it"
            item: JsonObject = {"id": "b", "content": spelling, "status": "in_progress"}
            return say("", _items(item, item))
        return say("I go on.")

    recorder = Recorder(Scripted(model))
    told = await play(make_session(recorder, mode="classic"))
    assert [event.output for event in told if isinstance(event, e.ToolReturned)] == [
        todos("a+ b* c"),
        {
            "todos": [
                {"id": "a", "content": "a", "status": "done"},
                {"id": "b", "content": "fix it", "status": "in_progress"},
            ]
        },
    ]
    assert [violation.rule for violation in updates(told)[1].violations] == ["R6", "R8"]
    assert len(requests(told)) == 5


async def test_F29_another_spelling_is_an_edit_of_the_same_item() -> None:
    spelled = [
        say("", _items({"id": "a", "content": words, "status": "in_progress"}))
        for words in ("Fix it", "fix it", "Fix it.")
    ]
    told = await play(make_session([*spelled, *[say("So.")] * 3], mode="classic"))
    assert [update.dropped for update in updates(told)] == [[], [], []]
    assert [event.output for event in told if isinstance(event, e.ToolReturned)] == [
        {"todos": [{"id": "a", "content": words, "status": "in_progress"}]}
        for words in ("Fix it", "fix it", "Fix it.")
    ]


async def test_F32_a_partial_resend_wipes_the_list() -> None:
    """Done items come back in place; what was open and left out is named to the person."""
    told = await play(
        make_session(
            [say("", _write("a+ b+ c* d e")), say("", WORK, _write("c+ d*")), *[say("So.")] * 3],
            mode="classic",
        )
    )
    restored = e.Violation(rule="R8", before=["c", "d"], after=["a", "b", "c", "d"])
    dropped: list[Json] = [{"id": "e", "content": "e"}]
    assert updates(told)[1] == todos_update(
        "call_2_2", "a+ b+ c+ d*", version=2, violations=[restored], dropped=dropped
    )
    assert "dropped: e" in log(told)
    assert rows(told)[:3] == ["1/4 a done", "2/4 b done", "3/4 c done"]


async def test_F32_an_empty_resend_wipes_the_list() -> None:
    told = await play(
        make_session([say("", _write("a+ b* c")), say("", _write(""))], mode="classic")
    )
    dropped: list[Json] = [{"id": "b", "content": "b"}, {"id": "c", "content": "c"}]
    restored = e.Violation(rule="R8", before=[], after=["a"])
    assert updates(told)[1] == todos_update(
        "call_2_1", "a+", version=2, violations=[restored], dropped=dropped
    )
    assert log(told)[2:4] == ["dropped: b", "dropped: c"]


async def test_F33_items_without_an_id_collapse_into_one() -> None:
    """Each gets an id of its own and keeps it, matched by its content."""

    def sent(*statuses: str) -> tuple[str, JsonObject]:
        contents = ("read", "write", "write")
        pairs = zip(contents, statuses, strict=True)
        return _items(*({"content": content, "status": status} for content, status in pairs))

    told = await play(
        make_session(
            [
                say("", sent("in_progress", "pending", "pending")),
                say("", WORK, sent("done", "in_progress", "pending")),
                *[say("So.")] * 3,
            ],
            mode="classic",
        )
    )
    assert updates(told)[1].snapshot == {
        "todos": [
            {"id": "t1", "content": "read", "status": "done"},
            {"id": "t2", "content": "write", "status": "in_progress"},
            {"id": "t3", "content": "write", "status": "pending"},
        ]
    }
    assert rows(told) == ["1/3 read done", "2/3 write done", "3/3 write pending"]


async def test_F37_two_list_writes_in_one_message_crash() -> None:
    """They run one after the other, in call order; the last one stands."""
    told = await play(
        make_session([say("", _write("a* b"), _write("a+ b*")), *[say("So.")] * 3], mode="classic")
    )
    assert updates(told) == [
        todos_update("call_1_1", "a* b", version=1),
        todos_update("call_1_2", "a+ b*", version=2),
    ]
    assert requests(told)[1] == step(2, on_item(2, 2, "b", None))


async def test_F37_two_plans_and_two_advances_in_one_message_crash() -> None:
    advances = [("advance", {"evidence": f"{stage} ok"}) for stage in "ab"]
    told = await play(
        make_session(
            [
                say("", ("plan", stages("a b")), ("plan", stages("a b c"))),
                say("", advances[0], WORK, advances[1], ("plan", stages("b d"))),
                *[say("So.")] * 3,
            ]
        )
    )
    assert errors(told) == [None] * 6
    assert rows(told) == ["1/3 Do a done", "2/3 Do b done", "3/3 Do d pending"]
    assert requests(told)[2] == step(3, on_stage(2, 3, "b"))


@pytest.mark.parametrize("mode", ["classic", "metronome"])
async def test_F43_a_list_sent_as_text_is_refused(mode: str) -> None:
    """What was sent stays on the tape as it was (R3); the list is read from it."""
    tool, key, value = (
        ("write_todos", "todos", todos("a*")["todos"])
        if mode == "classic"
        else ("plan", "stages", stages("a")["stages"])
    )
    sent: JsonObject = {key: dump_json(value)}
    told = await play(make_session([say("", (tool, sent)), *[say("So.")] * 3], mode=mode))
    assert [event.input for event in told if isinstance(event, e.ToolCalled)] == [sent]
    assert errors(told) == [None]
    assert requests(told)[1] == step(
        2, on_item(1, 1, "a", None) if mode == "classic" else on_stage(1, 1, "a")
    )
    assert told[-1].open_stages == ["a" if mode == "classic" else "Do a"]


def _failing(status: Json) -> tuple[str, JsonObject]:
    a: JsonObject = {"id": "a", "content": "a", "status": status}
    return _items(a, {"id": "b", "content": "b", "status": "pending"})


async def test_F44_the_status_failed_is_refused_for_ever() -> None:
    """The error names the words there are: a model that reads takes one of them."""

    def model(request: Request) -> ScriptedReply:
        results = [part for s in request.turns[-1].steps for part in s.parts]
        if not results:
            return say("", _failing("failed"))
        named = re.search(r"must be one of ([\w, ]+), not 'failed'", results[-1].error or "")
        if named:
            return say("", WORK, _failing(named[1].split(", ")[-1]))
        return say("", WORK, _write("a+ b+")) if len(results) < 4 else say("Done.")

    told = await play(make_session(model, mode="classic"))
    refusal = f"todos[1]: status must be one of {WORDS}, not 'failed'"
    assert errors(told) == [refusal, None, None, None, None]
    assert told[-1] == finished("complete", "answer")


async def test_F44_the_status_failed_is_insisted_on_for_ever() -> None:
    told = await play(make_session([say("", _failing("failed"))] * 99, mode="classic"))
    assert (len(requests(told)), told[-1]) == (3, finished("incomplete", "refusals", 5))


@pytest.mark.parametrize("status", ["failed", "", "DONE", None, 1, ["done"]], ids=repr)
async def test_F45_an_unknown_status_is_silently_pending(status: Json) -> None:
    """It is an error, and the list, its directive and what clients know are as before."""
    told = await play(
        make_session(
            [say("", WORK, _write("a+ b*")), say("", _failing(status)), *[say("So.")] * 3],
            mode="classic",
        )
    )
    assert errors(told) == [
        None,
        None,
        f"todos[1]: status must be one of {WORDS}, not {status!r}",
    ]
    assert updates(told) == [todos_update("call_1_2", "a+ b*", version=1)]
    assert requests(told)[1:3] == [step(n, on_item(2, 2, "b", None)) for n in (2, 3)]
    assert result(told)["final_plan"] == [
        {"content": "a", "status": "done"},
        {"content": "b", "status": "in_progress"},
    ]


_BAD: list[tuple[str, JsonObject | str]] = [
    ("write_todos", ""),
    ("write_todos", "[]"),
    ("write_todos", '{"todos": ['),
    ("write_todos", {}),
    ("write_todos", {"todos": None}),
    ("write_todos", {"todos": 7}),
    ("write_todos", {"todos": ["a"]}),
    ("write_todos", {"todos": [{}]}),
    ("write_todos", {"todos": [{"content": " ", "status": "done"}]}),
    ("plan", {"stages": []}),
    ("work", {"what": {"deep": []}}),
    ("work", "null"),
    ("complete", {"summary": 3}),
    ("no such tool", {}),
]


async def test_F46_a_bad_argument_gives_no_result_and_the_run_hangs() -> None:
    """Each call has its one result, on the tape and on both wires, and the run goes on."""
    recorder = Recorder(Scripted([say("", *_BAD), say("", _write("a+")), say("Done.")]))
    told = await play(make_session(recorder, mode="classic"))
    results = [event for event in told if isinstance(event, e.ToolReturned)]
    ids = [f"call_1_{n + 1}" for n in range(len(_BAD))]
    assert sorted(r.call_id for r in results) == sorted([*ids, "call_2_1"])
    assert [r.call_id for r in results if r.error is None] == ["call_2_1"]
    chat = [m["tool_call_id"] for m in recorder.chat[1]["messages"] if m["role"] == "tool"]
    [*_, last] = recorder.messages[1]["messages"]
    assert chat == ids
    assert [block["tool_use_id"] for block in last["content"]] == ids
    assert requests(told)[2] == step(3, ALL_DONE)
    assert told[-1] == finished("complete", "answer")
