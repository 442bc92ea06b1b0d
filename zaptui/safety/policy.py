"""Policy: what runs without a word, what needs leave, what is denied."""

from collections.abc import Collection
from dataclasses import dataclass

from zaptui.core.json import JsonObject
from zaptui.core.ports import Decision

_EFFECTS = frozenset({"shell", "write", "edit"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """A Decide. `yes` turns every question into leave; `exact` are whole calls that need none."""

    yes: bool = False
    exact: Collection[tuple[str, str]] = ()
    """(tool, command or path), compared whole."""

    def __call__(self, tool: str, arguments: JsonObject) -> Decision:
        if tool not in _EFFECTS:
            return Decision(verdict="allow", by="policy")
        subject = arguments.get("command" if tool == "shell" else "path")
        if (tool, subject) in self.exact:
            return Decision(verdict="allow", by="built-in rule")
        if self.yes:
            return Decision(verdict="allow", by="--yes")
        return Decision(
            verdict="ask",
            by="policy",
            reason=f"{tool} needs leave and there is no one to ask (--yes would allow it)",
        )
