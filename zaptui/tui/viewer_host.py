"""What the viewer drives: a host of wiring's holds the file and all that is no screen."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from zaptui.view.places import Place
from zaptui.view.playback import Source


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """How a replay begins: at a place, standing still; without one it plays from the start."""

    place: Place | None = None
    speed: float = 1.0


class Search(Protocol):
    """A search in the tape. Places count the lines that show them."""

    @property
    def wanted(self) -> str: ...
    @property
    def found(self) -> Sequence[int]: ...
    @property
    def line(self) -> int:
        """The lines that have been looked at."""
        ...

    @property
    def done(self) -> bool: ...
    def look(self, seconds: float) -> None:
        """Look at more of it, for about so long."""
        ...

    def after(self, line: int) -> int | None: ...
    def before(self, line: int) -> int | None: ...
    def number(self, line: int) -> int: ...


class SearchableSource(Source, Protocol):
    """A tape that can also be searched. `share`: how much has been looked at, from 0 to 1."""

    @property
    def share(self) -> float: ...
    def search(self, wanted: str) -> Search: ...


class ViewerHost(Protocol):
    """A saved run. Methods raise ZapError for what a person can mend."""

    @property
    def source(self) -> SearchableSource: ...
    @property
    def name(self) -> str:
        """What it was opened by."""
        ...

    @property
    def format(self) -> str:
        """Whose transcript it is; empty for one of zap's, and while that is not known."""
        ...

    def notices(self) -> Sequence[str]:
        """What a person should know of the file, as far as it has been read."""
        ...

    def about(self) -> Sequence[str]:
        """All that is known of the file."""
        ...

    def export_name(self) -> str:
        """The file that an export would go to."""
        ...

    def export(self, file: str) -> str:
        """Write the run out, in the format that the file's name says; its path. Slow: to be called
        in a thread."""
        ...
