"""plan.md: which lines are items, and what they become."""

import pytest

from zaptui.errors import UsageError
from zaptui.planning.checks import lock_check
from zaptui.planning.plan import PlanStage, PlanState
from zaptui.planning.plan_file import (
    LIMIT,
    PlanFile,
    PlanFileItem,
    parse_plan_file,
    seed_plan,
    seed_todos,
)
from zaptui.planning.todos import TodoItem


def _contents(text: str) -> list[tuple[str, bool]]:
    return [(item.content, item.done) for item in parse_plan_file(text.encode()).items]


@pytest.mark.parametrize(
    ("line", "items"),
    [
        ("- [ ] one", [("one", False)]),
        ("\t-   [X]\ttwo  ", [("two", True)]),
        ("- [ ] with [x] inside", [("with [x] inside", False)]),
        ("-[ ] no space", []),
        ("- [x](https://example.org) a link", []),
        ("- [y] another mark", []),
        ("- [  ] two spaces", []),
        ("+ [ ] plus", []),
        ("text - [ ] later", []),
        ("\ufeff- [ ] with a byte order mark", [("with a byte order mark", False)]),
    ],
)
def test_R60_a_checklist_line(line: str, items: list[tuple[str, bool]]) -> None:
    assert _contents(line) == items


def test_R60_bytes_that_are_no_text_are_read_around() -> None:
    assert parse_plan_file(b"- [ ] caf\xe9\n").items == (
        PlanFileItem(content="caf\ufffd", done=False),
    )


def test_R60_a_line_of_spaces_costs_its_length() -> None:
    line = b"- [ ] a" + b" " * 60_000 + b"b"
    assert len(parse_plan_file(line).items[0].content) == 60_002


def test_R60_a_larger_file_is_on_and_ignored() -> None:
    assert parse_plan_file(b"- [ ] one\n".ljust(LIMIT + 1)) == PlanFile(too_large=True)


_FILE = parse_plan_file(
    b"""# Release
- [ ] Build it
  deliverable: a wheel
  - check: ls dist
  deliverable: not this one
- [x] Look around
- [ ]
  deliverable: of nothing
deliverable: not indented
- [ ] Ship it
"""
)


def test_R68_indented_fields_belong_to_the_item_above() -> None:
    assert (
        PlanFile(
            items=(
                PlanFileItem(
                    content="Build it", done=False, deliverable="a wheel", check="ls dist"
                ),
                PlanFileItem(content="Look around", done=True),
                PlanFileItem(content="Ship it", done=False),
            )
        )
        == _FILE
    )


def test_R68_into_metronome_ticked_items_are_closed_stages_first() -> None:
    assert seed_plan(_FILE) == PlanState(
        stages=(
            PlanStage(
                id="t2",
                content="Look around",
                deliverable="Look around",
                evidence="seeded from plan.md",
            ),
            PlanStage(
                id="t1",
                content="Build it",
                deliverable="a wheel",
                check=lock_check("ls dist", "plan.md"),
            ),
            PlanStage(id="t3", content="Ship it", deliverable="Ship it"),
        ),
        pointer=1,
    )


def test_R68_into_classic_as_is_without_promotion() -> None:
    assert seed_todos(_FILE) == (
        TodoItem(id="t1", content="Build it", status="pending"),
        TodoItem(id="t2", content="Look around", status="done"),
        TodoItem(id="t3", content="Ship it", status="pending"),
    )


def test_R60_an_empty_file_seeds_nothing() -> None:
    assert (seed_plan(PlanFile()), seed_todos(PlanFile())) == (None, ())


def test_a_check_that_asks_for_nothing_is_refused_by_name() -> None:
    file = parse_plan_file(b"- [ ] Build it\n  check: json: result.json\n")
    with pytest.raises(UsageError) as raised:
        seed_plan(file)
    assert str(raised.value) == (
        "plan.md: the check of 'Build it': a JSON check is written PATH /POINTER = VALUE"
    )


def test_an_exported_plan_seeds_its_words_without_its_comments() -> None:
    data = b"""<!-- zap_plan: metronome; version: 7; work_at_last_advance: 3 -->
- [x] Find it <!-- id: s1; check_by: model; check_lock: 0123 -->
  deliverable: the line
  <!-- evidence: "seen" -->
- [ ] Fix it <!-- id: s2 -->  
<!-- cancelled: "Rewrite it"; id: s3 -->
- [ ] Keep <!-- a remark -->
"""
    assert parse_plan_file(data).items == (
        PlanFileItem(content="Find it", done=True, deliverable="the line"),
        PlanFileItem(content="Fix it", done=False),
        PlanFileItem(content="Keep <!-- a remark -->", done=False),
    )
