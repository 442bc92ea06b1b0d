"""A run without a screen, under the signals of a process."""

import asyncio
import os
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING

from zaptui.agent.loop import Session
from zaptui.config.choice import choose_model
from zaptui.config.files import Loaded
from zaptui.core.events import RunFinished
from zaptui.core.json import dump_json
from zaptui.core.ports import Sink
from zaptui.errors import ReaderGone, StateError
from zaptui.headless.stdout import drop_stdout, jsonl_sink, text_writer, write_line
from zaptui.session.folder import state_dir
from zaptui.tape import Tape
from zaptui.view.result import result_of
from zaptui.view.text_log import TextLog
from zaptui.wiring.budgets import price_for
from zaptui.wiring.build import People, build_session, open_tape, open_writer
from zaptui.wiring.crashes import keep_faults, word_of_crash
from zaptui.wiring.models import Model, open_model, settings_for
from zaptui.wiring.options import Output, RunOptions
from zaptui.wiring.permissions import Guard, policy_for, sandbox_for, word_of_sandbox
from zaptui.wiring.resume import Resumed, resume
from zaptui.wiring.secrets import mask_of
from zaptui.wiring.signals import ProcessLife
from zaptui.wiring.talk import say

if TYPE_CHECKING:
    from zaptui.headless.inline import Inline


def run_task(options: RunOptions) -> int:
    """Run a task headless; the exit code of the process."""
    settings = settings_for(options.cwd)
    sandbox = sandbox_for(options, settings)
    if word := word_of_sandbox(options, settings, sandbox):
        say(f"warning: {word}")
    policy = policy_for(options, settings, sandbox, has_approver=is_live(options))
    state = state_dir(os.environ)
    with ExitStack() as stack:
        keep_faults(state, stack=stack)
        if options.resume is None and (word := word_of_crash(state, options.cwd)):
            say(word)
        return _run_task(options, settings, Guard(decide=policy, sandbox=sandbox), stack)


def _run_task(options: RunOptions, settings: Loaded, guard: Guard, stack: ExitStack) -> int:
    resumed = resume(options, stack=stack)
    fallback = resumed.restored.model if resumed else None
    choice = choose_model(options.model, settings.user, os.environ, fallback=fallback)
    price = price_for(choice, settings, max_cost=options.max_cost)
    model = open_model(choice, settings, price=price)
    return run_headless(options, settings, model, guard=guard, resumed=resumed)


def run_headless(
    options: RunOptions,
    settings: Loaded,
    model: Model,
    *,
    guard: Guard,
    resumed: Resumed | None = None,
) -> int:
    """Run a task with everything given; writes to stdout as asked; the exit code."""
    with ExitStack() as stack:
        life = ProcessLife(lambda: session.setup.spawner.kill())
        stack.callback(life.close)  # the last: what is closed before may take its time
        people, sinks, inline = People(), output_sinks(options.output), None
        if is_live(options):
            from zaptui.headless.inline import Inline

            inline = Inline()
            people, sinks = People(ask=inline.ask, ask_user=inline.ask_user), [inline]
        session = build_session(
            options, settings, model, guard=guard, people=people, stack=stack, resumed=resumed
        )
        writer = open_writer(session, save=options.save, stack=stack, resumed=resumed)
        mask = mask_of(os.environ, settings.user)
        tape = open_tape(writer, sinks, mask=mask, resumed=resumed)
        finished = asyncio.run(play(session, options.task, tape, life=life, inline=inline))
        if options.output == "json":
            write_line(mask.text(dump_json(result_of(session.conversation))))
        unwritten = finished.exit_code == StateError.exit_code
        told = options.output != "text" or is_live(options)
        if finished.error is not None and (not told or unwritten):
            say(finished.error)
        if unwritten or finished.exit_code == ReaderGone.exit_code:
            drop_stdout()
        return finished.exit_code


def is_live(options: RunOptions) -> bool:
    """Whether the run shows a live checklist: a person sits at a terminal and wants one."""
    wanted = options.output == "text" and not options.plain
    streams = (sys.stdin, sys.stdout)
    terminal = all(stream is not None and stream.isatty() for stream in streams)
    return wanted and terminal and os.environ.get("TERM", "dumb") != "dumb"


def output_sinks(output: Output) -> Sequence[Sink]:
    """The sinks that write to stdout while a run goes on."""
    if output == "jsonl":
        return [jsonl_sink()]
    return [TextLog(text_writer())] if output == "text" else []


async def play(
    session: Session, task: str, tape: Tape, *, life: ProcessLife, inline: "Inline | None" = None
) -> RunFinished:
    """Run one prompt under the signals. The first one cancels, a second one cancels the waiting,
    and what still hangs then is left behind."""
    warming = asyncio.ensure_future(session.setup.provider.warm())
    running = asyncio.ensure_future(session.run(task, tape))

    def stop(number: int) -> None:
        session.signal = number
        running.cancel()

    life.watch(stop)
    if inline is not None:
        life.watch_pauses(inline.pause, inline.go_on)
    try:
        return await running
    except asyncio.CancelledError:
        finished = session.conversation.turn.finished
        if finished is None:
            raise
        return finished
    finally:
        warming.cancel()
        await asyncio.gather(warming, return_exceptions=True)
        await session.setup.provider.close()
