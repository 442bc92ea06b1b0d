"""Earlier prompts by Up and Down; the draft waits below the newest."""

from collections.abc import Sequence


class Recall:
    """A walk through what was asked before."""

    def __init__(self) -> None:
        self._place: int | None = None
        self._draft = ""

    def earlier(self, history: Sequence[str], text: str) -> str | None:
        """The prompt before, None at the beginning."""
        if self._place is None:
            self._place, self._draft = len(history), text
        if self._place == 0:
            return None
        self._place -= 1
        return history[self._place]

    def later(self, history: Sequence[str]) -> str | None:
        """The prompt after; below the newest one the draft."""
        if self._place is None:
            return None
        self._place += 1
        if self._place >= len(history):
            self._place = None
            return self._draft
        return history[self._place]

    def jump(self, history: Sequence[str], text: str, *, draft: str) -> None:
        """Go to the newest prompt of that text, with a draft below the newest."""
        places = [place for place, known in enumerate(history) if known == text]
        self._place, self._draft = places[-1] if places else len(history), draft

    def forget(self) -> None:
        """A new prompt was sent."""
        self._place = None
