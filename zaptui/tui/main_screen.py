"""The one screen of a session: what the widgets say, what the keys do, what is sent."""

from collections.abc import Callable
from typing import ClassVar

from textual import events, on
from textual.binding import Binding, BindingType
from textual.widgets import TextArea

from zaptui.core.events import RunFinished
from zaptui.errors import ZapError
from zaptui.tui.approval import QuestionPanel
from zaptui.tui.behind import BehindLine
from zaptui.tui.builtin_commands import builtin_commands
from zaptui.tui.completing import Completing
from zaptui.tui.host import ApprovalMode, Host
from zaptui.tui.live_screen import LiveScreen
from zaptui.tui.menu import Menu
from zaptui.tui.plan_editing import PlanEditing
from zaptui.tui.plan_panel import PlanPanel
from zaptui.tui.prompt import Prompt
from zaptui.tui.recall import Recall
from zaptui.tui.sending import Sending
from zaptui.tui.terminal import Terminal
from zaptui.tui.transcript import Transcript
from zaptui.view.glyphs import Glyphs


class MainScreen(LiveScreen):
    """Sends what a person says."""

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
        super().__init__(host, glyphs=glyphs, terminal=terminal, motion=motion, clock=clock)
        self.commands = builtin_commands()
        self.plan_editing = PlanEditing(self)
        self.recall = Recall()
        self.sending = Sending(self)
        self.completing = Completing(
            host,
            self.prompt,
            menu=self._menu,
            commands=self.commands,
            recall=self.recall,
            warn=self.warn,
        )

    def turn_over(self, finished: RunFinished) -> None:
        """A proposed plan is offered."""
        if self.host.approval == "propose" and finished.outcome in ("answered", "complete"):
            self.sending.offer_of(self.live.conversation.turn)

    # ---- what commands use

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
