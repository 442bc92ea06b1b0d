"""What is seen of a run, from its tape alone: requests, results, rows, the text log, the JSON."""

from collections.abc import Sequence

from zaptui.core import events as e
from zaptui.core.conversation import Conversation
from zaptui.core.json import JsonObject
from zaptui.core.parts import ToolPart
from zaptui.view.call_line import call_line
from zaptui.view.folder import StageFolder
from zaptui.view.result import result_of
from zaptui.view.stages import Folded
from zaptui.view.text_log import TextLog

NO_ACTIVE = "No active stage — mark the first pending item as in_progress to begin."


def requests(told: Sequence[e.Event]) -> list[e.StepStarted]:
    """The requests, each with the block it ended in."""
    return [event for event in told if isinstance(event, e.StepStarted)]


def updates(told: Sequence[e.Event]) -> list[e.PlanUpdate]:
    """The changes of the plan that clients were told of."""
    return [event for event in told if isinstance(event, e.PlanUpdate)]


def errors(told: Sequence[e.Event]) -> list[str | None]:
    """How each call ended, in the order of the results: its error, None for none."""
    return [event.error for event in told if isinstance(event, e.ToolReturned)]


def fold(told: Sequence[e.Event]) -> Conversation:
    """The conversation of a tape."""
    conversation = Conversation()
    for event in told:
        conversation.apply(event)
    return conversation


def folded(told: Sequence[e.Event]) -> Folded:
    """The last run as it is drawn."""
    return StageFolder(fold(told).turn).fold()


def rows(told: Sequence[e.Event]) -> list[str]:
    """The rows of the last run: `2/3 Do b in_progress`."""
    return [f"{r.index}/{r.total} {r.content} {r.status}" for r in folded(told).rows]


def work(told: Sequence[e.Event]) -> list[list[str]]:
    """The calls that are shown under each row of the last run."""
    return [
        [" ".join(call_line(part).split()) for part in row.subparts if isinstance(part, ToolPart)]
        for row in folded(told).rows
    ]


def log(told: Sequence[e.Event]) -> list[str]:
    """The lines of `--output text`, without their indent."""
    lines: list[str] = []
    sink = TextLog(lambda line, style: lines.append(line.strip()))
    for seq, event in enumerate(told):
        sink(e.Entry(seq=seq, at=0.0, event=event))
    return lines


def result(told: Sequence[e.Event]) -> JsonObject:
    """What `--output json` prints."""
    return result_of(fold(told))
