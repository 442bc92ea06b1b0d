"""Parts: what they say of themselves."""

from zaptui.core.parts import (
    NoticePart,
    PlanPart,
    ReasoningPart,
    TextPart,
    ToolPart,
    Usage,
    part_key,
)


def test_usage_adds_up() -> None:
    one = Usage(input_tokens=10, output_tokens=2, cached_tokens=4)
    assert one + one == Usage(input_tokens=20, output_tokens=4, cached_tokens=8)


def test_the_state_of_a_call_follows_from_what_happened() -> None:
    parts = {
        "streaming": ToolPart(call_id="c", tool="t"),
        "called": ToolPart(call_id="c", tool="t", called=True),
        "running": ToolPart(call_id="c", tool="t", called=True, started=True),
        "returned": ToolPart(call_id="c", tool="t", called=True, started=True, finished=True),
        "failed": ToolPart(call_id="c", tool="t", called=True, finished=True, error="x"),
    }
    assert {state: part.state for state, part in parts.items()} == {s: s for s in parts}


def test_every_part_has_a_key() -> None:
    parts = (
        TextPart(part_id="t"),
        ReasoningPart(part_id="r"),
        ToolPart(call_id="c", tool="x"),
        PlanPart(part_id="p", change="seeded", snapshot={}),
        NoticePart(part_id="n", level="info", text=""),
    )
    assert [part_key(part) for part in parts] == ["t", "r", "c", "p", "n"]
