"""A run of mode ledger, whole: replace, patch, stale, two in progress, blocked (L1–L8)."""

from tests.agent.expected import finished
from tests.agent.faults.seen import requests, updates
from tests.fakes import make_session, play, say
from zaptui.core import events as e
from zaptui.core.json import Json, JsonObject, as_object

WORK = ("work", {"what": "x"})


def _item(item: str, status: str, **more: str) -> JsonObject:
    return {"id": item, "content": f"Do {item}", "status": status, **more}


def _write(*items: JsonObject, **more: Json) -> tuple[str, JsonObject]:
    return ("todo_write", {"items": [*items], **more})


def _patch(*items: JsonObject, **more: Json) -> tuple[str, JsonObject]:
    return _write(*items, mode="patch", **more)


REPLIES = [
    say("", _write(_item("a", "in_progress"), _item("b", "pending", priority="high"))),
    say("", WORK, _patch({"id": "a", "status": "completed"}, _item("c", "pending"))),
    say("", _patch({"id": "b", "status": "in_progress"}, expected_version=1)),
    say("", _patch({"id": "b", "status": "in_progress"}, {"id": "c", "status": "in_progress"})),
    say("", WORK, _patch({"id": "b", "status": "blocked"}, {"id": "c", "status": "cancelled"})),
]


def _list(*specs: str) -> list[Json]:
    """`a high in_progress`: an item as it is stored."""
    words = [spec.split() for spec in specs]
    return [
        {"id": i, "content": f"Do {i}", "status": status, "priority": priority}
        for i, priority, status in words
    ]


LISTS = [
    _list("a medium in_progress", "b high pending"),
    _list("a medium completed", "b high pending", "c medium pending"),
    _list("a medium completed", "b high in_progress", "c medium pending"),
    _list("a medium completed", "b high blocked", "c medium cancelled"),
]


async def test_L1_to_L8_in_one_run() -> None:
    told = await play(make_session(REPLIES, mode="ledger"))
    results = [x for x in told if isinstance(x, e.ToolReturned) and x.output != "did x"]
    assert [x.output for x in results if x.error is None] == [
        {"todos": items, "version": version} for version, items in enumerate(LISTS, start=1)
    ]
    (stale,) = [x.error for x in results if x.error is not None]
    assert stale.startswith("stale: expected_version is 1, the list is at version 2; nothing was")
    assert '"content": "Do c"' in stale
    assert [as_object(update.snapshot) for update in updates(told)] == [
        {"todos": items, "version": version} for version, items in enumerate(LISTS, start=1)
    ]
    assert [(u.version, u.change, u.tool_call_id is None) for u in updates(told)] == [
        (1, "replaced", False),
        (2, "patched", False),
        (3, "patched", False),
        (4, "patched", False),
    ]
    assert [u.violations for u in updates(told)] == [
        [],
        [],
        [e.Violation(rule="L3", before=["b", "c"], after=["b"])],
        [],
    ]
    assert updates(told)[3].dropped == [{"id": "c", "content": "Do c"}]
    assert told[-1] == finished("blocked", "blocked", 5, open_stages=["Do b"])
    lists = [(step.reminder or "").partition("Current plan:\n")[2] for step in requests(told)]
    assert [text.partition("\n</")[0].split("\n") for text in lists] == [
        [""],
        ["- [in_progress] Do a", "- [pending] Do b"],
        ["- [completed] Do a", "- [pending] Do b", "- [pending] Do c"],
        ["- [completed] Do a", "- [pending] Do b", "- [pending] Do c"],
        ["- [completed] Do a", "- [in_progress] Do b", "- [pending] Do c"],
    ]


async def test_L3_the_model_is_not_told_of_a_repair() -> None:
    told = await play(make_session(REPLIES, mode="ledger"))
    said = [repr(x) for x in told if isinstance(x, e.ToolReturned | e.StepStarted)]
    assert not any("violation" in text.lower() or "L3" in text for text in said)
