"""The plan of an answer, and a plan as text to be edited."""

from zaptui.planning.plan_file import PlanFile, PlanFileItem
from zaptui.tui.proposals import plan_text, proposed_plan

PLAN = PlanFile(
    items=(
        PlanFileItem(content="Read it", done=False, deliverable="notes"),
        PlanFileItem(content="Mend it", done=True),
    )
)


def test_a_checklist_in_an_answer_is_a_plan():
    answer = "I would:\n\n- [ ] Read it\n  deliverable: notes\n- [x] Mend it\n\nShall I?"
    assert proposed_plan(answer) == PLAN


def test_an_answer_without_one_is_none():
    assert proposed_plan("- read it\n- mend it") is None


def test_a_plan_survives_being_written_and_read():
    assert proposed_plan(plan_text(PLAN)) == PLAN


def test_text_that_is_no_unicode_is_read():
    plan = proposed_plan("- [ ] a\ud800b")
    assert plan is not None
    assert plan.items[0].content == "a?b"
