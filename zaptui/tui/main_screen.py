"""The one screen of a session: transcript, plan, questions, prompt."""

from collections.abc import Callable
from typing import ClassVar, Literal

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Static, TextArea

from zaptui.core.events import RunFinished
from zaptui.errors import ZapError
from zaptui.planning.plan_file import PlanFile
from zaptui.tui.approval import Question, QuestionPanel
from zaptui.tui.asking import Asking
from zaptui.tui.behind import BehindLine
from zaptui.tui.blocks import Local
from zaptui.tui.builtin_commands import builtin_commands
from zaptui.tui.completing import Completing
from zaptui.tui.editor import edit_text
from zaptui.tui.host import ApprovalMode, Host
from zaptui.tui.live import Live
from zaptui.tui.menu import Menu
from zaptui.tui.plan_view import PlanLine, PlanPanel
from zaptui.tui.prompt import Prompt
from zaptui.tui.proposals import (
    ACCEPT,
    EDIT,
    GO,
    LEAVE,
    OFFER,
    plan_text,
    proposed_plan,
)
from zaptui.tui.queue_view import QueueView
from zaptui.tui.recall import Recall
from zaptui.tui.status import Facts, Footer, Header
from zaptui.tui.terminal import Terminal
from zaptui.tui.textual_fixes import zap_app
from zaptui.tui.transcript import Transcript
from zaptui.tui.turns import Turns
from zaptui.view.answer import answer_of
from zaptui.view.glyphs import Glyphs
from zaptui.view.text import one_line

FLUSH_S = 1 / 15
BEAT_S = 0.5
WIDE = 100
"""Columns from which the plan has a panel of its own."""

PlanShown = Literal["auto", "panel", "line", "off"]
PLAN_SHOWN: tuple[PlanShown, ...] = ("auto", "panel", "line", "off")


class MainScreen(Screen[None]):
    """Shows what the tape says and sends what a person says; decides nothing about a run."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", "Cancel", show=False, id="run.cancel"),
        Binding("ctrl+t", "cycle_plan", "Plan", show=False, id="plan.cycle"),
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
        self.plan_shown: PlanShown = "auto"
        self.commands = builtin_commands()
        self.turns = Turns(
            host, changed=self._show_facts, ended=self._turn_ended, failed=self._turn_failed
        )
        self.asking = Asking(self._show_question, rule_for=host.rule_for, grant=host.grant)
        self.transcript = Transcript(self.live.now, glyphs=glyphs)
        self.prompt = Prompt()
        self._glyphs = glyphs
        self._motion = motion
        self._beat = False
        self._recall = Recall()
        self._wording: tuple[Question, str] | None = None
        """The question a word is being typed for, and the draft that waits meanwhile."""
        self._warning = ""
        self._ready = False

    # ---- build

    def compose(self) -> ComposeResult:
        yield Header()
        with Horizontal(id="body"):
            yield self.transcript
            yield PlanPanel(id="plan-panel", glyphs=self._glyphs)
        yield BehindLine()
        yield QuestionPanel(self._clock)
        yield QueueView()
        yield PlanLine(id="plan-line", glyphs=self._glyphs)
        yield Menu()
        with Horizontal(id="prompt-row"):
            yield Static(f" {self._glyphs.prompt}", id="prompt-mark", markup=False)
            yield self.prompt
        yield Footer()

    def on_mount(self) -> None:
        """Start listening; the timers stand still while nothing runs."""
        self._ready = True
        self.completing = Completing(self.host, self.prompt, self.query_one(Menu), self.commands)
        self.prompt.placeholder = "what is to be done?"
        self.host.attach(self.live.tell, self.asking.ask, self.asking.ask_user)
        self.transcript.show(self.live.conversation)
        self.set_interval(FLUSH_S, self._flush)
        self._beating = self.set_interval(BEAT_S, self._tick, pause=True)
        self.prompt.focus()
        self._place_plan()
        self._show_facts()

    # ---- following the tape

    def _flush(self) -> None:
        """Show what has come. Runs often and does nothing when nothing came."""
        if not self.live.changed:
            return
        self.live.changed = False
        self.transcript.sync(quiet_s=self.live.quiet_s())
        self._show_plan()
        self._show_facts()
        if self.live.running:
            self._beating.resume()

    def _tick(self) -> None:
        """The one heartbeat: elapsed times and the mark of the active stage."""
        self._beat = not self._beat and self._motion
        self.transcript.tick(quiet_s=self.live.quiet_s(), beat=self._beat)
        self._show_plan()
        self._show_facts()
        if not self.live.running:
            self._beating.pause()

    def _show_plan(self) -> None:
        turn = self.transcript.document.live
        rows = turn.rows if turn is not None else ()
        for view in (self.query_one(PlanPanel), self.query_one(PlanLine)):
            if view.display:
                view.set(rows, now=self.live.now(), beat=self._beat)
        if rows:
            done = sum(row.status == "done" for row in rows)
            self.terminal.set_progress(done * 100 // len(rows) if self.live.running else None)
        elif not self.live.running:
            self.terminal.set_progress(None)

    def _show_facts(self) -> None:
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
            running=self.turns.running,
            queued=len(self.turns.queue),
            warning=self._warning,
        )
        for line in (self.query_one(Header), self.query_one(Footer)):
            line.facts = facts
            line.repaint()
        queue = self.query_one(QueueView)
        queue.waiting = list(self.turns.queue)
        queue.repaint()
        state = "● " if self.turns.running else ""
        self.terminal.set_title(f"{state}zap {one_line(facts.title, 60)}".strip())

    def warn(self, text: str) -> None:
        """A word in the footer, until the next key that does something."""
        self._warning = text
        self._show_facts()

    def say(self, title: str, text: str = "") -> None:
        """Show something of the app's own in the transcript."""
        self.transcript.add_local(Local(title=title, text=text))

    def copy(self, text: str) -> None:
        """Send a text to the terminal's clipboard; whether it took it cannot be known."""
        self.terminal.copy(text)
        self.warn("sent to the terminal")

    def start_over(self) -> None:
        """Another session: an empty transcript."""
        self.live = Live(self._clock)
        self.transcript.use_clock(self.live.now)
        self.host.attach(self.live.tell, self.asking.ask, self.asking.ask_user)
        self.transcript.show(self.live.conversation)
        self._show_plan()
        self._show_facts()

    # ---- sending

    @on(Prompt.Sent)
    async def _sent(self, message: Prompt.Sent) -> None:
        self._warning = ""
        if self._wording is not None:
            self._word_given(message.text)
            return
        question = self.asking.current
        if question is not None and question.approval is None:
            self.asking.answer(question, "once", message.text)
            return
        await self.send(message.text, steer=message.steer)

    async def enter(self, text: str) -> None:
        """From the palette: a command that takes something waits in the prompt for it."""
        self.prompt.focus()
        if text.endswith(" "):
            self.prompt.set_text(text)
        else:
            await self.send(text)

    async def send(self, text: str, *, steer: bool = False) -> None:
        """Do what a text asks for: a command, a shell command, a steer, a prompt."""
        self._recall.forget()
        try:
            if text.startswith("/"):
                command, rest = self.commands.find(text)
                await command.act(self, rest)
            elif text.startswith("!"):
                self.run_worker(self._shell(text[1:].strip()), group="shell")
            elif steer and self.turns.running:
                self.host.steer(text)
                self.say("told at the next step", text)
            else:
                self.host.remember(text)
                self.completing.forget_files()
                self.transcript.follow()
                self.turns.send(text)
        except ZapError as error:
            self.warn(str(error))

    async def _shell(self, command: str) -> None:
        try:
            ran = await self.host.shell(command)
        except ZapError as error:
            self.say(f"! {command}", str(error))
            return
        code = f"exit {ran.code}\n" if ran.code else ""
        self.say(f"! {command}", f"{ran.output}{code}")

    def _turn_ended(self, finished: RunFinished | None) -> None:
        self._flush()
        self._warning = ""
        if finished is None:
            return
        turn = self.live.conversation.turn
        if not zap_app(self).app_focus:
            self.terminal.alert(f"{finished.outcome}: {turn.prompt}")
        if self.host.approval == "propose" and finished.outcome in ("answered", "complete"):
            plan = proposed_plan(answer_of(turn))
            if plan is not None:
                self.run_worker(self._offer(plan), group="offer", exclusive=True)

    async def _offer(self, plan: PlanFile) -> None:
        """A proposed plan: accept it, edit it, or leave it (R80)."""
        answer = await self.asking.ask_user(OFFER, [ACCEPT, EDIT, LEAVE])
        if answer == EDIT:
            try:
                edited = proposed_plan(edit_text(zap_app(self), plan_text(plan)))
            except ZapError as error:
                self.warn(str(error))
                return
            plan = edited or plan
        elif answer != ACCEPT:
            return
        self.host.accept_plan(plan)
        await self.send(GO)

    def _turn_failed(self, error: BaseException) -> None:
        self.warn(str(error) or type(error).__name__)

    # ---- questions

    def _show_question(self, question: Question | None) -> None:
        panel = self.query_one(QuestionPanel)
        focused = panel.has_focus
        panel.ask(question)
        if question is None:
            self._wording = None
            if focused:
                self.prompt.focus()
        elif not zap_app(self).app_focus:
            self.terminal.alert("a question waits")

    @on(QuestionPanel.Answered)
    def _answered(self, message: QuestionPanel.Answered) -> None:
        if message.answer == "word":
            self._wording = (message.question, self.prompt.text)
            self.prompt.set_text("")
            self.prompt.placeholder = "a word to the model: why not?"
            self.prompt.focus()
            return
        option = message.question.options[message.option] if message.option is not None else ""
        self.asking.answer(message.question, message.answer, option)
        self.prompt.focus()

    def _word_given(self, word: str) -> None:
        if self._wording is not None:
            question, draft = self._wording
            self._wording = None
            self.prompt.placeholder = "what is to be done?"
            self.prompt.set_text(draft)
            self.asking.answer(question, "word", word)

    # ---- keys and menus

    @on(TextArea.Changed)
    def _typed(self) -> None:
        if self._warning:
            self.warn("")
        self.completing.follow()

    @on(Prompt.MenuKey)
    async def _menu_key(self, message: Prompt.MenuKey) -> None:
        text = self.completing.key(message.key)
        if text is not None and text.strip():
            await self.send(text)

    @on(Menu.Chosen)
    def _menu_chosen(self, message: Menu.Chosen) -> None:
        self.completing.choose(message.choice, enter=False)
        self.prompt.focus()

    @on(Prompt.Asked)
    def _asked(self, message: Prompt.Asked) -> None:
        match message.what:
            case "earlier":
                taken = self.turns.take_back() if not self.prompt.text.strip() else None
                text = taken or self._recall.earlier(self.host.history(), self.prompt.text)
            case "later":
                text = self._recall.later(self.host.history())
            case "search":
                self.completing.search()
                return
            case _:
                self._open_editor()
                return
        if text is not None:
            self.prompt.set_text(text)

    def _open_editor(self) -> None:
        try:
            self.prompt.set_text(edit_text(zap_app(self), self.prompt.full_text()))
        except ZapError as error:
            self.warn(str(error))

    @on(Transcript.Behind)
    def _behind(self, message: Transcript.Behind) -> None:
        self.query_one(BehindLine).set(message.lines)

    @on(BehindLine.Clicked)
    def _to_end(self) -> None:
        self.transcript.follow()

    def on_key(self, event: events.Key) -> None:
        """A letter typed while reading goes to the prompt."""
        if self.focused is self.transcript and event.is_printable and event.character:
            event.stop()
            self.prompt.focus()
            self.prompt.insert(event.character)

    def action_cancel(self) -> None:
        """Esc: cancel the running turn, a second time without waiting; else back to the prompt."""
        if self._wording is not None:
            question, draft = self._wording
            self._wording = None
            self.prompt.set_text(draft)
            self.query_one(QuestionPanel).ask(question)
        elif self.turns.cancel():
            self.warn("cancelling…")
        else:
            self.warn("")
            self.prompt.focus()

    def action_switch_focus(self) -> None:
        """Tab: to the question if there is one, else between prompt and transcript."""
        panel = self.query_one(QuestionPanel)
        if self.prompt.menu_open and self.focused is self.prompt:
            self.prompt.post_message(Prompt.MenuKey("tab"))
        elif panel.display and self.focused is not panel:
            panel.focus()
        elif self.focused is self.prompt:
            self.transcript.focus()
        else:
            self.prompt.focus()

    def action_cycle_plan(self) -> None:
        """Ctrl+T: the plan as the width says, as a panel, as a line, not at all."""
        self.plan_shown = PLAN_SHOWN[(PLAN_SHOWN.index(self.plan_shown) + 1) % len(PLAN_SHOWN)]
        self._place_plan()
        self.warn(f"plan: {self.plan_shown}")

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
        self._show_facts()

    def on_resize(self) -> None:
        """The plan has its place by the width."""
        self._place_plan()

    def _place_plan(self) -> None:
        wide = self.size.width >= WIDE
        panel = self.plan_shown == "panel" or (self.plan_shown == "auto" and wide)
        line = self.plan_shown == "line" or (self.plan_shown == "auto" and not wide)
        self.query_one(PlanPanel).display = panel and self.size.width >= 60
        self.query_one(PlanLine).display = line
        self._show_plan()
