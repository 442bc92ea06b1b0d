"""Lines: wrapped, cut, counted."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from tests.core.strategies import quick
from zaptui.view import lines as lines_module
from zaptui.view.lines import Span, chop, crop, pinned, spread, wrap_some, wrap_text

TEXT = st.text(st.sampled_from("ab 漢\u0301\t\n"), max_size=60)


@given(TEXT, st.integers(2, 12), st.integers(0, 8))
@quick
def test_some_lines_are_the_first_of_all_and_the_rest_is_counted(
    text: str, width: int, limit: int
) -> None:
    whole = wrap_text(text, width)
    lines, more = wrap_some(text, width, limit)
    assert lines == whole[:limit]
    assert more == len(whole) - len(lines)


@given(TEXT, st.integers(2, 12))
@quick
def test_no_line_is_wider_than_asked(text: str, width: int) -> None:
    assert all(cell_len(line) <= width for line in wrap_text(text, width))


def test_of_a_very_long_text_only_what_is_shown_is_wrapped() -> None:
    began = time.process_time()
    lines, more = wrap_some("x" * 5_000_000, 100, 40)
    assert (lines, more) == (["x" * 100] * 40, 49_960)
    lines, more = wrap_some("short\n" * 500_000, 100, 40)
    assert (lines, more) == (["short"] * 40, 499_961)
    assert wrap_some("a" * 30_000 + "\nb\n漢字\n" + "c" * 30_000, 10, 1) == (["a" * 10], 6001)
    assert time.process_time() - began < 3


def test_a_paragraph_of_what_has_no_width_is_wrapped_whole() -> None:
    text = "a" + "\u0301" * 30_000 + " b" * 20
    assert wrap_some(text, 4, 3) == (wrap_text(text, 4)[:3], len(wrap_text(text, 4)) - 3)


@pytest.mark.parametrize(
    ("left", "right", "width", "shown"),
    [
        ("left", "right", 20, "left           right"),
        ("left", "right", 11, "left  right"),
        ("left", "right", 10, "left"),
        ("left", "a longer right side", 20, "left  a longer righ…"),
        ("left side", "right", 6, "left…"),
        ("left", "", 20, "left"),
    ],
)
def test_two_sides_of_a_line(left: str, right: str, width: int, shown: str) -> None:
    line = spread([Span(left)], [Span(right)] if right else [], width)
    assert "".join(span.text for span in line) == shown


@pytest.mark.parametrize(
    ("width", "shown"), [(24, "a long left side   right"), (18, "a long lef…  right")]
)
def test_what_is_pinned_to_the_right_stays(width: int, shown: str) -> None:
    line = pinned([Span("a long left side")], [Span("right")], width)
    assert "".join(span.text for span in line) == shown


@pytest.mark.parametrize(("width", "shown"), [(5, "ab漢c"), (4, "ab…"), (1, "…"), (0, "")])
def test_a_line_is_cut_at_its_columns(width: int, shown: str) -> None:
    line = crop((Span("ab"), Span("漢c")), width)
    assert "".join(span.text for span in line) == shown


@pytest.mark.parametrize(
    ("text", "width", "pieces"),
    [
        ("", 4, [""]),
        ("a b c d", 3, ["a b", " c ", "d"]),
        ("ab␛[m", 2, ["ab", "␛[", "m"]),
        ("漢字a", 3, ["漢", "字a"]),
        ("e\u0301e\u0301", 1, ["e\u0301", "e\u0301"]),
        ("ab", 0, ["a", "b"]),
    ],
)
def test_a_text_is_cut_wherever_the_edge_is(text: str, width: int, pieces: list[str]) -> None:
    assert chop(text, width) == pieces


@given(st.text(st.sampled_from("ab 漢\u0301👍🏽"), max_size=60), st.integers(2, 12))
@quick
def test_nothing_is_lost_where_a_text_is_cut(text: str, width: int) -> None:
    assert "".join(chop(f"a{text}", width)) == f"a{text}"


@pytest.mark.parametrize("width", [1, 2, 3, 10])
def test_what_is_not_shown_of_a_long_paragraph_is_not_wrapped(
    width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrapped: list[int] = []
    real = lines_module._wrapped

    def counting(paragraph: str, width: int) -> list[str]:
        wrapped.append(len(paragraph))
        return real(paragraph, width)

    monkeypatch.setattr(lines_module, "_wrapped", counting)
    shown, more = wrap_some("p " * 50_000, width, 5)
    assert len(shown) == 5
    assert more > 1000
    assert sum(wrapped) < 1000
