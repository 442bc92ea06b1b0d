"""What a sent text does: a command, a shell command, a steer, a prompt; and proposed plans."""

from typing import TYPE_CHECKING

from textual.widgets import TextArea

from zaptui.core.turn import Turn
from zaptui.errors import UsageError, ZapError
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
        """Do what a text asks for. What cannot be done comes back into the prompt."""
        screen = self._screen
        screen.recall.forget()
        try:
            if text.startswith("/"):
                command, rest = screen.commands.find(text)
                await command.act(screen, rest)
            elif text.startswith("!"):
                screen.run_worker(self._shell(text[1:].strip()), group="shell")
            elif steer:
                self.steer(text)
            else:
                self._prompt(text)
        except ZapError as error:
            if not screen.prompt.text:
                with screen.prompt.prevent(TextArea.Changed):
                    screen.prompt.set_text(text)
            screen.warn(str(error))

    def steer(self, text: str) -> None:
        """Words for the running turn's next step; with none running they begin one."""
        screen = self._screen
        if not screen.turns.running:
            self._prompt(text)
            return
        screen.host.steer(text)
        screen.live.steers.append(text)
        screen.show_facts()

    def _prompt(self, text: str) -> None:
        screen = self._screen
        screen.completing.forget_files()
        screen.transcript.follow()
        screen.turns.send(text)
        screen.host.remember(text)

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
            text = screen.prompt.full_text()
            self._put(edit_text(zap_app(screen), text, find=screen.host.program))
        except ZapError as error:
            screen.warn(str(error))

    def offer_of(self, turn: Turn) -> None:
        """Ask whether the plan an answer proposes shall be carried out (R80)."""
        plan = proposed_plan(answer_of(turn))
        if plan is not None:
            self.offer(plan)

    def offer(self, plan: PlanFile) -> None:
        """Ask whether a plan shall be carried out; another one that is on offer goes away."""
        self._screen.run_worker(self._offer(plan), group="offer", exclusive=True)

    async def _offer(self, plan: PlanFile) -> None:
        """Ask until there is an answer that can be acted on."""
        screen = self._screen
        while True:
            answer = await screen.questions.asking.ask_user(OFFER, [ACCEPT, EDIT, LEAVE])
            try:
                await self._offered(plan, answer)
            except ZapError as error:
                screen.warn(str(error))
            else:
                return

    async def _offered(self, plan: PlanFile, answer: str) -> None:
        if answer == ACCEPT:
            self._carry_out(plan)
        elif answer == EDIT:
            self._carry_out(self._edited(plan))
        elif answer not in (LEAVE, ""):
            await self.send(answer)  # a word on the plan: the model proposes anew

    def _carry_out(self, plan: PlanFile) -> None:
        self._screen.host.accept_plan(plan)
        self._prompt(GO)

    def _edited(self, plan: PlanFile) -> PlanFile:
        find = self._screen.host.program
        edited = proposed_plan(edit_text(zap_app(self._screen), plan_text(plan), find=find))
        if edited is None:
            raise UsageError("there is no checklist left to carry out")
        return edited

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
