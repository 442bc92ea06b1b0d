"""Runs that end, or wait to be told "continue", with the plan open."""

import json
from collections.abc import AsyncGenerator, Sequence

import pytest

from tests.agent.expected import finished, on_item, on_stage, plan_update, stages, step, todos
from tests.agent.faults.seen import errors, log, requests, result, rows, updates
from tests.fakes import make_session, play, say
from zaptui.core import events as e
from zaptui.core.json import Json, JsonObject
from zaptui.core.ports import Request
from zaptui.providers.chat_translator import ChatTranslator
from zaptui.providers.messages_translator import MessagesTranslator
from zaptui.providers.scripted import ScriptedReply

WORK = ("work", {"what": "x"})


def _advance(stage: str) -> tuple[str, JsonObject]:
    return ("advance", {"evidence": f"{stage} ok"})


async def test_F01_stops_after_one_task_and_forgets_the_rest() -> None:
    told = await play(
        make_session(
            [
                say("", ("plan", stages("a b c"))),
                say("", WORK, _advance("a")),
                say("The first part is done."),
                say("", WORK, _advance("b")),
                say("The second part is done."),
                say("", WORK, _advance("c")),
                say("All three are done."),
            ]
        )
    )
    assert requests(told) == [
        step(1),
        step(2, on_stage(1, 3, "a")),
        step(3, on_stage(2, 3, "b")),
        step(4, on_stage(2, 3, "b")),
        step(5, on_stage(3, 3, "c")),
        step(6, on_stage(3, 3, "c")),
        step(7),
    ]
    assert rows(told) == ["1/3 Do a done", "2/3 Do b done", "3/3 Do c done"]
    assert told[-1] == finished("complete", "answer")


async def test_F01_the_same_check_at_the_end_of_each_stage_is_no_circle() -> None:
    """One command proves stage after stage, with the same result: the run is not cut short."""
    closing = [say("", WORK, _advance(stage)) for stage in "abcdefg"]
    told = await play(
        make_session([say("", ("plan", stages("a b c d e f g"))), *closing, say("All is done.")])
    )
    directives = [step(n + 1, on_stage(n, 7, s)) for n, s in enumerate("abcdefg", start=1)]
    assert requests(told) == [step(1), *directives, step(9)]
    assert told[-1] == finished("complete", "answer")


class _Wired:
    """A service that sends these payloads, an answer a request."""

    context_window = None

    def __init__(
        self, kind: type[ChatTranslator] | type[MessagesTranslator], answers: Sequence[list[Json]]
    ) -> None:
        self._kind = kind
        self._answers = list(answers)

    async def stream(self, request: Request) -> AsyncGenerator[e.ModelEvent, None]:
        translator = self._kind()
        for payload in self._answers.pop(0):
            for event in translator.feed(json.dumps(payload).encode()):
                yield event
        for event in translator.end():
            yield event

    async def close(self) -> None:
        """Nothing is held."""


def _messages(block: JsonObject, delta: JsonObject | None) -> list[Json]:
    """An answer of one block that ends with `end_turn`."""
    return [
        {"type": "message_start", "message": {"id": "m"}},
        {"type": "content_block_start", "index": 0, "content_block": block},
        *([{"type": "content_block_delta", "index": 0, "delta": delta}] if delta else []),
        {"type": "message_delta", "delta": {"stop_reason": "end_turn"}},
        {"type": "message_stop"},
    ]


def _messages_call(arguments: str) -> list[Json]:
    block: JsonObject = {"type": "tool_use", "id": "c", "name": "write_todos", "input": {}}
    delta: JsonObject = {"type": "input_json_delta", "partial_json": arguments}
    return _messages(block, delta if arguments else None)


def _messages_text(words: str) -> list[Json]:
    return _messages({"type": "text", "text": ""}, {"type": "text_delta", "text": words})


def _chat(delta: JsonObject) -> list[Json]:
    """An answer of one delta that ends with `stop`."""
    return [{"choices": [{"index": 0, "delta": delta, "finish_reason": "stop"}]}]


def _chat_call(arguments: str) -> list[Json]:
    function: JsonObject = {"name": "write_todos", "arguments": arguments}
    return _chat({"tool_calls": [{"index": 0, "id": "c", "function": function}]})


def _chat_text(words: str) -> list[Json]:
    return _chat({"content": words})


_OPEN = json.dumps(todos("a*"))
_CLOSED = json.dumps(todos("a+"))
_HALF_FORMED = {
    "": "todos must be a list of {id, content, status: pending, in_progress, done}",
    '{"todos": [{"id"': 'the arguments are not a JSON object: \'{"todos": [{"id"\'',
}


@pytest.mark.parametrize("arguments", _HALF_FORMED, ids=["empty", "half"])
@pytest.mark.parametrize("opened", [False, True], ids=["no list yet", "list open"])
@pytest.mark.parametrize("wire", ["chat", "messages"])
async def test_F02_a_half_formed_call_with_a_stop_reason_ends_the_turn(
    wire: str, opened: bool, arguments: str
) -> None:
    """The service says that the model has stopped; the call it holds is empty or cut."""
    call, words = (_chat_call, _chat_text) if wire == "chat" else (_messages_call, _messages_text)
    answers = [*([call(_OPEN)] if opened else []), call(arguments), call(_CLOSED), words("Done.")]
    kind = ChatTranslator if wire == "chat" else MessagesTranslator
    told = await play(make_session(_Wired(kind, answers), mode="classic"))
    assert errors(told) == [*([None] if opened else []), _HALF_FORMED[arguments], None]
    assert len(requests(told)) == len(answers)
    assert told[-1] == finished("complete", "answer")


async def test_F03_needs_the_word_continue_after_every_step() -> None:
    """One prompt carries through, however often the model asks whether to go on."""
    ask = [say("Part done. Shall I go on?"), say("Say continue, and I go on.")]
    closing = [
        [say("", WORK, ("write_todos", todos(specs))), *ask]
        for specs in ("a+ b* c d", "a+ b+ c* d", "a+ b+ c+ d*")
    ]
    told = await play(
        make_session(
            [
                say("", ("write_todos", todos("a* b c d"))),
                *ask,
                *(reply for replies in closing for reply in replies),
                say("", WORK, ("write_todos", todos("a+ b+ c+ d+"))),
                say("All four are done."),
            ],
            mode="classic",
        )
    )
    assert [event for event in told if isinstance(event, e.RunStarted | e.UserMessage)] == told[:1]
    assert len(requests(told)) == 14
    assert result(told)["answer"] == "All four are done."
    assert told[-1] == finished("complete", "answer")


async def test_F04_stops_silently_after_a_step() -> None:
    """A model that says nothing is asked again; if it stays silent, the end says what is open."""
    replies = [say("", ("plan", stages("a b"))), say(""), say("", WORK, _advance("a"))]
    told = await play(make_session([*replies, say(""), say(""), say(""), say("never")]))
    assert requests(told)[2:] == [
        step(3, on_stage(1, 2, "a")),
        step(4, on_stage(2, 2, "b")),
        step(5, on_stage(2, 2, "b")),
        step(6, on_stage(2, 2, "b")),
    ]
    assert told[-1] == finished("incomplete", "idle_turns", 5, open_stages=["Do b"])
    assert log(told) == [
        "[1/2] Do a …",
        "work    x",
        "[1/2] Do a … done 0 ms — a ok",
        "[2/2] Do b …",
        "[2/2] Do b … left open 0 ms",
        "",
        "incomplete (idle_turns) — still open: Do b",
    ]


async def test_F06_says_moving_on_and_ends_with_five_steps_open() -> None:
    moving_on = say("Moving on to the next step.")
    opening = [say("", ("plan", stages("a b c d e f"))), say("", WORK, _advance("a"))]
    told = await play(make_session([*opening, *[moving_on] * 9]))
    assert requests(told)[2:] == [step(n, on_stage(2, 6, "b")) for n in (3, 4, 5)]
    still_open = ["Do b", "Do c", "Do d", "Do e", "Do f"]
    assert told[-1] == finished("incomplete", "idle_turns", 5, open_stages=still_open)
    assert log(told)[-1] == f"incomplete (idle_turns) — still open: {'; '.join(still_open)}"


async def test_F06_says_moving_on_and_is_taken_at_its_word() -> None:
    opening = [say("", ("plan", stages("a b"))), say("", WORK, _advance("a"))]
    told = await play(
        make_session(
            [*opening, say("Moving on."), say("", WORK, _advance("b"), ("complete", {}))],
        )
    )
    assert told[-1] == finished("complete", "complete")


async def test_F07_a_progress_message_is_taken_as_final() -> None:
    told = await play(
        make_session(
            [
                say("I make a plan.", ("plan", stages("a"))),
                say("I am reading the code now, this may take a while."),
                say("I have found the place.", WORK),
                say("", _advance("a")),
                say("The cause is the clock."),
            ]
        )
    )
    assert requests(told)[2] == step(3, on_stage(1, 1, "a"))
    assert result(told)["answer"] == "The cause is the clock."
    assert told[-1] == finished("complete", "answer")


@pytest.mark.parametrize("reason", ["stop", "tool-calls"])
async def test_F08_the_loop_exits_right_after_the_list_was_written(reason: str) -> None:
    replies = [say("", ("write_todos", todos("a* b")), reason=reason), *[say("So far.")] * 9]
    told = await play(make_session(replies, mode="classic"))
    assert requests(told) == [step(1), *(step(n, on_item(1, 2, "a", "b")) for n in (2, 3, 4))]
    assert told[-1] == finished("incomplete", "idle_turns", 5, open_stages=["a", "b"])


async def test_F08_the_list_is_written_beside_the_answer() -> None:
    """The words of the reply that wrote the list are not the end of it either."""
    replies = [
        say("Here is how I will go about it.", ("write_todos", todos("a*"))),
        say("", WORK, ("write_todos", todos("a+"))),
        say("It is done."),
    ]
    told = await play(make_session(replies, mode="classic"))
    assert result(told)["answer"] == "It is done."
    assert told[-1] == finished("complete", "answer")


@pytest.mark.parametrize(
    "final", [say("Here is the result."), say("", ("complete", {"summary": "The result."}))]
)
async def test_F09_a_final_answer_before_all_todos(final: ScriptedReply) -> None:
    opening = [say("", ("plan", stages("a b"))), say("", WORK, _advance("a"))]
    told = await play(make_session([*opening, final, say("", WORK, _advance("b")), final]))
    assert updates(told)[1:] == [
        plan_update("call_2_2", "a+ b", work=1, version=2),
        plan_update("call_4_2", "a+ b+", work=2, version=3),
    ]
    assert requests(told)[3:] == [step(4, on_stage(2, 2, "b")), step(5)]
    assert [type(event) for event in told].count(e.RunFinished) == 1
    assert told[-1].outcome == "complete"
    assert result(told)["answer"] in ("Here is the result.", "The result.")
