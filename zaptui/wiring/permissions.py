"""What stands between the model and the machine: the rules of all sources, and the sandbox."""

import os
from collections.abc import Sequence
from dataclasses import dataclass

from zaptui.config.files import Loaded, project_file, user_file
from zaptui.core.ports import Decide
from zaptui.errors import ConfigError
from zaptui.safety.policy import Policy
from zaptui.safety.rule_files import resolver
from zaptui.safety.rules import Action, Rule, RuleSet, WrittenRule, parse_rules
from zaptui.safety.sandbox import Sandbox, choose_sandbox
from zaptui.wiring.options import RunOptions
from zaptui.wiring.talk import say


@dataclass(frozen=True, slots=True, kw_only=True)
class Guard:
    """What a session may do, and what holds its commands back."""

    decide: Decide
    sandbox: Sandbox


def sandbox_for(options: RunOptions, settings: Loaded) -> Sandbox:
    """The sandbox of the settings and the command line. ConfigError where one is required and
    there is none: by the settings, or by `--yes` without `--no-sandbox`."""
    wanted = settings.user.sandbox
    sandbox = choose_sandbox(wanted.mode, wanted.network, no_sandbox=options.no_sandbox)
    if options.yes and not may_say_yes(options, sandbox):
        raise ConfigError(
            f"--yes runs every command the model asks for, and there is no sandbox: {sandbox.why}",
            hint="add --no-sandbox to accept that",
        )
    return sandbox


def word_of_sandbox(options: RunOptions, settings: Loaded, sandbox: Sandbox) -> str:
    """A warning where none works although one is wanted; empty otherwise."""
    wanted = settings.user.sandbox.mode != "off" and not options.no_sandbox
    return "" if sandbox.has_boundary or not wanted else f"no sandbox works here: {sandbox.why}"


def may_say_yes(options: RunOptions, sandbox: Sandbox) -> bool:
    """Whether what would be asked may be allowed: in a sandbox, or where a person said without."""
    return sandbox.has_boundary or options.no_sandbox


def policy_for(
    options: RunOptions, settings: Loaded, sandbox: Sandbox, *, has_approver: bool
) -> Policy:
    """The policy of the settings and the command line."""
    return Policy(
        rules=rules_in_force(options, settings),
        mode="yes" if options.yes else "ask",
        resolve=resolver(str(options.cwd)),
        has_approver=has_approver,
        has_boundary=sandbox.has_boundary,
        sandboxed=settings.user.permissions.shell == "sandboxed",
    )


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
