"""What a sent text does: a command, a shell command, a steer, a prompt; and proposed plans."""

from typing import TYPE_CHECKING

from zaptui.core.turn import Turn
from zaptui.errors import ZapError
from zaptui.planning.plan_file import PlanFile
from zaptui.tui.editor import edit_text
from zaptui.tui.proposals import ACCEPT, EDIT, GO, LEAVE, OFFER, plan_text, proposed_plan
from zaptui.tui.textual_fixes import zap_app
from zaptui.view.answer import answer_of

if TYPE_CHECKING:
    from zaptui.tui.main_screen import MainScreen


class Sending:
    """Acts on the screen it belongs to. What a person can mend is said in the footer."""

    def __init__(self, screen: "MainScreen") -> None:
        self._screen = screen

    async def send(self, text: str, *, steer: bool = False) -> None:
        """Do what a text asks for."""
        screen = self._screen
        screen.recall.forget()
        try:
            if text.startswith("/"):
                command, rest = screen.commands.find(text)
                await command.act(screen, rest)
            elif text.startswith("!"):
                screen.run_worker(self._shell(text[1:].strip()), group="shell")
            elif steer and screen.turns.running:
                screen.host.steer(text)
                screen.say("told at the next step", text)
            else:
                screen.host.remember(text)
                screen.completing.forget_files()
                screen.transcript.follow()
                screen.turns.send(text)
        except ZapError as error:
            screen.warn(str(error))

    def earlier(self) -> None:
        """Up: the newest waiting message comes back to be edited, else what was asked before."""
        screen = self._screen
        taken = screen.turns.take_back() if not screen.prompt.text.strip() else None
        self._put(taken or screen.recall.earlier(screen.host.history(), screen.prompt.text))

    def later(self) -> None:
        """Down: the next newer prompt, at last the draft."""
        self._put(self._screen.recall.later(self._screen.host.history()))

    def edit(self) -> None:
        """The prompt in the person's editor."""
        screen = self._screen
        try:
            self._put(edit_text(zap_app(screen), screen.prompt.full_text()))
        except ZapError as error:
            screen.warn(str(error))

    def offer(self, turn: Turn) -> None:
        """Ask whether the plan an answer proposes shall be carried out (R80)."""
        plan = proposed_plan(answer_of(turn))
        if plan is not None:
            self._screen.run_worker(self._offer(plan), group="offer", exclusive=True)

    async def _offer(self, plan: PlanFile) -> None:
        screen = self._screen
        answer = await screen.questions.asking.ask_user(OFFER, [ACCEPT, EDIT, LEAVE])
        if answer == EDIT:
            try:
                edited = proposed_plan(edit_text(zap_app(screen), plan_text(plan)))
            except ZapError as error:
                screen.warn(str(error))
                return
            plan = edited or plan
        elif answer != ACCEPT:
            return
        screen.host.accept_plan(plan)
        await self.send(GO)

    async def _shell(self, command: str) -> None:
        screen = self._screen
        try:
            ran = await screen.host.shell(command)
        except ZapError as error:
            screen.say(f"! {command}", str(error))
            return
        except Exception as error:  # a bug ends the command, not the app
            screen.say(f"! {command}", f"internal error: {type(error).__name__}: {error}")
            return
        code = f"exit {ran.code}\n" if ran.code else ""
        screen.say(f"! {command}", f"{ran.output}{code}")

    def _put(self, text: str | None) -> None:
        if text is not None:
            self._screen.prompt.set_text(text)
