"""Stages that are called done although nothing was done: what a person sees of them."""

import pytest

from tests.agent.expected import finished, on_stage, plan, plan_update, stages, step, todos
from tests.agent.faults.seen import errors, folded, requests, result, updates, work
from tests.fakes import make_session, play, say
from zaptui.core import events as e
from zaptui.planning.directives import ADVANCE_REFUSED

WORK = ("work", {"what": "x"})


async def test_F12_items_are_marked_done_that_were_never_built() -> None:
    """The model owns its list, but a done item without work and without proof shows as that."""
    told = await play(
        make_session(
            [
                say("", ("write_todos", todos("a* b c"))),
                say("", WORK),
                say("", ("write_todos", todos("a+ b+ c+"))),
                say("All three are built."),
            ],
            mode="classic",
        )
    )
    assert result(told)["stages"] == [
        {"id": "a", "content": "a", "status": "done", "evidence": None, "calls": 1},
        {"id": "b", "content": "b", "status": "done", "evidence": None, "calls": 0},
        {"id": "c", "content": "c", "status": "done", "evidence": None, "calls": 0},
    ]
    assert [row.meter.began_at for row in folded(told).rows] == [0.0, None, None]


async def test_F12_a_stage_that_is_insisted_on_shows_that_nothing_was_called() -> None:
    advance = say("", ("advance", {"evidence": "It is built."}))
    told = await play(make_session([say("", ("plan", stages("a"))), advance, advance, say("Ok.")]))
    assert requests(told)[2] == step(3, on_stage(1, 1, "a"), ADVANCE_REFUSED)
    assert result(told)["stages"] == [
        {
            "id": "a",
            "content": "Do a",
            "status": "done",
            "evidence": "It is built.",
            "calls": 0,
            "trusted": True,
        }
    ]


@pytest.mark.parametrize("works", [False, True], ids=["without work", "with work"])
async def test_F13_items_are_flipped_to_done_in_seconds(works: bool) -> None:
    """Five stages are closed in one reply: without work none is, with work one."""
    advances = [("advance", {"evidence": f"{stage} ok"}) for stage in "abcde"]
    calls = [*([WORK] if works else []), *advances]
    told = await play(
        make_session([say("", ("plan", stages("a b c d e"))), say("", *calls), *[say("Hm.")] * 3])
    )
    opened = plan_update("call_1_1", "a b c d e", work=0, version=1, change="replaced")
    closed = plan_update("call_2_2", "a+ b c d e", work=1, version=2)
    assert updates(told) == [opened, *([closed] if works else [])]
    first = folded(told).rows[0]
    assert (first.evidence, first.converged) == (("a ok", False) if works else (None, True))
    assert told[-1].open_stages == [f"Do {s}" for s in ("bcde" if works else "abcde")]


async def test_F13_items_are_flipped_to_done_step_by_step_without_work() -> None:
    """Each stage takes a refusal first, and the run's end does not hide what was not worked on."""
    advance = say("", ("advance", {"evidence": "ok"}))
    told = await play(make_session([say("", ("plan", stages("a b"))), *[advance] * 4, say("Ok.")]))
    refused = [ADVANCE_REFUSED in (request.reminder or "") for request in requests(told)]
    assert refused == [False, False, True, False, True, False]
    assert [stage["calls"] for stage in result(told)["stages"]] == [0, 0]


@pytest.mark.parametrize("evidence", [{}, {"evidence": ""}, {"evidence": " \n"}, {"evidence": 1}])
async def test_F14_a_stage_is_done_without_a_word_of_proof(evidence: dict[str, object]) -> None:
    told = await play(
        make_session([say("", ("plan", stages("a")), WORK), say("", ("advance", evidence))])
    )
    blank = "evidence must say how the deliverable was met; it cannot be blank"
    assert errors(told) == [None, None, blank]
    assert len(updates(told)) == 1


async def test_F14_read_it_all_says_the_stage_and_the_file_was_never_opened() -> None:
    """The claim stands beside the calls that were really made for the stage, and only those."""
    told = await play(
        make_session(
            [
                say("", ("look", {"what": "guide.md"}), ("plan", stages("a b"))),
                say("", WORK, ("advance", {"evidence": "read guide.md from end to end"})),
                say("", ("look", {"what": "guide.md"}), ("advance", {"evidence": "b ok"})),
                say("Done."),
            ]
        )
    )
    assert [row.evidence for row in folded(told).rows] == ["read guide.md from end to end", "b ok"]
    assert work(told) == [["work x"], ["look guide.md"]]


@pytest.mark.parametrize(
    "evidence",
    ["x", "WORK X", "ran `work` with other words", "✓", "nothing of the kind", "a" * 20_000],
    ids=lambda text: text[:20],
)
async def test_F31_evidence_that_does_not_repeat_the_command_is_refused(evidence: str) -> None:
    """Work counts by its call, never by the words about it: real work is not to be done again."""
    told = await play(
        make_session(
            [
                say("", ("plan", stages("a")), ("work", {"what": "pytest -q tests/a.py"})),
                say("", ("look", {}), ("advance", {"evidence": evidence}), ("complete", {})),
            ]
        )
    )
    assert errors(told) == [None] * 5
    assert folded(told).rows[0].evidence == evidence
    assert told[-1] == finished("complete", "complete")


async def test_F31_failed_work_is_work_too() -> None:
    """A stage may be to show that something fails."""
    told = await play(
        make_session(
            [
                say("", ("plan", stages("a"))),
                say("", ("work", {"fail": "exit 1"}), ("advance", {"evidence": "a ok"})),
                say("It fails."),
            ]
        )
    )
    assert [event for event in told if isinstance(event, e.PlanUpdate)][1].snapshot == plan(
        "a+", work=1
    )
    assert told[-1] == finished("complete", "answer")
