"""Breakpoints: the run stops and asks before a stage that a person wants to be asked about."""

import asyncio
from contextlib import suppress

from zaptui.agent.plan_keeper import PlanKeeper
from zaptui.agent.stop import Stop
from zaptui.core import events as e
from zaptui.core.ports import AskUser, Emit
from zaptui.planning.plan_rows import PlanRow

GO, STOP = "go on", "stop here"
POLL_S = 0.3
"""Seconds between two looks at what others do with the plan while a question waits."""


class Breakpoints:
    """`ask_user` is None with nobody to ask: the run ends there."""

    def __init__(
        self,
        keeper: PlanKeeper,
        *,
        ask_user: AskUser | None,
        session: str,
        tell: Emit,
    ) -> None:
        self._keeper = keeper
        self._ask_user = ask_user
        self._session = session
        self._tell = tell

    async def before_step(self) -> Stop | None:
        """Ask while the current stage has a breakpoint; why the run ends, if it does."""
        while (row := self._keeper.breakpoint()) is not None:
            if self._ask_user is None:
                self._say_where(row)
                return _STOP
            answer = await self._answer(self._ask_user, row)
            match answer:
                case None:
                    continue  # somebody has changed the plan: look again
                case "" | "stop here":
                    return _STOP
                case _:
                    self._keeper.pass_breakpoint("a person let the run go on")
            if answer != GO:
                self._tell(e.UserMessage(text=answer))
        return None

    async def _answer(self, ask_user: AskUser, row: PlanRow) -> str | None:
        """The person's answer; None when the breakpoint is gone before there is one."""
        question = f"Breakpoint: go on with the stage {row.content!r}?"
        asking = asyncio.ensure_future(ask_user(question, [GO, STOP]))
        try:
            while not asking.done():
                await asyncio.wait({asking}, timeout=POLL_S)
                self._keeper.take_up()
                now = self._keeper.breakpoint()
                if not asking.done() and (now is None or now.id != row.id):
                    return None
            return await asking
        finally:
            asking.cancel()
            with suppress(asyncio.CancelledError):
                await asyncio.gather(asking, return_exceptions=True)

    def _say_where(self, row: PlanRow) -> None:
        text = (
            f"stopped at the breakpoint before {row.content!r}; "
            f'zap run -r {self._session} "go on" goes on'
        )
        self._tell(e.Notice(level="warning", text=text))


_STOP = Stop(outcome="blocked", stopped_by="breakpoint")
