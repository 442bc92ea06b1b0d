"""A replay as it is played: whether it runs, how fast, and where a person has gone."""

from collections.abc import Callable

from zaptui.view.places import Place, go_to, is_known, next_stop, stop_before
from zaptui.view.playback import Playback

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
LAST = "that was the last one"


class Player:
    """Moves a playback. What cannot be reached yet is gone to once the index knows it."""

    def __init__(self, playback: Playback) -> None:
        self.playback = playback
        self.index = playback.index
        self.playing = False
        self.speed = 1.0
        self.axis = 0.0
        """The moment of watching."""
        self.told = ""
        """What there is to say of the last move."""
        self._waiting: Callable[[], bool] | None = None

    @property
    def waits(self) -> bool:
        """A place is wanted that the index does not know yet."""
        return self._waiting is not None

    @property
    def now(self) -> float:
        """The run's time, as `Entry.at`."""
        return self.playback.moment(self.axis)

    @property
    def quiet_s(self) -> float:
        """Recorded seconds since the last event."""
        return max(0.0, self.now - self.playback.pace.at)

    def advance(self, seconds: float, *, holding: bool = False) -> bool:
        """So many seconds have been watched; whether anything has come. `holding`: what stands
        before is being looked at."""
        if not self.playing or self.waits:
            return False
        self.axis = min(self.axis + seconds * self.speed, self.index.pace.axis)
        changed = self.playback.play(self.axis, holding=holding)
        self.playing = not self.playback.at_end
        return changed

    def look(self) -> bool:
        """The index has grown; whether a place that was waited for is reached."""
        waiting, self._waiting = self._waiting, None
        if waiting is None:
            return False
        if waiting():
            return True
        self._waiting = waiting
        return False

    # ---- what a person does

    def toggle(self) -> None:
        """Play or pause; at the end, from the start again."""
        if not self.playing and self.playback.at_end:
            self.to_start()
        self.playing = not self.playing

    def faster(self, steps: int) -> None:
        """Another speed; fewer with a negative number."""
        near = min(range(len(SPEEDS)), key=lambda place: abs(SPEEDS[place] - self.speed))
        self.speed = SPEEDS[max(0, min(len(SPEEDS) - 1, near + steps))]

    def to_start(self) -> None:
        """The first event."""
        self.to_line(1)

    def to_line(self, line: int) -> None:
        """So many lines are shown."""
        self._waiting, self.told = None, ""
        self.playback.seek(line)
        self._arrived()

    def to_moment(self, axis: float) -> None:
        """A moment of watching."""
        self._waiting, self.told = None, ""
        self.playback.seek_moment(axis)
        self._arrived()
        self.axis = max(self.axis, min(axis, self.index.pace.axis))

    def to(self, place: Place) -> bool:
        """Go to a place now, or once it is known; whether it is reached already."""
        self.told = ""
        self._waiting = lambda: self._reached(place)
        return self.look()

    def step(self, direction: int) -> bool:
        """The next step, or the one before; whether it is reached already."""
        line, index = self.playback.line, self.index
        if direction < 0:
            return self._jump(lambda: max(1, index.step_before(line)))
        return self._jump(lambda: self._step_behind(line))

    def stage(self, direction: int) -> bool:
        """The next begin of a stage or a run, or the one before; whether it is reached already."""
        line, index = self.playback.line, self.index
        if direction < 0:
            return self._jump(lambda: max(1, stop_before(index, line)))
        return self._jump(lambda: self._stop_behind(line))

    def _jump(self, line: Callable[[], int | None]) -> bool:
        def jumped() -> bool:
            found = line()
            if found is None:
                return False
            self.playback.seek(found)
            self._arrived()
            return True

        self.told = ""
        self._waiting = jumped
        return self.look()

    def _step_behind(self, line: int) -> int | None:
        found = self.index.step_after(line)
        return found if self.index.done or found < self.index.lines else None

    def _stop_behind(self, line: int) -> int | None:
        found = next_stop(self.index, line)
        if found is None and self.index.done:
            self.told = LAST
            return line
        return found

    def _reached(self, place: Place) -> bool:
        if not is_known(self.index, place):
            return False
        if not go_to(self.playback, place):
            self.told = f"there is no stage {place.value:g}"
        if self.playback.line == 0:
            self.playback.seek(1)
        self._arrived()
        return True

    def _arrived(self) -> None:
        self.axis = self.playback.pace.axis
        if self.playback.at_end:
            self.playing = False
