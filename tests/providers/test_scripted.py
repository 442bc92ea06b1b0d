"""The provider that plays a script."""

from tests.providers.wires import ask, hello
from zaptui.core.events import (
    ModelFinished,
    ReasoningDelta,
    TextDelta,
    ToolCalled,
    ToolInputDelta,
)
from zaptui.core.parts import Usage
from zaptui.core.ports import Request
from zaptui.errors import Unavailable
from zaptui.providers.scripted import Scripted, ScriptedReply


async def test_a_reply_is_played_in_pieces() -> None:
    reply = ScriptedReply(
        text="hello", reasoning="hm", calls=[("read", {"p": 1}), ("x", "{")], piece=4, ids=["c"]
    )
    provider = Scripted([reply])
    events, error = await ask(provider)
    assert error is None
    assert events == [
        ReasoningDelta(part="reasoning", text="hm"),
        TextDelta(part="text", text="hell"),
        TextDelta(part="text", text="o"),
        ToolInputDelta(call_id="c", tool="read", delta='{"p"'),
        ToolInputDelta(call_id="c", tool="read", delta=":1}"),
        ToolCalled(call_id="c", tool="read", input={"p": 1}),
        ToolInputDelta(call_id="call_1_2", tool="x", delta="{"),
        ToolCalled(call_id="call_1_2", tool="x", raw="{"),
        ModelFinished(reason="tool-calls"),
    ]
    assert len(provider.requests) == 1


async def test_an_error_comes_after_the_text_instead_of_the_end() -> None:
    overloaded = Unavailable("overloaded")
    events, error = await ask(Scripted([ScriptedReply(text="a", error=overloaded)]))
    assert events == [TextDelta(part="text", text="a")]
    assert error is overloaded


async def test_a_script_that_is_used_up_says_so() -> None:
    usage = Usage(input_tokens=1)
    provider = Scripted([ScriptedReply(text="a", reason="length", usage=usage)])
    events, _ = await ask(provider)
    assert events[-1] == ModelFinished(reason="length", usage=usage)
    events, _ = await ask(provider)
    assert events[-1] == ModelFinished(reason="stop")
    assert "".join(e.text for e in events if isinstance(e, TextDelta)) == "The script has ended."


async def test_a_script_may_look_at_the_request() -> None:
    def script(request: Request) -> ScriptedReply:
        return ScriptedReply(text=request.turns[0].prompt)

    events, _ = await ask(Scripted(script))
    assert events == [TextDelta(part="text", text="go"), ModelFinished(reason="stop")]
    assert hello().turns[0].prompt == "go"
