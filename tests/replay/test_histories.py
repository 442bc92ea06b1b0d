"""Gemini's stream and its one object, and the histories of messages beside a task's window."""

from typing import Any

from tests.replay.reading import read


def _said(role: str, text: str, **more: Any) -> dict[str, Any]:
    return {"type": "message", "role": role, "content": text, **more}


def test_pieces_of_a_text_are_one_and_a_whole_text_is_its_own() -> None:
    found = read(
        "gemini-stream-json",
        _said("user", "a"),
        _said("assistant", "b", delta=True),
        _said("assistant", "c", delta=True),
        _said("assistant", "d"),
        _said("assistant", "e"),
    )
    assert (found.prompts, found.texts) == (["a"], ["bc", "d", "e"])


def test_a_stream_tells_its_warnings_and_how_it_failed() -> None:
    found = read(
        "gemini-stream-json",
        {"type": "error", "severity": "warning", "message": "slow"},
        {"type": "error", "severity": "error", "message": "bad"},
        {"type": "tool_result", "tool_id": "t", "status": "error", "output": "no"},
        {"type": "news"},
        {"type": "result", "status": "error", "error": {"message": "quota"}},
    )
    assert found.notices == ["slow", "bad", "not understood: news", "quota"]
    assert (found.results, found.outcomes, found.not_understood) == (["error: no"], ["error"], 1)


def test_the_one_object_of_a_run_is_its_answer() -> None:
    stats = {"models": {}, "input_tokens": 7}
    found = read("gemini-stream-json", {"response": "done", "stats": stats})
    assert (found.texts, found.outcomes) == (["done"], ["answered"])


def _text(role: str, *texts: str) -> dict[str, Any]:
    return {"role": role, "content": [{"type": "text", "text": text} for text in texts]}


def test_results_and_surroundings_under_the_users_name_are_not_typed() -> None:
    found = read(
        "anthropic-messages",
        _text("user", "<task>\nmend it\n</task>", "<environment_details>x</environment_details>"),
        _text("assistant", "<read_file><path>a</path></read_file>"),
        _text("user", "[read_file for 'a'] Result:", "<feedback>\nno\n</feedback>"),
        {"role": "system", "content": "rules"},
        {"role": "tool", "content": "?"},
    )
    assert found.prompts == ["mend it", "no"]
    assert found.notices[:2] == [
        "> <environment_details>x</environment_details>",
        "> [read_file for 'a'] Result:",
    ]
    assert found.not_understood == 1


def test_words_beside_a_result_reach_the_running_reply() -> None:
    call = {"type": "tool_use", "id": "c", "name": "x", "input": {}}
    result = {"type": "tool_result", "tool_use_id": "c", "content": "ok"}
    picture = {"type": "image", "source": {"media_type": "image/png"}}
    found = read(
        "anthropic-messages",
        _text("user", "a"),
        {"role": "assistant", "content": [call]},
        {"role": "user", "content": [result, {"type": "text", "text": "be quick"}, picture]},
        _text("assistant", "b"),
    )
    assert (found.prompts, found.asides, found.results) == (["a"], ["be quick"], ["ok"])
    assert found.notices == ["> [image: image/png]"]
