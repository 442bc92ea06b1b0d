"""`zap doctor`: what works here, a line each."""

import os
import shutil
import socket
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from zaptui.config.choice import is_loopback, providers_of
from zaptui.config.files import Loaded, load_settings, user_file
from zaptui.config.schema import ProjectSettings, Settings
from zaptui.errors import ToolError, ZapError
from zaptui.headless.stdout import write_line
from zaptui.safety.paths import FolderWorkspace
from zaptui.safety.sandbox import probe
from zaptui.safety.spawn import own_program
from zaptui.session.folder import make_private_folder, state_dir
from zaptui.tools.search import ripgrep
from zaptui.wiring.instructions import read_instructions
from zaptui.wiring.options import RunOptions
from zaptui.wiring.permissions import rules_in_force

State = Literal["ok", "off", "bad"]
_MARKS: dict[State, str] = {"ok": "ok ", "off": " - ", "bad": "BAD"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One line. `bad` needs mending, `off` is only not there."""

    name: str
    state: State
    text: str


def run_doctor(root: Path) -> int:
    """Print the findings; 0, or 78 when something needs mending."""
    findings = list(examine(root))
    for finding in findings:
        write_line(f"{_MARKS[finding.state]}  {finding.name:<10} {finding.text}")
    return 78 if any(finding.state == "bad" for finding in findings) else 0


def examine(root: Path) -> Iterator[Finding]:
    """What works here."""
    try:
        loaded = load_settings(os.environ, root)
        rules_in_force(RunOptions(cwd=root), loaded)
        sources = ", ".join(map(str, loaded.sources)) or f"none ({user_file(os.environ)})"
        yield Finding(name="config", state="ok", text=sources)
        for warning in loaded.warnings:
            yield Finding(name="config", state="off", text=warning)
    except ZapError as error:
        yield Finding(name="config", state="bad", text=str(error))
        loaded = Loaded(user=Settings(), project=ProjectSettings())
    yield from _providers(loaded.user)
    yield _program("rg", lambda: own_program(ripgrep(), os.environ, str(root)), needed_for="search")
    yield _program("bash", _bash, needed_for="shell")
    yield _instructions(root, loaded.user)
    yield _sandbox(loaded.user)
    yield from _installation(root)
    yield _terminal()
    yield _state()


def _providers(settings: Settings) -> Iterator[Finding]:
    for name, provider in providers_of(settings, os.environ).items():
        has_key = bool(os.environ.get(provider.api_key_env))
        local = is_loopback(provider.base_url)
        key = f"{provider.api_key_env} is {'set' if has_key else 'not set'}"
        text = f"{name} at {provider.base_url}, {key}"
        if local:
            text += ", it answers" if _answers(provider.base_url) else ", nothing answers there"
        yield Finding(name="provider", state="ok" if has_key or local else "off", text=text)


def _answers(url: str) -> bool:
    """Whether something listens at an address of this machine."""
    parts = urlsplit(url)
    try:
        port = parts.port or (443 if parts.scheme == "https" else 80)
        with socket.create_connection((parts.hostname or "", port), timeout=1):
            return True
    except (OSError, ValueError):
        return False


def _program(name: str, find: Callable[[], str], *, needed_for: str) -> Finding:
    try:
        return Finding(name=name, state="ok", text=find())
    except ToolError:
        return Finding(name=name, state="bad", text=f"not found; {needed_for} needs it")


def _bash() -> str:
    found = shutil.which("bash", path="/bin:/usr/bin")
    if found is None:
        raise ToolError("there is no bash")
    return found


def _instructions(root: Path, settings: Settings) -> Finding:
    workspace = FolderWorkspace(str(root))
    try:
        found = read_instructions(workspace, project=settings.project_instructions)
    finally:
        workspace.close()
    files = ", ".join(found.files) if found is not None else "none"
    return Finding(name="told", state="ok" if found is not None else "off", text=files)


def _sandbox(settings: Settings) -> Finding:
    wanted = settings.sandbox
    found = probe("auto", wanted.network)
    works: State = "ok" if found.has_boundary else "off"
    if wanted.mode == "off":
        text = f'works, but sandbox.mode = "off" in the settings: {found.text}'
        return Finding(name="sandbox", state="off", text=text if works == "ok" else found.text)
    missing = wanted.mode == "require" and not found.has_boundary
    return Finding(name="sandbox", state="bad" if missing else works, text=found.text)


def _installation(root: Path) -> Iterator[Finding]:
    """A warning when commands may change zap itself."""
    own = Path(__file__).resolve().parents[1]
    if own.is_relative_to(root.resolve()):
        text = f"zap runs from {own} in this workspace: a command may change it"
        yield Finding(name="sandbox", state="off", text=text)


def _terminal() -> Finding:
    term = os.environ.get("TERM", "")
    if sys.stdout is None or not sys.stdout.isatty():  # pyright: ignore[reportUnnecessaryComparison]
        return Finding(name="terminal", state="off", text=f"stdout is no terminal (TERM={term})")
    size = shutil.get_terminal_size()
    colours = "no colours (NO_COLOR)" if os.environ.get("NO_COLOR") else "colours"
    text = f"{term}, {size.columns}×{size.lines}, {colours}"
    return Finding(name="terminal", state="bad" if term == "dumb" else "ok", text=text)


def _state() -> Finding:
    folder = state_dir(os.environ)
    try:
        make_private_folder(folder)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except (ZapError, OSError) as error:
        return Finding(name="state", state="bad", text=f"{folder}: {error}")
    return Finding(name="state", state="ok", text=str(folder))
