"""Standing instructions: told when they are new, with a word to the person."""

from collections.abc import Callable, Sequence

from zaptui.core.events import Instructions, Notice
from zaptui.core.turn import Turn, instructions_in


def fresh_instructions(
    read: Callable[[], Instructions | None], turns: Sequence[Turn]
) -> Instructions | None:
    """What is there now, None when the model was told the same last."""
    found = read()
    return None if found is None or found.text == instructions_in(turns) else found


def instructions_read(instructions: Instructions) -> Notice:
    """The word to the person."""
    return Notice(level="info", text=f"instructions read: {', '.join(instructions.files)}")
