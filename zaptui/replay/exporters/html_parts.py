"""The pieces of the exported page, each from values to HTML."""

from collections.abc import Iterator, Sequence

from zaptui.core.conversation import Conversation
from zaptui.core.events import RunFinished
from zaptui.core.parts import ToolPart
from zaptui.replay.exporters.calls import CallView
from zaptui.replay.exporters.excerpt import Limits, cut
from zaptui.replay.exporters.facts import plural
from zaptui.replay.exporters.html_style import STYLE
from zaptui.replay.exporters.html_text import diff, line, plain
from zaptui.replay.exporters.pages import Work, row_note, row_took
from zaptui.view.glyphs import UNICODE
from zaptui.view.stages import StageRow

LIMITS = Limits(page=6_000_000, stage=400, text=12_000, lines=300)
MOST_ROWS = 1_000
KINDS = {"complete": " good", "answered": " good", "error": " bad"}
"""The look of an outcome; the others only catch the eye."""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def top(title: str) -> str:
    """The page up to its first word; `title` is escaped."""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n"
        f"<header>\n<h1>{title}</h1>\n"
    )


def facts_line(facts: Sequence[str]) -> str:
    """The facts of a turn, its outcome first."""
    outcome, *others = facts
    first = f'<span class="outcome{KINDS.get(outcome, "")}">{line(outcome)}</span>'
    return (
        '<p class="facts">' + first + "".join(f"<span>{line(x)}</span>" for x in others) + "</p>\n"
    )


def class_of(row: StageRow) -> str:
    """The class of a row: how it stands, and whether it is proved."""
    if row.converged:
        return "open"
    return "done unproved" if row.status == "done" and not row.evidence else row.status


def row_head(row: StageRow) -> str:
    """What a row shows while it is folded."""
    mark = UNICODE.pending if row.converged else UNICODE.of(row.status, beat=False)
    told = " — ".join(filter(None, (row.evidence or "", row_note(row))))
    head = (
        f'<span class="mark">{mark}</span><span class="place">{row.index}/{row.total}</span>'
        f'<span class="name">{line(row.content)}</span>'
        f'<span class="took">{line(row_took(row))}</span>'
    )
    return f'{head}<span class="evidence">{line(told, 600)}</span>' if told else head


def deliverable(row: StageRow) -> str:
    """What a stage is to deliver, where that says more than its name."""
    told = row.deliverable and row.deliverable != row.content
    return f'<p class="notice">To deliver: {line(row.deliverable)}</p>\n' if told else ""


def work_head(name: str, work: Work) -> str:
    """The head of work that belongs to no stage."""
    calls = sum(isinstance(item, ToolPart) for item in work)
    return (
        f'<span class="mark"></span><span class="place"></span><span class="name">{name}</span>'
        f'<span class="took">{plural(calls, "call") if calls else ""}</span>'
    )


def call_blocks(view: CallView) -> str:
    """The arguments, the change and the output of a call."""
    blocks: list[str] = []
    if view.arguments:
        blocks.append(f'<pre class="arguments">{plain(cut(view.arguments, LIMITS))}</pre>')
    if view.diff:
        blocks.append(f'<pre class="diff">{diff(cut(view.diff, LIMITS))}</pre>')
    if view.body:
        kind = ' class="failure"' if view.failed else ""
        blocks.append(f"<pre{kind}>{plain(cut(view.body, LIMITS))}</pre>")
    return "".join(blocks)


def folded(kind: str, summary: str, inside: str) -> str:
    """Something that is told but folded away."""
    return (
        f'<details class="{kind}"><summary>{summary}</summary>'
        f'<div class="prose">{inside}</div></details>\n'
    )


def ending(finished: RunFinished) -> Iterator[str]:
    """What a reader must know beyond the answer."""
    if finished.denials:
        yield '<section class="ending">\n<h3>Denied</h3>\n<ul>\n'
        for denial in finished.denials[:MOST_ROWS]:
            yield (
                f"<li><code>{line(denial.tool)} {line(denial.subject)}</code>"
                f" — {line(denial.reason)}</li>\n"
            )
        yield "</ul>\n</section>\n"
    if finished.error:
        shown = f'<pre class="failure">{plain(cut(finished.error, LIMITS))}</pre>'
        yield f'<section class="ending">\n<h3>Error</h3>\n{shown}\n</section>\n'
    if finished.outcome not in ("complete", "answered", "error"):
        why = line(finished.stopped_by.replace("_", " "))
        yield f'<p class="notice">Stopped: {why}.</p>\n'


def footer(conversation: Conversation) -> str:
    """Where the page comes from."""
    started = conversation.turn.started
    words = ["Exported by zaptui", started.session, started.time]
    return f"<footer>{' · '.join(line(word, 80) for word in words if word)}</footer>\n"
