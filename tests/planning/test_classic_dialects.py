"""Mode classic in the words of other programs: words and schema differ, the rules do not."""

from typing import Any

import pytest

from zaptui.errors import ToolError
from zaptui.planning.classic import ClassicPlanner
from zaptui.planning.dialects import DIALECTS, DialectName

SENT: dict[DialectName, Any] = {
    "zap": {"todos": [{"id": "t1", "content": "a", "status": "done"},
                      {"id": "t2", "content": "b", "status": "pending"}]},
    "codex": {"explanation": "why", "plan": [{"step": "a", "status": "completed"},
                                             {"step": "b", "status": "pending"}]},
    "opencode": {"todos": [{"content": "a", "status": "completed", "priority": "high"},
                           {"content": "b", "status": "pending", "priority": "low"}]},
    "claude": {"todos": [{"content": "a", "status": "completed", "activeForm": "doing a"},
                         {"content": "b", "status": "pending", "activeForm": "doing b"}]},
    "b4run": {"todos": [{"content": "a", "status": "completed"},
                        {"content": "b", "status": "pending"}]},
}  # fmt: skip
GIVEN: dict[DialectName, Any] = {
    "zap": {"todos": [{"id": "t1", "content": "a", "status": "done"},
                      {"id": "t2", "content": "b", "status": "in_progress"}]},
    "codex": {"plan": [{"step": "a", "status": "completed"},
                       {"step": "b", "status": "in_progress"}]},
    "opencode": {"todos": [{"content": "a", "status": "completed", "priority": "medium"},
                           {"content": "b", "status": "in_progress", "priority": "medium"}]},
    "claude": {"todos": [{"content": "a", "status": "completed", "activeForm": "a"},
                         {"content": "b", "status": "in_progress", "activeForm": "b"}]},
    "b4run": {"todos": [{"content": "a", "status": "completed"},
                        {"content": "b", "status": "in_progress"}]},
}  # fmt: skip
SNAPSHOT = {
    "todos": [
        {"id": "t1", "content": "a", "status": "done"},
        {"id": "t2", "content": "b", "status": "in_progress"},
    ]
}
each = pytest.mark.parametrize("name", DIALECTS)


@each
def test_the_model_is_offered_the_one_tool_it_knows(name: DialectName) -> None:
    assert list(ClassicPlanner(dialect=name).tools) == [DIALECTS[name].tool]


@each
def test_R05_the_pipeline_is_the_same_and_the_answer_in_its_own_words(name: DialectName) -> None:
    planner = ClassicPlanner(dialect=name)
    result = planner.call(DIALECTS[name].tool.name, SENT[name])
    assert result.output == GIVEN[name]  # R13: the next one was promoted
    assert planner.snapshot() == SNAPSHOT
    assert result.snapshot == SNAPSHOT


@each
def test_R17_the_directive_names_its_tool(name: DialectName) -> None:
    planner = ClassicPlanner(dialect=name)
    planner.restore(
        {"todos": [{"id": x, "content": x, "status": s} for x, s in
                   (("a", "in_progress"), ("b", "pending"))]}
    )  # fmt: skip
    assert f"call {DIALECTS[name].tool.name} once" in (planner.directive() or "")


@each
def test_R08_an_omitted_done_item_is_restored(name: DialectName) -> None:
    planner = ClassicPlanner(dialect=name)
    planner.call(DIALECTS[name].tool.name, SENT[name])
    key = DIALECTS[name].list_key
    planner.call(DIALECTS[name].tool.name, {**SENT[name], key: SENT[name][key][1:]})
    assert planner.snapshot() == SNAPSHOT


@each
def test_the_tools_of_the_others_are_not_its_own(name: DialectName) -> None:
    planner = ClassicPlanner(dialect=name)
    other = "writeTodos" if name != "b4run" else "update_plan"
    with pytest.raises(ToolError, match=f"{other} is not a tool of mode classic"):
        planner.call(other, SENT[name])
