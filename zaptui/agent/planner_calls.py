"""The planner calls of a reply: leave, the check of the stage that is to close, the live plan."""

from zaptui.agent.calls_done import CallsDone, arguments_of
from zaptui.agent.leave import Leave
from zaptui.agent.plan_keeper import PlanKeeper
from zaptui.agent.stage_checks import StageChecks
from zaptui.core import events as e
from zaptui.core.ports import Emit
from zaptui.core.result_text import cap
from zaptui.errors import ToolError
from zaptui.planning.directives import check_refused
from zaptui.planning.planner_result import Checked, DueCheck

_FEEDBACK = 4000
"""Characters of a check's output that the model is given."""


class PlannerCalls:
    """Runs one after another. `enforce`: a check that is not green refuses the call."""

    def __init__(
        self,
        keeper: PlanKeeper,
        *,
        leave: Leave,
        checks: StageChecks,
        enforce: bool,
        tell: Emit,
    ) -> None:
        self._keeper = keeper
        self._leave = leave
        self._checks = checks
        self._enforce = enforce
        self._tell = tell

    async def run(self, call: e.ToolCalled, done: CallsDone) -> None:
        """Run a call and tell its result, then the change of the plan, if there is one."""
        denial = await self._leave.denied(call, call.tool, silent=True)
        if denial is not None:
            self._tell(done.deny(call, denial))
            return
        try:
            arguments = arguments_of(call)
            due = self._keeper.due_check(call.tool, arguments)
            checked = None if due is None else await self._check(due, call, done)
            result = self._keeper.call(call.tool, arguments, checked=checked)
        except ToolError as error:
            self._tell(done.refuse(call, str(error)))
            return
        self._tell(e.ToolReturned(call_id=call.call_id, output=result.output))
        if result.change is not None:
            done.planned += 1
            self._keeper.tell(result, call.call_id)

    async def _check(self, due: DueCheck, call: e.ToolCalled, done: CallsDone) -> Checked:
        ran = await self._checks.run(due, call)
        self._tell(
            e.StageChecked(
                call_id=call.call_id,
                stage_id=due.stage_id,
                check=due.check.text,
                by=due.check.by,
                verdict=ran.verdict,
                text=ran.output,
            )
        )
        if self._enforce and ran.verdict != "green":
            if ran.denial is not None:
                done.denials.append(ran.denial)
            raise ToolError(check_refused(due.check.text, cap(ran.output, _FEEDBACK)))
        return Checked(due=due, verdict=ran.verdict)
