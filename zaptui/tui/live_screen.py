"""The screen as it follows the tape: what it is built of, what shows of a session at a moment."""

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Static

from zaptui.core.events import RunFinished
from zaptui.errors import ZapError
from zaptui.tui.approval import QuestionPanel
from zaptui.tui.behind import BehindLine
from zaptui.tui.host import Host
from zaptui.tui.line_blocks import Local
from zaptui.tui.live import Live
from zaptui.tui.menu import Menu
from zaptui.tui.plain import PLAIN, plain_bar
from zaptui.tui.plan_place import PlanPlace
from zaptui.tui.prompt import Prompt
from zaptui.tui.questions import PLACEHOLDER, Questions
from zaptui.tui.queue_view import QueueView
from zaptui.tui.status import Facts, Footer, Header
from zaptui.tui.terminal import Terminal
from zaptui.tui.textual_fixes import zap_app
from zaptui.tui.transcript import Transcript
from zaptui.tui.turns import Turns
from zaptui.view.glyphs import ASCII, Glyphs
from zaptui.view.text import one_line

FLUSH_S = 1 / 10
BEAT_S = 0.5
FOLLOW_S = 1.0
"""Between two looks at what others do to the plan while no turn runs."""
_LEAST_TRANSCRIPT = 2


class LiveScreen(Screen[None]):
    """Shows what the tape says; decides nothing about a run."""

    AUTO_FOCUS: ClassVar[str | None] = "#prompt"

    def __init__(
        self,
        host: Host,
        *,
        glyphs: Glyphs,
        terminal: Terminal,
        motion: bool,
        clock: Callable[[], float],
    ) -> None:
        super().__init__()
        self._clock = clock
        self.host = host
        self.terminal = terminal
        self.live = Live(self._clock)
        self.turns = Turns(
            host, changed=self.show_facts, ended=self._turn_ended, failed=self._turn_failed
        )
        self.transcript = Transcript(self.live.now, glyphs=glyphs)
        self.prompt = Prompt()
        self.panel = QuestionPanel(clock, room=self._spare_lines, glyphs=glyphs)
        self.questions = Questions(host, self.panel, self.prompt, terminal)
        self.plan = PlanPlace(glyphs)
        self._menu = Menu()
        self._header, self._footer, self._queue = Header(), Footer(), QueueView(glyphs=glyphs)
        self._glyphs = glyphs
        self._motion = motion
        self._beat = False
        self._warning = ""
        self._ready = False

    # ---- build

    def compose(self) -> ComposeResult:
        yield self._header
        with Horizontal(id="body"):
            yield self.transcript
            yield self.plan.panel
        yield BehindLine(glyphs=self._glyphs)
        yield self.panel
        yield self._queue
        yield self.plan.line
        yield self._menu
        with Horizontal(id="prompt-row"):
            yield Static(f" {self._glyphs.prompt}", id="prompt-mark", markup=False)
            yield self.prompt
        yield self._footer

    def on_mount(self) -> None:
        """Start listening; the timers stand still while nothing runs."""
        self._ready = True
        if self._glyphs is ASCII:
            self.add_class(PLAIN)
            plain_bar(self.transcript)
            plain_bar(self.prompt)
        self.prompt.placeholder = PLACEHOLDER
        self.set_interval(FLUSH_S, self._flush)
        self.set_interval(FOLLOW_S, self._follow_plan)
        self._beating = self.set_interval(BEAT_S, self._tick, pause=True)
        self.prompt.focus()
        self.plan.place(self.size.width)
        self._begin()
        self.call_after_refresh(self._warm)

    def _begin(self) -> None:
        asking = self.questions.asking
        self.host.attach(self.live.tell, asking.ask, asking.ask_user)
        self.transcript.show(self.live.conversation)
        self.show_plan()
        self.show_facts()

    def _warm(self) -> None:
        """After the first paint: nobody waits for an SDK, and one that fails says so when used."""
        self.run_worker(self.host.warm(), group="warm", exclusive=True, exit_on_error=False)

    def start_over(self) -> None:
        """Another session: an empty transcript."""
        self.live = Live(self._clock)
        self.transcript.use_clock(self.live.now)
        self._begin()

    # ---- following the tape

    def _flush(self) -> None:
        """Show what has come. Runs often and does nothing when nothing came."""
        if not self.live.changed:
            return
        self.live.changed = False
        self.transcript.sync(quiet_s=self._quiet_s())
        self.show_plan()
        self.show_facts()
        if self.live.running:
            self._beating.resume()

    def _tick(self) -> None:
        """The one heartbeat: elapsed times and the mark of the active stage."""
        self._beat = not self._beat and self._motion
        self.transcript.tick(quiet_s=self._quiet_s(), beat=self._beat)
        self.show_plan()
        self.show_facts()
        if not self.live.running:
            self._beating.pause()

    def _quiet_s(self) -> float:
        """Silence that means something: while a question waits, it is the person's turn."""
        return 0.0 if self.questions.asking.current is not None else self.live.quiet_s()

    def show_plan(self) -> None:
        """Show the plan of this moment."""
        turn = self.transcript.document.live
        rows = turn.rows if turn is not None else ()
        told = self.live.conversation.plan
        self.plan.panel.pinned = (told.pinned if told is not None else None) or ()
        self.plan.panel.breakpoints = (told.breakpoints if told is not None else None) or ()
        self.plan.set(rows, now=self.live.now(), beat=self._beat)
        done = sum(row.status == "done" for row in rows)
        share = done * 100 // len(rows) if rows else "busy"
        self.terminal.set_progress(share if self.live.running else None)

    def show_facts(self) -> None:
        """Show the figures of this moment, and what waits."""
        if not self._ready:
            return
        turns = self.live.conversation.turns
        facts = Facts(
            title=turns[-1].prompt if turns else "",
            model=self.host.model,
            mode=self.host.mode,
            approval=self.host.approval,
            boundary=self.host.boundary,
            context_tokens=self.live.context_tokens,
            context_window=self.host.context_window,
            cost=self.host.price(self.live.usage),
            elapsed_s=self.live.now() if self.turns.running else None,
            quiet_s=0.0 if self.plan.active else self._quiet_s(),
            running=self.turns.running,
            queued=len(self.turns.queue),
            warning=self._warning or self.host.trouble,
        )
        for line in (self._header, self._footer):
            line.facts = facts
            line.repaint()
        self._queue.waiting, self._queue.steers = list(self.turns.queue), list(self.live.steers)
        self._queue.idle = not self.turns.running
        self._queue.repaint()
        state = f"{self._glyphs.alive[0]} " if self.turns.running else ""
        self.terminal.set_title(f"{state}zap {one_line(facts.title, 60)}".strip())

    def catch_up(self) -> None:
        """Show at once what has come."""
        self._flush()

    def _follow_plan(self) -> None:
        if not self.turns.running:
            self.host.follow_plan()

    def _turn_ended(self, finished: RunFinished | None) -> None:
        self._flush()
        self._warning = ""
        if finished is not None:
            turn = self.live.conversation.turn
            if not zap_app(self).app_focus:
                self.terminal.alert(f"{finished.outcome}: {turn.prompt}")
            self.turn_over(finished)

    def turn_over(self, finished: RunFinished) -> None:
        """What a turn's end means beside its being shown."""

    def _turn_failed(self, error: Exception) -> None:
        """The tape tells how a run failed; what fails before it has begun is told here."""
        words = str(error) if isinstance(error, ZapError) else f"internal error: {error!r}"
        turns = self.live.conversation.turns
        finished = turns[-1].finished if turns else None
        if finished is None or finished.error is None or str(error) not in finished.error:
            self.say("the turn failed", words)
        self.warn(words)

    # ---- what is said

    def warn(self, text: str) -> None:
        """A word in the footer, until the next key that does something."""
        self._warning = text
        self.show_facts()

    def say(self, title: str, text: str = "") -> None:
        """Show something of the app's own in the transcript."""
        self.transcript.add_local(Local(title=title, text=text))

    # ---- its size

    def on_resize(self) -> None:
        """The plan has its place by the width."""
        self.plan.place(self.size.width)
        self.show_plan()

    def _spare_lines(self) -> int:
        """What a question may take: all that is no status, no prompt and no rest of transcript."""
        others = (self._header, self._footer, self._queue, self.plan.line, self._menu, self.prompt)
        taken = sum(other.outer_size.height for other in others if other.display)
        return self.size.height - taken - _LEAST_TRANSCRIPT
