"""Looking for a text in a replay, and going to where it stands."""

from typing import TYPE_CHECKING

from zaptui.tui.viewer_search import Seeker

if TYPE_CHECKING:
    from zaptui.tui.viewer import Viewer


class Finding:
    """What the keys of the search do. Nothing is found while nobody has asked."""

    def __init__(self, viewer: "Viewer") -> None:
        self._viewer = viewer
        self._seeker: Seeker | None = None

    @property
    def idle(self) -> bool:
        """There is nothing to look for."""
        return self._seeker is None or self._seeker.idle

    def find(self, wanted: str) -> None:
        """Look for a text, from where one is."""
        viewer = self._viewer
        search = viewer.host.source.search(wanted)
        self._seeker = Seeker(search, viewer.player.playback.line)
        viewer.transcript.mark_found(wanted)
        viewer.reading.go_on()

    def again(self, direction: int) -> bool:
        """The next place, the one before; False while nothing is looked for."""
        if self._seeker is None:
            return False
        self._seeker.go(direction, self._viewer.player.playback.line)
        self._viewer.reading.go_on()
        return True

    def look(self) -> None:
        """Look on for a moment, and go to what is found."""
        if self._seeker is None:
            return
        line = self._seeker.look()
        if line is not None:
            self._viewer.player.playing = False
            self._viewer.player.to_line(line)
            self._viewer.show(moved=True)
            self._viewer.transcript.reveal(self._viewer.player.playback.latest)
        self._viewer.warn(self._seeker.told)

    def stop(self) -> None:
        """No more of it."""
        self._seeker = None
        self._viewer.transcript.mark_found("")
