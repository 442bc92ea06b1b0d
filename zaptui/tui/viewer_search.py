"""Going from one found place to the next, while the search is still under way."""

from zaptui.tui.viewer_host import Search

_SLICE_S = 0.02


class Seeker:
    """Holds the search and which way a person wants to go."""

    def __init__(self, search: Search, line: int) -> None:
        """`line`: where he stands; the next place behind it is wanted."""
        self.search = search
        self.told = ""
        self._from = line
        self._direction = 1
        self._wanted = True

    @property
    def idle(self) -> bool:
        """There is nothing to be done for the moment."""
        return self.search.done and not self._wanted

    def go(self, direction: int, line: int) -> None:
        """Want the next place behind a line, or the last one before it."""
        self._direction, self._from, self._wanted = direction, line, True

    def look(self) -> int | None:
        """Look on for a moment; the place that was wanted, once it is found."""
        self.search.look(_SLICE_S)
        if not self._wanted:
            return None
        found, wrapped = self._found(), ""
        if found is None and self.search.done:
            found = self._around()
            wrapped = ", around the end" if self._direction > 0 else ", around the start"
        if found is None and not self.search.done:
            self.told = f"looking for {self.search.wanted}…"
            return None
        self._wanted = False
        self.told = self._words(found, wrapped)
        return found

    def _words(self, found: int | None, wrapped: str) -> str:
        if found is None:
            return f"not found: {self.search.wanted}"
        more = "" if self.search.done else "+"
        total = f"{len(self.search.found)}{more}"
        return f"{self.search.wanted}: {self.search.number(found)} of {total}{wrapped}"

    def _found(self) -> int | None:
        if self._direction > 0:
            return self.search.after(self._from)
        known = self.search.done or self.search.line >= self._from
        return self.search.before(self._from) if known else None

    def _around(self) -> int | None:
        found = self.search.found
        return None if not found else found[0] if self._direction > 0 else found[-1]
