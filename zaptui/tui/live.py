"""The tape as the app holds it: the fold, the clock of its run, what was last heard."""

from collections.abc import Callable

from zaptui.core import events as e
from zaptui.core.conversation import Conversation
from zaptui.core.parts import Usage


class Live:
    """A sink. Sets plain state at once; whoever shows it looks when it likes."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.conversation = Conversation()
        self.changed = False
        """Something has come since it was last shown."""
        self.running = False
        self.usage = Usage()
        """Of the whole session."""
        self.context_tokens = 0
        """The last request's size."""
        self.steers: list[str] = []
        """Words that no step has heard yet."""
        self._clock = clock
        self._began = clock()
        self._heard = clock()
        self._ended_at = 0.0

    def tell(self, entry: e.Entry) -> None:
        """Take an entry."""
        event = entry.event
        self.conversation.apply(event, at=entry.at)
        self.changed = True
        self._heard = self._clock()
        match event:
            case e.RunStarted():
                self.running = True
                self._began = self._heard
            case e.ModelFinished():
                if event.usage is not None:
                    self.usage += event.usage
                    self.context_tokens = event.usage.input_tokens + event.usage.output_tokens
            case e.Compacted():
                self.context_tokens = event.tokens_after
                self.usage += event.usage or Usage()
            case e.UserMessage():
                if event.text in self.steers:
                    self.steers.remove(event.text)
            case e.RunFinished():
                self.running = False
                self._ended_at = entry.at
            case _:
                pass

    def now(self) -> float:
        """Seconds since the run began, as `Entry.at`; it stands still once the run is over."""
        return self._clock() - self._began if self.running else self._ended_at

    def quiet_s(self) -> float:
        """Seconds since anything was heard of a running turn."""
        return self._clock() - self._heard if self.running else 0.0
