"""How the screen looks, by the settings and the terminal."""

import sys

from zaptui.config.files import Loaded
from zaptui.tui.looks import Looks
from zaptui.tui.terminal import Manners


def looks_of(settings: Loaded, *, plain: bool) -> Looks:
    """The looks that a person has set."""
    ui = settings.user.ui
    return Looks(
        theme=ui.theme,
        plain=plain or ui.plain,
        ascii_only=ui.ascii or not _has_unicode(),
        manners=Manners(title=ui.title, progress=ui.progress, bell=ui.bell, notify=ui.notify),
        keys=ui.keys,
    )


def _has_unicode() -> bool:
    """Whether the terminal's locale can show more than its own alphabet."""
    return (getattr(sys.stdout, "encoding", None) or "").lower().startswith("utf")
