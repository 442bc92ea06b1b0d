"""A change of a text, short enough to keep."""

from zaptui.view.diff import diff_json


def test_a_change_is_a_unified_diff_with_its_figures() -> None:
    assert diff_json("a\nb\nc\n", "a\nB\nc\nd\n") == {
        "added": 2,
        "removed": 1,
        "diff": "@@ -1,3 +1,4 @@\n a\n-b\n+B\n c\n+d",
    }


def test_the_same_text_is_no_change() -> None:
    assert diff_json("a", "a") == {"added": 0, "removed": 0, "diff": ""}


def test_a_long_change_is_cut() -> None:
    lines = str(diff_json("", "x\n" * 1000)["diff"]).split("\n")
    assert (len(lines), lines[-1]) == (401, "(… 601 more lines)")


def test_a_large_text_is_counted_not_compared() -> None:
    large = "x\n" * 250_000
    assert diff_json("a\n", large) == {
        "added": 250_000,
        "removed": 1,
        "diff": "(too large to show)",
    }
