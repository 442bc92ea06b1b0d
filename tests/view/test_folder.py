"""The fold of a turn into rows."""

from tests.view.turns import call, finished, fold, names, shown, step, text, todos, write
from zaptui.core import events as e
from zaptui.core.conversation import Conversation
from zaptui.core.parts import Usage
from zaptui.view.folder import StageFolder
from zaptui.view.stages import Folded


def _fold(conversation: Conversation) -> Folded:
    return StageFolder(conversation.turn).fold()


def _apply(conversation: Conversation, *events: e.Event) -> None:
    for event in events:
        conversation.apply(event)


def test_R53_work_of_a_step_goes_to_the_stage_before_its_planner_call() -> None:
    turn = fold(
        *step(text("t0"), *call("c0"), *write("w1", "a* b")),
        *step(text("t1"), *call("c1"), *write("w2", "a+ b*"), text("t2")),
        *step(*call("c2")),
    )
    assert shown(_fold(turn)) == {
        "before": ["t0", "c0"],
        "a done": ["t1", "c1", "t2"],
        "b in_progress": ["c2"],
        "sink": [],
    }


def test_R53_the_answer_is_not_folded_away() -> None:
    turn = fold(
        *step(*write("w1", "a*")), *step(*write("w2", "a+")), *step(text("answer")), finished()
    )
    assert shown(_fold(turn)) == {"before": [], "a done": [], "sink": ["answer"]}


def test_R53_a_dropped_stages_work_goes_to_the_sink_and_comes_back_with_it() -> None:
    turn = fold(*step(*write("w1", "a* b")), *step(*call("c1")), *step(*write("w2", "b*")))
    folder = StageFolder(turn.turn)
    assert shown(folder.fold()) == {"before": [], "b in_progress": [], "sink": ["c1"]}
    _apply(turn, *step(*call("c2")), *step(*write("w3", "a* b")), *step(*call("c3")))
    assert shown(folder.fold()) == {
        "before": [],
        "a in_progress": ["c1", "c3"],
        "b pending": ["c2"],
        "sink": [],
    }


def test_R56_a_row_for_every_item_and_none_for_a_dropped_one() -> None:
    turn = fold(*step(*write("w1", "a* b c")), *step(*write("w2", "a+ b+")))
    assert shown(_fold(turn)) == {"before": [], "a done": [], "b done": [], "sink": []}


def test_R64_a_change_from_outside_between_a_call_and_its_effect_does_not_win() -> None:
    """The call is there before it runs; what a person writes meanwhile is older than its result."""

    def update(specs: str, call_id: str | None = None) -> e.Event:
        return e.PlanUpdate(
            mode="classic", snapshot=todos(specs), todos=[], change="edited", version=1,
            tool_call_id=call_id,
        )  # fmt: skip

    called, returned = write("w1", "a+ b*")
    turn = fold(
        *step(*write("w0", "a* b")),
        *step(called, update("a* b c"), update("a+ b* c", "w1"), returned),
    )
    assert list(shown(_fold(turn))) == ["before", "a done", "b in_progress", "c pending", "sink"]
    _apply(turn, update("a+ c*"))
    assert list(shown(_fold(turn))) == ["before", "a done", "c in_progress", "sink"]


def test_R54_a_failed_planner_call_is_ignored() -> None:
    turn = fold(
        *step(*write("w1", "a*")),
        *step(
            e.ToolCalled(call_id="w2", tool="write_todos", input=todos("b*")),
            e.ToolReturned(call_id="w2", error="no"),
        ),
    )
    assert list(shown(_fold(turn))) == ["before", "a in_progress", "sink"]


def test_R54_a_discarded_planner_call_is_ignored() -> None:
    turn = fold(
        *step(
            text("t"),
            e.ToolCalled(call_id="w", tool="write_todos", input=todos("b*")),
            e.Retrying(attempt=1, wait_s=0.0, error="overloaded"),
        )
    )
    assert shown(_fold(turn)) == {"before": ["t", "notice:1"], "sink": []}


def test_R54_the_first_list_appears_while_its_arguments_stream() -> None:
    turn = fold(*step(text("t")))
    folder = StageFolder(turn.turn)
    seen: list[list[str]] = []
    for delta in ('{"todos": [{"id": "a", "content": "a"', "}", ", {", '"id": "b"}', "]}"):
        turn.apply(e.ToolInputDelta(call_id="w", tool="write_todos", delta=delta))
        seen.append([row.stage_id for row in folder.fold().rows])
    assert seen == [[], ["a"], ["a"], ["a", "b"], ["a", "b"]]


def test_R54_rows_of_a_first_list_that_failed_vanish() -> None:
    turn = fold(*step(text("t"), e.ToolCalled(call_id="w", tool="write_todos", input=todos("a*"))))
    folder = StageFolder(turn.turn)
    assert shown(folder.fold()) == {"before": ["t"], "a in_progress": [], "sink": []}
    turn.apply(e.ToolReturned(call_id="w", error="no"))
    assert shown(folder.fold()) == {"before": ["t"], "sink": []}


def test_R64_a_seed_is_a_list_before_the_first_step() -> None:
    seed = e.PlanUpdate(mode="classic", snapshot=todos("a b"), todos=[], change="seeded", version=1)
    turn = fold(seed, *step(*call("c1")))
    assert shown(_fold(turn)) == {
        "before": [],
        "a pending": ["c1"],
        "b pending": [],
        "sink": [],
    }


def test_R53_with_an_empty_list_everything_later_is_in_the_sink() -> None:
    turn = fold(*step(text("t0"), *write("w1", "")), *step(text("t1")))
    assert shown(_fold(turn)) == {"before": ["t0"], "sink": ["t1"]}


def test_R51_a_row_says_all_there_is_to_draw() -> None:
    stages = [
        {
            "id": "a",
            "content": "A",
            "deliverable": "D",
            "status": "done",
            "evidence": "seen",
            "receipts": ["r1", 2],
            "checked": "green",
            "trusted": True,
        },
        {"id": "b", "content": "B", "deliverable": "E", "status": "in_progress"},
    ]
    update = e.PlanUpdate(
        mode="metronome",
        snapshot={"plan": {"stages": stages}},
        todos=[],
        change="advanced",
        version=1,
    )
    rows = [
        {
            name: getattr(row, name)
            for name in row.__dataclass_fields__
            if name not in ("subparts", "meter")
        }
        for row in _fold(fold(update, finished())).rows
    ]
    assert rows == [
        {
            "stage_id": "a",
            "index": 1,
            "total": 2,
            "content": "A",
            "status": "done",
            "deliverable": "D",
            "evidence": "seen",
            "converged": False,
            "is_streaming": False,
            "has_next": True,
            "trusted": True,
            "receipts": ("r1",),
            "checked": "green",
        },
        {
            "stage_id": "b",
            "index": 2,
            "total": 2,
            "content": "B",
            "status": "done",
            "deliverable": "E",
            "evidence": None,
            "converged": True,
            "is_streaming": False,
            "has_next": False,
            "trusted": False,
            "receipts": (),
            "checked": None,
        },
    ]


def test_R53_the_sink_is_the_subparts_behind_the_last_row() -> None:
    turn = fold(*step(*write("w1", "a*")), *step(*write("w2", "a+")), *step(text("t")))
    folded = _fold(turn)
    assert [names(parts) for parts in folded.subparts()] == [[], ["t"]]


def test_R50_nothing_changed_is_the_same_object() -> None:
    turn = fold(*step(*write("w1", "a* b")), *step(text("t")))
    folder = StageFolder(turn.turn)
    assert folder.fold() is folder.fold()


def test_R50_without_a_planner_call_parts_pass_through() -> None:
    turn = fold(*step(text("t")), *step(*call("c")))
    folded = _fold(turn)
    assert (shown(folded), folded.rows) == ({"before": ["t", "c"], "sink": []}, ())


def test_R57_an_unchanged_row_is_the_same_object_and_a_changed_one_is_not() -> None:
    turn = fold(*step(*write("w1", "a* b")), *step(text("t")))
    folder = StageFolder(turn.turn)
    before = folder.fold()
    _apply(turn, text("t"))
    after = folder.fold()
    assert after.rows[0] is not before.rows[0]
    assert after.rows[1] is before.rows[1]
    assert (after.before is before.before, after.sink is before.sink) == (True, True)


def test_R57_a_fold_that_looks_the_same_is_the_same_list() -> None:
    turn = fold(*step(*write("w1", "a* b")), *step(text("t")))
    folder = StageFolder(turn.turn)
    before = folder.fold()
    _apply(
        turn, e.ModelFinished(reason="stop"), e.StepStarted(step=2), e.TextDelta(part="u", text="")
    )
    turn.turn.current.discard()
    again = folder.fold()
    assert again is not before  # there is a part more
    _apply(turn, e.StepStarted(step=3))
    assert folder.fold() is again


def test_a_late_result_is_seen() -> None:
    turn = fold(
        *step(*write("w1", "a*")),
        *step(e.ToolCalled(call_id="c", tool="shell", input={})),
        *step(),
    )
    folder = StageFolder(turn.turn)
    folder.fold()
    turn.apply(e.ToolProgress(call_id="c", text="late"))
    turn.apply(e.ToolReturned(call_id="c", output="later"))
    [part] = folder.fold().rows[0].subparts
    assert part is turn.turn.steps[1].parts[0]
    assert part.output == "later"


def test_the_tokens_of_a_reply_show_when_it_is_whole() -> None:
    conversation = fold(*write("w", "a*"), *step(text("x")))
    folder = StageFolder(conversation.turn)
    assert folder.fold().rows[0].meter.tokens == 0
    conversation.apply(e.ModelFinished(reason="stop", usage=Usage(output_tokens=7)))
    assert folder.fold().rows[0].meter.tokens == 7


def test_a_fold_that_begins_where_another_one_ended_has_the_same_rows() -> None:
    opening = [*write("w", "a* b"), *step(*call("c1"), *write("v", "a+ b*"))]
    rest = step(*call("c2"))
    start = StageFolder(fold(*opening).turn).carry()
    later = StageFolder(fold(*rest).turn, start).fold()
    whole = StageFolder(fold(*opening, *rest).turn).fold()
    for row, same in zip(later.rows, whole.rows, strict=True):
        assert (row.stage_id, row.status, row.meter) == (same.stage_id, same.status, same.meter)
    assert shown(later) == {"before": [], "a done": [], "b in_progress": ["c2"], "sink": []}
