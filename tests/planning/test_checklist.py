"""The authoritative list, whoever it came from and however damaged."""

import pytest

from tests.core.work import work_of
from zaptui.core.json import Json, JsonObject, dump_json
from zaptui.core.parts import NoticePart, Part, PlanPart, TextPart, ToolPart
from zaptui.planning.checklist import (
    ChecklistItem,
    all_done,
    b4run_todos,
    checklist_of_call,
    checklist_of_snapshot,
    display_item,
    is_plan_part,
)

A = ChecklistItem(id="a", content="A", status="in_progress")
B = ChecklistItem(id="b", content="B", status="pending")
TODOS: list[Json] = [
    {"id": "a", "content": "A", "status": "in_progress"},
    {"id": "b", "content": "B", "status": "pending"},
]
STAGES: list[Json] = [
    {"id": "a", "content": "A", "deliverable": "D"},
    {"id": "b", "content": "B", "deliverable": "E"},
]


def _called(tool: str, arguments: JsonObject) -> ToolPart:
    return ToolPart(call_id="c", tool=tool, called=True, input=arguments)


def _returned(output: Json, error: str | None = None) -> ToolPart:
    return ToolPart(
        call_id="c",
        tool="write_todos",
        called=True,
        finished=True,
        input={"todos": []},
        output=output,
        error=error,
    )


@pytest.mark.parametrize(
    ("part", "is_plan"),
    [
        (ToolPart(call_id="c", tool="plan"), True),
        (ToolPart(call_id="c", tool="write_todos"), True),
        (ToolPart(call_id="c", tool="new_planner", plan={"todos": []}), True),
        (PlanPart(part_id="p", change="seeded", snapshot={}), True),
        (ToolPart(call_id="c", tool="complete"), False),
        (TextPart(part_id="t"), False),
        (NoticePart(part_id="n", level="info", text=""), False),
    ],
)
def test_planner_calls_and_plan_marks_are_no_work(part: Part, is_plan: bool) -> None:
    assert is_plan_part(part) == is_plan


def test_R54_the_snapshot_comes_before_the_output_and_the_output_before_the_input() -> None:
    part = _returned({"todos": TODOS[1:]})
    assert checklist_of_call(part, first=False) == (B,)
    told = ToolPart(call_id="c", tool="write_todos", finished=True, plan={"todos": TODOS})
    assert checklist_of_call(told, first=False) == (A, B)
    assert checklist_of_call(_called("write_todos", {"todos": TODOS}), first=False) == (A, B)


@pytest.mark.parametrize(
    "part",
    [
        _returned({"todos": TODOS}, error="refused"),
        _returned("no list"),
        _returned({"plan": None}),
        _called("advance", {"evidence": "x"}),
        _called("write_todos", {"todos": "no list"}),
        _called("write_todos", {"todos": []}),
        ToolPart(call_id="c", tool="write_todos", called=True, raw_input="{broken"),
    ],
)
def test_R54_a_call_that_failed_or_names_no_list_changes_nothing(part: ToolPart) -> None:
    assert checklist_of_call(part, first=True) is None


def test_R4_an_input_sent_as_text_is_a_list() -> None:
    part = _called("write_todos", {"todos": dump_json(TODOS)})
    assert checklist_of_call(part, first=False) == (A, B)


def test_R31_the_stages_of_a_later_plan_wait_for_its_output() -> None:
    part = _called("plan", {"stages": STAGES})
    first = (
        ChecklistItem(id="a", content="A", status="in_progress", deliverable="D"),
        ChecklistItem(id="b", content="B", status="pending", deliverable="E"),
    )
    assert checklist_of_call(part, first=True) == first
    assert checklist_of_call(part, first=False) is None
    closed: Json = [{**STAGES[0], "status": "done", "evidence": "seen"}]
    assert checklist_of_call(_returned({"plan": {"stages": closed}}), first=False) == (
        ChecklistItem(id="a", content="A", status="done", deliverable="D", evidence="seen"),
    )


@pytest.mark.parametrize(
    ("raw", "ids"),
    [
        ("", None),
        ('{"todos"', None),
        ('{"todos": [', None),
        ('{"todos": [{"id": "a", "content": "A [1] }"', None),
        ('{"todos": [{"id": "a", "content": "A [1] }"}', ["a"]),
        ('{"todos": [{"id": "a", "content": "A"}, {"id": "b", "content": "{', ["a"]),
        ('{"stages": [{"id": "a", "content": "A"}, {"id": "b", "content": "B"}]', ["a", "b"]),
        ('{"evidence": "see [1]", "x": [{"id": "a"}]', None),
        ('{"todos": "[{\\"id\\": \\"a\\"}', None),
    ],
)
def test_R54_the_first_list_shows_its_finished_items_early(raw: str, ids: list[str] | None) -> None:
    part = ToolPart(call_id="c", tool="write_todos", raw_input=raw)
    early = checklist_of_call(part, first=True)
    assert (early and [item.id for item in early]) == ids
    assert checklist_of_call(part, first=False) is None


def test_half_streamed_arguments_cost_their_length() -> None:
    def work(brackets: int) -> int:
        raw = '{"todos": [{"id": "a", "content": "' + "}" * brackets
        part = ToolPart(call_id="c", tool="write_todos", raw_input=raw)
        return work_of(lambda: checklist_of_call(part, first=True))

    assert work(10_000) == work(10)


def test_R56_every_record_is_a_row_with_an_id_of_its_own() -> None:
    records: list[Json] = [
        {"content": "A", "status": "completed"},
        {"content": "A", "status": "odd"},
        {"id": "A 2", "content": "B"},
        {"id": 7, "content": 7, "deliverable": 7, "evidence": 7},
        {"id": "A"},
        "no record",
    ]
    items = checklist_of_snapshot({"todos": records})
    assert items == (
        ChecklistItem(id="A", content="A", status="done"),
        ChecklistItem(id="A 2", content="A", status="pending"),
        ChecklistItem(id="A 2 1", content="B", status="pending"),
        ChecklistItem(id="7", content="", status="pending"),
        ChecklistItem(id="A 3", content="", status="pending"),
        ChecklistItem(id="", content="", status="pending"),
    )


def test_a_snapshot_without_a_list_is_none() -> None:
    assert checklist_of_snapshot({}) is None
    assert checklist_of_snapshot({"plan": None}) is None
    assert checklist_of_snapshot({"todos": "damaged"}) == ()


def test_R64_the_list_in_b4runs_words() -> None:
    done = ChecklistItem(id="c", content="C", status="done")
    assert b4run_todos((done, A, B)) == [
        {"content": "C", "status": "completed"},
        {"content": "A", "status": "in_progress"},
        {"content": "B", "status": "pending"},
    ]


def test_R52_the_work_goes_to_the_active_item() -> None:
    done = ChecklistItem(id="c", content="C", status="done")
    assert display_item((done, A, B)) == A
    assert (all_done((done,)), all_done((done, B)), all_done(())) == (True, False, True)
