"""Names that belong to planners: no other tool may have one (R61)."""

from collections.abc import Iterable

from zaptui.errors import ConfigError
from zaptui.planning import specs
from zaptui.planning.dialects import DIALECTS

_OWN = {spec.name: "zap" for spec in (specs.PLAN, specs.ADVANCE, specs.TODO_WRITE)}
RESERVED = {
    **{dialect.tool.name: dialect.name for dialect in DIALECTS.values()},
    **_OWN,
    "todos": "b4run",
}
"""Whose planner has the name; `todos` is the name of B4.run's state."""


def check_names(tools: Iterable[str]) -> None:
    """ConfigError for a tool with a planner's name, or with the name of another tool."""
    seen: set[str] = set()
    for name in tools:
        if name in RESERVED:
            raise ConfigError(
                f"the tool {name!r} clashes with the planner tool {name!r} of {RESERVED[name]}",
                hint="give the tool another name",
            )
        if name in seen:
            raise ConfigError(f"two tools are called {name!r}", hint="give one another name")
        seen.add(name)
