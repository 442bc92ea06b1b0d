"""The policy of a run: the rules of all sources together."""

import os
from collections.abc import Sequence

from zaptui.config.files import Loaded, project_file, user_file
from zaptui.errors import ConfigError
from zaptui.safety.policy import Policy
from zaptui.safety.rule_files import resolver
from zaptui.safety.rules import Action, Rule, RuleSet, WrittenRule, parse_rules
from zaptui.wiring.options import RunOptions
from zaptui.wiring.talk import say


def policy_for(options: RunOptions, settings: Loaded, *, has_approver: bool) -> Policy:
    """The policy of the settings and the command line."""
    return Policy(
        rules=rules_in_force(options, settings),
        mode="yes" if options.yes else "ask",
        resolve=resolver(str(options.cwd)),
        has_approver=has_approver,
    )


def require_boundary(options: RunOptions) -> None:
    """ConfigError for `--yes` without a sandbox, unless that is accepted in so many words."""
    if options.yes and not options.no_sandbox:
        raise ConfigError(
            "--yes runs every command the model asks for, and this version has no sandbox",
            hint="add --no-sandbox to accept that",
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
