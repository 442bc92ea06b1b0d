"""A walk through earlier prompts; the draft waits below the newest."""

from zaptui.tui.recall import Recall

HISTORY = ["a", "b", "c"]


def test_back_to_the_first_and_forth_to_the_draft():
    recall = Recall()
    back = [recall.earlier(HISTORY, "draft") for _ in range(4)]
    forth = [recall.later(HISTORY) for _ in range(4)]
    assert back == ["c", "b", "a", None]
    assert forth == ["b", "c", "draft", None]


def test_without_a_history_there_is_nothing():
    recall = Recall()
    assert recall.earlier([], "draft") is None
    assert recall.later([]) == "draft"


def test_down_alone_is_nothing():
    assert Recall().later(HISTORY) is None


def test_a_sent_prompt_begins_anew():
    recall = Recall()
    recall.earlier(HISTORY, "draft")
    recall.forget()
    assert recall.earlier([*HISTORY, "d"], "") == "d"


def test_from_a_place_that_was_jumped_to():
    recall = Recall()
    recall.jump(HISTORY, "b", draft="draft")
    assert [recall.later(HISTORY), recall.later(HISTORY)] == ["c", "draft"]
    recall.jump(HISTORY, "b", draft="draft")
    assert recall.earlier(HISTORY, "b") == "a"


def test_a_text_that_is_not_in_the_history_stands_below_it():
    recall = Recall()
    recall.jump(HISTORY, "gone", draft="draft")
    assert recall.earlier(HISTORY, "gone") == "c"
