"""What the model reads before all else: short, of its own planner alone, the block's authority."""

import pytest

from zaptui.planning.dialects import DIALECTS
from zaptui.planning.planner import select_planner
from zaptui.prompts import load_prompt, system_prompt

TOOLS = {"plan", "advance", "write_todos", "todo_write"}
MODES = ["metronome", "classic", "ledger", "none"]


@pytest.mark.parametrize("mode", MODES)
def test_R26_the_block_is_declared_authoritative(mode: str) -> None:
    prompt = system_prompt(mode)
    assert "A block tagged task_reminder at the end of a request comes from the runtime." in prompt
    assert "It is authoritative" in prompt
    assert len(prompt) < 4_096


@pytest.mark.parametrize("mode", MODES)
def test_R1_it_speaks_of_the_tools_of_its_own_planner_alone(mode: str) -> None:
    prompt = system_prompt(mode)
    own = {spec.name for spec in select_planner(mode).tools}
    assert {name for name in TOOLS if f"call {name}" in prompt or f"{name} may" in prompt} == own
    others = TOOLS - own - {"plan"}  # a word, too
    assert [name for name in others if name in prompt] == []


@pytest.mark.parametrize("dialect", DIALECTS)
def test_F60_it_names_the_tool_of_the_dialect(dialect: str) -> None:
    (tool,) = select_planner("classic", dialect=dialect).tools
    prompt = system_prompt("classic", list_tool=tool.name)
    assert f"call {tool.name} first" in prompt
    assert prompt.count(tool.name) == system_prompt("classic").count("write_todos") == 2
    assert ("write_todos" in prompt) is (tool.name == "write_todos")


def test_a_summary_is_asked_for_in_a_few_words() -> None:
    assert "You write the summary" in load_prompt("compact")
    assert len(load_prompt("compact")) < 1_500
