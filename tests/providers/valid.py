"""What the services ask of a request body: pairs, roles, ids, and nothing that is no JSON."""

import json
import re
from itertools import pairwise
from typing import Any


def check_chat(body: dict[str, Any], reminder: str | None) -> None:
    """Chat Completions: each call is followed by its result, in order; ids are unique."""
    json.dumps(body, ensure_ascii=False, allow_nan=False).encode("utf-8")
    history = body["messages"]
    if reminder is not None:
        *history, last = history
        assert last == {"role": "user", "content": reminder}
    waiting: list[str] = []
    ids: list[str] = []
    for message in history:
        if message["role"] == "tool":
            assert message["tool_call_id"] == waiting.pop(0)
            continue
        assert not waiting
        calls = message.get("tool_calls", [])
        assert message["content"] or calls
        for call in calls:
            assert re.fullmatch(r"[!-~]{1,40}", call["id"])
            assert isinstance(json.loads(call["function"]["arguments"]), dict)
            waiting.append(call["id"])
        ids += waiting
        assert "<task_reminder" not in json.dumps(message)
    assert not waiting
    assert len(set(ids)) == len(ids)


def check_messages(body: dict[str, Any], reminder: str | None) -> None:
    """Messages: roles alternate, results follow their calls at once; ids are unique."""
    text = json.dumps(body, ensure_ascii=False, allow_nan=False)
    text.encode("utf-8")
    assert text.count('"cache_control"') == 3
    messages = body["messages"]
    assert messages[0]["role"] == messages[-1]["role"] == "user"
    if reminder is not None:
        assert messages[-1]["content"][-1] == {"type": "text", "text": reminder}
    assert all(a["role"] != b["role"] for a, b in pairwise(messages))
    waiting: list[str] = []
    ids: list[str] = []
    for message in messages:
        for block in message["content"]:
            if block["type"] == "tool_result":
                assert block["tool_use_id"] == waiting.pop(0)
            if block["type"] == "tool_use":
                assert re.fullmatch(r"[A-Za-z0-9_-]{1,64}", block["id"])
                waiting.append(block["id"])
                ids.append(block["id"])
            if block["type"] == "text":
                assert block["text"].strip()
        assert message["content"]
        assert message["role"] == "assistant" or not waiting
    assert len(set(ids)) == len(ids)
