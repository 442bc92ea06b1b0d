"""The session behind the app: opened when it is needed, left for another one, closed at last."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack

from zaptui.agent.loop import Session
from zaptui.agent.setup import Setup
from zaptui.core.events import Entry
from zaptui.core.ports import Sink
from zaptui.session.keeping import Keeping
from zaptui.tape import Tape
from zaptui.view.masking import Mask
from zaptui.wiring.build import open_tape, open_writer
from zaptui.wiring.options import RunOptions
from zaptui.wiring.resume import Resumed, resume

Build = Callable[[ExitStack, Resumed | None], Session]


class AppSession:
    """One session and what it has opened. `build` makes it; its tape begins with its first turn."""

    def __init__(
        self, options: RunOptions, build: Build, sinks: Sequence[Sink], *, mask: Mask
    ) -> None:
        self._stack = ExitStack()
        self._mask = mask
        self._save = options.save
        self._build = build
        self._sinks = sinks
        self._resumed = resume(options, stack=self._stack)
        self._session: Session | None = None
        self._tape: Tape | None = None
        self._keeping: Keeping | None = None

    @property
    def past(self) -> Sequence[Entry]:
        """The entries of a session that goes on."""
        return self._resumed.entries if self._resumed else ()

    @property
    def model(self) -> str | None:
        """The name of the model it was begun with."""
        return self._resumed.restored.model if self._resumed else None

    @property
    def built(self) -> Session | None:
        """The session, if something has needed it yet."""
        return self._session

    @property
    def trouble(self) -> str:
        """Why it is not being saved; empty while all is well."""
        return self._keeping.trouble if self._keeping else ""

    @property
    def on_disk(self) -> bool:
        """Whether there is a file to go on with later."""
        return self._keeping is not None and not self._keeping.trouble

    def live(self) -> Session:
        """The session."""
        if self._session is None:
            self._session = self._build(self._stack, self._resumed)
        return self._session

    def change(self, setup: Setup) -> None:
        """Go on with another setup."""
        self._session = Session(setup, past=self.live().past)

    def tape(self) -> Tape:
        """The tape; a disk that does not take it stops nobody."""
        if self._tape is None:
            writer = open_writer(
                self.live(), save=self._save, stack=self._stack, resumed=self._resumed
            )
            self._keeping = Keeping(writer) if writer is not None else None
            self._tape = open_tape(
                self._keeping, self._sinks, mask=self._mask, resumed=self._resumed
            )
        return self._tape

    def close(self) -> None:
        """Let go of its files and of what it left running."""
        self._stack.close()
