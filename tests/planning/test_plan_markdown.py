"""A plan as plan.md and back: what a person edits comes back, what nobody touches is the same."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.strategies import long, quick
from tests.planning.test_convert import CLASSIC, LEDGER, METRONOME, planners
from zaptui.core.json import JsonObject
from zaptui.errors import UsageError
from zaptui.planning.plan_file import parse_plan_file
from zaptui.planning.plan_markdown import ReadPlan, export_plan, read_plan
from zaptui.planning.plan_rows import mode_of
from zaptui.planning.planner import MetronomePlanner, Planner

METRONOME_FILE = """\
<!-- zap_plan: metronome; version: 7; work_at_last_advance: 5; last_refused_pointer: 1 -->
- [x] Done <!-- id: d -->
  deliverable: A proof
  <!-- evidence: seen -->
- [ ] Active <!-- id: a -->
  deliverable: A file
- [ ] Pending <!-- id: p -->
  deliverable: An answer
"""
LEDGER_FILE = """\
<!-- zap_plan: ledger; version: 4 -->
- [ ] Wait <!-- id: w; status: blocked; priority: high -->
- [ ] Pending <!-- id: p; priority: low -->
- [x] Done <!-- id: d -->
<!-- cancelled: Gone; id: x -->
- [ ] Active <!-- id: a; status: in_progress -->
"""
CLASSIC_FILE = """\
<!-- zap_plan: classic; version: 2 -->
- [ ] Pending <!-- id: p -->
- [ ] Active <!-- id: a; status: in_progress -->
- [x] Done <!-- id: d -->
"""
_PLANS = [(METRONOME, 7, METRONOME_FILE), (LEDGER, 4, LEDGER_FILE), (CLASSIC, 2, CLASSIC_FILE)]
each_plan = pytest.mark.parametrize(
    ("snapshot", "version", "file"), _PLANS, ids=[mode_of(plan) for plan, _, _ in _PLANS]
)


def _stages(snapshot: JsonObject) -> list[tuple[str, str, str, str, str | None]]:
    plan: Any = snapshot["plan"]
    keys = ("id", "content", "status", "deliverable", "evidence")
    return [tuple(stage[key] for key in keys) for stage in plan["stages"]]


def _edited(old: str, new: str) -> list[tuple[str, str, str, str, str | None]]:
    """The stages after an edit of the exported metronome plan."""
    assert old in METRONOME_FILE
    edited = METRONOME_FILE.replace(old, new)
    return _stages(read_plan(edited.encode(), base=METRONOME).snapshot)


DONE = ("d", "Done", "done", "A proof", "seen")
ACTIVE = ("a", "Active", "in_progress", "A file", None)
PENDING = ("p", "Pending", "pending", "An answer", None)


@each_plan
def test_a_plan_is_written_and_read_back(snapshot: JsonObject, version: int, file: str) -> None:
    assert export_plan(snapshot, version=version).decode() == file
    same = ReadPlan(snapshot=snapshot, version=version)
    assert read_plan(file.encode()) == same
    assert read_plan(file.encode(), base=snapshot) == same


@each_plan
def test_an_export_into_its_own_file_changes_no_byte(
    snapshot: JsonObject, version: int, file: str
) -> None:
    for text in (file, file.rstrip("\n"), file.replace("\n", "\r\n"), f"\ufeff{file}"):
        assert export_plan(snapshot, version=version, into=text.encode()) == text.encode()


def test_no_plan_is_a_header_alone() -> None:
    assert export_plan({"plan": None}, version=0) == b"<!-- zap_plan: metronome; version: 0 -->\n"
    assert export_plan({}, version=0) == b"<!-- zap_plan: none; version: 0 -->\n"
    assert read_plan(b"<!-- zap_plan: metronome -->\n") == ReadPlan(
        snapshot={"plan": None}, version=None
    )
    assert read_plan(b"- [ ] nowhere to go\n", base={}) == ReadPlan(snapshot={}, version=None)
    assert read_plan(b"<!-- zap_plan: ledger -->\n").snapshot == {"todos": [], "version": 0}


def test_added_lines_are_new_stages() -> None:
    assert _edited("- [ ] Pending", "- [ ] New\n  deliverable: N\n- [ ] Other\n- [ ] Pending") == [
        DONE,
        ACTIVE,
        ("t1", "New", "pending", "N", None),
        ("t2", "Other", "pending", "Other", None),
        PENDING,
    ]


def test_a_removed_line_is_a_removed_stage() -> None:
    removed = "- [ ] Active <!-- id: a -->\n  deliverable: A file\n"
    assert _edited(removed, "") == [DONE, ("p", "Pending", "in_progress", "An answer", None)]


def test_a_moved_line_keeps_its_stage_also_without_its_fields() -> None:
    line = "- [ ] Pending <!-- id: p -->\n"
    moved = METRONOME_FILE.replace(line, "").replace("- [ ] Active", f"{line}- [ ] Active")
    assert _stages(read_plan(moved.encode(), base=METRONOME).snapshot) == [
        DONE,
        ("p", "Pending", "in_progress", "An answer", None),
        ("a", "Active", "pending", "A file", None),
    ]


def test_a_ticked_line_is_a_closed_stage_and_comes_before_the_open_ones() -> None:
    assert _edited("- [ ] Pending", "- [X] Pending") == [
        DONE,
        ("p", "Pending", "done", "An answer", "ticked in plan.md"),
        ACTIVE,
    ]


def test_the_evidence_a_person_writes_counts_for_what_they_close_and_not_for_what_was() -> None:
    closed = '- [x] Active <!-- id: a -->\n  <!-- evidence: "I saw it" -->'
    assert _edited("- [ ] Active <!-- id: a -->", closed)[1] == (
        "a",
        "Active",
        "done",
        "A file",
        "I saw it",
    )
    assert _edited("evidence: seen", 'evidence: "made up"')[0] == DONE


def test_an_unticked_line_is_open_again() -> None:
    assert _edited("- [x] Done", "- [ ] Done") == [
        ("d", "Done", "in_progress", "A proof", None),
        ("a", "Active", "pending", "A file", None),
        PENDING,
    ]


def test_an_edited_line_keeps_its_id() -> None:
    assert _edited("- [ ] Active <!--", "- [ ] Another goal <!--")[1] == (
        "a",
        "Another goal",
        "in_progress",
        "A file",
        None,
    )
    assert _edited("deliverable: A file", "- deliverable: A folder ")[1] == (
        "a",
        "Active",
        "in_progress",
        "A folder",
        None,
    )


def test_a_deliverable_that_was_the_content_follows_it() -> None:
    planner = MetronomePlanner()
    planner.call("plan", {"stages": [{"id": "a", "content": "Old", "deliverable": "Old"}]})
    edited = export_plan(planner.snapshot(), version=1).replace(b"Old", b"New")
    assert _stages(read_plan(edited, base=planner.snapshot()).snapshot) == [
        ("a", "New", "in_progress", "New", None)
    ]


def test_a_line_without_an_id_or_with_that_of_another_is_new() -> None:
    twice = "- [ ] Pending <!-- id: p -->\n- [ ] Copied <!-- id: p -->\n- [ ] Bare <!-- note -->"
    assert _edited("- [ ] Pending <!-- id: p -->", twice) == [
        DONE,
        ACTIVE,
        ("p", "Pending", "pending", "An answer", None),
        ("t1", "Copied", "pending", "Copied", None),
        ("t2", "Bare <!-- note -->", "pending", "An answer", None),
    ]


def test_an_id_that_is_taken_is_not_given_again() -> None:
    base: JsonObject = {"todos": [{"id": "t1", "content": "A", "status": "pending"}]}
    file = b"- [ ] New\n- [ ]\n- [ ] B <!-- id: t2 -->\n- [ ] Newer\n"
    assert read_plan(file, base=base).snapshot == {
        "todos": [
            {"id": "t3", "content": "New", "status": "pending"},
            {"id": "t2", "content": "B", "status": "pending"},
            {"id": "t4", "content": "Newer", "status": "pending"},
        ]
    }


def test_R35_a_nudge_that_was_used_counts_while_the_stage_is_the_same() -> None:
    def refused(old: str, new: str) -> object:
        snapshot = read_plan(METRONOME_FILE.replace(old, new).encode(), base=METRONOME).snapshot
        plan: Any = snapshot["plan"]
        return plan.get("last_refused_pointer")

    assert refused("Pending", "Waiting") == 1
    assert refused("[ ] Active", "[x] Active") is None
    assert refused("- [ ] Active", "- [ ] First\n- [ ] Active") is None


def test_a_person_blocks_cancels_and_ranks_in_the_comment() -> None:
    edited = LEDGER_FILE.replace("id: p; priority: low", "id: p; status: cancelled").replace(
        "id: a; status: in_progress", "id: a; status: blocked; priority: high"
    )
    assert read_plan(edited.encode(), base=LEDGER).snapshot == {
        "todos": [
            {"id": "w", "content": "Wait", "status": "blocked", "priority": "high"},
            {"id": "p", "content": "Pending", "status": "cancelled", "priority": "medium"},
            {"id": "d", "content": "Done", "status": "completed", "priority": "medium"},
            {"id": "x", "content": "Gone", "status": "cancelled", "priority": "medium"},
            {"id": "a", "content": "Active", "status": "blocked", "priority": "high"},
        ],
        "version": 4,
    }
    stages = _stages(read_plan(edited.encode(), base={"plan": None}).snapshot)
    assert [stage[0] for stage in stages] == ["d", "w", "a"]


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("- [ ] a <!-- id: a; status: done -->", "line 2: unknown status 'done'"),
        ("- [ ] a <!-- id: a; status: wip -->", "line 2: unknown status 'wip' — one of pending, "),
        ("- [x] a <!-- id: a; priority: 1 -->", "line 2: unknown priority '1' — one of high, "),
        ("<!-- cancelled: a; priority: x -->", "line 2: unknown priority 'x'"),
        ("- [ ] a <!-- id: two words -->", "line 2: the comment cannot be read at 'id: two words'"),
        ('- [ ] a <!-- id: "open -->', "line 2: the comment cannot be read"),
        ('- [ ] a <!-- id: "\\q" -->', "line 2: "),
        ("<!-- zap_plan: -->", "line 2: the comment cannot be read"),
        ("<!-- evidence: a b -->", "line 2: the comment cannot be read"),
    ],
)
def test_a_damaged_comment_is_an_error_that_names_the_line(line: str, error: str) -> None:
    with pytest.raises(UsageError) as raised:
        read_plan(f"\n{line}\n".encode(), base=LEDGER)
    assert error in str(raised.value)


@pytest.mark.parametrize("version", ["x", "-1", "9" * 40, "¹"])
def test_a_version_that_is_no_number_is_an_error(version: str) -> None:
    with pytest.raises(UsageError, match="line 1: "):
        read_plan(f'<!-- zap_plan: classic; version: "{version}" -->'.encode())


@pytest.mark.parametrize("text", ["", "- [ ] a\n", "<!-- zap_plan: waltz -->"])
def test_a_file_of_another_origin_needs_a_plan_it_was_written_from(text: str) -> None:
    with pytest.raises(UsageError, match="this is no plan that zap wrote"):
        read_plan(text.encode())


_HEADER = METRONOME_FILE.splitlines()[0]
_OWN = b"""# Release\r
\r
- [ ]  Active\r
    - deliverable:   A file\r
    - check: ls dist\r
  a note\r
\r
Between.\xff\r
* [ ] no item\r
- [ ] Dropped\r
  deliverable: with it\r
- [X] Done\r
- [ ] Pending"""


def test_an_export_into_a_persons_file_leaves_all_else_where_it_is() -> None:
    written = export_plan(METRONOME, version=7, into=_OWN)
    assert written.decode("utf-8", "surrogateescape").split("\r\n") == [
        _HEADER,
        "# Release",
        "",
        "- [x] Done <!-- id: d -->",
        "  deliverable: A proof",
        "  <!-- evidence: seen -->",
        "",
        "Between.\udcff",
        "* [ ] no item",
        "- [ ] Active <!-- id: a -->",
        "    - deliverable:   A file",
        "  a note",
        "- [ ] Pending <!-- id: p -->",
        "  deliverable: An answer",
        "",
    ]


def test_an_item_that_is_new_goes_behind_its_neighbour_and_a_changed_line_alone_changes() -> None:
    file = METRONOME_FILE.replace("- [ ] Active", "Words.\n-   [ ] Active")
    planner = MetronomePlanner()
    planner.restore(METRONOME, version=7)
    planner.call("advance", {"evidence": "it is there"})
    new: JsonObject = {"id": "n", "content": "New", "deliverable": "New"}
    old: JsonObject = {"id": "p", "content": "Pending", "deliverable": "A better answer"}
    planner.call("plan", {"stages": [new, old, {**new, "id": "z", "deliverable": "Z"}]})
    written = export_plan(planner.snapshot(), version=planner.version, into=file.encode())
    assert (
        written.decode()
        == """\
<!-- zap_plan: metronome; version: 9; work_at_last_advance: 5 -->
- [x] Done <!-- id: d -->
  deliverable: A proof
  <!-- evidence: seen -->
Words.
- [x] Active <!-- id: a -->
  deliverable: A file
  <!-- evidence: "it is there"; trusted: yes -->
- [ ] New <!-- id: n -->
- [ ] Pending <!-- id: p -->
  deliverable: A better answer
- [ ] New <!-- id: z -->
  deliverable: Z
"""
    )


@pytest.mark.parametrize(
    ("mine", "then"),
    [
        ("-  [X]  Done", "-  [X]  Done"),
        ("- [ ] Done", "- [x] Done"),
        ("- [x] Done well", "- [x] Done"),
    ],
)
def test_a_line_that_says_the_same_in_another_way_stays(mine: str, then: str) -> None:
    """And a field that says something else becomes what the plan says."""
    file = METRONOME_FILE.replace("- [x] Done", mine)
    changed = file.replace("A proof", "Proof").replace("seen", "heard").replace("A file", "File")
    written = METRONOME_FILE.replace("- [x] Done", then)
    assert export_plan(METRONOME, version=7, into=file.encode()).decode() == written
    assert export_plan(METRONOME, version=7, into=changed.encode()).decode() == written


def test_items_in_front_of_all_and_into_an_empty_file() -> None:
    first: JsonObject = {"id": "f", "content": "First", "status": "pending"}
    todos: Any = CLASSIC["todos"]
    written = export_plan({"todos": [first, *todos]}, version=2, into=CLASSIC_FILE.encode())
    assert written.decode() == CLASSIC_FILE.replace(
        "- [ ] Pending", "- [ ] First <!-- id: f -->\n- [ ] Pending"
    )
    assert export_plan(CLASSIC, version=2, into=b"# Mine").decode() == CLASSIC_FILE.replace(
        "- [ ] Pending", "# Mine\n- [ ] Pending"
    )


def test_a_list_planner_leaves_deliverables_and_evidence_in_the_file() -> None:
    file = CLASSIC_FILE.replace(
        "- [ ] Pending <!-- id: p -->",
        "- [ ] Pending <!-- id: p -->\n  deliverable: kept\n  <!-- evidence: kept -->",
    )
    assert export_plan(CLASSIC, version=2, into=file.encode()).decode() == file
    ticked: Any = [{**item, "status": "done"} for item in CLASSIC["todos"]]  # pyright: ignore
    assert export_plan({"todos": ticked}, version=2, into=file.encode()).decode() == file.replace(
        "[ ]", "[x]"
    ).replace("; status: in_progress", "")


def test_texts_that_a_line_cannot_show_come_back_whole_while_nobody_edits_it() -> None:
    planner = MetronomePlanner()
    stages: Any = [
        {"id": "a b", "content": "Two\nlines", "deliverable": "\u200bhidden"},
        {"id": "c", "content": "Ends <!-- id: q -->", "deliverable": "\u200b"},
        {"id": "\ud800", "content": "\x1b[31m \U000e0041", "deliverable": "x\u2028y"},
    ]
    planner.call("plan", {"stages": stages})
    file = export_plan(planner.snapshot(), version=1)
    assert file.decode().splitlines()[1:] == [
        r'- [ ] Two lines <!-- id: "a b"; content: "Two\nlines"; deliverable: "\u200bhidden" -->',
        "  deliverable: hidden",
        r'- [ ] Ends <!-- id: q --> <!-- id: c; deliverable: "\u200b" -->',
        r'- [ ] [31m <!-- id: "\ud800"; content: "\u001b[31m \udb40\udc41"; '
        r'deliverable: "x\u2028y" -->',
        "  deliverable: x y",
    ]
    assert read_plan(file).snapshot == planner.snapshot()
    edited = read_plan(file.replace(b"Two lines", b"One line").replace(b"x y", b"z"))
    rows = _stages(edited.snapshot)
    assert (rows[0][1], rows[2][3]) == ("One line", "z")
    assert export_plan(planner.snapshot(), version=1, into=file) == file
    shown = file.replace(rb'; deliverable: "\u200bhidden"', b"")
    assert export_plan(planner.snapshot(), version=1, into=shown) == file


def test_R60_an_exported_plan_has_its_items_as_check_lines() -> None:
    items = parse_plan_file(LEDGER_FILE.encode()).items
    assert [(item.content.split(" <!--")[0], item.done) for item in items] == [
        ("Wait", False),
        ("Pending", False),
        ("Done", True),
        ("Active", False),
    ]


_nasty = st.text(
    alphabet=st.one_of(st.sampled_from('ab -[]x<>!"\\;:#\n\r\t\x1b\u200b\u2028'), st.characters()),
    min_size=1,
    max_size=12,
).filter(str.strip)


@st.composite
def nasty_plans(draw: st.DrawFn) -> JsonObject:
    """A metronome plan of any texts, some stages closed."""
    planner = MetronomePlanner()
    ids = draw(st.lists(_nasty, unique=True, min_size=1, max_size=4))
    stages: Any = [{"id": i, "content": draw(_nasty), "deliverable": draw(_nasty)} for i in ids]
    planner.call("plan", {"stages": stages})
    for _ in range(draw(st.integers(0, len(ids)))):
        planner.begin_step()
        planner.note_work()
        planner.call("advance", {"evidence": draw(_nasty)})
    return planner.snapshot()


def _laws(snapshot: JsonObject, later: JsonObject) -> None:
    """Written and read it is the same plan, into any file; and into its own it is the same file."""
    file = export_plan(snapshot, version=5)
    same = ReadPlan(snapshot={**snapshot, **_version(snapshot, 5)}, version=5)
    assert read_plan(file) == same
    assert read_plan(file, base=snapshot) == ReadPlan(snapshot=snapshot, version=5)
    assert export_plan(snapshot, version=5, into=file) == file
    into = export_plan(later, version=6, into=file)
    assert read_plan(into) == ReadPlan(snapshot={**later, **_version(later, 6)}, version=6)
    assert export_plan(later, version=6, into=into) == into


def _version(snapshot: JsonObject, version: int) -> JsonObject:
    return {"version": version} if mode_of(snapshot) == "ledger" else {}


@given(planner=planners(), later=planners())
@quick
def test_any_plan_comes_back_as_it_was(planner: Planner, later: Planner) -> None:
    _laws(planner.snapshot(), later.snapshot())


@given(snapshot=nasty_plans(), later=nasty_plans())
@quick
def test_any_text_comes_back_as_it_was(snapshot: JsonObject, later: JsonObject) -> None:
    _laws(snapshot, later)


@pytest.mark.soak
@given(snapshot=nasty_plans(), later=nasty_plans())
@long
def test_any_text_long_sweep(snapshot: JsonObject, later: JsonObject) -> None:
    _laws(snapshot, later)


_lines = st.lists(
    st.sampled_from(
        [
            "- [ ] a <!-- id: a -->",
            "- [x] b <!-- id: b -->",
            "  - [ ] a",
            "<!-- cancelled: c; id: c -->",
            "  deliverable: d",
            '  <!-- evidence: "e" -->',
            "  note",
            "",
            "# Title",
            "- [ ]",
            "<!-- zap_plan: classic -->",
            "\ufeff",
        ]
    ),
    max_size=8,
).map("\n".join)


@given(text=_lines, planner=planners())
@quick
def test_an_export_into_any_file_says_the_plan_and_keeps_other_lines(
    text: str, planner: Planner
) -> None:
    snapshot = planner.snapshot()
    written = export_plan(snapshot, version=5, into=text.encode())
    assert read_plan(written).snapshot == {**snapshot, **_version(snapshot, 5)}
    assert export_plan(snapshot, version=5, into=written) == written
    assert written.decode().count("# Title") == text.count("# Title")
