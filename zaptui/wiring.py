"""The composition root: the only module that knows every island."""

import asyncio
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from zaptui import __version__
from zaptui.agent.loop import Session, Setup
from zaptui.agent.stop import Limits
from zaptui.config.choice import ModelChoice, choose_model
from zaptui.config.files import Loaded, load_settings, project_file, user_file
from zaptui.core.events import Entry, RunFinished
from zaptui.core.json import dump_json
from zaptui.core.lines import encode
from zaptui.core.ports import Decide, Provider, Tool
from zaptui.demo.program import TASK, exact_rules, write_program
from zaptui.demo.script import DemoScript
from zaptui.errors import ConfigError, UsageError, ZapError
from zaptui.headless.result import result_of
from zaptui.headless.stdout import jsonl_sink, text_writer, write_line
from zaptui.headless.text import TextLog
from zaptui.planning.plan_file import parse_plan_file
from zaptui.planning.planner import Planner, select_planner
from zaptui.prompts import system_prompt
from zaptui.providers.scripted import Scripted
from zaptui.replay.player import fold
from zaptui.safety.paths import FolderWorkspace
from zaptui.safety.policy import Policy
from zaptui.safety.rule_files import resolver
from zaptui.safety.rules import Action, Rule, RuleSet, WrittenRule, parse_rules
from zaptui.safety.spawn import ProcessSpawner
from zaptui.session.folder import find_transcript, new_session_id, session_file, state_dir
from zaptui.session.transcript import TranscriptWriter, load
from zaptui.tape import Sink, Tape
from zaptui.tools import default_tools

Output = Literal["text", "json", "jsonl"]
OUTPUTS: tuple[Output, ...] = ("text", "json", "jsonl")

_REQUEST_TIMEOUT_S = 600.0
_MAX_TOKENS = 16_000
_DEMO_PACE_S = 0.02


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOptions:
    """What a command line says of a run."""

    task: str
    model: str | None = None
    mode: str | None = None
    plan: Path | None = None
    output: Output = "text"
    yes: bool = False
    allow: Sequence[str] = ()
    deny: Sequence[str] = ()
    no_sandbox: bool = False
    save: bool = True
    cwd: Path = field(default_factory=Path.cwd)
    limits: Limits = field(default_factory=Limits)


def open_provider(choice: ModelChoice) -> Provider:
    """The provider of a model; its module is loaded here, its SDK at the first request."""
    base_url = choice.provider.base_url
    if choice.provider.kind == "anthropic":
        from zaptui.providers.anthropic import Anthropic

        return Anthropic(
            api_key=choice.api_key,
            base_url=base_url,
            timeout_s=_REQUEST_TIMEOUT_S,
            max_tokens=choice.provider.max_tokens or _MAX_TOKENS,
        )
    from zaptui.providers.openai_chat import OpenAIChat

    return OpenAIChat(api_key=choice.api_key, base_url=base_url, timeout_s=_REQUEST_TIMEOUT_S)


def settings_for(root: Path) -> Loaded:
    """The settings in force in a folder; their warnings are said."""
    loaded = load_settings(os.environ, root)
    for warning in loaded.warnings:
        say(f"warning: {warning}")
    return loaded


def rules_in_force(options: RunOptions, settings: Loaded) -> RuleSet:
    """The rules of the settings and the command line. ConfigError for a wrong one, but for a
    project's: that is left out with a warning."""
    user, project = settings.user.permissions, settings.project.permissions
    own, theirs = str(user_file(os.environ)), str(project_file(options.cwd))
    sources: list[tuple[Action, Sequence[str | WrittenRule], str]] = [
        ("allow", user.allow, own),
        ("ask", user.ask, own),
        ("deny", user.deny, own),
        ("allow", options.allow, "--allow"),
        ("deny", options.deny, "--deny"),
    ]
    rules: list[Rule] = []
    for action, entries, source in sources:
        rules += parse_rules(entries, action=action, source=source)
    narrowing: list[tuple[Action, str | WrittenRule]] = [
        *(("ask", entry) for entry in project.ask),
        *(("deny", entry) for entry in project.deny),
    ]
    for action, entry in narrowing:
        try:
            rules += parse_rules([entry], action=action, source=theirs)
        except ConfigError as error:
            say(f"warning: {error}; the rule is ignored")
    home = os.path.realpath(os.path.expanduser("~"))
    return RuleSet(rules=tuple(rules), root=os.path.realpath(options.cwd), home=home)


def run_task(options: RunOptions) -> int:
    """Run a task headless; the exit code of the process."""
    if options.yes and not options.no_sandbox:
        raise ConfigError(
            "--yes runs every command the model asks for, and this version has no sandbox",
            hint="add --no-sandbox to accept that",
        )
    settings = settings_for(options.cwd)
    policy = Policy(
        rules=rules_in_force(options, settings),
        mode="yes" if options.yes else "ask",
        resolve=resolver(str(options.cwd)),
    )
    choice = choose_model(options.model, settings.user, os.environ)
    return run_headless(
        options,
        provider=open_provider(choice),
        model=choice.model,
        shown_model=choice.name,
        decide=policy,
    )


def run_headless(
    options: RunOptions,
    *,
    provider: Provider,
    model: str,
    shown_model: str,
    decide: Decide,
    tools: Sequence[Tool[Any]] | None = None,
) -> int:
    """Run a task with everything given; writes to stdout as asked; the exit code."""
    planner = select_planner(options.mode)
    seeded = _seed(planner, options.plan)
    if not options.cwd.is_dir():
        raise UsageError(f"--cwd {options.cwd}: there is no such folder")
    with ExitStack() as stack:
        workspace = FolderWorkspace(str(options.cwd))
        stack.callback(workspace.close)
        spawner = ProcessSpawner(workspace.root, os.environ)
        stack.callback(lambda: _say_left(spawner.close()))
        session = Session(
            Setup(
                provider=provider,
                model=model,
                shown_model=shown_model,
                system=system_prompt(planner.mode),
                tools=default_tools() if tools is None else tools,
                planner=planner,
                decide=decide,
                workspace=workspace,
                spawner=spawner,
                session=new_session_id(_now()),
                version=__version__,
                now=_now,
                limits=options.limits,
                seeded=seeded,
            )
        )
        sinks: list[Sink] = []
        if options.save:
            writer = TranscriptWriter(session_file(state_dir(os.environ), session.setup.session))
            stack.callback(writer.close)
            sinks.append(writer)
        sinks += output_sinks(options.output)
        finished = asyncio.run(_play(session, options.task, sinks))
        if options.output == "json":
            write_line(dump_json(result_of(session.conversation)))
        elif options.output == "text" and finished.error is not None:
            say(finished.error)
        return finished.exit_code


def run_demo(mode: str | None, output: Output) -> int:
    """Play the demonstration in a fresh folder, which is left as it ended."""
    planner_mode = select_planner(mode).mode
    folder = Path(tempfile.mkdtemp(prefix="zap-demo-"))
    write_program(folder)
    say(f"demonstration: the model is scripted, the rest is real — {folder}")
    return run_headless(
        RunOptions(task=TASK, mode=planner_mode, output=output, cwd=folder),
        provider=Scripted(
            DemoScript(planner_mode), delay_s=_DEMO_PACE_S if sys.stdout.isatty() else 0.0
        ),
        model="demo",
        shown_model="scripted/demo",
        decide=Policy(exact=exact_rules(), resolve=resolver(str(folder))),
    )


def output_sinks(output: Output) -> list[Sink]:
    """The sinks that write to stdout while a run goes on."""
    if output == "jsonl":
        return [jsonl_sink()]
    return [TextLog(text_writer())] if output == "text" else []


def replay_file(name: str, output: Output) -> int:
    """Fold a transcript and print it; jsonl gives back the recorded lines."""
    loaded = load(find_transcript(state_dir(os.environ), name))
    for warning in loaded.warnings:
        say(f"warning: {warning}")
    if loaded.crashed:
        say("warning: the run has no end; it was killed or is still running")
    _print(loaded.entries, output)
    return 0


def _print(entries: Sequence[Entry], output: Output) -> None:
    if output == "json":
        write_line(dump_json(result_of(fold(entries))))
    elif output == "jsonl":
        for entry in entries:
            write_line(encode(entry))
    else:
        log = TextLog(text_writer())
        for entry in entries:
            log(entry)


async def _play(session: Session, task: str, sinks: Sequence[Sink]) -> RunFinished:
    """Run one prompt under the signals; cancelled, the tape has its end all the same."""
    tape = Tape(sinks, clock=time.monotonic)
    running = asyncio.ensure_future(session.run(task, tape))
    loop = asyncio.get_running_loop()

    def stop(number: int) -> None:
        session.signal = number
        running.cancel()

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, stop, number)
    try:
        return await running
    except asyncio.CancelledError:
        finished = session.conversation.turn.finished
        if finished is None:
            raise
        return finished
    finally:
        await session.setup.provider.close()


def _seed(planner: Planner, path: Path | None) -> bool:
    """Seed the planner from a plan.md; a file that is too large only turns planning on (R60)."""
    if path is None:
        return False
    try:
        plan = parse_plan_file(path.read_bytes())
    except OSError as error:
        raise UsageError(f"--plan {path}: {os.strerror(error.errno or 0)}") from error
    if plan.too_large:
        say(f"warning: {path} is larger than 64 KiB; its items are ignored")
    planner.seed(plan)
    return planner.has_plan


def say(message: str) -> None:
    """One line of talk, on stderr."""
    sys.stderr.write(f"zap: {message}\n")


def guarded(work: Callable[[], int]) -> int:
    """Run a command; an error of ours is one clear line and its exit code, never a traceback."""
    try:
        return work()
    except ZapError as error:
        say(str(error))
        return error.exit_code


def _say_left(groups: int) -> None:
    if groups:
        say(f"ended {groups} command{'s' if groups > 1 else ''} left running in the background")


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
