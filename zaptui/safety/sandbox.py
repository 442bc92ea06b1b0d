"""What holds commands back on this machine: bubblewrap, else Landlock, else nothing, said so."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal, assert_never

from zaptui.errors import ConfigError

Kind = Literal["bwrap", "landlock", "none"]
Network = Literal["off", "on"]
Mode = Literal["auto", "require", "off"]
Which = Literal["auto", "bwrap", "landlock", "none"]

_NAMES: Mapping[Kind, str] = {
    "bwrap": "bubblewrap",
    "landlock": "Landlock",
    "none": "no sandbox",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Sandbox:
    """A sandbox that was tried and works, or none. `network` is what commands have of it."""

    kind: Kind
    network: Network = "on"
    why: str = ""
    """Why it is not a better one."""
    gaps: tuple[str, ...] = ()
    """What stays open although one may expect otherwise."""
    program: str = ""
    """The absolute path of bwrap."""

    @property
    def has_boundary(self) -> bool:
        """Whether commands are held back at all: what `--yes` and `shell = "sandboxed"` need."""
        return self.kind != "none"

    @property
    def name(self) -> str:
        """For a status line: `bubblewrap`, `Landlock, network on`, `no sandbox`."""
        on = ", network on" if self.has_boundary and self.network == "on" else ""
        return f"{_NAMES[self.kind]}{on}"

    @property
    def text(self) -> str:
        """In full, on one line: what holds, what stays open, why it is not better."""
        parts = [self.name]
        if self.has_boundary and self.network == "off":
            parts[0] += ", no network"
        if self.gaps:
            parts.append(f"still open: {', '.join(self.gaps)}")
        if self.why:
            parts.append(self.why)
        return "; ".join(parts)


NO_SANDBOX = Sandbox(kind="none")


def choose_sandbox(mode: Mode, network: Network, *, no_sandbox: bool) -> Sandbox:
    """The sandbox of a run, by the settings and `--no-sandbox`.

    ConfigError where one is required and there is none.
    """
    if no_sandbox and mode == "require":
        raise ConfigError('--no-sandbox contradicts sandbox.mode = "require" in the settings')
    if no_sandbox:
        return Sandbox(kind="none", why="--no-sandbox")
    if mode == "off":
        return Sandbox(kind="none", why='sandbox.mode = "off" in the settings')
    found = probe("auto", network)
    if mode == "require" and not found.has_boundary:
        raise ConfigError(
            f"a sandbox is required and none works here: {found.why}",
            hint="install bubblewrap (the program bwrap)",
        )
    return found


@cache
def probe(which: Which, network: Network = "off") -> Sandbox:
    """The best sandbox of those asked for, found by running something in it; once a process."""
    match which:
        case "none":
            return NO_SANDBOX
        case "bwrap":
            return _bwrap(network)
        case "landlock":
            return _landlock(network)
        case "auto":
            first = _bwrap(network)
            if first.has_boundary:
                return first
            second = _landlock(network)
            why = f"{first.why}; {second.why}" if second.why else first.why
            return Sandbox(kind=second.kind, network=second.network, gaps=second.gaps, why=why)
    assert_never(which)


# The two are imported when they are tried: a run of no command needs neither.


def _bwrap(network: Network) -> Sandbox:
    from zaptui.safety.sandbox_bwrap import find_bwrap, try_bwrap

    program = find_bwrap()
    if program is None:
        return Sandbox(kind="none", why="bubblewrap is not installed")
    if (fault := try_bwrap(program, network=network)) is not None:
        return Sandbox(kind="none", why=f"bubblewrap does not work here: {fault}")
    return Sandbox(kind="bwrap", network=network, program=program)


def _landlock(network: Network) -> Sandbox:
    from zaptui.safety.sandbox_landlock import LandlockFault, gaps_of, try_landlock

    try:
        try_landlock(network=network)
    except LandlockFault as fault:
        return Sandbox(kind="none", why=f"Landlock does not work here: {fault}")
    return Sandbox(kind="landlock", network=network, gaps=gaps_of(network=network))
