"""`cast`: the text log as a terminal recording (asciicast v2), with the times of the tape."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from zaptui.core.events import Entry, RunStarted
from zaptui.core.json import JsonObject, dump_json
from zaptui.replay.exporters.facts import title_of
from zaptui.view.glyphs import UNICODE
from zaptui.view.text import one_line, sanitize
from zaptui.view.text_log import Style, TextLog

_WIDTH, _HEIGHT = 100, 30
_LONGEST_GAP = 2.0
"""Seconds: nobody watches a model think for minutes."""
_CODES = {"stage": "1", "done": "32", "error": "31", "dim": "2"}


def export_cast(entries: Iterable[Entry]) -> Iterator[str]:
    """A header line, then an output event for what each moment printed."""
    printed: list[str] = []
    log = TextLog(lambda line, style: printed.append(_styled(line, style)))
    clock, headed = _Clock(), False
    for entry in entries:
        event = entry.event
        if isinstance(event, RunStarted):
            clock.restart()
            printed.append(_styled(f"{UNICODE.prompt} {one_line(event.prompt, 400)}", "stage"))
        if not headed:
            yield f"{dump_json(_header(event if isinstance(event, RunStarted) else None))}\n"
            headed = True
        log(entry)
        if printed:
            yield f"{dump_json([clock.show(entry.at), 'o', ''.join(printed)])}\n"
            printed.clear()
    if not headed:
        yield f"{dump_json(_header(None))}\n"


class _Clock:
    """The time of the recording: it goes on through all runs, and never stands long."""

    def __init__(self) -> None:
        self._shown = 0.0
        self._last = 0.0

    def restart(self) -> None:
        """The tape's time begins anew."""
        self._last = 0.0

    def show(self, at: float) -> float:
        """The time at which what happened at `at` is shown."""
        self._shown += min(max(0.0, at - self._last), _LONGEST_GAP)
        self._last = max(self._last, at)
        return round(self._shown, 6)


def _header(started: RunStarted | None) -> JsonObject:
    header: JsonObject = {"version": 2, "width": _WIDTH, "height": _HEIGHT}
    if started is not None:
        seconds = _seconds(started.time)
        header |= {"timestamp": seconds} if seconds is not None else {}
        header["title"] = title_of(started.prompt)
    return {**header, "env": {"TERM": "xterm-256color"}}


def _seconds(time: str) -> int | None:
    """Seconds since 1970 of a time in ISO 8601."""
    try:
        moment = datetime.fromisoformat(time)
        return int(moment.timestamp()) if moment.tzinfo else None
    except (ValueError, OverflowError):
        return None


def _styled(line: str, style: Style) -> str:
    """The line in its colour; whatever the log let through, it steers nothing else."""
    line = sanitize(line).replace("\n", " ")
    code = _CODES.get(style)
    return f"\x1b[{code}m{line}\x1b[0m\r\n" if code and line else f"{line}\r\n"
