"""Half characters: some services cut text between the two halves of an emoji."""

import re
from dataclasses import replace

from zaptui.core.events import ModelEvent, ReasoningDelta, TextDelta

_HALF = re.compile("[\ud800-\udfff]")


def mend(text: str) -> str:
    """The text with halves that belong together joined; a half alone becomes U+FFFD."""
    if text.isascii() or not _HALF.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


class Mender:
    """Holds back a first half at the end of a delta until the other half comes."""

    def __init__(self) -> None:
        self._held: dict[str, str] = {}

    def mend(self, event: ModelEvent) -> ModelEvent | None:
        """The event with whole characters only; None while it has nothing to say."""
        if not isinstance(event, TextDelta | ReasoningDelta):
            return event
        held = self._held.pop(event.part, "")
        if not held and event.text.isascii():
            return event
        text = held + event.text
        if "\ud800" <= text[-1:] <= "\udbff":
            self._held[event.part], text = text[-1], text[:-1]
        return replace(event, text=mend(text)) if text else None
