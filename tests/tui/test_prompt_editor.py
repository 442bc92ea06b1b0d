"""Ctrl+G: the prompt in the person's own editor, and one clear line when that fails."""

from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.tui.by_hand import by_hand
from zaptui.errors import ConfigError
from zaptui.tui.editor import edit_text


class HandsOver:
    """An app that can hand its terminal over."""

    def __init__(self) -> None:
        self.handed = 0
        self.refreshed = 0

    @contextmanager
    def suspend(self):
        self.handed += 1
        yield

    def refresh(self, *, layout: bool = False) -> None:
        self.refreshed += layout


@pytest.fixture
def editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Set EDITOR to a shell script."""

    def write(script: str) -> None:
        path = tmp_path / "my editor"
        path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        path.chmod(0o755)
        monkeypatch.delenv("VISUAL", raising=False)
        monkeypatch.setenv("EDITOR", f"'{path}' --wait")

    return write


def test_the_editor_gets_the_text_and_what_it_saves_is_taken(editor):
    editor('test "$1" = --wait && sed -i s/old/new/ "$2"')
    app = HandsOver()
    assert edit_text(app, "an old text") == "a" + "n new text"
    assert app.handed == 1


def test_the_screen_is_laid_out_anew_afterwards(editor):
    editor("true")
    app = HandsOver()
    edit_text(app, "x")
    assert app.refreshed == 1


def test_the_file_ends_like_markdown_and_is_gone_afterwards(editor, tmp_path):
    editor(f'echo "$2" > {tmp_path}/name')
    edit_text(HandsOver(), "x")
    name = (tmp_path / "name").read_text().strip()
    assert name.endswith(".md")
    assert not Path(name).exists()


def test_visual_comes_before_editor(editor, tmp_path, monkeypatch):
    editor("exit 3")
    other = tmp_path / "other"
    other.write_text("#!/bin/sh\nprintf visual > $1\n", encoding="utf-8")
    other.chmod(0o755)
    monkeypatch.setenv("VISUAL", str(other))
    assert edit_text(HandsOver(), "x") == "visual"


def test_an_editor_that_fails_leaves_the_text_as_it_was(editor):
    editor('echo spoilt > "$2"; exit 3')
    with pytest.raises(ConfigError, match="ended with 3; the text is as before"):
        edit_text(HandsOver(), "x")


@pytest.mark.parametrize("command", ["/no/such/editor", "'unbalanced"])
def test_no_editor_is_one_clear_line(command, monkeypatch):
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", command)
    with pytest.raises(ConfigError, match="cannot start") as raised:
        edit_text(HandsOver(), "x")
    assert "set EDITOR" in str(raised.value)
    assert "\n" not in str(raised.value)


def test_bytes_that_are_no_text_are_replaced(editor):
    editor('printf "a\\377b" > "$2"')
    assert edit_text(HandsOver(), "x") == "a\ufffdb"


async def test_ctrl_g_puts_the_edited_text_into_the_prompt(editor, monkeypatch):
    editor('printf "%s, edited" "$(cat "$2")" > "$2"')
    async with by_hand(prompt=None) as hand:
        monkeypatch.setattr(hand.app, "suspend", HandsOver().suspend)
        hand.main.prompt.set_text("a text")
        await hand.press("ctrl+g")
        assert hand.main.prompt.text == "a text, edited"
        assert hand.transcript == []


async def test_a_terminal_that_cannot_be_handed_over_says_so_and_keeps_the_draft(editor):
    editor("true")
    async with by_hand(prompt=None) as hand:
        hand.main.prompt.set_text("a text")
        await hand.press("ctrl+g")
        assert "this terminal cannot be handed to an editor" in hand.footer
        assert hand.main.prompt.text == "a text"


async def test_a_long_paste_is_edited_whole(editor, monkeypatch):
    from textual.events import Paste

    editor('wc -l < "$2" > "$2.n"; printf "%s lines" "$(tr -d " " < "$2.n")" > "$2"')
    async with by_hand(prompt=None) as hand:
        monkeypatch.setattr(hand.app, "suspend", HandsOver().suspend)
        hand.app.post_message(Paste("a\n" * 40))
        await hand.show()
        await hand.press("ctrl+g")
        assert hand.main.prompt.text == "40 lines"


def test_C11_an_editor_by_a_bare_name_is_looked_for_where_the_app_says(
    editor, tmp_path, monkeypatch
):
    editor("printf mine > $2")
    script = tmp_path / "my editor"
    asked = []

    def find(name: str) -> str:
        asked.append(name)
        return str(script)

    for command in ("vi --wait", f"'{script}' --wait"):
        monkeypatch.setenv("EDITOR", command)
        assert edit_text(HandsOver(), "x", find=find) == "mine"
    assert asked == ["vi"]
