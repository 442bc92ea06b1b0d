"""Commands that still run when the model is done: said before the end, and at the end."""

from zaptui.core import events as e
from zaptui.core.ports import Emit, Spawner
from zaptui.planning.directives import complete_over_running


class Background:
    """What the commands of one session have left running."""

    def __init__(self, spawner: Spawner, *, tell: Emit) -> None:
        self._spawner = spawner
        self._tell = tell
        self._refused_for = set[int]()

    def refusal(self) -> str | None:
        """Why `complete` comes too early. Once for each command: where it cannot be ended, the
        run still can."""
        running = set(self._spawner.running())
        if running <= self._refused_for:
            return None
        self._refused_for |= running
        return complete_over_running(sorted(running))

    def tell_end(self) -> None:
        """A warning on the tape when the run ends over them."""
        running = self._spawner.running()
        if running:
            many = "a command still runs" if len(running) == 1 else f"{len(running)} commands run"
            text = f"{many} in the background; what is not done when zap ends is cut off"
            self._tell(e.Notice(level="warning", text=text))
