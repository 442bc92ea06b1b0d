"""Why a run ended before its plan was complete, and how to go on."""

from zaptui.view.report import Report
from zaptui.view.text import one_line

_ENDS: dict[str, tuple[str, str]] = {
    "idle_turns": (
        "replies in a row had no call while stages were open (R47)",
        "{go_on}; say what to do next",
    ),
    "refusals": (
        "the same refusal came again and again without progress (R48)",
        "{go_on}, once its reason is out of the way",
    ),
    "repetition": (
        "the same calls gave the same results, round after round",
        "{go_on}; say what is in the way",
    ),
    "denials": (
        "a call that the rules deny was tried again and again",
        "allow it with --allow RULE, or say how to do without",
    ),
    "no_progress": (
        "the model planned, step after step, and did no work",
        "{go_on}; name the first thing to do",
    ),
    "output": ("a reply would not end", "{go_on}; ask for less at once"),
    "max_cost": ("the cost limit", "{go_on} with a higher --max-cost"),
    "max_steps": ("the step limit", "{go_on} with a higher --max-steps"),
    "timeout": ("the time limit", "{go_on} with a longer --timeout"),
    "stage_budget": (
        "a stage was over its budget",
        "{go_on} with a larger [planning.stage_budget], or split the stage",
    ),
    "breakpoint": ("a person wants to be asked before the stage", "{go_on}"),
    "blocked": ("only blocked items were left (L8)", "zap plan edit {session}, then {go_on}"),
    "cancelled": ("it was cancelled", "{go_on}"),
    "error": ("it failed", "{go_on}, once the cause is mended"),
}


def end_of(report: Report) -> tuple[str, str] | None:
    """Why the last run ended, and how to go on; None for a good end, and for none at all."""
    run = report.runs[-1] if report.runs else None
    if run is None:
        return None
    go_on = f'zap run -r {report.session} "go on"'
    if run.outcome is None:
        return "the last run has no end: it was killed, or it is still running", go_on
    if run.outcome in ("complete", "answered"):
        return None
    what, clear = _ENDS.get(run.stopped_by, (run.stopped_by.replace("_", " "), "{go_on}"))
    words = f"the last run ended as {run.outcome}: {what}"
    if run.stopped_by == "denials" and run.denials:
        last = run.denials[-1]
        words += f": {one_line(f'{last.tool} {last.subject}', 200)}"
    elif run.error:
        words += f": {one_line(run.error, 300)}"
    return words, clear.format(go_on=go_on, session=report.session)
