"""What is completed at the cursor, and which files and prompts fit best."""

import pytest

from zaptui.tui.completion import Trigger, find_trigger, rank_files, rank_lines

FILES = ["src/main.py", "src/retry.py", "README.md", "docs/read/me.txt", "tests/test_main.py"]


@pytest.mark.parametrize(
    ("line", "column", "trigger"),
    [
        ("@", 1, Trigger(kind="file", word="", start=0)),
        ("look @src/ma", 12, Trigger(kind="file", word="src/ma", start=5)),
        ("look @src/ma now", 12, Trigger(kind="file", word="src/ma", start=5)),
        ("look @src/ma now", 16, None),
        ("a@b.c", 5, None),
        ("/mo", 3, Trigger(kind="command", word="mo", start=0)),
        ("/mode classic", 13, None),
        ("say /mo", 7, None),
        ("", 0, None),
    ],
)
def test_the_word_before_the_cursor_asks(line: str, column: int, trigger: Trigger | None):
    assert find_trigger(line, column, first_line=True) == trigger


def test_a_slash_below_the_first_line_is_no_command():
    assert find_trigger("/mo", 3, first_line=False) is None


def test_without_a_word_the_files_at_the_top_come_first():
    assert rank_files(FILES, "", limit=3) == ["README.md", "src/main.py", "src/retry.py"]


@pytest.mark.parametrize(
    ("word", "ranked"),
    [
        ("main", ["src/main.py", "tests/test_main.py"]),
        ("READ", ["README.md", "docs/read/me.txt"]),
        ("src/re", ["src/retry.py"]),
        ("smp", ["src/main.py", "tests/test_main.py"]),
        ("zzz", []),
        ("(", []),
    ],
)
def test_by_name_then_by_path_then_by_letters(word: str, ranked: list[str]):
    assert rank_files(FILES, word, limit=10) == ranked


def test_no_more_than_asked_for():
    assert rank_files([f"f{n}" for n in range(100)], "f", limit=2) == ["f0", "f1"]


def test_a_hundred_thousand_files_are_looked_at_once_each():
    looked = 0

    def files():
        nonlocal looked
        for n in range(100_000):
            looked += 1
            yield f"folder{n % 300}/module{n}.py"

    assert rank_files(files(), "module99999", limit=5) == ["folder99/module99999.py"]
    assert looked == 100_000


def test_hostile_names_cost_their_length():
    assert rank_files(["a" * 20_000] * 20, "ab" * 10, limit=5) == []


def test_prompts_hold_all_words_newest_first_each_once():
    lines = ["fix the test", "write docs", "run the test", "fix the test"]
    assert rank_lines(lines, "TEST the", limit=10) == ["fix the test", "run the test"]
    assert rank_lines(lines, "", limit=2) == ["fix the test", "run the test"]
    assert rank_lines(lines, "nothing", limit=2) == []
