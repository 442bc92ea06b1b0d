"""The room of a page, shared out so that what comes first takes none from what comes last."""


class Room:
    """So many characters for so many takers; what one leaves goes to those after it."""

    def __init__(self, characters: int, takers: int) -> None:
        self._left = max(0, characters)
        self._takers = takers

    def share(self) -> int:
        """What the next taker may use."""
        return self._left // max(1, self._takers)

    def take(self, used: int) -> None:
        """The next taker has used so much."""
        self._left = max(0, self._left - used)
        self._takers -= 1
