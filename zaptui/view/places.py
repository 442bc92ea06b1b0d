"""Places of a tape that a person can name, and going there."""

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import Literal, assert_never

from zaptui.view.playback import Playback
from zaptui.view.tape_index import TapeIndex

PlaceKind = Literal["share", "clock", "event", "stage"]

_SHARE = re.compile(r"(\d{1,3}(?:\.\d{1,6})?)%")
_CLOCK = re.compile(r"(?:(\d{1,4}):)?(\d{1,4}):(\d{2}(?:\.\d{1,6})?)")
_SECONDS = re.compile(r"(\d{1,9}(?:\.\d{1,6})?)s")
_EVENT = re.compile(r"\d{1,12}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """`share`: of the watching time, 0 to 1. `clock`: recorded seconds, over all runs. `event`:
    so many events are shown. `stage`: the begin of the first stage of that number."""

    kind: PlaceKind
    value: float


END = Place(kind="share", value=1.0)


def parse_place(text: str) -> Place | None:
    """`73%`, `1:30`, `1:02:03`, `90s` or the number of an event; None for anything else."""
    text = text.strip()
    if (found := _SHARE.fullmatch(text)) and float(found[1]) <= 100:
        return Place(kind="share", value=float(found[1]) / 100)
    if found := _CLOCK.fullmatch(text):
        hours, minutes, seconds = found.groups()
        return Place(
            kind="clock", value=int(hours or 0) * 3600 + int(minutes) * 60 + float(seconds)
        )
    if found := _SECONDS.fullmatch(text):
        return Place(kind="clock", value=float(found[1]))
    if _EVENT.fullmatch(text):
        return Place(kind="event", value=int(text))
    return None


def is_known(index: TapeIndex, place: Place) -> bool:
    """Whether enough of the tape has been looked at to go there."""
    if index.done:
        return True
    match place.kind:
        case "share":
            return False
        case "clock":
            return index.pace.clock > place.value
        case "event":
            return index.lines > place.value
        case "stage":
            return _stage_line(index, place.value) is not None
        case _:
            assert_never(place.kind)


def go_to(playback: Playback, place: Place) -> bool:
    """Go there, or as near as the tape goes; False, and nothing moves, for a stage it has not."""
    index = playback.index
    match place.kind:
        case "share":
            _go_to_share(playback, place.value)
        case "clock":
            playback.seek_recorded(place.value)
        case "event":
            playback.seek(int(place.value))
        case "stage":
            line = _stage_line(index, place.value)
            if line is None:
                return False
            playback.seek(line)
        case _:
            assert_never(place.kind)
    return True


def _go_to_share(playback: Playback, share: float) -> None:
    if share < 1:
        playback.seek_moment(share * playback.index.pace.axis)
    else:
        playback.seek(playback.index.lines)


def next_stop(index: TapeIndex, line: int) -> int | None:
    """The next line that shows the begin of a run or a stage; None if none is known."""
    place = bisect_right(index.stops, line, key=lambda stop: stop.line)
    return index.stops[place].line if place < len(index.stops) else None


def stop_before(index: TapeIndex, line: int) -> int:
    """The last line before this one that shows the begin of a run or a stage, else the start."""
    place = bisect_left(index.stops, line, key=lambda stop: stop.line) - 1
    return index.stops[place].line if place >= 0 else 0


def _stage_line(index: TapeIndex, number: float) -> int | None:
    return next((stop.line for stop in index.stops if stop.index == number), None)
