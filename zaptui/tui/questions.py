"""A question on the screen: the panel shows it, and the prompt takes the words of an answer."""

from zaptui.tui.approval import QuestionPanel
from zaptui.tui.asking import Asking
from zaptui.tui.host import Host
from zaptui.tui.prompt import Draft, Prompt
from zaptui.tui.question import Question
from zaptui.tui.terminal import Terminal
from zaptui.tui.textual_fixes import zap_app

PLACEHOLDER = "what is to be done?"
_WHY = "a word to the model: why not?"


class Questions:
    """Between the loop's questions and the widgets. A draft waits while a word is being typed."""

    def __init__(
        self, host: Host, panel: QuestionPanel, prompt: Prompt, terminal: Terminal
    ) -> None:
        self.asking = Asking(self._show, rule_for=host.rule_for, grant=host.grant)
        self._panel = panel
        self._prompt = prompt
        self._terminal = terminal
        self._wording: tuple[Question, Draft] | None = None
        """The question a word is being typed for, and the draft that waits meanwhile."""

    def answered(self, message: QuestionPanel.Answered) -> None:
        """A key of the panel has decided, or asks for a word first."""
        if message.answer == "word":
            self._wording = (message.question, self._prompt.set_aside())
            self._prompt.placeholder = _WHY
        else:
            question = message.question
            option = "" if message.option is None else question.options[message.option]
            self.asking.answer(question, message.answer, option)
        self._prompt.focus()

    def takes(self, text: str) -> bool:
        """Whether a text that was sent answers the question that is shown; then it has."""
        if self._wording is not None:
            question = self._wording[0]
            self.give_up_word()
            self.asking.answer(question, "word", text)
            return True
        question = self.asking.current
        if question is None or question.approval is not None:
            return False
        self.asking.answer(question, "once", text)
        return True

    def dismiss(self) -> bool:
        """Answer the app's own question with nothing; whether there was one."""
        question = self.asking.current
        if question is None or question.approval is not None:
            return False
        self.asking.answer(question, "deny")
        return True

    def give_up_word(self) -> bool:
        """Put the draft back; whether a word was being typed."""
        if self._wording is None:
            return False
        _, draft = self._wording
        self._wording = None
        self._prompt.placeholder = PLACEHOLDER
        self._prompt.bring_back(draft)
        return True

    def _show(self, question: Question | None) -> None:
        focused = self._panel.has_focus
        self._panel.ask(question)
        if self._wording is not None and self._wording[0] is not question:
            self.give_up_word()
        if question is None:
            if focused:
                self._prompt.focus()
        elif not zap_app(self._panel).app_focus:
            self._terminal.alert("a question waits")
