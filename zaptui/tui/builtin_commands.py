"""The commands of the app itself. Each is a function of the screen and the rest of the line."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from zaptui.errors import UsageError
from zaptui.tui.commands import Commands
from zaptui.tui.picker import Picker
from zaptui.tui.textual_fixes import zap_app
from zaptui.view.activity import count_text
from zaptui.view.answer import answer_of
from zaptui.view.plan_text import plan_lines

if TYPE_CHECKING:
    from zaptui.tui.main_screen import MainScreen

KEYS = """Enter send · Shift+Enter, Alt+Enter, Ctrl+J new line · Up, Down history · Ctrl+R search
@ file · / command · ! shell command · Ctrl+G editor · Ctrl+Enter steer the running turn
Esc cancel, again without waiting · Ctrl+C twice quit · Ctrl+T plan · Shift+Tab approvals
Ctrl+O edit the plan; there: a add, e edit, d drop, x done, Shift+Up, Shift+Down move, p pin,
b stop before it, Esc back
Tab question or transcript; there: arrows, Enter opens, Home, End, Page Up, Page Down"""


def builtin_commands() -> Commands:
    """A registry of its own for each screen: later parts add theirs."""
    commands = Commands()
    _add_session_commands(commands)
    _add_plan_command(commands)
    _add_report_command(commands)
    _add_view_commands(commands)
    return commands


def _add_session_commands(commands: Commands) -> None:
    add = commands.add

    @add("help", "what there is to say and to press")
    async def _(screen: "MainScreen", rest: str) -> None:
        lines = [
            f"/{command.name} {command.takes}".ljust(22) + command.help
            for command in screen.commands.all()
        ]
        screen.say("commands", "\n".join(lines))
        screen.say("keys", KEYS)

    @add("mode", "the planning mode: metronome, classic, ledger, none", takes="[MODE]")
    async def _(screen: "MainScreen", rest: str) -> None:
        _set(screen, rest, screen.host.mode, screen.host.set_mode, "mode")

    @add("model", "the model: provider/model", takes="[MODEL]")
    async def _(screen: "MainScreen", rest: str) -> None:
        _set(screen, rest, screen.host.model, screen.host.set_model, "model")

    @add("new", "a new session")
    async def _(screen: "MainScreen", rest: str) -> None:
        _refuse_while_running(screen)
        screen.host.new_session()
        screen.start_over()

    @add("resume", "go on with a session of this folder", takes="[ID]")
    async def _(screen: "MainScreen", rest: str) -> None:
        await _resume(screen, rest, everywhere=False)

    @add("sessions", "all saved sessions")
    async def _(screen: "MainScreen", rest: str) -> None:
        await _resume(screen, "", everywhere=True)

    @add("export", "write this session to a file: md, html, json, …", takes="[FORMAT [FILE]]")
    async def _(screen: "MainScreen", rest: str) -> None:
        format, _, file = rest.partition(" ")
        screen.warn(f"written: {screen.host.export(format or 'md', file.strip())}")

    @add("compact", "make a summary of older history before the next step")
    async def _(screen: "MainScreen", rest: str) -> None:
        screen.host.compact()
        screen.warn("the history is compacted before the next step")

    @add("steer", "tell the running turn something at its next step", takes="TEXT")
    async def _(screen: "MainScreen", rest: str) -> None:
        if not rest:
            raise UsageError("/steer needs a text")
        screen.sending.steer(rest)

    @add("quit", "leave")
    async def _(screen: "MainScreen", rest: str) -> None:
        await zap_app(screen).run_action("app.leave")


def _add_view_commands(commands: Commands) -> None:
    add = commands.add

    @add("copy", "the last answer to the clipboard")
    async def _(screen: "MainScreen", rest: str) -> None:
        turns = screen.live.conversation.turns
        text = answer_of(turns[-1]) if turns else ""
        if not text:
            raise UsageError("there is no answer yet")
        screen.copy(text)

    @add("cost", "tokens and dollars of this session")
    async def _(screen: "MainScreen", rest: str) -> None:
        usage = screen.live.usage
        price = screen.host.price(usage)
        lines = [
            f"input   {count_text(usage.input_tokens)}, of these from the cache "
            f"{count_text(usage.cached_tokens)}",
            f"output  {count_text(usage.output_tokens)}",
            "cost    not known" if price is None else f"cost    ${price:.4f}",
        ]
        screen.say("cost", "\n".join(lines))

    @add("status", "the session, the model, what confines it")
    async def _(screen: "MainScreen", rest: str) -> None:
        host = screen.host
        lines = [
            f"session   {host.session}",
            f"model     {host.model}",
            f"planning  {host.mode}",
            f"approval  {host.approval} ({host.boundary})",
            *(f"{name:<10}{words}" for name, words in host.about()),
        ]
        screen.say("status", "\n".join(lines))

    @add("theme", "the colours", takes="[THEME]")
    async def _(screen: "MainScreen", rest: str) -> None:
        app = zap_app(screen)
        if not rest:
            names = ", ".join(sorted(app.available_themes))
            screen.say(f"theme: {app.theme}", names)
        elif rest in app.available_themes:
            app.theme = rest
        else:
            raise UsageError(f"there is no theme {rest[:40]}", hint="/theme lists them")

    @add("keys", "what can be pressed")
    async def _(screen: "MainScreen", rest: str) -> None:
        screen.say("keys", KEYS)


def _add_plan_command(commands: Commands) -> None:
    add = commands.add

    @add("plan", "show the plan, copy it, change it: add, edit, drop, …", takes="[WHAT]")
    async def _(screen: "MainScreen", rest: str) -> None:
        if rest not in ("", "copy"):
            screen.plan_editing.command(rest)
            return
        turn = screen.transcript.document.live
        text = "\n".join(plan_lines(turn.rows)) if turn is not None and turn.rows else ""
        if not text:
            screen.say("plan", "there is none")
        elif rest == "copy":
            screen.copy(text)
        else:
            screen.say("plan", text)


def _add_report_command(commands: Commands) -> None:
    add = commands.add

    @add("report", "what proves each stage; with a format, to a file", takes="[FORMAT [FILE]]")
    async def _(screen: "MainScreen", rest: str) -> None:
        format, _, file = rest.partition(" ")
        told = screen.host.report(format, file.strip())
        if format:
            screen.warn(f"written: {told}")
        else:
            screen.say("report", told)


async def _resume(screen: "MainScreen", session: str, *, everywhere: bool) -> None:
    """Go on with a session: the one named, or one that is picked."""
    _refuse_while_running(screen)
    if session:
        screen.go_on(session)
    else:
        zap_app(screen).push_screen(Picker(screen.host, everywhere=everywhere), screen.picked)


def _refuse_while_running(screen: "MainScreen") -> None:
    if screen.turns.running:
        raise UsageError("a turn is running", hint="Esc cancels it")


def _set(
    screen: "MainScreen", rest: str, now: str, change: Callable[[str], None], what: str
) -> None:
    """Say what it is, or change it."""
    if not rest:
        screen.say(f"{what}: {now}")
        return
    if screen.turns.running:
        raise UsageError(f"the {what} cannot change while a turn runs")
    change(rest)
    screen.show_facts()
    screen.say(f"{what}: {rest}")
