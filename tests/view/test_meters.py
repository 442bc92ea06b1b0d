"""What each stage took, folded with the rows."""

from zaptui.core import events as e
from zaptui.core.conversation import Conversation
from zaptui.core.json import Json
from zaptui.core.parts import Usage
from zaptui.view.folder import StageFolder
from zaptui.view.meters import Meter


def todos(*statuses: str) -> dict[str, Json]:
    items: list[Json] = [
        {"id": f"t{n}", "content": f"T{n}", "status": status}
        for n, status in enumerate(statuses, start=1)
    ]
    return {"todos": items}


def write(call_id: str, *statuses: str) -> list[e.Event]:
    return [
        e.ToolCalled(call_id=call_id, tool="write_todos", input=todos(*statuses)),
        e.ToolReturned(call_id=call_id, output=todos(*statuses)),
    ]


def work(call_id: str) -> list[e.Event]:
    return [
        e.ToolCalled(call_id=call_id, tool="shell", input={}),
        e.ToolReturned(call_id=call_id, output="ok"),
    ]


def model(tokens: int) -> e.ModelFinished:
    return e.ModelFinished(reason="tool-calls", usage=Usage(output_tokens=tokens))


def meters(*events: tuple[float, e.Event]) -> list[list[Meter]]:
    """The rows' figures after each event."""
    conversation = Conversation()
    conversation.apply(e.RunStarted(session="s", prompt="p"))
    folder = StageFolder(conversation.turn)
    seen: list[list[Meter]] = []
    for at, event in events:
        conversation.apply(event, at=at)
        seen.append([row.meter for row in folder.fold().rows])
    return seen


def test_a_stage_has_its_times_calls_and_tokens() -> None:
    seen = meters(
        (0, e.StepStarted(step=1)),
        (1, model(5)),
        *((2.0, event) for event in write("a", "in_progress", "pending")),
        (3, e.StepStarted(step=2)),
        (4, model(7)),
        *((6.0, event) for event in work("b")),
        *((6.0, event) for event in work("c")),
        *((7.0, event) for event in write("d", "done", "in_progress")),
        (8, e.StepStarted(step=3)),
        (9, model(11)),
        *((9.0, event) for event in work("e")),
    )
    assert seen[-1] == [
        Meter(began_at=2.0, ended_at=7.0, calls=2, tokens=7),
        Meter(began_at=7.0, ended_at=None, calls=1, tokens=11),
    ]
    assert seen[4] == [Meter(began_at=2.0), Meter()]


def test_a_stage_that_is_opened_again_goes_on() -> None:
    seen = meters(
        (0, e.StepStarted(step=1)),
        *((1.0, event) for event in write("a", "in_progress")),
        (2, e.StepStarted(step=2)),
        *((3.0, event) for event in write("b", "done")),
        (4, e.StepStarted(step=3)),
        *((5.0, event) for event in write("c", "in_progress")),
    )
    assert seen[-1] == [Meter(began_at=1.0, ended_at=None)]


def test_a_stage_that_the_end_closes_ends_with_the_run() -> None:
    finished = e.RunFinished(
        outcome="incomplete", finish_reason="stop", stopped_by="idle_turns", exit_code=5
    )
    seen = meters(
        (0, e.StepStarted(step=1)),
        *((1.0, event) for event in write("a", "in_progress", "pending")),
        (9, finished),
    )
    assert seen[-1] == [Meter(began_at=1.0, ended_at=9), Meter()]


def test_a_plan_from_elsewhere_takes_effect_with_its_step() -> None:
    update = e.PlanUpdate(
        mode="classic", snapshot=todos("done", "in_progress"), todos=[], change="seeded", version=1
    )
    seen = meters((0, update), (4, e.StepStarted(step=1)))
    assert seen[-1] == [Meter(ended_at=0.0), Meter(began_at=0.0)]
