"""Policy: what runs without a word, what needs leave, what is denied."""

import shlex
from collections.abc import Callable, Collection
from typing import Literal

from zaptui.core.json import Json, JsonObject
from zaptui.core.ports import Decision
from zaptui.errors import ConfigError
from zaptui.planning.checklist import PLANNER_TOOLS
from zaptui.safety.rule_files import Resolve, is_protected, is_secret
from zaptui.safety.rules import (
    FILE_TOOLS,
    RuleSet,
    Ruling,
    exact_rule_for,
    parse_rule,
    text_rule_for,
)
from zaptui.view.text import one_line

Mode = Literal["ask", "propose", "yes"]

SESSION = "this session"
"""The source of rules that were granted while it runs."""

_EFFECTS = frozenset({"write", "edit", "shell"})
_LONGEST_HINT = 200
_NO_RULES = RuleSet()


class Policy:
    """A Decide: hard denies, then the rules, then the defaults.

    `mode`: "ask"; "propose" only reads; "yes" turns questions into leave, but for protected files.
    `resolve` gives a path from the root, or None when it leads outside. `exact` are whole calls
    that need no leave, as (tool, command or path). A tool that is not known here is allowed, so
    one that has effects must be named in this module. `has_approver`: somebody can be asked.
    `has_boundary`: commands run in a sandbox; `sandboxed`: there they need no leave.
    """

    def __init__(
        self,
        *,
        resolve: Resolve,
        rules: RuleSet = _NO_RULES,
        mode: Mode = "ask",
        exact: Collection[tuple[str, str]] = (),
        has_approver: bool = False,
        has_boundary: bool = False,
        sandboxed: bool = False,
    ) -> None:
        self._resolve = resolve
        self._rules = rules
        self.mode: Mode = mode
        """May change while the session runs."""
        self._exact = exact
        self._has_approver = has_approver
        self._has_boundary = has_boundary
        self._sandboxed = sandboxed and has_boundary

    def __call__(self, tool: str, arguments: JsonObject) -> Decision:
        subject = _subject(tool, arguments)
        if subject is None:
            return _deny("the command or path is no text")
        if (reason := self._outside(tool, subject, arguments.get("cwd"))) is not None:
            return _deny(reason)
        ruling = self._rules.decide(tool, subject, resolve=self._resolve)
        if ruling.verdict == "deny":
            return _deny(f"the rule {ruling.by} denies it", by=ruling.by)
        if self.mode == "propose" and (tool in _EFFECTS or tool in PLANNER_TOOLS):
            return _deny("propose mode only reads: put the plan into your answer")
        if tool in ("write", "edit") and self._is(is_protected, subject):
            return self._always_asks(
                f"{one_line(subject, 120)} is protected: a program may start from it unasked"
            )
        if self._leaves_sandbox(tool, arguments):
            return self._always_asks("it runs outside the sandbox")
        return self._judged(tool, subject, ruling)

    def grant(self, rule_text: str) -> None:
        """Allow what an exact rule means, in this process only. ConfigError for a broader one."""
        rule = parse_rule(rule_text, action="allow", source=SESSION)
        if not rule.exact:
            raise ConfigError(f"{SESSION}: {one_line(rule_text, 120)!r} allows more than one call")
        self._rules = self._rules.having(rule)

    def rule_for(self, tool: str, arguments: JsonObject) -> str | None:
        """The exact rule that would allow this call from now on; None where no rule can."""
        subject = _subject(tool, arguments)
        if subject is None or self.mode == "propose" or self._leaves_sandbox(tool, arguments):
            return None
        if tool == "shell":
            texts = [exact_rule_for(tool, subject), text_rule_for(subject)]
        elif tool in ("write", "edit") and self._is(is_protected, subject):
            return None
        else:
            place = self._resolve(subject) or ""
            texts = [exact_rule_for(tool, place)]
        return next((text for text in texts if text and self._helps(text, tool, subject)), None)

    def _judged(self, tool: str, subject: str, ruling: Ruling) -> Decision:
        """Nothing forbids it: ask, exact calls, allow, and what holds without a rule."""
        if ruling.verdict == "ask":
            return self._ask(f"the rule {ruling.by} asks", tool, subject, by=ruling.by)
        if (tool, subject) in self._exact:
            return Decision(verdict="allow", by="built-in rule")
        if ruling.verdict == "allow":
            return Decision(verdict="allow", by=ruling.by)
        if tool == "shell" and self._sandboxed:
            return Decision(verdict="allow", by="sandbox")
        if tool in _EFFECTS:
            return self._ask(ruling.reason, tool, subject)
        if tool in ("read", "search") and self._is(is_secret, subject):
            return self._ask(f"{subject} looks like it holds a secret", tool, subject)
        return Decision(verdict="allow", by="policy")

    def _outside(self, tool: str, subject: str, cwd: Json) -> str | None:
        """Why the call leaves the workspace."""
        if tool in FILE_TOOLS and self._resolve(subject) is None:
            return f"{one_line(subject, 120)} is outside the workspace"
        if tool == "shell" and cwd is not None:
            inside = isinstance(cwd, str) and self._resolve(cwd) is not None
            return None if inside else "commands run in the workspace, not in another cwd"
        return None

    def _leaves_sandbox(self, tool: str, arguments: JsonObject) -> bool:
        """Whether a command asks to run outside; whatever may be read as yes counts as yes."""
        outside = arguments.get("outside", False)
        return tool == "shell" and self._has_boundary and outside is not False

    def _always_asks(self, reason: str) -> Decision:
        """What no rule and no mode allows: a person says it each time."""
        if self._has_approver:
            return Decision(verdict="ask", by="policy", reason=f"{reason}, so it always asks")
        return _deny(f"{reason}; no rule and no --yes allows it, and there is nobody to ask")

    def _ask(self, why: str, tool: str, subject: str, *, by: str = "policy") -> Decision:
        if self.mode == "yes":
            return Decision(verdict="allow", by="--yes")
        reason = one_line(f"{tool} needs leave: {why}", 300)
        if not self._has_approver:
            reason = f"{reason}; there is nobody to ask, {self._what_helps(tool, subject)}"
        return Decision(verdict="ask", by=by, reason=reason)

    def _what_helps(self, tool: str, subject: str) -> str:
        """What would have allowed the call, in the words of the command line."""
        argument = "path" if tool in FILE_TOOLS else "command"
        rule = self.rule_for(tool, {argument: subject})
        hint = "" if rule is None else f" or --allow {shlex.quote(rule)}"
        if len(hint) > _LONGEST_HINT or not hint.isprintable():
            hint = ""
        return f"--yes{hint} would allow it"

    def _helps(self, rule_text: str, tool: str, subject: str) -> bool:
        """Whether the rule, added to those in force, allows the call."""
        try:
            rule = parse_rule(rule_text, action="allow", source=SESSION)
        except ConfigError:
            return False
        ruling = self._rules.having(rule).decide(tool, subject, resolve=self._resolve)
        return ruling.verdict == "allow"

    def _is(self, kind: Callable[[str], bool], path: str) -> bool:
        """Whether the path is of a kind, as it was asked for or where it leads."""
        return kind(path) or kind(self._resolve(path) or path)


def _subject(tool: str, arguments: JsonObject) -> str | None:
    """The command or the path; None when it is no text. Other tools have none."""
    if tool == "shell":
        subject = arguments.get("command")
    elif tool in FILE_TOOLS:
        subject = arguments.get("path", ".")
    else:
        return ""
    return subject if isinstance(subject, str) else None


def _deny(reason: str, *, by: str = "policy") -> Decision:
    return Decision(verdict="deny", by=by, reason=reason)
