"""What a person does to the live plan in the app: by keys of the panel, and as `/plan` commands."""

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING

from zaptui.errors import UsageError, ZapError
from zaptui.planning.plan_edit import (
    CLOSED,
    AddRow,
    CheckRow,
    CloseRow,
    DropRow,
    Flag,
    FlagRow,
    MoveRow,
    RewordRow,
    RowEdit,
)
from zaptui.planning.plan_rows import rows_of
from zaptui.tui.plan_panel import PlanPanel
from zaptui.view.stages import StageRow
from zaptui.view.text import one_line

if TYPE_CHECKING:
    from zaptui.tui.main_screen import MainScreen

WORDS = (
    "add TEXT, insert N TEXT, edit N TEXT, move N PLACE, drop N, done N, pin N, break N, check N"
)


class PlanEditing:
    """Acts on the screen it belongs to; stages are named by the place they are shown at."""

    def __init__(self, screen: "MainScreen") -> None:
        self._screen = screen
        self._returns = False
        """A word is being typed for the panel: the focus goes back to it."""
        self._words: dict[str, Callable[[str], str]] = {
            "add": self._add,
            "insert": self._insert,
            "edit": self._reword,
            "move": self._move,
            "drop": self._drop,
            "done": self._close,
            "pin": lambda rest: self._flag(rest, "pinned"),
            "break": lambda rest: self._flag(rest, "breakpoint"),
            "check": self._check,
        }

    def focus(self) -> None:
        """To the panel, which shows while it has the focus."""
        screen = self._screen
        if screen.plan.hold(held=True):
            screen.plan.panel.focus()
            screen.show_plan()
        else:
            screen.warn(f"there is no room for the panel; /plan {WORDS}")

    def left(self) -> None:
        """The panel has its place by the width again; the next time the active stage is marked."""
        if not self._returns:
            self._screen.plan.panel.mark(None)
        self._screen.plan.hold(held=False)
        self._screen.show_plan()

    def command(self, rest: str) -> None:
        """`/plan WORD …`. UsageError for what cannot be."""
        word, _, rest = rest.partition(" ")
        act = self._words.get(word)
        if act is None:
            raise UsageError(f"/plan {word[:40]} is nothing", hint=f"there is {WORDS}, copy")
        self._screen.warn(act(rest.strip()))
        if self._returns:
            self._returns = False
            self.focus()

    def wished(self, message: PlanPanel.Wished) -> None:
        """A key of the panel."""
        screen = self._screen
        ids = [row.stage_id for row in self._rows]
        place = ids.index(message.stage_id) if message.stage_id in ids else None
        try:
            match message.wish:
                case "leave":
                    screen.prompt.focus()
                case "add":
                    last = place is None or place == len(self._rows) - 1
                    self._type("/plan add " if last else f"/plan insert {(place or 0) + 2} ")
                case _ if place is None:
                    screen.warn("there is no stage yet; a adds one")
                case "edit":
                    self._type(
                        f"/plan edit {place + 1} {one_line(self._rows[place].content, 2000)}"
                    )
                case "up" | "down":
                    self._shift(place, -1 if message.wish == "up" else 1)
                case "drop":
                    screen.warn(self._drop(str(place + 1)))
                case "close":
                    screen.warn(self._close(str(place + 1)))
                case "pin":
                    screen.warn(self._flag(str(place + 1), "pinned"))
                case "break":
                    screen.warn(self._flag(str(place + 1), "breakpoint"))
        except ZapError as error:
            screen.warn(str(error))

    # ---- the edits; each gives what to say of it

    def _add(self, text: str) -> str:
        return self._do(AddRow(content=text), f"added: {text}")

    def _insert(self, rest: str) -> str:
        number, text = _number(rest, most=len(self._rows) + 1)
        if number > len(self._rows):
            return self._add(text)
        at = self._full_place(self._rows[number - 1].stage_id)
        return self._do(AddRow(content=text, at=at), f"added: {text}")

    def _reword(self, rest: str) -> str:
        row, text = self._named(rest)
        return self._do(RewordRow(id=row.stage_id, content=text), f"edited: {text}")

    def _move(self, rest: str) -> str:
        row, place = self._named(rest)
        to, _ = _number(place, most=len(self._rows))
        full = self._full_place(self._rows[to - 1].stage_id)
        return self._do(MoveRow(id=row.stage_id, to=full), f"moved to {to}: {row.content}")

    def _drop(self, rest: str) -> str:
        row, _ = self._named(rest)
        return self._do(DropRow(id=row.stage_id), f"dropped: {row.content}")

    def _close(self, rest: str) -> str:
        row, evidence = self._named(rest)
        edit = CloseRow(id=row.stage_id, evidence=evidence or CLOSED)
        return self._do(edit, f"done: {row.content}")

    def _check(self, rest: str) -> str:
        row, check = self._named(rest)
        edit = CheckRow(id=row.stage_id, check=check)
        return self._do(edit, f"check: {check}" if check else f"no check: {row.content}")

    def _flag(self, rest: str, flag: Flag) -> str:
        """Set a flag, or take it away where it is set."""
        row, _ = self._named(rest)
        told = self._screen.live.conversation.plan
        flagged: Collection[str] | None = None
        if told is not None:
            flagged = told.pinned if flag == "pinned" else told.breakpoints
        on = row.stage_id not in (flagged or ())
        word = "pinned" if flag == "pinned" else "the run stops before it"
        return self._do(
            FlagRow(id=row.stage_id, flag=flag, on=on),
            f"{'' if on else 'no longer: '}{word}: {row.content}",
        )

    def _shift(self, place: int, by: int) -> None:
        """Move a stage by one place; the mark goes with it."""
        if 0 <= place + by < len(self._rows):
            self._screen.warn(self._move(f"{place + 1} {place + by + 1}"))

    def _do(self, edit: RowEdit, word: str) -> str:
        before = self._ids
        self._screen.host.edit_plan([edit])
        self._screen.catch_up()  # the next key is about the plan as it is now
        if isinstance(edit, AddRow):
            self._screen.plan.panel.mark(next((i for i in self._ids if i not in before), None))
        elif isinstance(edit, MoveRow | RewordRow | FlagRow):
            self._screen.plan.panel.mark(edit.id)
        return one_line(word, 200)

    # ---- within

    @property
    def _ids(self) -> list[str]:
        """The ids of all rows as they were last told."""
        told = self._screen.live.conversation.plan
        return [row.id for row in rows_of(told.snapshot)] if told is not None else []

    @property
    def _rows(self) -> Sequence[StageRow]:
        turn = self._screen.transcript.document.live
        return turn.rows if turn is not None else ()

    def _named(self, rest: str) -> tuple[StageRow, str]:
        """The stage at the place a text begins with, and the rest of the text."""
        if not self._rows:
            raise UsageError("there is no stage yet", hint="/plan add TEXT adds one")
        number, text = _number(rest, most=len(self._rows))
        return self._rows[number - 1], text

    def _full_place(self, stage_id: str) -> int:
        """A stage's place among all rows, those that are not shown counted."""
        ids = self._ids
        return ids.index(stage_id) + 1 if stage_id in ids else len(ids) + 1

    def _type(self, text: str) -> None:
        self._returns = True
        self._screen.prompt.set_text(text)
        self._screen.prompt.focus()


def _number(rest: str, *, most: int) -> tuple[int, str]:
    """The place a text begins with, and the rest of it."""
    word, _, text = rest.partition(" ")
    if not (word.isascii() and word.isdecimal() and 0 < int(word[:6]) <= most):
        raise UsageError(f"{word[:20]!r} is no place of the plan", hint=f"places are 1 to {most}")
    return int(word), text.strip()
