"""What all the rules say of a call: deny > ask > allow, whatever the order and the source.

An allow means what it says and no more. A deny or an ask also means what comes near it: any case,
what a wrapper runs, a file by another way. How a rule is written: zaptui/safety/rule_text.py.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from zaptui.safety.rule_files import Resolve
from zaptui.safety.rule_match import Place, command_matches, lexical
from zaptui.safety.rule_shell import ShellText, obstacle, quoted
from zaptui.safety.rule_spec import CommandSpec, TextSpec
from zaptui.safety.rule_text import (
    FILE_TOOLS,
    TOOLS,
    Action,
    Rule,
    WrittenRule,
    allows_path,
    exact_rule_for,
    forbids,
    parse_rule,
    parse_rules,
    text_rule_for,
)
from zaptui.safety.shell_lexer import Argv

__all__ = [
    "FILE_TOOLS",
    "TOOLS",
    "Action",
    "Rule",
    "RuleSet",
    "Ruling",
    "WrittenRule",
    "exact_rule_for",
    "parse_rule",
    "parse_rules",
    "text_rule_for",
]

_JUDGED_AS = {"advance": "plan", "write_todos": "plan", "todo_write": "plan"}
_FORBIDDEN_BY = {
    "write": ("write", "edit"),
    "edit": ("edit", "write"),
    "search": ("search", "read"),
}
"""A rule that forbids one way to a file forbids the other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """What the rules say: the verdict, the rules behind it, or why none allows the call."""

    verdict: Action | Literal["silent"]
    rules: tuple[Rule, ...] = ()
    reason: str = ""

    @property
    def by(self) -> str:
        """The rules and their sources."""
        return ", ".join(dict.fromkeys(str(rule) for rule in self.rules))


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """Rules of any sources; their order has no meaning. `root` and `home` are absolute folders,
    for the rules that begin with / or ~/."""

    rules: tuple[Rule, ...] = ()
    root: str = ""
    home: str = ""

    def having(self, rule: Rule) -> "RuleSet":
        """These rules and one more."""
        return replace(self, rules=(*self.rules, rule))

    def decide(self, tool: str, subject: str, *, resolve: Resolve) -> Ruling:
        """The ruling for a call: `subject` is a shell text, or a path as it was asked for."""
        judged = _JUDGED_AS.get(tool, tool)
        shell = ShellText(subject)
        place = resolve(subject) if judged in FILE_TOOLS else None
        call = shell if judged == "shell" else self._places(subject, place)
        for action in ("deny", "ask"):
            names = _FORBIDDEN_BY.get(judged, (judged,))
            found = [r for r in self._of(action, names) if forbids(r, call)]
            if found:
                return Ruling(verdict=action, rules=(min(found, key=_order),))
        allowing = self._of("allow", (judged,))
        if judged == "shell":
            return _shell_ruling(shell, allowing, resolve)
        if judged in FILE_TOOLS:
            at = None if place is None else Place(path=place, root=self.root, home=self.home)
            allowing = [rule for rule in allowing if at is not None and allows_path(rule, at)]
        if allowing:
            return Ruling(verdict="allow", rules=(min(allowing, key=_order),))
        return Ruling(verdict="silent", reason="no rule allows it")

    def _of(self, action: Action, tools: Sequence[str]) -> list[Rule]:
        return [rule for rule in self.rules if rule.action == action and rule.tool in tools]

    def _places(self, asked: str, resolved: str | None) -> list[Place]:
        """The paths of a file call: where it leads, and how it was asked for."""
        paths = dict.fromkeys((resolved, lexical(asked, self.root)))
        return [
            Place(path=path, root=self.root, home=self.home) for path in paths if path is not None
        ]


def _shell_ruling(shell: ShellText, rules: Sequence[Rule], resolve: Resolve) -> Ruling:
    """Allowed as a whole, or command by command."""
    whole = [r for r in rules if isinstance(r.spec, TextSpec) and r.spec.text == shell.text]
    if whole:
        return Ruling(verdict="allow", rules=(min(whole, key=_order),))
    script = shell.script
    if isinstance(script, str):
        return Ruling(verdict="silent", reason=f"the command is not surely understood: {script}")
    if (reason := obstacle(script, resolve)) is not None:
        return Ruling(verdict="silent", reason=reason)
    used: list[Rule] = []
    for argv in script.commands:
        found = [rule for rule in rules if _allows(rule, argv)]
        if not found:
            return Ruling(verdict="silent", reason=f"no rule allows `{quoted(argv)}`")
        used.append(min(found, key=_order))
    return Ruling(verdict="allow", rules=tuple(sorted(set(used), key=_order)))


def _allows(rule: Rule, argv: Argv) -> bool:
    return isinstance(rule.spec, CommandSpec) and command_matches(rule.spec, argv)


def _order(rule: Rule) -> tuple[str, str, str]:
    return rule.text, rule.source, rule.action
