"""`@` completes files: the host reads them once, a thread ranks them, the menu shows them."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.tui.by_hand import Hand, HandHost, by_hand
from tests.tui.harness import until
from zaptui.errors import ToolError
from zaptui.tui import completing


@dataclass
class FilesHost(HandHost):
    """Counts how often its files are read, and in which thread."""

    reads: list[str] = field(default_factory=list)
    error: Exception | None = None

    def files(self) -> Sequence[str]:
        self.reads.append(threading.current_thread().name)
        if self.error is not None:
            raise self.error
        return self.paths


async def menu(hand: Hand) -> list[str]:
    await until(hand.pilot, lambda: hand.main._menu.display)
    return hand.shown(hand.main._menu)


async def test_at_lists_the_files_of_the_workspace():
    async with by_hand(size=(60, 14), prompt=None) as hand:
        await hand.press("@")
        assert await menu(hand) == [" README.md", " src/main.py", " src/retry.py"]


async def test_letters_narrow_the_list_and_tab_takes_one():
    async with by_hand(size=(60, 14), prompt=None) as hand:
        hand.main.prompt.set_text("look at ")
        await hand.press("@", "r", "e")
        assert await menu(hand) == [" README.md", " src/retry.py"]
        await hand.press("down", "tab")
        assert hand.main.prompt.text == "look at @src/retry.py "
        assert not hand.main._menu.display


async def test_enter_takes_the_file_and_sends_nothing():
    async with by_hand(size=(60, 14), prompt=None) as hand:
        await hand.press("@", "m", "a")
        await menu(hand)
        await hand.press("enter")
        assert hand.main.prompt.text == "@src/main.py "
        assert hand.transcript == []


async def test_a_click_takes_the_file():
    async with by_hand(size=(60, 14), prompt=None) as hand:
        await hand.press("@")
        await menu(hand)
        await hand.pilot.click(hand.main._menu, offset=(4, 1))
        await hand.show()
        assert hand.main.prompt.text == "@src/main.py "
        assert hand.main.focused is hand.main.prompt


async def test_a_click_below_the_last_file_takes_none():
    async with by_hand(size=(60, 14), prompt=None) as hand:
        await hand.press("ctrl+r")
        await hand.pilot.click(hand.main._menu, offset=(4, 0))
        await hand.show()
        assert hand.main._menu.display


async def test_esc_puts_the_menu_away_until_the_word_changes():
    async with by_hand(size=(60, 14), prompt=None) as hand:
        await hand.press("@")
        await menu(hand)
        await hand.press("escape")
        assert not hand.main._menu.display
        await hand.press("s")
        assert await menu(hand) == [" src/main.py", " src/retry.py"]


async def test_a_word_that_was_dismissed_once_completes_again_later():
    async with by_hand(size=(60, 14), prompt=None) as hand:
        await hand.press("@")
        await menu(hand)
        await hand.press("escape", "backspace", "@")
        assert await menu(hand) == [" README.md", " src/main.py", " src/retry.py"]


async def test_an_address_in_a_text_is_no_file():
    async with by_hand(size=(60, 14), prompt=None) as hand:
        hand.main.prompt.set_text("mail me")
        await hand.press("@")
        await hand.show()
        assert not hand.main._menu.display


async def test_a_hundred_thousand_files_are_read_once_and_ranked_off_the_loop(monkeypatch):
    paths = [f"folder{n % 300}/module{n}.py" for n in range(100_000)]
    host = FilesHost(paths=paths)
    ranked = []

    def rank(files, word, *, limit):
        ranked.append((word, threading.current_thread().name, limit))
        return real(files, word, limit=limit)

    real = completing.rank_files
    monkeypatch.setattr(completing, "rank_files", rank)
    async with by_hand(size=(60, 14), prompt=None, host=host) as hand:
        await hand.press("@", *"module9", *"9999")
        await until(hand.pilot, lambda: len(hand.main._menu.choices) == 1, seconds=60)
        assert hand.shown(hand.main._menu) == [" folder99/module99999.py"]
    main = threading.main_thread().name
    assert len(host.reads) == 1
    assert main not in host.reads
    assert main not in {thread for _, thread, _ in ranked}
    assert {limit for _, _, limit in ranked} == {32}


async def test_files_are_read_again_after_a_prompt_was_sent():
    host = FilesHost()
    async with by_hand(size=(60, 14), prompt=None, host=host) as hand:
        await hand.press("@")
        await menu(hand)
        await hand.press("escape")
        await hand.say("go")
        await hand.press("@")
        await menu(hand)
        assert len(host.reads) == 2


async def test_files_that_cannot_be_read_complete_nothing_and_say_why():
    host = FilesHost(error=ToolError("there is no ripgrep"))
    async with by_hand(size=(80, 14), prompt=None, host=host) as hand:
        await hand.press("@")
        await until(hand.pilot, lambda: "there is no ripgrep" in hand.footer)
        assert not hand.main._menu.display


async def test_a_list_longer_than_the_menu_moves_with_the_mark():
    host = FilesHost(paths=[f"f{n:02}" for n in range(20)])
    async with by_hand(size=(60, 20), prompt=None, host=host) as hand:
        await hand.press("@")
        assert await menu(hand) == [f" f{n:02}" for n in range(8)]
        await hand.press(*["down"] * 9)
        assert hand.shown(hand.main._menu) == [f" f{n:02}" for n in range(2, 10)]
        await hand.press(*["up"] * 10)
        assert hand.shown(hand.main._menu)[-1] == " f19"
