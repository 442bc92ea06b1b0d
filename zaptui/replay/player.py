"""A Runner that plays entries from a file: no process, no socket, the same events."""

from collections.abc import Sequence

from zaptui.core import events as e
from zaptui.core.conversation import Conversation


def fold(entries: Sequence[e.Entry]) -> Conversation:
    """The conversation of a tape."""
    conversation = Conversation()
    for entry in entries:
        conversation.apply(entry.event, at=entry.at)
    return conversation
