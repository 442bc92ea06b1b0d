"""The one screen of a session: transcript, plan, questions, prompt."""

from collections.abc import Callable
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Static, TextArea

from zaptui.core.events import RunFinished
from zaptui.errors import ZapError
from zaptui.tui.approval import QuestionPanel
from zaptui.tui.behind import BehindLine
from zaptui.tui.blocks import Local
from zaptui.tui.builtin_commands import builtin_commands
from zaptui.tui.completing import Completing
from zaptui.tui.host import ApprovalMode, Host
from zaptui.tui.live import Live
from zaptui.tui.menu import Menu
from zaptui.tui.plain import PLAIN, plain_bar
from zaptui.tui.plan_editing import PlanEditing
from zaptui.tui.plan_panel import PlanPanel
from zaptui.tui.plan_place import PlanPlace
from zaptui.tui.prompt import Prompt
from zaptui.tui.questions import PLACEHOLDER, Questions
from zaptui.tui.queue_view import QueueView
from zaptui.tui.recall import Recall
from zaptui.tui.sending import Sending
from zaptui.tui.status import Facts, Footer, Header
from zaptui.tui.terminal import Terminal
from zaptui.tui.textual_fixes import zap_app
from zaptui.tui.transcript import Transcript
from zaptui.tui.turns import Turns
from zaptui.view.glyphs import ASCII, Glyphs
from zaptui.view.text import one_line

FLUSH_S = 1 / 12
BEAT_S = 0.5
FOLLOW_S = 1.0
"""Between two looks at what others do to the plan while no turn runs."""
_LEAST_TRANSCRIPT = 2


class MainScreen(Screen[None]):
    """Shows what the tape says and sends what a person says; decides nothing about a run."""

    AUTO_FOCUS: ClassVar[str | None] = "#prompt"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", "Cancel", show=False, id="run.cancel"),
        Binding("ctrl+t", "cycle_plan", "Plan", show=False, id="plan.cycle"),
        Binding("ctrl+o", "focus_plan", "Edit the plan", show=False, id="plan.focus"),
        Binding("shift+tab", "cycle_approval", show=False, id="approval.cycle", priority=True),
        Binding("tab", "switch_focus", show=False, id="focus.switch", priority=True),
    ]

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
        self.commands = builtin_commands()
        self.turns = Turns(
            host, changed=self.show_facts, ended=self._turn_ended, failed=self._turn_failed
        )
        self.transcript = Transcript(self.live.now, glyphs=glyphs)
        self.prompt = Prompt()
        self.panel = QuestionPanel(clock, room=self._spare_lines, glyphs=glyphs)
        self.questions = Questions(host, self.panel, self.prompt, terminal)
        self.plan = PlanPlace(glyphs)
        self.plan_editing = PlanEditing(self)
        self.recall = Recall()
        self.sending = Sending(self)
        self._menu = Menu()
        self.completing = Completing(
            host,
            self.prompt,
            menu=self._menu,
            commands=self.commands,
            recall=self.recall,
            warn=self.warn,
        )
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

    def picked(self, session: str | None) -> None:
        """From the picker: a session to go on with, or none."""
        if session is not None:
            try:
                self.go_on(session)
            except ZapError as error:
                self.warn(str(error))

    def go_on(self, session: str) -> None:
        """Leave this session for a saved one."""
        self.host.open_session(session)
        self.start_over()

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
        if finished is None:
            return
        turn = self.live.conversation.turn
        if not zap_app(self).app_focus:
            self.terminal.alert(f"{finished.outcome}: {turn.prompt}")
        if self.host.approval == "propose" and finished.outcome in ("answered", "complete"):
            self.sending.offer_of(turn)

    def _turn_failed(self, error: Exception) -> None:
        """The tape tells how a run failed; what fails before it has begun is told here."""
        words = str(error) if isinstance(error, ZapError) else f"internal error: {error!r}"
        turns = self.live.conversation.turns
        finished = turns[-1].finished if turns else None
        if finished is None or finished.error is None or str(error) not in finished.error:
            self.say("the turn failed", words)
        self.warn(words)

    # ---- what commands use

    def warn(self, text: str) -> None:
        """A word in the footer, until the next key that does something."""
        self._warning = text
        self.show_facts()

    def say(self, title: str, text: str = "") -> None:
        """Show something of the app's own in the transcript."""
        self.transcript.add_local(Local(title=title, text=text))

    def copy(self, text: str) -> None:
        """Send a text to the terminal's clipboard; whether it took it cannot be known."""
        self.terminal.copy(text)
        self.warn("sent to the terminal")

    async def enter(self, text: str) -> None:
        """From the palette: a command that takes something waits in the prompt for it."""
        self.prompt.focus()
        if text.endswith(" "):
            self.prompt.set_text(text)
        else:
            await self.sending.send(text)

    # ---- what the widgets say

    @on(Prompt.Sent)
    async def _sent(self, message: Prompt.Sent) -> None:
        self._warning = ""
        goes_by = message.steer or self._is_command(message.text)
        if goes_by or not self.questions.takes(message.text):
            await self.sending.send(message.text, steer=message.steer)

    def _is_command(self, text: str) -> bool:
        name = text.split(" ", 1)[0].removeprefix("/")
        return text.startswith("/") and any(name == known.name for known in self.commands.all())

    @on(QuestionPanel.Answered)
    def _answered(self, message: QuestionPanel.Answered) -> None:
        self.questions.answered(message)

    @on(TextArea.Changed)
    def _typed(self) -> None:
        if self._warning:
            self.warn("")
        self.completing.follow()
        if self.panel.display:
            self.call_after_refresh(self.panel.repaint)

    @on(Prompt.MenuKey)
    def _menu_key(self, message: Prompt.MenuKey) -> None:
        self.completing.key(message.key)

    @on(Menu.Chosen)
    def _menu_chosen(self, message: Menu.Chosen) -> None:
        self.completing.choose(message.choice, enter=False)
        self.prompt.focus()

    @on(Prompt.Asked)
    def _asked(self, message: Prompt.Asked) -> None:
        match message.what:
            case "earlier":
                self.sending.earlier()
            case "later":
                self.sending.later()
            case "search":
                self.completing.search()
            case "editor":
                self.sending.edit()
            case "next":
                self.turns.send_next()

    @on(PlanPanel.Wished)
    def _wished(self, message: PlanPanel.Wished) -> None:
        self.plan_editing.wished(message)

    @on(PlanPanel.Left)
    def _plan_left(self) -> None:
        self.plan_editing.left()

    @on(Transcript.Behind)
    def _behind(self, message: Transcript.Behind) -> None:
        self.query_one(BehindLine).set(message.lines)

    @on(BehindLine.Clicked)
    def _to_end(self) -> None:
        self.transcript.follow()

    def on_key(self, event: events.Key) -> None:
        """A letter typed while reading goes to the prompt."""
        meant = event.key in self.active_bindings
        if self.focused is self.transcript and event.is_printable and event.character and not meant:
            event.stop()
            self.prompt.focus()
            self.prompt.insert(event.character)

    def on_resize(self) -> None:
        """The plan has its place by the width."""
        self.plan.place(self.size.width)
        self.show_plan()

    def _spare_lines(self) -> int:
        """What a question may take: all that is no status, no prompt and no rest of transcript."""
        others = (self._header, self._footer, self._queue, self.plan.line, self._menu, self.prompt)
        taken = sum(other.outer_size.height for other in others if other.display)
        return self.size.height - taken - _LEAST_TRANSCRIPT

    # ---- keys

    def action_cancel(self) -> None:
        """Esc: cancel the running turn, a second time without waiting; else back to the prompt."""
        if self.questions.give_up_word():
            return
        if self.turns.cancel():
            self.warn("cancelling…")
        elif not self.questions.dismiss():
            self.warn("")
            self.prompt.focus()

    def action_switch_focus(self) -> None:
        """Tab: to the question if there is one, else between prompt and transcript."""
        if self.prompt.menu_open and self.focused is self.prompt:
            self.prompt.post_message(Prompt.MenuKey("tab"))
        elif self.panel.display and self.focused is not self.panel:
            self.panel.focus()
        elif self.focused is self.prompt:
            self.transcript.focus()
        else:
            self.prompt.focus()

    def action_cycle_plan(self) -> None:
        """Ctrl+T: the plan as the width says, as a panel, as a line, not at all."""
        shown = self.plan.cycle()
        self.show_plan()
        self.warn(f"plan: {shown}")

    def action_focus_plan(self) -> None:
        """Ctrl+O: to the plan, to edit it; from there back to the prompt."""
        if self.plan.panel.has_focus:
            self.prompt.focus()
        else:
            self.plan_editing.focus()

    def action_cycle_approval(self) -> None:
        """Shift+Tab: ask, propose, yes."""
        order: tuple[ApprovalMode, ...] = ("ask", "propose", "yes")
        place = order.index(self.host.approval)
        for step in (1, 2):
            try:
                self.host.set_approval(order[(place + step) % len(order)])
            except ZapError as error:
                self.warn(str(error))
                continue
            break
        self.show_facts()
