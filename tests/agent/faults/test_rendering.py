"""What is drawn of a plan: rows that stay, vanish, stand still or break the screen."""

import asyncio
from pathlib import Path

import pytest

from tests.agent.expected import finished, plan, stages, todos
from tests.agent.faults.seen import fold, folded, log, result, rows, updates, work
from tests.fakes import COMPLETE, WORK, make_session, play, say
from zaptui.agent.loop import Session
from zaptui.core import events as e
from zaptui.core.conversation import Conversation
from zaptui.core.json import JsonObject
from zaptui.core.parts import Part
from zaptui.core.ports import Tool
from zaptui.planning.checklist import is_plan_part
from zaptui.planning.dialects import DIALECTS
from zaptui.planning.planner import MODES, select_planner
from zaptui.session.transcript import load
from zaptui.session.writer import TranscriptWriter
from zaptui.tape import Tape
from zaptui.tools import default_tools
from zaptui.view.folder import StageFolder
from zaptui.view.result import result_of
from zaptui.view.text_log import TextLog

CALL = ("work", {"what": "x"})


async def _interrupted(path: Path) -> Session:
    """A session whose transcript is at `path`, cancelled while it works on stage b of three."""
    writer = TranscriptWriter(path)
    tape = Tape([writer], clock=lambda: 0.0)
    replies = [
        say("", ("plan", stages("a b c"))),
        say("", CALL, ("advance", {"evidence": "a ok"})),
        say("", CALL),
    ]
    session = make_session(replies)

    def emit(event: e.Event) -> None:
        tape(event)
        if event == e.ToolStarted(call_id="call_3_1"):
            running.cancel()

    running = asyncio.ensure_future(session.run("task", emit))
    with pytest.raises(asyncio.CancelledError):
        await running
    writer.close()
    return session


_STOPPED = [("Do a", "done", False), ("Do b", "aborted", False), ("Do c", "pending", False)]


def _drawn(conversation: Conversation) -> list[tuple[str, str, bool]]:
    drawn = StageFolder(conversation.turn).fold().rows
    return [(row.content, row.status, row.is_streaming) for row in drawn]


async def test_F42_the_panel_is_stuck_on_in_progress_after_an_interrupt(tmp_path: Path) -> None:
    session = await _interrupted(tmp_path / "s.jsonl")
    assert _drawn(session.conversation) == _STOPPED


@pytest.mark.parametrize("killed", [False, True], ids=["interrupted", "killed"])
async def test_F42_the_panel_is_stuck_on_in_progress_after_a_reload(
    killed: bool, tmp_path: Path
) -> None:
    """The end is in the transcript; a run that was killed before it could write one gets it."""
    path = tmp_path / "s.jsonl"
    await _interrupted(path)
    lines = path.read_text().split("\n")
    if killed:  # the result of the running call and the end were never written
        path.write_text("\n".join(lines[:-3]) + "\n")
    again = Conversation()
    for entry in load(path).entries:
        again.apply(entry.event, at=entry.at)
    assert _drawn(again) == _STOPPED
    assert again.turn.finish_reason == "abort"


async def test_F42_the_next_prompt_goes_on_with_the_open_stage(tmp_path: Path) -> None:
    """What the interrupt left open is drawn as running again only once a run goes on with it."""
    session = await _interrupted(tmp_path / "s.jsonl")
    await play(session, "go on")
    first, second = session.conversation.turns
    assert [row.status for row in StageFolder(first).fold().rows] == ["done", "aborted", "pending"]
    assert [(r.status, r.converged) for r in StageFolder(second).fold().rows] == [
        ("done", False),
        ("done", True),
        ("pending", False),
    ]


_ODD: list[JsonObject | str] = [
    "",
    "{",
    "null",
    "[]",
    '{"todos": [{"content":',
    {},
    {"todos": None},
    {"todos": {}},
    {"todos": 1.5},
    {"todos": "no list"},
    {"todos": [None, 7, "x", []]},
    {"todos": [{"id": [], "content": {}, "status": 3}]},
    {"todo": [{"content": "a", "status": "pending"}]},
    {"stages": None},
    {"stages": [[]]},
]


class _Watcher:
    """Draws everything after each event, as a screen would."""

    def __init__(self) -> None:
        self.drawn: list[list[str]] = []
        self._conversation = Conversation()
        self._log = TextLog(lambda line, style: None)
        self._folder: StageFolder | None = None

    def __call__(self, event: e.Event) -> None:
        self._conversation.apply(event)
        self._log(e.Entry(seq=0, at=0.0, event=event))
        result_of(self._conversation)
        self._folder = self._folder or StageFolder(self._conversation.turn)
        self.drawn.append([f"{r.content} {r.status}" for r in self._folder.fold().rows])


@pytest.mark.parametrize("odd", _ODD, ids=str)
@pytest.mark.parametrize("tool", ["write_todos", "plan"])
async def test_F47_a_planner_call_without_a_list_crashes_the_screen(
    tool: str, odd: JsonObject | str
) -> None:
    """Drawn at every event, also while it streams; in the end it has changed nothing."""
    good = {"write_todos": todos("a*"), "plan": stages("a")}[tool]
    mode = {"write_todos": "classic", "plan": "metronome"}[tool]
    watcher = _Watcher()
    calls = [say("", (tool, arguments)) for arguments in (odd, good, odd)]
    finish = await make_session([*calls, *[say("So.")] * 3], mode=mode).run("task", watcher)
    name = {"write_todos": "a", "plan": "Do a"}[tool]
    assert watcher.drawn[-2:] == [[f"{name} in_progress"], [f"{name} done"]]
    assert finish == finished("incomplete", "idle_turns", 5, open_stages=[name])


async def test_F49_after_a_refined_plan_no_steps_are_shown() -> None:
    told = await play(
        make_session(
            [
                say("", ("plan", stages("a b"))),
                say("", CALL, ("advance", {"evidence": "a ok"})),
                say("", CALL, ("plan", stages("c d"))),
                say("", CALL, ("plan", stages("c d e"))),
                *[say("So.")] * 3,
            ]
        )
    )
    assert [update.snapshot for update in updates(told)] == [
        plan("a b", work=0),
        plan("a+ b", work=1),
        plan("a+ c d", work=1),
        plan("a+ c d e", work=1),
    ]
    assert rows(told) == ["1/4 Do a done", "2/4 Do c done", "3/4 Do d pending", "4/4 Do e pending"]
    assert log(told)[4:7] == ["work    x", "dropped: Do b", "[2/3] Do c …"]


def _part(tool: str) -> Part:
    """A call of a tool, as the fold makes it."""
    called = e.ToolCalled(call_id="c", tool=tool, input={})
    return fold([e.RunStarted(session="s", prompt="p"), called]).turn.current.parts[0]


@pytest.mark.parametrize("mode", MODES)
def test_F51_the_renderer_looks_for_a_tool_that_is_never_called_so(mode: str) -> None:
    """Every planner tool that a model is offered makes rows, and no other tool does."""
    planners = [spec.name for spec in select_planner(mode).tools]
    others = [tool.name for tool in default_tools()]
    assert [n for n in [*planners, *others] if is_plan_part(_part(n))] == planners


@pytest.mark.parametrize("tool", [*(d.tool.name for d in DIALECTS.values()), "agenda"])
def test_F51_rows_come_from_the_event_whatever_the_tool_is_called(tool: str) -> None:
    told = [
        e.RunStarted(session="s", prompt="p"),
        e.StepStarted(step=1),
        e.ToolCalled(call_id="c", tool=tool, input={"what": "ever"}),
        e.ToolReturned(call_id="c", output="ok"),
        e.PlanUpdate(
            mode="x",
            snapshot=todos("a* b"),
            todos=[],
            change="replaced",
            version=1,
            tool_call_id="c",
        ),
    ]
    assert rows(told) == ["1/2 a in_progress", "2/2 b pending"]
    assert (len(folded(told).before), len(folded(told).sink)) == (0, 0)


def _named(name: str) -> Tool[object]:
    return Tool(name=name, input=WORK.input, run=WORK.run, subject=WORK.subject)


async def test_F52_a_plan_is_shown_as_a_file_change() -> None:
    """What a call is says its planner, not the words in its name: `write_…`, `todo`, `plan`."""
    names = ["write", "write_todos_file", "todo_counter", "rewrite_plan", "advance_clock"]
    calls = [(name, {"what": "x"}) for name in names]
    told = await play(
        make_session(
            [
                say("", ("write_todos", todos("a*"))),
                say("", *calls, ("write_todos", todos("a+"))),
                say("Done."),
            ],
            mode="classic",
            tools=[*map(_named, names), COMPLETE],
        )
    )
    assert work(told) == [[f"{name} x" for name in names]]
    assert [line.split()[0] for line in log(told) if line.endswith(" x")] == names


@pytest.mark.parametrize("name", sorted(d.tool.name for d in DIALECTS.values()))
def test_F52_no_list_planner_is_shown_as_work(name: str) -> None:
    assert is_plan_part(_part(name))


async def test_F53_the_list_is_a_title_without_its_items() -> None:
    """The event, the rows and the result hold every item, whatever its status."""
    told = await play(
        make_session([say("", ("write_todos", todos("a+ b* c d"))), say("So.")], mode="classic")
    )
    contents = ["a", "b", "c", "d"]
    assert [item["content"] for item in updates(told)[0].todos] == contents
    assert [row.content for row in folded(told).rows] == contents
    assert [stage["content"] for stage in result(told)["stages"]] == contents
    assert [item["content"] for item in result(told)["final_plan"]] == contents
