"""Looking at a tape while it is already played: a little at a time, keys come between."""

from typing import TYPE_CHECKING

from zaptui.errors import ZapError
from zaptui.view.places import Place

if TYPE_CHECKING:
    from zaptui.tui.viewer import Viewer

_EVERY_S = 0.03
_SLICE_S = 0.02
_TOLD_EVERY = 5
"""Looks between two times that the figures are shown."""


class Reading:
    """Grows the index, and goes where a person waits to go."""

    def __init__(self, viewer: "Viewer") -> None:
        self._viewer = viewer
        self._told = 0
        """How many of the host's notices have been told."""
        self._looks = 0
        self.failure: ZapError | None = None
        """What is wrong with the file."""

    def begin(self, place: Place | None) -> None:
        """Go to a place and stand still, or play from the start; then look at the rest."""
        player = self._viewer.player
        self.grow()
        if place is None:
            player.to_start()
            player.playing = not player.playback.at_end
        else:
            player.to(place)
        self._timer = self._viewer.set_interval(_EVERY_S, self._look)

    def go_on(self) -> None:
        """There is something to look for again."""
        self._timer.resume()

    def _look(self) -> None:
        """Look at some more, as long as there is something to look at or for."""
        viewer = self._viewer
        index = viewer.host.source.index
        if self.failure is None and not index.done:
            self.grow()
            self._looks += 1
            if viewer.player.look():
                viewer.show(moved=True)
            elif index.done or self._looks % _TOLD_EVERY == 0:
                viewer.show_facts()
        if not viewer.finding.idle:
            viewer.finding.look()
        if index.done and viewer.finding.idle:
            self._timer.pause()

    def grow(self) -> None:
        """Look at a slice of the tape; what is to be told of it is."""
        viewer = self._viewer
        try:
            viewer.host.source.grow(_SLICE_S)
        except ZapError as error:
            self.failure = error
            viewer.failed(error)
            return
        notices = viewer.host.notices()
        if len(notices) > self._told:
            self._told = len(notices)
            viewer.warn(notices[-1])
