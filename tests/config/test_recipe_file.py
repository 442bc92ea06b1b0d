"""recipe.md: the front matter, its faults, the prompt."""

from pathlib import Path

import pytest

from zaptui.config.recipe_file import RecipeTable, fill_in, parse_recipe
from zaptui.errors import ConfigError

PATH = Path("r/recipe.md")
TOOLS = ["shell", "read", "search"]


def parsed(text: str) -> tuple[RecipeTable, str]:
    return parse_recipe(text, PATH, known_tools=TOOLS)


def fault(text: str) -> str:
    with pytest.raises(ConfigError) as raised:
        parsed(text)
    return str(raised.value)


def test_a_recipe_without_front_matter_is_its_prompt() -> None:
    assert parsed("\ufeffDo $ARGUMENTS.\n") == (RecipeTable(), "Do $ARGUMENTS.")


@pytest.mark.parametrize("tools", ["read, shell", "[read, 'shell']", '\n  - read\n  - "shell"'])
def test_the_front_matter_says_how_it_runs(tools: str) -> None:
    text = (
        "---\n# how\nmode: classic\n\n"
        f"model: a/b # the small one\ntools: {tools}\nmax_steps: 7\n---\n\nDo it.\n---\nAll.\n"
    )
    table = RecipeTable(mode="classic", model="a/b", tools=["read", "shell"], max_steps=7)
    assert parsed(text) == (table, "Do it.\n---\nAll.")


def test_no_tools_at_all_are_a_choice() -> None:
    assert parsed("---\ntools: []\n---\nTalk.")[0] == RecipeTable(tools=[])
    assert parsed("---\ntools:\n- read\n---\nTalk.")[0] == RecipeTable(tools=["read"])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "---\nmodell: a/b\n---\nx",
            "r/recipe.md:2: modell is no key of a recipe — did you mean model?",
        ),
        (
            "---\nzzz: 1\n---\nx",
            "r/recipe.md:2: zzz is no key of a recipe — there are mode, model, tools, max_steps",
        ),
        (
            "---\nmode: x\n---\nx",
            "r/recipe.md:2: mode: Input should be 'metronome', 'classic', 'ledger' or 'none'",
        ),
        (
            "---\n\nmax_steps: 0\n---\nx",
            "r/recipe.md:3: max_steps: Input should be greater than 0",
        ),
        (
            "---\ntools: read, shel\n---\nx",
            "r/recipe.md:2: there is no tool 'shel' — did you mean shell?",
        ),
        (
            "---\ntools: qqq\n---\nx",
            "r/recipe.md:2: there is no tool 'qqq' — there are shell, read, search",
        ),
        ("---\nmode: none\n", "r/recipe.md:1: the front matter has no end — end it with ---"),
        ("---\nmode: none\n---\n \n", "r/recipe.md: there is no prompt below the front matter"),
        ("", "r/recipe.md: there is no prompt below the front matter"),
        ("---\nwords\n---\nx", "r/recipe.md:2: this is no `key: value`: 'words'"),
        ("---\nmode: none\nmode: none\n---\nx", "r/recipe.md:3: mode is there twice"),
        (
            "---\nmode: none\n  - x\n---\nx",
            "r/recipe.md:3: an item belongs below a key without a value",
        ),
        ("---\nmodel:\n---\nx", "r/recipe.md:2: model: Input should be a valid string"),
    ],
)
def test_a_fault_names_the_file_the_line_the_key(text: str, words: str) -> None:
    assert fault(text) == words
    assert ConfigError.exit_code == 78


def test_arguments_go_into_their_place_else_to_the_end() -> None:
    assert fill_in("Fix $ARGUMENTS, then $ARGUMENTS", "a b") == "Fix a b, then a b"
    assert fill_in("Fix it.", "a b") == "Fix it.\n\na b"
    assert fill_in("Fix it.", " ") == "Fix it."
