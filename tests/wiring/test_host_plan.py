"""The plan of the app's session: edited at the screen and elsewhere, told on its tape."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.agent.expected import plan_update
from tests.session.test_index import ENDED
from tests.session.test_transcript import write
from zaptui.config.files import Loaded
from zaptui.config.schema import ProjectSettings, Settings
from zaptui.core import events as e
from zaptui.errors import StateError, UsageError
from zaptui.planning.plan_edit import AddRow, edit_plan
from zaptui.session.plan_store import SqlitePlanStore
from zaptui.session.transcript import load
from zaptui.wiring.host import SessionHost
from zaptui.wiring.options import RunOptions

ID = "20260101-000001-abcdef"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ZAP_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    (tmp_path / "home" / "sessions").mkdir(parents=True)
    started = e.RunStarted(session=ID, prompt="p", mode="metronome", cwd=str(tmp_path))
    update = plan_update(None, "a b", work=0, version=1, change="replaced")
    write(tmp_path / "home" / "sessions" / f"{ID}.jsonl", started, update, ENDED)
    return tmp_path / "home"


def opened(home: Path, resume: str | None = ID) -> SessionHost:
    return SessionHost(
        RunOptions(model="openai-chat/m", cwd=home.parent, resume=resume),
        Loaded(user=Settings(), project=ProjectSettings()),
    )


@pytest.fixture
def host(home: Path) -> Iterator[SessionHost]:
    host = opened(home)
    yield host
    host.close()


def heard(host: SessionHost) -> list[e.Entry]:
    """What the screen is told from now on."""
    told: list[e.Entry] = []

    async def nobody(*asked: Any) -> Any:
        raise AssertionError("nobody is asked")

    host.attach(told.append, nobody, nobody)
    told.clear()
    return told


def on_disk(home: Path) -> list[e.Entry]:
    return load(home / "sessions" / f"{ID}.jsonl").entries


def test_an_edit_at_the_screen_goes_to_the_store_the_tape_and_the_screen(
    home: Path, host: SessionHost
) -> None:
    told = heard(host)
    host.edit_plan([AddRow(content="c")])
    assert [entry.event for entry in told] == [entry.event for entry in on_disk(home)[3:]]
    (entry,) = told
    assert isinstance(entry.event, e.PlanUpdate)
    assert (entry.seq, entry.event.version, entry.event.why) == (3, 2, "add 'c'")
    assert entry.at >= on_disk(home)[2].at  # behind the end of the run, not before it
    store = SqlitePlanStore(home)
    live = store.read(ID)
    store.close()
    assert live is not None
    assert (live.version, live.snapshot) == (2, entry.event.snapshot)


def test_an_edit_of_another_process_is_followed(home: Path, host: SessionHost) -> None:
    told = heard(host)
    host.follow_plan()
    assert told == []
    host.edit_plan([AddRow(content="c")])
    store = SqlitePlanStore(home)
    live = store.read(ID)
    assert live is not None
    store.write(ID, edit_plan(live, [AddRow(content="d")]))
    store.close()
    host.follow_plan()
    host.follow_plan()
    assert [x.event.why for x in told if isinstance(x.event, e.PlanUpdate)] == [
        "add 'c'",
        "add 'd'",
    ]


def test_before_the_first_prompt_no_file_is_made(home: Path) -> None:
    host = opened(home, resume=None)
    told = heard(host)
    with pytest.raises(UsageError, match="there is no plan yet"):
        host.edit_plan([AddRow(content="c")])
    host.follow_plan()
    host.close()
    assert told == []
    assert len(list((home / "sessions").glob("*.jsonl"))) == 1


def test_a_store_that_fails_is_said_and_the_edit_is_made(
    home: Path, host: SessionHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = heard(host)
    host.edit_plan([AddRow(content="c")])
    assert host.trouble == ""

    def full(*arguments: Any) -> Any:
        raise StateError("no space left")

    monkeypatch.setattr(SqlitePlanStore, "change", full)
    host.edit_plan([AddRow(content="d")])
    assert host.trouble == "the plan is not kept: no space left"
    last = told[-1].event
    assert isinstance(last, e.PlanUpdate)
    assert [todo["content"] for todo in last.todos if isinstance(todo, dict)] == [
        "Do a",
        "Do b",
        "c",
        "d",
    ]
