"""Which stages show where not all of them fit: those around the active one."""

from collections.abc import Sequence

from zaptui.view.lines import Line, Span
from zaptui.view.stages import StageRow


def active_place(rows: Sequence[StageRow]) -> int:
    """The place of the stage in progress, else of the first that is not done, else the last."""
    states = [row.status for row in rows]
    for wanted in ("in_progress", "error", "aborted", "pending"):
        if wanted in states:
            return states.index(wanted)
    return len(states) - 1


def window(blocks: Sequence[Sequence[Line]], active: int, room: int) -> list[Line]:
    """As many blocks around the active one as fit in `room` lines; what is cut is counted."""
    if sum(map(len, blocks)) <= room:
        return [line for block in blocks for line in block]
    if room < 3:
        return list(blocks[active][:room])
    first = last = active
    used = min(len(blocks[active]), room - 2) + 2
    while True:
        if last + 1 < len(blocks) and used + len(blocks[last + 1]) <= room:
            last += 1
            used += len(blocks[last])
        elif first > 0 and used + len(blocks[first - 1]) <= room:
            first -= 1
            used += len(blocks[first])
        else:
            break
    shown = [*blocks[first:active], blocks[active][: room - 2], *blocks[active + 1 : last + 1]]
    below = len(blocks) - 1 - last
    above: list[Line] = [(Span(f"   +{first} more", "dim"),)] if first else []
    under: list[Line] = [(Span(f"   +{below} more", "dim"),)] if below else []
    return [*above, *(line for block in shown for line in block), *under]
