"""Leave to run a call: policy decides, or a person who is asked; the decision is told."""

from zaptui.core import events as e
from zaptui.core.ports import Approval, Ask, Decide, Decision, Emit


class Leave:
    """`ask` is None with nobody to ask: what would be asked is denied then."""

    def __init__(self, *, decide: Decide, ask: Ask | None, tell: Emit) -> None:
        self._decide = decide
        self._ask = ask
        self._tell = tell

    async def denied(self, call: e.ToolCalled, subject: str, *, silent: bool) -> e.Denial | None:
        """Why a call may not run, None if it may. `silent`: leave that is given is not told."""
        decision = self._decide(call.tool, call.input or {})
        if decision.verdict == "ask":
            decision = await self._asked(call, subject, decision)
        if decision.verdict == "allow":
            if not silent:
                self._tell(e.ToolDecided(call_id=call.call_id, decision="allow", by=decision.by))
            return None
        self._tell(e.ToolDecided(call_id=call.call_id, decision="deny", by=decision.by))
        return e.Denial(
            call_id=call.call_id, tool=call.tool, subject=subject, reason=decision.reason
        )

    async def _asked(self, call: e.ToolCalled, subject: str, decision: Decision) -> Decision:
        if self._ask is None:
            return Decision(verdict="deny", by=decision.by, reason=decision.reason)
        return await self._ask(
            Approval(
                call_id=call.call_id,
                tool=call.tool,
                input=call.input or {},
                subject=subject,
                reason=decision.reason,
            )
        )
