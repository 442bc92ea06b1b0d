"""Call ids: the provider's where it is unique in the session, else ours."""

from collections.abc import AsyncGenerator

from tests.agent.expected import called, ended, finished, looked, started, step, text
from tests.fakes import make_session, play, say
from zaptui.core import events as e
from zaptui.core.parts import ProviderData
from zaptui.core.ports import Request


async def test_an_id_that_comes_again_or_cannot_be_used_is_replaced() -> None:
    long = "x" * 65
    session = make_session(
        [
            say("", ("look", {}), ids=["c1"]),
            say("", ("look", {}), ("look", {}), ("look", {}), ids=["c1", "", long]),
            say("Done."),
        ]
    )
    ids = ["zap_2_1", "zap_2_2", "zap_2_3"]
    assert await play(session) == [
        started(),
        step(1),
        *called("c1", "look"),
        ended(),
        *looked("c1", "", "r1"),
        step(2),
        *(event for call_id in ids for event in called(call_id, "look")),
        ended(),
        *(looked(call_id, "")[0] for call_id in ids),
        *(looked(i, "", f"r{n}")[1] for n, i in enumerate(ids, start=2)),
        step(3),
        text("Done."),
        ended("stop"),
        finished("answered", "answer"),
    ]


async def test_our_ids_are_unique_over_the_prompts_of_a_session() -> None:
    reply = say("", ("look", {}), ids=["c1"])
    session = make_session([reply, say("Done."), reply, say("Done."), reply, say("Done.")])
    for prompt in ("one", "two", "three"):
        await play(session, prompt)
    steps = [step for turn in session.conversation.turns for step in turn.steps]
    assert [part.call_id for s in steps for part in s.parts if hasattr(part, "call_id")] == [
        "c1",
        "zap_1_1",
        "zap_1_2",
    ]


class _Signed:
    """A provider that gives each call opaque data, under the id it knows."""

    context_window = None

    def __init__(self) -> None:
        self._played = 0

    async def stream(self, request: Request) -> AsyncGenerator[e.ModelEvent, None]:
        self._played += 1
        if self._played < 3:
            yield e.ToolCalled(call_id="c1", tool="look", input={})
            yield e.PartMeta(part="c1", provider="p", data={"signature": self._played})
        yield e.PartMeta(part="r", provider="p", data={"signature": "other"})
        yield e.ModelFinished(reason="stop")

    async def close(self) -> None:
        """Nothing is held."""


async def test_provider_data_follows_its_call_to_our_id() -> None:
    session = make_session(_Signed())
    await play(session)
    steps = session.conversation.turn.steps
    assert [(step.parts[0].call_id, step.parts[0].meta) for step in steps[:2]] == [
        ("c1", ProviderData(provider="p", data={"signature": 1})),
        ("zap_2_1", ProviderData(provider="p", data={"signature": 2})),
    ]
