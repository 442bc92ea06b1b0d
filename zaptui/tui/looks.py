"""How the app looks and behaves towards the terminal, as a person has set it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from zaptui.tui.terminal import Manners


@dataclass(frozen=True, slots=True, kw_only=True)
class Looks:
    """`plain`: no motion, ASCII marks. `keys`: bindings by their id."""

    theme: str | None = None
    plain: bool = False
    ascii_only: bool = False
    manners: Manners = field(default_factory=Manners)
    keys: Mapping[str, str] = field(default_factory=dict[str, str])
