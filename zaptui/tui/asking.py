"""Questions of the loop to the person: one at a time, in order, each with one answer."""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence

from zaptui.core.ports import Approval, Decision
from zaptui.tui.question import Answer, Question
from zaptui.view.text import one_line

Show = Callable[[Question | None], None]

_Waiting = tuple[Question, "asyncio.Future[tuple[Answer, str]]"]


class Asking:
    """Holds the futures; events never do. A cancelled call takes its question back."""

    def __init__(
        self,
        show: Show,
        *,
        rule_for: Callable[[Approval], str | None],
        grant: Callable[[str], None],
    ) -> None:
        self._show = show
        self._rule_for = rule_for
        self._grant = grant
        self._waiting: deque[_Waiting] = deque()

    @property
    def current(self) -> Question | None:
        """The question that is shown."""
        return self._waiting[0][0] if self._waiting else None

    async def ask(self, approval: Approval) -> Decision:
        """May this call run? An Ask."""
        question = Question(approval=approval, rule=self._rule_for(approval))
        answer, word = await self._wait(question)
        match answer:
            case "once":
                return Decision(verdict="allow", by="the user, once")
            case "session":
                if question.rule is not None:
                    self._grant(question.rule)
                return Decision(verdict="allow", by="the user, for this session")
            case "deny":
                return Decision(verdict="deny", by="the user", reason="the user said no")
            case "word":
                reason = f"the user said no: {one_line(word, 2000)}"
                return Decision(verdict="deny", by="the user", reason=reason)

    async def ask_user(self, text: str, options: Sequence[str]) -> str:
        """The model's own question. An AskUser."""
        _, word = await self._wait(Question(text=text, options=list(options)))
        return word

    def answer(self, question: Question, answer: Answer, word: str = "") -> None:
        """The person has decided; an answer to another question than the one shown is dropped."""
        if self._waiting and self._waiting[0][0] is question:
            future = self._waiting[0][1]
            if not future.done():
                future.set_result((answer, word))

    async def _wait(self, question: Question) -> tuple[Answer, str]:
        future: asyncio.Future[tuple[Answer, str]] = asyncio.get_running_loop().create_future()
        waiting = (question, future)
        self._waiting.append(waiting)
        self._show(self.current)
        try:
            return await future
        finally:
            self._waiting.remove(waiting)
            self._show(self.current)
