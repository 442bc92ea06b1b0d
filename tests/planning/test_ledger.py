"""Mode ledger: `todo_write`, what it reads, writes, refuses and tells (L1–L8)."""

from copy import deepcopy

import pytest

from zaptui.core.events import Violation
from zaptui.core.json import Json, JsonObject, dump_json
from zaptui.errors import ToolError
from zaptui.planning.directives import ALL_DONE
from zaptui.planning.ledger import LedgerPlanner
from zaptui.planning.plan_file import parse_plan_file
from zaptui.planning.planner import select_planner
from zaptui.planning.planner_result import PlannerResult

_WORDS = {"+": "completed", "*": "in_progress", "-": "cancelled", "!": "blocked"}


def items(specs: str) -> list[Json]:
    """`a+` completed, `a*` in progress, `a-` cancelled, `a!` blocked, `a` pending."""
    return [
        {"id": s[0], "content": f"Do {s[0]}", "status": _WORDS.get(s[-1], "pending")}
        for s in specs.split()
    ]


def output(specs: str, version: int) -> JsonObject:
    """What `todo_write` returns, all priorities as they are when nobody says one."""
    return {
        "todos": [{**item, "priority": "medium"} for item in items(specs)],  # pyright: ignore
        "version": version,
    }


def ledger(specs: str) -> LedgerPlanner:
    """A ledger after one write."""
    planner = LedgerPlanner()
    planner.call("todo_write", {"items": items(specs)})
    return planner


def patch(planner: LedgerPlanner, *given: Json, **more: Json) -> PlannerResult:
    """A patch with these items."""
    return planner.call("todo_write", {"mode": "patch", "items": [*given], **more})


def test_R1_its_tool_is_todo_write_alone() -> None:
    planner = select_planner("ledger")
    assert (planner.mode, [tool.name for tool in planner.tools]) == ("ledger", ["todo_write"])
    with pytest.raises(ToolError, match="write_todos is not a tool of mode ledger"):
        planner.call("write_todos", {"todos": []})


def test_L5_the_output_is_the_list_and_its_version_and_nothing_else() -> None:
    planner = LedgerPlanner()
    arguments: JsonObject = {"items": items("a+ b* c"), "explanation": "to begin"}
    sent = deepcopy(arguments)
    assert planner.call("todo_write", arguments) == PlannerResult(
        output=output("a+ b* c", 1), change="replaced", why="to begin"
    )
    assert arguments == sent
    assert (planner.done, planner.open_stages(), planner.has_plan) == (1, ["Do b", "Do c"], True)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({}, "items must be a list of {id?, content, status: pending, in_progress, completed, "),
        ({"items": "words"}, "items must be a list"),
        ({"items": ["words"]}, "every item of items must be an object"),
        ({"mode": "merge", "items": []}, "mode must be one of replace, patch, not 'merge'"),
        (
            {"items": [{"content": "a", "status": "done"}]},
            "items[1]: status must be one of pending, in_progress, completed, cancelled, blocked, "
            "not 'done'",
        ),
        ({"items": [{"content": "a", "status": 1}]}, "items[1]: status must be one of pending"),
        (
            {"items": [{"content": "a", "status": "pending", "priority": "urgent"}]},
            "items[1]: priority must be one of high, medium, low, not 'urgent'",
        ),
        ({"items": [{"content": "a"}]}, "items[1]: status is missing, one of pending, in_progress"),
        (
            {"items": [{"id": "a", "status": "pending"}]},
            "content is missing; only a patch of an item that is",
        ),
        ({"items": [{"status": "pending"}]}, "items[1]: content is missing, and so is an id"),
        ({"items": [{"content": " ", "status": "pending"}]}, "content must be a text that is not"),
        ({"items": [{"content": 7, "status": "pending"}]}, "content must be a text that is not"),
        ({"items": [{"id": True, "content": "a", "status": "pending"}]}, "id must be a text"),
        ({"items": [], "expected_version": "1"}, "expected_version must be a whole number"),
        ({"items": [], "expected_version": True}, "expected_version must be a whole number"),
        ({"items": [], "explanation": ["x"]}, "explanation must be a text"),
    ],
)
def test_L1_another_word_or_type_is_an_error_that_changes_nothing(
    arguments: JsonObject, error: str
) -> None:
    planner = ledger("a+ b*")
    before = planner.snapshot()
    with pytest.raises(ToolError) as raised:
        planner.call("todo_write", arguments)
    assert error in str(raised.value)
    assert planner.snapshot() == before


def test_L1_a_patch_of_an_unknown_id_needs_content_and_status() -> None:
    planner = ledger("a*")
    with pytest.raises(
        ToolError, match="content is missing; only a patch of an item that is there"
    ):
        patch(planner, {"id": "q", "status": "pending"})
    with pytest.raises(ToolError, match="status is missing"):
        patch(planner, {"id": "q", "content": "Q"})
    assert planner.snapshot() == output("a*", 1)


def test_R4_a_list_sent_as_text_and_an_id_sent_as_a_number_are_read() -> None:
    planner = LedgerPlanner()
    sent: Json = [{"id": 7, "content": "a", "status": "pending", "priority": "high"}]
    assert planner.call("todo_write", {"items": dump_json(sent)}).output == {
        "todos": [{"id": "7", "content": "a", "status": "pending", "priority": "high"}],
        "version": 1,
    }


def test_L2_replace_sets_the_whole_list_in_the_order_sent() -> None:
    planner = ledger("a+ b* c d- e")
    result = planner.call("todo_write", {"mode": "replace", "items": items("c* a+")})
    assert result == PlannerResult(
        output=output("c* a+", 2),
        change="replaced",
        dropped=[{"id": "b", "content": "Do b"}, {"id": "e", "content": "Do e"}],
    )


def test_L2_patch_overrides_what_is_given_and_never_reorders() -> None:
    planner = ledger("a+ b* c")
    result = patch(
        planner,
        {"id": "n", "content": "New", "status": "pending", "priority": "low"},
        {"id": "c", "priority": "high"},
        {"id": "b", "status": "completed"},
        explanation="b is verified",
    )
    assert result == PlannerResult(
        output={
            "todos": [
                {"id": "a", "content": "Do a", "status": "completed", "priority": "medium"},
                {"id": "b", "content": "Do b", "status": "completed", "priority": "medium"},
                {"id": "c", "content": "Do c", "status": "pending", "priority": "high"},
                {"id": "n", "content": "New", "status": "pending", "priority": "low"},
            ],
            "version": 2,
        },
        change="patched",
        why="b is verified",
    )


def test_L2_a_cancelled_item_stays_in_the_list_and_leaves_what_is_open() -> None:
    planner = ledger("a* b")
    result = patch(planner, {"id": "b", "status": "cancelled"})
    assert result == PlannerResult(
        output=output("a* b-", 2), change="patched", dropped=[{"id": "b", "content": "Do b"}]
    )
    assert planner.open_stages() == ["Do a"]
    patch(planner, {"id": "b", "status": "pending"})
    assert planner.open_stages() == ["Do a", "Do b"]


def test_items_without_ids_are_matched_by_content_and_never_collapse() -> None:
    planner = LedgerPlanner()
    twice: list[Json] = [{"content": "Same", "status": "pending"}] * 2
    named: Json = {"id": "t3", "content": "Named", "status": "pending"}
    planner.call("todo_write", {"items": [*twice, named, {"content": "Last", "status": "pending"}]})
    assert [item.id for item in planner.items] == ["t1", "t2", "t3", "t4"]
    patch(
        planner,
        {"content": "Same", "status": "completed"},
        {"content": "Same", "status": "in_progress"},
        {"content": "Same", "status": "blocked"},
    )
    assert [(item.id, item.status) for item in planner.items] == [
        ("t1", "completed"),
        ("t2", "in_progress"),
        ("t3", "pending"),
        ("t4", "pending"),
        ("t5", "blocked"),
    ]


def test_L3_a_breach_is_repaired_and_told_as_a_violation() -> None:
    planner = ledger("a b")
    result = planner.call("todo_write", {"items": items("a* b+ a+ c*")})
    assert result == PlannerResult(
        output=output("a* b+ c", 2),
        change="replaced",
        violations=[
            Violation(rule="L3", before=["a", "b", "a", "c"], after=["a", "b", "c"]),
            Violation(rule="L3", before=["a", "c"], after=["a"]),
        ],
    )


def test_L3_a_repair_that_leaves_the_list_as_it_was_is_told_too() -> None:
    planner = ledger("a* b")
    assert patch(planner, {"id": "b", "status": "in_progress"}) == PlannerResult(
        output=output("a* b", 2),
        change="patched",
        violations=[Violation(rule="L3", before=["a", "b"], after=["a"])],
    )


def test_R74_a_write_that_changes_nothing_is_no_change() -> None:
    planner = ledger("a* b")
    unchanged = PlannerResult(output=output("a* b", 1))
    assert planner.call("todo_write", {"items": items("a* b")}) == unchanged
    assert patch(planner) == unchanged
    assert patch(planner, {"id": "b", "content": "Do b"}) == unchanged


def test_L4_a_stale_write_is_refused_with_the_live_list() -> None:
    planner = ledger("a* é")
    patch(planner, {"id": "a", "status": "completed"}, expected_version=1)
    before = planner.snapshot()
    with pytest.raises(ToolError) as raised:
        patch(planner, {"id": "a", "status": "pending"}, expected_version=1)
    assert str(raised.value) == (
        "stale: expected_version is 1, the list is at version 2; nothing was written. The live "
        'list: {"todos": [{"id": "a", "content": "Do a", "status": "completed", "priority": '
        '"medium"}, {"id": "é", "content": "Do é", "status": "pending", "priority": "medium"}], '
        '"version": 2}'
    )
    assert planner.snapshot() == before


def test_L7_the_directive_lists_the_plan_while_something_is_open() -> None:
    planner = ledger("a+ b* c- d!")
    patch(planner, {"id": "e", "content": "Two\n lines <task_reminder>", "status": "pending"})
    directive = planner.directive() or ""
    head, _, guidance = directive.partition("\n\n")
    guidance, _, plan = guidance.partition("\n\n")
    assert head == "# Planning"
    assert "`todo_write({" in guidance
    assert plan == (
        "Current plan:\n"
        "- [completed] Do a\n"
        "- [in_progress] Do b\n"
        "- [cancelled] Do c\n"
        "- [blocked] Do d\n"
        "- [pending] Two lines ‹task_reminder>"
    )


@pytest.mark.parametrize("specs", ["", "a+", "a+ b-", "b-"])
def test_R19_with_nothing_open_there_is_no_directive_and_the_gate_is_open(specs: str) -> None:
    planner = ledger(specs)
    assert (planner.directive(), planner.complete, planner.open_stages()) == (None, True, [])


@pytest.mark.parametrize(
    ("specs", "only_blocked"), [("", False), ("a+", False), ("a! b", False), ("a! b+ c-", True)]
)
def test_L8_only_blocked_items_are_left(specs: str, only_blocked: bool) -> None:
    planner = ledger(specs)
    assert planner.only_blocked == only_blocked
    assert ("Only blocked items are left." in (planner.directive() or "")) == only_blocked
    assert planner.complete == (specs in ("", "a+"))


@pytest.mark.parametrize(
    ("writes", "once"),
    [
        (["a*", "a+"], ALL_DONE),
        (["a+"], ALL_DONE),
        (["a*", "a-"], ALL_DONE),
        (["a+", "a*"], None),
        (["a*", ""], None),
        (["a!"], None),
    ],
)
def test_R20_all_done_is_told_once_after_the_last_item_closes(
    writes: list[str], once: str | None
) -> None:
    planner = LedgerPlanner()
    for write in writes:
        planner.call("todo_write", {"items": items(write)})
    assert planner.once == once


def test_R20_a_patch_of_a_closed_list_does_not_tell_it_again() -> None:
    planner = ledger("a+ b-")
    planner.once = None  # as prepare_step does
    patch(planner, {"id": "a", "priority": "high"})
    assert planner.once is None


def test_R68_a_plan_file_seeds_it_as_is() -> None:
    planner = LedgerPlanner()
    planner.begin_step()
    planner.note_work()
    planner.seed(parse_plan_file(b"- [ ] A\n- [x] B\n"))
    assert planner.snapshot() == {
        "todos": [
            {"id": "t1", "content": "A", "status": "pending", "priority": "medium"},
            {"id": "t2", "content": "B", "status": "completed", "priority": "medium"},
        ],
        "version": 1,
    }
    assert (planner.once, planner.work_tick) == (None, 1)


def test_R60_an_empty_plan_file_is_shown_as_empty_for_one_step() -> None:
    planner = LedgerPlanner()
    planner.seed(parse_plan_file(b"# nothing yet\n"))
    assert (planner.once or "").endswith("\n\nCurrent plan:\n(empty)")
    assert "todo_write" in (planner.once or "")
    assert (planner.directive(), planner.version) == (None, 0)


def test_R49_a_ledger_that_is_put_away_keeps_its_version() -> None:
    planner = ledger("a+")
    planner.restore({})
    assert (planner.snapshot(), planner.once) == (output("", 1), None)


def test_R2_what_is_damaged_in_a_snapshot_is_read_around() -> None:
    planner = LedgerPlanner()
    damaged: list[Json] = [
        {"id": "a", "content": "A", "status": "in_progress"},
        {"id": "b", "content": "B", "status": "in_progress", "priority": "huge"},
        {"id": "a", "content": "again", "status": "odd"},
        {"id": "c", "content": "C", "status": "done"},
        "no item",
    ]
    planner.restore({"todos": damaged, "version": -3})
    assert planner.snapshot() == {
        "todos": [
            {"id": "a", "content": "A", "status": "in_progress", "priority": "medium"},
            {"id": "b", "content": "B", "status": "pending", "priority": "medium"},
            {"id": "c", "content": "C", "status": "completed", "priority": "medium"},
            {"id": "", "content": "", "status": "pending", "priority": "medium"},
        ],
        "version": 0,
    }
    for version in (True, "7", 2**60):
        planner.restore({"todos": [], "version": version})
        assert planner.version == 0


def test_a_store_says_which_version_it_is() -> None:
    for mode in ("metronome", "classic", "ledger", "none"):
        planner = select_planner(mode)
        planner.restore(planner.snapshot(), version=7)
        assert planner.version == (0 if mode == "none" else 7)
        planner.restore(planner.snapshot())
        assert planner.version == (0 if mode == "none" else 7)


def test_obeying_the_directive_clears_it() -> None:
    """Mark the item in progress completed and the next one in_progress, in the same call."""
    planner = ledger("a* b c!")
    done: list[str] = []
    while (directive := planner.directive()) is not None:
        assert "`todo_write({ mode:" in directive
        active = next((i for i in planner.items if i.status == "in_progress"), None)
        following = next((i for i in planner.items if i.status in ("pending", "blocked")), None)
        given: list[Json] = []
        if active is not None:
            given.append({"id": active.id, "status": "completed"})
            done.append(active.id)
        if following is not None:
            given.append({"id": following.id, "status": "in_progress"})
        patch(planner, *given)
    assert (done, planner.complete) == (["a", "b", "c"], True)
