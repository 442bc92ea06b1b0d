"""Saved sessions in the app: the picker, /resume, /sessions, /export, the past on the screen."""

from typing import Any

import pytest

from tests.tui.harness import FakeHost, ask, running, screen_text, settled, until
from zaptui.core import events as e
from zaptui.providers.scripted import ScriptedReply
from zaptui.tui.picker import Picker
from zaptui.tui.saved import SavedSession


def saved(number: int, task: str, **more: Any) -> SavedSession:
    facts: dict[str, Any] = {
        "outcome": "incomplete",
        "stages": "2/4",
        "folder": "~/work",
        "model": "openai-chat/gpt-5",
        "cost": "$0.08",
        "here": True,
        **more,
    }
    return SavedSession(
        session=f"id{number}", task=task, began=f"2026-11-30T12:0{number}:00Z", **facts
    )


SAVED = [
    saved(1, "fix the retry test"),
    saved(2, "write the docs", outcome="complete", stages="3/3"),
    saved(3, "somewhere else", here=False, folder="~/other"),
    saved(4, "\x1b]0;evil\x07 [b]markup[/b]", outcome="crashed"),
]


async def picker(pilot: Any) -> Picker:
    await until(pilot, lambda: isinstance(pilot.app.screen, Picker))
    screen = pilot.app.screen
    assert isinstance(screen, Picker)
    await until(pilot, lambda: not screen.list.loading)
    return screen


async def test_resume_lists_the_sessions_of_this_folder_with_a_preview() -> None:
    async with running(FakeHost([], saved=SAVED)) as (app, pilot):
        await ask(pilot, "/resume")
        await picker(pilot)
        await until(pilot, lambda: "preview of id1" in screen_text(app))
        shown = screen_text(app)
        assert " ▸ 2026-11-30 12:01    2/4  incomplete  fix the retry test" in shown
        assert "2026-11-30 12:02    3/3  complete    write the docs" in shown
        assert "somewhere else" not in shown
        assert "openai-chat/gpt-5 · $0.08 · ~/work" in shown
        assert "[b]markup[/b]" in shown
        assert "\x1b" not in shown


async def test_choosing_one_goes_on_with_it() -> None:
    host = FakeHost([], saved=SAVED)
    async with running(host) as (app, pilot):
        await ask(pilot, "/resume")
        await picker(pilot)
        await pilot.press("down", "enter")
        await until(pilot, lambda: app.screen is app.main)
        assert host.opened == ["id2"]


async def test_escape_leaves_everything_as_it_was() -> None:
    host = FakeHost([], saved=SAVED)
    async with running(host) as (app, pilot):
        await ask(pilot, "/resume")
        await picker(pilot)
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is app.main)
        assert host.opened == []


async def test_typing_narrows_the_list() -> None:
    async with running(FakeHost([], saved=SAVED)) as (app, pilot):
        await ask(pilot, "/sessions")
        screen = await picker(pilot)
        assert len(screen.list.sessions) == 4
        await pilot.press(*"elsex")
        assert len(screen.list.sessions) == 0
        assert " none" in screen_text(app)
        await pilot.press("enter")  # nothing to choose
        assert app.screen is app.main
        await ask(pilot, "/sessions")
        screen = await picker(pilot)
        await pilot.press(*"elsex", "backspace")
        assert [s.session for s in screen.list.sessions] == ["id3"]


async def test_the_list_scrolls_with_the_mark() -> None:
    many = [saved(n % 10, f"task {n}") for n in range(60)]
    async with running(FakeHost([], saved=many), size=(80, 24)) as (app, pilot):
        await ask(pilot, "/resume")
        screen = await picker(pilot)
        await pilot.press("pagedown", "pagedown", "down")
        await settled(pilot)
        assert screen.list.marked == 21
        assert "task 21" in screen_text(app)
        await pilot.press("pageup", "pageup", "up", "up")
        assert screen.list.marked == 0


async def test_a_session_by_its_id_and_one_that_another_process_writes() -> None:
    host = FakeHost([], saved=[saved(1, "x")])
    async with running(host) as (app, pilot):
        await ask(pilot, "/resume id9")
        await until(pilot, lambda: host.opened == ["id9"])
        await ask(pilot, "/resume busy")
        await until(pilot, lambda: "is being written by process 1" in screen_text(app))


async def test_the_past_of_a_session_stands_on_the_screen() -> None:
    first = FakeHost([ScriptedReply(text="The answer of yesterday.")])
    async with running(first) as (app, pilot):
        await ask(pilot, "the question of yesterday")
        await until(pilot, lambda: "answered" in screen_text(app))
    second = FakeHost([ScriptedReply(text="Today.")], past=list(first.entries))
    async with running(second) as (app, pilot):
        shown = screen_text(app)
        assert "the question of yesterday" in shown
        assert "The answer of yesterday." in shown
        await ask(pilot, "and now?")
        await until(pilot, lambda: "Today." in screen_text(app))


async def test_a_running_turn_is_not_left() -> None:
    host = FakeHost([ScriptedReply(text="slow " * 50)], delay_s=0.2)
    async with running(host) as (app, pilot):
        await ask(pilot, "go")
        await until(pilot, lambda: app.main.turns.running)
        await ask(pilot, "/resume id1")
        await until(pilot, lambda: "a turn is running" in screen_text(app))
        assert host.opened == []
        await app.main.turns.stop()


@pytest.mark.parametrize(
    ("typed", "asked", "told"),
    [
        ("/export", ("md", ""), "written: /place/zap.md"),
        ("/export html page.html", ("html", "page.html"), "written: /place/page.html"),
    ],
)
async def test_export(typed: str, asked: tuple[str, str], told: str) -> None:
    host = FakeHost([])
    async with running(host) as (app, pilot):
        await ask(pilot, typed)
        await until(pilot, lambda: told in screen_text(app))
        assert host.exported == [asked]


async def test_S06_that_nothing_is_saved_stays_in_sight() -> None:
    host = FakeHost([ScriptedReply(text="Hi.")], trouble="not saved: No space left on device")
    async with running(host) as (app, pilot):
        assert "not saved: No space left on device" in screen_text(app)
        await ask(pilot, "go")
        await until(pilot, lambda: any(isinstance(x.event, e.RunFinished) for x in host.entries))
        assert "not saved: No space left on device" in screen_text(app)
