"""What a session is put together from by its setup: the chain of its calls, the start of a run."""

from collections.abc import Callable, Iterator, Sequence

from zaptui.agent.background import Background
from zaptui.agent.calls import Calls
from zaptui.agent.instructions import fresh_instructions, instructions_read
from zaptui.agent.leave import Leave
from zaptui.agent.plan_keeper import PlanKeeper
from zaptui.agent.planner_calls import PlannerCalls
from zaptui.agent.setup import Setup
from zaptui.agent.stage_checks import StageChecks
from zaptui.core import events as e
from zaptui.core.ports import Emit, ToolContext
from zaptui.core.turn import Turn


def open_calls(
    setup: Setup,
    keeper: PlanKeeper,
    *,
    context: Callable[[str], ToolContext],
    background: Background,
    tell: Emit,
) -> Calls:
    """The chain that a reply's calls go through: look up, validate, decide, run."""
    leave = Leave(decide=setup.decide, ask=setup.ask, tell=tell)
    checks = StageChecks(leave=leave, context=context, ripgrep=setup.ripgrep, tell=tell)
    planner_calls = PlannerCalls(
        keeper, leave=leave, checks=checks, enforce=setup.enforce_checks, tell=tell
    )
    return Calls(
        tools={tool.name: tool for tool in setup.tools},
        planner=setup.planner,
        planner_calls=planner_calls,
        leave=leave,
        context=context,
        background=background,
        tell=tell,
    )


def begun(setup: Setup, prompt: str, turns: Sequence[Turn]) -> Iterator[e.Event]:
    """The first events of a run, `turns` being those before it."""
    instructions = fresh_instructions(setup.instructions, turns)
    yield e.RunStarted(
        session=setup.session,
        prompt=prompt,
        model=setup.shown_model,
        mode=setup.planner.mode,
        cwd=setup.workspace.root,
        version=setup.version,
        time=setup.now(),
        sandbox=setup.sandbox,
        instructions=instructions,
    )
    if instructions is not None:
        yield instructions_read(instructions)
