"""The faults of lists again, in mode ledger: strict words, patches by id, a word for blocked."""

from typing import Any

import pytest

from tests.agent.expected import finished
from tests.agent.faults.seen import errors, log, requests, rows, updates
from tests.fakes import Recorder, make_session, play, say
from zaptui.core import events as e
from zaptui.core.json import Json, JsonObject, dump_json
from zaptui.planning.directives import ALL_DONE
from zaptui.planning.ledger import LedgerPlanner
from zaptui.providers.scripted import Scripted, ScriptedReply

WORK = ("work", {"what": "x"})
SO = [say("So.")] * 3
_STATUSES = {"+": "completed", "*": "in_progress", "!": "blocked", "-": "cancelled"}
WORDS = "pending, in_progress, completed, cancelled, blocked"


def _list(specs: str) -> list[Json]:
    return [
        {"id": spec[0], "content": spec[0], "status": _STATUSES.get(spec[-1], "pending")}
        for spec in specs.split()
    ]


def _write(specs: str, **more: Json) -> tuple[str, JsonObject]:
    return ("todo_write", {"items": _list(specs), **more})


def _patch(specs: str) -> tuple[str, JsonObject]:
    return _write(specs, mode="patch")


async def _play(*replies: ScriptedReply) -> list[Any]:
    return await play(make_session(replies, mode="ledger"))


def _listed(update: e.PlanUpdate) -> list[str]:
    todos = update.snapshot["todos"]
    assert isinstance(todos, list)
    marks = {status: mark for mark, status in _STATUSES.items()}
    return [f"{item['id']}{marks.get(item['status'], '')}" for item in todos]


_BLOCKED = [say("", _write("a* b")), say("b waits for a key.", WORK, _patch("a+ b!"))]


async def test_L8_the_run_ends_as_blocked_when_only_blocked_items_are_left() -> None:
    told = await _play(*_BLOCKED, *SO)
    assert len(requests(told)) == 2
    assert told[-1] == finished("blocked", "blocked", 5, open_stages=["b"])
    assert log(told)[-1] == "blocked (blocked) — still open: b"


@pytest.mark.parametrize(
    ("insists", "sent", "stopped_by"),
    [
        (say("b waits for a key that only you have."), 1, "blocked"),
        (say("", ("complete", {})), 3, "refusals"),
        (say("", _patch("b!")), 13, "no_progress"),
    ],
    ids=["says so", "complete", "writes the list"],
)
async def test_F18_endless_loop_when_the_rest_is_blocked(
    insists: ScriptedReply, sent: int, stopped_by: str
) -> None:
    session = make_session([*_BLOCKED, *[insists] * 99], mode="ledger")
    await play(session)
    told = await play(session, "go on")
    assert len(requests(told)) == sent
    assert told[-1] == finished("blocked", stopped_by, 5, open_stages=["b"])


async def test_F18_what_is_blocked_does_not_hold_up_the_rest() -> None:
    told = await _play(say("", _write("a! b*")), say("I begin with b."), *SO)
    assert told[-1] == finished("incomplete", "idle_turns", 5, open_stages=["a", "b"])


async def test_F27_only_one_in_progress_is_refused_for_ever() -> None:
    told = await _play(say("", _write("a* b* c")), say("", _patch("c*")), *SO)
    assert errors(told) == [None, None]
    assert [_listed(update) for update in updates(told)] == [["a*", "b", "c"]] * 2
    assert [update.violations for update in updates(told)] == [
        [e.Violation(rule="L3", before=["a", "b"], after=["a"])],
        [e.Violation(rule="L3", before=["a", "c"], after=["a"])],
    ]


async def test_F32_a_partial_resend_wipes_the_list() -> None:
    """A patch leaves what it does not name; a list that is set anew tells what it drops."""
    told = await _play(
        say("", _write("a+ b* c d")), say("", WORK, _patch("b+ c*")), say("", _write("c*")), *SO
    )
    assert [_listed(update) for update in updates(told)] == [
        ["a+", "b*", "c", "d"],
        ["a+", "b+", "c*", "d"],
        ["c*"],
    ]
    assert updates(told)[2].dropped == [{"id": "d", "content": "d"}]
    assert "dropped: d" in log(told)


async def test_F33_items_without_an_id_collapse_into_one() -> None:
    items: list[Json] = [{"content": content, "status": "pending"} for content in ("x", "y", "y")]
    told = await _play(say("", ("todo_write", {"items": items})), *SO)
    assert _listed(updates(told)[0]) == ["t1", "t2", "t3"]
    assert rows(told) == ["1/3 x pending", "2/3 y pending", "3/3 y pending"]


async def test_F37_two_list_writes_in_one_message_crash() -> None:
    told = await _play(say("", _write("a* b"), _patch("a+ b*"), _patch("c")), *SO)
    assert [_listed(update) for update in updates(told)] == [
        ["a*", "b"],
        ["a+", "b*"],
        ["a+", "b*", "c"],
    ]
    assert [update.version for update in updates(told)] == [1, 2, 3]


async def test_F38_a_stale_write_overwrites_the_list() -> None:
    """It is refused, and the refusal holds the live list and its version."""
    told = await _play(
        say("", _write("a*")),
        say("", _patch("b")),
        say("", _write("a+", expected_version=1)),
        say("", _write("a+ b*", expected_version=2)),
        *SO,
    )
    stale = errors(told)[2] or ""
    assert stale.startswith("stale: expected_version is 1, the list is at version 2; nothing was")
    assert all(f'"id": "{i}"' in stale for i in "ab")
    assert [_listed(update) for update in updates(told)] == [["a*"], ["a*", "b"], ["a+", "b*"]]


async def test_F43_a_list_sent_as_text_is_refused() -> None:
    told = await _play(say("", ("todo_write", {"items": dump_json(_list("a* b"))})), *SO)
    assert (errors(told), _listed(updates(told)[0])) == ([None], ["a*", "b"])


@pytest.mark.parametrize("status", ["failed", "done", "", 1])
async def test_F44_F45_an_unknown_status_is_refused_with_the_words_and_changes_nothing(
    status: Json,
) -> None:
    bad: list[Json] = [{"id": "a", "content": "a", "status": status}]
    told = await _play(say("", _write("a*")), say("", ("todo_write", {"items": bad})), *SO)
    assert errors(told)[1] == f"items[1]: status must be one of {WORDS}, not {status!r}"
    assert [_listed(update) for update in updates(told)] == [["a*"]]


async def test_F56_a_reminder_makes_a_list_for_a_one_step_task() -> None:
    recorder = Recorder(Scripted([say("", ("look", {})), say("It says y.")]))
    told = await play(make_session(recorder, mode="ledger"))
    assert recorder.reminders == [None, None]
    assert told[-1] == finished("answered", "answer")


async def test_F57_the_state_of_the_list_never_returns_to_the_model() -> None:
    told = await _play(say("", _write("a+ b* c! d-")), *[say("", WORK)] * 2, *SO)
    listed = (
        "Current plan:\n- [completed] a\n- [in_progress] b\n- [blocked] c\n- [cancelled] d\n"
        "</task_reminder>"
    )
    assert [(r.reminder or "").endswith(listed) for r in requests(told)] == [False, *[True] * 5]


async def test_F60_the_directive_names_the_call_that_clears_it() -> None:
    told = await _play(say("", _write("a* b")), say("", WORK, _patch("a+ b+")), say("Done."))
    assert '`todo_write({ mode: "patch"' in (requests(told)[1].reminder or "")
    assert {"todo_write"} == {spec.name for spec in LedgerPlanner.tools}
    assert (requests(told)[2].reminder or "").split("\n")[1] == ALL_DONE
    assert told[-1] == finished("complete", "answer")
