"""Models that write their lists and their calls badly."""

from zaptui.core import events as e
from zaptui.core.json import dump_json
from zaptui.providers.scripted import ScriptedReply
from zaptui.selftest.bad_models import (
    CLOSE,
    TEXT,
    WORK,
    BadModel,
    Told,
    errors,
    ledger,
    say,
    stages,
    statuses,
    todos,
    updates,
)

LISTS = [
    BadModel(
        group="lists",
        fault="finished items are left out",
        mode="classic",
        replies=[
            say("", todos("a+ b*")),
            say("", WORK, todos("b+ c*")),
            say("", todos("c+")),
            TEXT,
        ],
        outcome="complete",
        stopped_by="answer",
        holds=lambda told: statuses(told) == ["a done", "b done", "c done"],
    ),
    BadModel(
        group="lists",
        fault="the list is sent as text",
        mode="classic",
        replies=[
            say("", ("write_todos", {"todos": dump_json(todos("a*")[1]["todos"])})),
            say("", todos("a+")),
            TEXT,
        ],
        outcome="complete",
        stopped_by="answer",
        holds=lambda told: not errors(told),
    ),
    BadModel(
        group="lists",
        fault="items have no ids",
        mode="classic",
        replies=[
            say("", ("write_todos", {"todos": [{"content": c, "status": "done"} for c in "xy"]})),
            TEXT,
        ],
        outcome="complete",
        stopped_by="answer",
        holds=lambda told: statuses(told) == ["t1 done", "t2 done"],
    ),
    BadModel(
        group="lists",
        fault="two items are in progress",
        mode="classic",
        replies=[say("", todos("a* b*")), say("", WORK, todos("a+ b+")), TEXT],
        outcome="complete",
        stopped_by="answer",
        holds=lambda told: [v.rule for v in updates(told)[0].violations] == ["R14"],
    ),
    BadModel(
        group="lists",
        fault="two list writes in one reply",
        mode="classic",
        replies=[say("", todos("a*"), todos("a+ b*")), say("", todos("b+")), TEXT],
        outcome="complete",
        stopped_by="answer",
        holds=lambda told: statuses(told) == ["a done", "b done"],
    ),
    BadModel(
        group="lists",
        fault="a status that there is none of",
        mode="ledger",
        replies=[
            say("", ("todo_write", {"items": [{"id": "a", "content": "a", "status": "failed"}]})),
            say("", ledger("a+")),
            TEXT,
        ],
        outcome="complete",
        stopped_by="answer",
        holds=lambda told: "cancelled" in errors(told)[0] and len(updates(told)) == 1,
    ),
    BadModel(
        group="lists",
        fault="a stale version overwrites the list",
        mode="ledger",
        replies=[
            say("", ledger("a*")),
            say("", WORK, ledger("b*", expected_version=0)),
            say("", ledger("a+", expected_version=1)),
            TEXT,
        ],
        outcome="complete",
        stopped_by="answer",
        holds=lambda told: statuses(told) == ["a done"] and "Do a" in errors(told)[0],
    ),
]

CALLS = [
    BadModel(
        group="calls",
        fault="arguments that are no JSON",
        mode="metronome",
        replies=[
            ScriptedReply(calls=[("plan", '{"stages": [')]),
            say("", stages("a")),
            ScriptedReply(calls=[("work", "{"), ("advance", "")]),
            CLOSE,
            TEXT,
        ],
        outcome="complete",
        stopped_by="answer",
        holds=lambda told: len(errors(told)) == 3,
    ),
    BadModel(
        group="calls",
        fault="a tool that there is none of",
        mode="classic",
        replies=[say("", ("TodoWrite", {})), say("", todos("a+")), TEXT],
        outcome="complete",
        stopped_by="answer",
        holds=lambda told: "write_todos" in errors(told)[0],
    ),
    BadModel(
        group="calls",
        fault="plans although planning is off",
        mode="none",
        replies=[say("", stages("a")), TEXT],
        outcome="answered",
        stopped_by="answer",
        holds=lambda told: not updates(told) and not _reminded(told),
    ),
]


def _reminded(told: Told) -> bool:
    return any(isinstance(event, e.StepStarted) and event.reminder for event in told)
