"""A terminal as far as the tests need one: a grid of text with scrollback, and the modes set."""

import re

from rich.cells import cell_len

_TOKEN = re.compile(
    r"\x1b\[(?P<private>[<>=?]?)(?P<numbers>[\d;:]*)[ -/]*(?P<final>[@-~])"
    r"|\x1b[\]PX^_](?P<string>[^\x07\x1b]*)(?:\x07|\x1b\\)"
    r"|\x1b[ -/]*[0-~]"
    r"|(?P<control>[\x00-\x1f])"
    r"|(?P<text>[^\x00-\x1f\x1b]+)"
)


class Grid:
    """Follows what a program writes. `modes` are the private ones that are on: it wraps, and shows
    its cursor, until it is told not to."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.modes: set[int] = {7, 25}
        self.keyboard = 0
        """Depth of the kitty keyboard stack."""
        self.titles: list[str] = []
        self.scrollback: list[str] = []
        self._rows: list[list[str]] = []
        self._kept: list[list[str]] = []
        self._left_at = (0, 0)
        self._x = self._y = 0
        self._clear()

    def feed(self, text: str) -> None:
        """Take what was written."""
        for token in _TOKEN.finditer(text):
            if token["final"]:
                self._sequence(token["private"], token["numbers"], token["final"])
            elif token["string"] is not None:
                self.titles.append(token["string"])
            elif token["control"]:
                self._control(token["control"])
            elif token["text"]:
                self._put(token["text"])

    def lines(self) -> list[str]:
        """The screen, without what is blank at the right."""
        return ["".join(row).rstrip() for row in self._rows]

    def text(self) -> str:
        """All that can be seen or scrolled back to."""
        return "\n".join([*self.scrollback, *self.lines()]).rstrip("\n")

    def _clear(self) -> None:
        self._rows = [self._blank() for _ in range(self.height)]

    def _blank(self) -> list[str]:
        return [" "] * self.width

    def _put(self, text: str) -> None:
        for character in text:
            size = cell_len(character)
            if size == 0:
                continue
            if self._x + size > self.width:
                self._x = 0
                self._down()
            self._rows[self._y][self._x : self._x + size] = [character, *[""] * (size - 1)]
            self._x += size

    def _down(self) -> None:
        if self._y < self.height - 1:
            self._y += 1
            return
        self.scrollback.append("".join(self._rows.pop(0)).rstrip())
        self._rows.append(self._blank())

    def _control(self, character: str) -> None:
        if character == "\n":
            self._down()
        elif character == "\r":
            self._x = 0
        elif character == "\b":
            self._x = max(0, self._x - 1)

    def _sequence(self, private: str, numbers: str, final: str) -> None:
        values = [int(number or 0) for number in numbers.replace(":", ";").split(";")]
        first = values[0] or 1
        if private == "?" and final in "hl":
            self._mode(values, on=final == "h")
        elif final == "u" and private in "<>":
            self.keyboard += 1 if private == ">" else -1
        elif private:
            return
        elif final in "Hf":
            self._y = min(first, self.height) - 1
            self._x = min((values[1] or 1) if len(values) > 1 else 1, self.width) - 1
        elif final in "ABCD":
            dx, dy = {"A": (0, -1), "B": (0, 1), "C": (1, 0), "D": (-1, 0)}[final]
            self._x = max(0, min(self.width - 1, self._x + dx * first))
            self._y = max(0, min(self.height - 1, self._y + dy * first))
        elif final == "G":
            self._x = min(first, self.width) - 1
        elif final == "K":
            start, end = {0: (self._x, self.width), 1: (0, self._x + 1)}.get(
                values[0], (0, self.width)
            )
            self._rows[self._y][start:end] = [" "] * (end - start)
        elif final == "J" and values[0] == 2:
            self._clear()

    def _mode(self, numbers: list[int], *, on: bool) -> None:
        for number in numbers:
            if number == 1049 and on:
                if not self._kept:
                    self._kept, self._left_at = self._rows, (self._x, self._y)
                self._clear()
            elif number == 1049 and self._kept:
                self._rows, self._kept = self._kept, []
                self._x, self._y = self._left_at
            if on:
                self.modes.add(number)
            else:
                self.modes.discard(number)
