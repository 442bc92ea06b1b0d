"""A tape, folded."""

from collections.abc import Iterable

from zaptui.core.conversation import Conversation
from zaptui.core.events import Entry


def fold(entries: Iterable[Entry]) -> Conversation:
    """The conversation of a tape."""
    conversation = Conversation()
    for entry in entries:
        conversation.apply(entry.event, at=entry.at)
    return conversation
