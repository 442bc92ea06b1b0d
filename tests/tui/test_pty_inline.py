"""One-shots on a real terminal: the live checklist, questions, what stays in the scrollback."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.mock import Mock, mock_server
from tests.tui.pty_harness import Tty, on_terminal
from tests.tui.test_pty import MODEL, last_line, plan, shell

RUN = ("run", *MODEL, "--no-sandbox")


@pytest.fixture
def asking(tmp_path: Path) -> Iterator[Mock]:
    """A model with one stage, whose command asks."""
    steps = [
        {"tools": [plan("Make it")]},
        {"tools": [shell("echo made > made")]},
        {"tools": [{"name": "advance", "args": {"evidence": "it is made"}}]},
    ]
    with mock_server(
        {"steps": steps, "final": {"text": "# All\n\n**done**, really."}}, tmp_path
    ) as mock:
        yield mock


def assert_sane(tty: Tty) -> None:
    assert tty.grid.modes == {7, 25}
    assert tty.settings() == tty.before


def tail(tty: Tty, count: int) -> list[str]:
    return [line for line in tty.grid.text().split("\n") if line][-count:]


def test_the_demonstration_leaves_its_rows_and_the_answer(tmp_path: Path) -> None:
    with on_terminal("demo", cwd=tmp_path, environment={}, size=(80, 24)) as tty:
        tty.until(lambda: any(mark in tty.grid.text() for mark in ("● 1/3", "◉ 1/3")))
        tty.shows("▸ shell")
        assert tty.ended() == 0
        assert_sane(tty)
        text = tty.grid.text()
    assert [mark for mark in ("✓ 1/3", "✓ 2/3", "✓ 3/3") if text.count(mark) == 1] == [
        "✓ 1/3", "✓ 2/3", "✓ 3/3",
    ]  # fmt: skip
    assert "▸" not in text
    assert "leap.py knows the century rule now." in text
    assert text.split("\n")[-1].startswith(" complete · ")


@pytest.mark.parametrize(
    ("answer", "made", "told"),
    [
        ("y", True, None),
        pytest.param("n", False, "the user said no", marks=pytest.mark.soak),
        ("", False, "the user said no"),
        ("use touch", False, "the user said no: use touch"),
    ],
)
def test_a_question_is_answered_inline(
    answer: str, made: bool, told: str | None, asking: Mock, tmp_path: Path
) -> None:
    with on_terminal(*RUN, "make it", cwd=tmp_path, environment=asking.environment()) as tty:
        tty.shows("[n]:")
        assert "echo made > made" in tty.grid.text()
        tty.type(f"{answer}\n")
        assert tty.ended() == (0 if made else 3)
        assert_sane(tty)
        text = tty.grid.text()
    assert (tmp_path / "made").exists() is made
    assert "All\n\ndone, really.\n" in text
    assert ("it is made" in text) is made
    if told is not None:
        assert told in asking.bodies[2]["messages"][-2]["content"]


def test_what_was_typed_before_a_question_does_not_answer_it(asking: Mock, tmp_path: Path) -> None:
    with on_terminal(*RUN, "make it", cwd=tmp_path, environment=asking.environment()) as tty:
        tty.until(lambda: tty.settings() != tty.before)
        tty.type("y\ny\n")
        tty.shows("The model wants to run:")
        tty.type("y\ny\n")
        tty.shows("[n]:")
        tty.rest(0.3)
        assert not (tmp_path / "made").exists()
        tty.type("n\n")
        assert tty.ended() == 3
    assert not (tmp_path / "made").exists()


def test_a_line_too_many_does_not_answer_the_next_question(tmp_path: Path) -> None:
    steps = [{"tools": [shell("touch one"), shell("touch two")]}]
    with (
        mock_server({"steps": steps}, tmp_path) as mock,
        on_terminal(*RUN, "go", cwd=tmp_path, environment=mock.environment()) as tty,
    ):
        tty.shows("[n]:")
        tty.type("y\ny\ny\n")
        tty.until(lambda: tty.grid.text().count("[n]:") == 2)
        tty.rest(0.3)
        tty.type("\n")
        assert tty.ended() == 3
    assert (tmp_path / "one").exists()
    assert not (tmp_path / "two").exists()


@pytest.mark.parametrize("key", [b"\x04", b"\x03"])
def test_a_question_ends_with_the_input_or_the_run(
    key: bytes, asking: Mock, tmp_path: Path
) -> None:
    with on_terminal(*RUN, "make it", cwd=tmp_path, environment=asking.environment()) as tty:
        tty.shows("[n]:")
        tty.type(key.decode())
        assert tty.ended() == (3 if key == b"\x04" else 130)
        assert_sane(tty)
        if key == b"\x03":
            rows = [line for line in tty.grid.text().split("\n") if line]
            assert [row[:11] for row in rows[-4:]] == [
                " y once · n",
                " ■ 1/1  Mak",
                " aborted · ",
                " still open",
            ]
    assert not (tmp_path / "made").exists()


def test_a_question_of_the_model_takes_a_number(tmp_path: Path) -> None:
    question = {"question": "Which one?", "options": ["the \x1b[31mred", "the blue"]}
    steps = [{"tools": [{"name": "ask_user", "args": question}]}]
    with mock_server({"steps": steps}, tmp_path) as mock:
        with on_terminal(*RUN, "go", cwd=tmp_path, environment=mock.environment()) as tty:
            tty.shows(" answer:")
            assert "Which one?" in tty.grid.text()
            tty.type("2\n")
            assert tty.ended() == 0
            assert b"\x1b[31m" not in tty.raw
        assert "the blue" in mock.bodies[1]["messages"][-1]["content"]


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (signal.SIGINT, 130),
        (signal.SIGTERM, 143),
        pytest.param(signal.SIGHUP, 129, marks=pytest.mark.soak),  # as the app's, by the same code
        pytest.param(signal.SIGQUIT, 131, marks=pytest.mark.soak),
    ],
)
def test_a_signal_ends_a_one_shot_with_its_rows(
    number: signal.Signals, code: int, tmp_path: Path
) -> None:
    steps = [{"tools": [plan("Wait", "Go on")]}, {"tools": [shell("sleep 60")]}]
    with mock_server({"steps": steps}, tmp_path) as mock:
        options = (*RUN, "--yes", "wait")
        with on_terminal(*options, cwd=tmp_path, environment=mock.environment()) as tty:
            tty.shows("sleep 60")
            assert 25 not in tty.grid.modes
            if number == signal.SIGINT:
                tty.type("typed\x03")
            else:
                tty.signal(number)
            assert tty.ended() == code
            assert_sane(tty)
            assert "typed" not in tty.grid.text()
            wait, go_on, aborted = tail(tty, 4)[:3]
            assert wait.startswith(" ■ 1/2  Wait ")
            assert go_on == " ○ 2/2  Go on"
            assert aborted.startswith(" aborted · ")
    assert last_line(tmp_path)["outcome"] == "aborted"


def test_a_one_shot_runs_without_colours_and_without_unicode(tmp_path: Path) -> None:
    environment = {
        "NO_COLOR": "1", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "latin-1",
    }  # fmt: skip
    with on_terminal("demo", cwd=tmp_path, environment=environment) as tty:
        assert tty.ended() == 0
        assert_sane(tty)
        assert b"\x1b[36m" not in tty.raw
        assert b"\xe2" not in tty.raw
        assert "leap.py knows" in tty.grid.text()


def test_plain_is_a_log_without_motion(asking: Mock, tmp_path: Path) -> None:
    options = (*RUN, "--yes", "--plain", "make it")
    with on_terminal(*options, cwd=tmp_path, environment=asking.environment()) as tty:
        assert tty.ended() == 0
        assert "[1/1] Make it … done" in tty.grid.text()
        assert b"\x1b[2K" not in tty.raw
        assert b"\x1b[?25l" not in tty.raw


def test_many_stages_keep_the_running_one_in_sight(tmp_path: Path) -> None:
    stages = [f"Stage {number}" for number in range(1, 31)]
    steps = [{"tools": [plan(*stages)]}, {"tools": [shell("sleep 60")]}]
    with mock_server({"steps": steps}, tmp_path) as mock:
        options = (*RUN, "--yes", "wait")
        with on_terminal(
            *options, cwd=tmp_path, environment=mock.environment(), size=(60, 12)
        ) as tty:
            tty.shows("sleep 60")
            assert "1/30  Stage 1" in tty.grid.text()
            assert " more" in tty.grid.text()
            tty.signal(signal.SIGTERM)
            assert tty.ended() == 143
            assert [
                f"{number}/30  Stage {number}" in tty.grid.text() for number in range(1, 31)
            ] == [True] * 30
