"""How a rule is written and read.

rule = tool [ "(" spec ")" ]      tool = read list search write edit shell plan ask_user task
       shell='TEXT'               the whole text of one shell call, as it is, quotes and all

write(src/**)          a path as in a .gitignore, from the root (or ~/, or /); it is compared
                       after `..` and links are resolved; ./a.py is a.py in the root alone
shell(pytest -q *)     exactly this command; `*` is one argument that is no flag
shell(ruff check ...)  any further arguments; refused where they could be a program
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from glob import escape
from typing import Literal, Protocol

from zaptui.errors import ConfigError
from zaptui.safety.rule_match import Place, command_matches, path_matches, path_overlaps
from zaptui.safety.rule_programs import runs_its_arguments, takes_a_program
from zaptui.safety.rule_shell import ShellText, quoted
from zaptui.safety.rule_spec import (
    Anything,
    CommandSpec,
    PathSpec,
    Spec,
    SpecError,
    TextSpec,
    is_exact,
    parse_command,
    parse_path,
)
from zaptui.safety.shell_lexer import Script
from zaptui.view.text import one_line

Action = Literal["allow", "ask", "deny"]

FILE_TOOLS = ("read", "list", "search", "write", "edit")
TOOLS = (*FILE_TOOLS, "shell", "plan", "ask_user", "task")

_RULE = re.compile(r"([^()]*)(?:\((.*)\))?", re.DOTALL)
_TEXT_RULE = re.compile(r"shell='(.+)'", re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A rule as it is in force. `source` says where it was written; `text` is how."""

    action: Action
    tool: str
    spec: Spec
    source: str
    text: str

    @property
    def exact(self) -> bool:
        """Whether it speaks of one path, one command or one text only."""
        return is_exact(self.spec)

    def __str__(self) -> str:
        return f"{one_line(self.text, 120)} ({self.source})"


class WrittenRule(Protocol):
    """A rule in a settings file, with examples of what it matches and what it does not."""

    @property
    def rule(self) -> str: ...
    @property
    def match(self) -> Sequence[str]: ...
    @property
    def not_match(self) -> Sequence[str]: ...


def parse_rule(
    text: object,
    *,
    action: Action,
    source: str,
    match: Sequence[str] = (),
    not_match: Sequence[str] = (),
) -> Rule:
    """The rule of a text. ConfigError, naming the source and the rule, for one that is wrong, that
    would allow more than it shows, or whose examples do not hold."""
    try:
        if not isinstance(text, str):
            raise SpecError("a rule is a text")
        tool, spec = _parsed(text)
        if action == "allow":
            _refuse_broad(tool, spec)
        rule = Rule(action=action, tool=tool, spec=spec, source=source, text=text.strip())
        _check(rule, match, not_match)
    except SpecError as error:
        shown = one_line(text if isinstance(text, str) else repr(text), 120)
        raise ConfigError(f"{source}: {action} rule {shown!r}: {error}") from error
    return rule


def parse_rules(entries: Iterable[str | WrittenRule], *, action: Action, source: str) -> list[Rule]:
    """The rules of a source, each a text, or one with examples. ConfigError for a fault."""
    return [
        parse_rule(entry, action=action, source=source)
        if isinstance(entry, str)
        else parse_rule(
            entry.rule,
            action=action,
            source=source,
            match=entry.match,
            not_match=entry.not_match,
        )
        for entry in entries
    ]


def exact_rule_for(tool: str, subject: str) -> str | None:
    """The rule that matches exactly this call: a path from the root, or a command. None where
    there is none, as for a command that cannot surely be read."""
    if tool == "shell":
        script = ShellText(subject).script
        if not isinstance(script, Script):
            return None
        plain = len(script.commands) == 1 and script.shell_state is None
        return f"shell({quoted(script.commands[0])})" if plain else text_rule_for(subject)
    if tool not in FILE_TOOLS or not subject.isprintable() or subject.startswith(("/", "~")):
        return None
    if not subject or ".." in subject.split("/") or "\\" in subject:
        return None
    return f"{tool}({escape(subject) if '/' in subject.strip('/') else f'./{escape(subject)}'})"


def text_rule_for(text: str) -> str:
    """The rule that matches this text of a shell call and no other."""
    return f"shell='{text}'"


def forbids(rule: Rule, call: ShellText | Sequence[Place]) -> bool:
    """Whether a deny or an ask may mean the call: a shell text, or a file by its paths, as
    resolved and as asked for."""
    if isinstance(call, ShellText):
        return call.is_meant_by(rule.spec)
    spec = rule.spec
    return isinstance(spec, Anything) or (
        isinstance(spec, PathSpec)
        and any(path_matches(spec, place) or path_overlaps(spec, place) for place in call)
    )


def allows_path(rule: Rule, place: Place) -> bool:
    """Whether an allow means the resolved path."""
    spec = rule.spec
    return isinstance(spec, Anything) or (isinstance(spec, PathSpec) and path_matches(spec, place))


def _parsed(text: str) -> tuple[str, Spec]:
    if whole := _TEXT_RULE.fullmatch(text.strip()):
        return "shell", TextSpec(text=whole[1])
    found = _RULE.fullmatch(text.strip())
    if found is None or found[1] not in TOOLS:
        raise SpecError(f"it begins with none of the tools {', '.join(TOOLS)}, or is not closed")
    tool, inner = found[1], found[2]
    if inner is None:
        return tool, Anything()
    if tool in FILE_TOOLS:
        return tool, parse_path(inner.strip())
    if tool == "shell":
        return tool, parse_command(inner.strip())
    raise SpecError(f"{tool} takes nothing in brackets")


def _refuse_broad(tool: str, spec: Spec) -> None:
    """SpecError for an allow that would allow any command."""
    if tool == "shell" and isinstance(spec, Anything):
        raise SpecError("it would allow every command; name one, or say --yes")
    if isinstance(spec, TextSpec) and isinstance(reason := ShellText(spec.text).script, str):
        raise SpecError(f"no rule allows a command that cannot surely be read ({reason})")
    if not isinstance(spec, CommandSpec):
        return
    if spec.rest and runs_its_arguments(spec.name):
        raise SpecError(f"`...` after {spec.name} would allow any command; write the arguments out")
    if None in spec.words and takes_a_program(spec.name):
        raise SpecError(f"`*` after {spec.name} would allow any command; write the arguments out")


def _check(rule: Rule, match: Sequence[str], not_match: Sequence[str]) -> None:
    """SpecError for an example that does not hold."""
    for example in match:
        if not _speaks_of(rule, example):
            raise SpecError(f"it does not match its example {example!r}")
    for example in not_match:
        if _speaks_of(rule, example):
            raise SpecError(f"it matches {example!r}, which it should not")


def _speaks_of(rule: Rule, example: str) -> bool:
    if rule.tool == "shell":
        shell = ShellText(example)
        return _allows_text(rule.spec, shell) if rule.action == "allow" else forbids(rule, shell)
    at_home = example.startswith("~/")
    place = Place(path=example.removeprefix("~"), root="/~" if at_home else "/", home="/~")
    return allows_path(rule, place) if rule.action == "allow" else forbids(rule, [place])


def _allows_text(spec: Spec, shell: ShellText) -> bool:
    """Whether the spec alone allows the whole text."""
    if isinstance(spec, TextSpec):
        return spec.text == shell.text
    return (
        isinstance(spec, CommandSpec)
        and isinstance(shell.script, Script)
        and all(command_matches(spec, argv) for argv in shell.script.commands)
    )
