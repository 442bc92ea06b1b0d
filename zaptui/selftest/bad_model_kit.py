"""The kit: a model for each fault that planning loops of this kind are known for."""

from itertools import pairwise

from zaptui.core.json import dump_json
from zaptui.selftest.bad_list_models import CALLS, LISTS
from zaptui.selftest.bad_models import (
    ADVANCE,
    CLOSE,
    COMPLETE,
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


def _closed_one_by_one(told: Told) -> bool:
    """The pointer rises by one a change at most (R32)."""
    done = [sum(s.endswith("done") for s in statuses([u])) for u in updates(told)]
    return all(after - before <= 1 for before, after in pairwise(done))


STOPS_EARLY = [
    BadModel(
        group="stops early",
        fault="a text ends the turn with stages open",
        mode="metronome",
        replies=[say("", stages("a", "b")), CLOSE, TEXT, CLOSE, say("Done.")],
        outcome="complete",
        stopped_by="answer",
    ),
    BadModel(
        group="stops early",
        fault="complete is called with stages open",
        mode="metronome",
        replies=[
            say("", stages("a", "b")),
            say("", COMPLETE),
            CLOSE,
            CLOSE,
            say("", COMPLETE),
        ],
        outcome="complete",
        stopped_by="complete",
        holds=lambda told: "not complete: 2 open" in errors(told)[0],
    ),
    BadModel(
        group="stops early",
        fault="complete in the step that still works",
        mode="classic",
        replies=[
            say("", todos("a* b")),
            say("", COMPLETE, todos("a+ b*")),
            say("", WORK, todos("a+ b+"), COMPLETE),
        ],
        outcome="complete",
        stopped_by="complete",
        holds=lambda told: len(errors(told)) == 1,
    ),
]

RUNS_ON = [
    BadModel(
        group="runs on",
        fault="nothing but words while a stage is open",
        mode="metronome",
        replies=[say("", stages("a")), *[TEXT] * 50],
        outcome="incomplete",
        stopped_by="idle_turns",
    ),
    BadModel(
        group="runs on",
        fault="complete again and again",
        mode="classic",
        replies=[say("", todos("a*")), *[say("", COMPLETE)] * 50],
        outcome="incomplete",
        stopped_by="refusals",
    ),
    BadModel(
        group="runs on",
        fault="the same failing call again and again",
        mode="metronome",
        replies=[say("", stages("a")), *[say("", ("work", {"fail": "no"}))] * 50],
        outcome="capped",
        stopped_by="repetition",
    ),
    BadModel(
        group="runs on",
        fault="plans instead of working",
        mode="metronome",
        replies=[say("", stages(f"a{n}")) for n in range(50)],
        outcome="incomplete",
        stopped_by="no_progress",
    ),
    BadModel(
        group="runs on",
        fault="only blocked items are left",
        mode="ledger",
        replies=[say("", ledger("a+ b!")), *[TEXT] * 50],
        outcome="blocked",
        stopped_by="blocked",
    ),
    BadModel(
        group="runs on",
        fault="a storm of planner calls in one reply",
        mode="metronome",
        replies=[say("", *[stages("a", "b")] * 100), CLOSE, CLOSE, say("Done.")],
        outcome="complete",
        stopped_by="answer",
        holds=lambda told: sum("at most" in error for error in errors(told)) == 36,
    ),
]

CLAIMS = [
    BadModel(
        group="claims",
        fault="closes all stages in one reply",
        mode="metronome",
        replies=[say("", stages(*"abc")), say("", WORK, *[ADVANCE] * 3), CLOSE, CLOSE, TEXT],
        outcome="complete",
        stopped_by="answer",
        holds=_closed_one_by_one,
    ),
    BadModel(
        group="claims",
        fault="closes a stage without work",
        mode="metronome",
        replies=[say("", stages("a")), say("", ADVANCE), say("", ADVANCE), TEXT],
        outcome="complete",
        stopped_by="answer",
        holds=lambda told: '"trusted":true' in dump_json(updates(told)[-1].snapshot),
    ),
    BadModel(
        group="claims",
        fault="drops what is hard",
        mode="metronome",
        replies=[say("", stages("a", "b")), CLOSE, say("", stages("a")), TEXT],
        outcome="complete",
        stopped_by="answer",
        holds=lambda told: updates(told)[-1].dropped == [{"id": "b", "content": "Do b"}],
    ),
    BadModel(
        group="claims",
        fault="closes a stage without a word of proof",
        mode="metronome",
        replies=[
            say("", stages("a")),
            say("", WORK, ("advance", {"evidence": " "})),
            CLOSE,
            TEXT,
        ],
        outcome="complete",
        stopped_by="answer",
        holds=lambda told: "evidence" in errors(told)[0],
    ),
]

KIT: tuple[BadModel, ...] = (*STOPS_EARLY, *RUNS_ON, *CLAIMS, *LISTS, *CALLS)
