"""File names with a meaning of their own: those that ask when written, those that ask when read."""

import os
import unicodedata
from collections.abc import Callable
from itertools import pairwise

from zaptui.core.secret_names import is_secret_name
from zaptui.safety.shell_lexer import word_set

_FOLDERS = frozenset({".git", ".zap", ".vscode", ".idea", ".husky", ".githooks"})
_FILES = word_set(
    ".envrc .bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv"
    " .zprofile .zlogin .zlogout .kshrc .cshrc .tcshrc .login .logout .inputrc config.fish"
    " .gitlab-ci.yml .gitconfig .gitmodules"
)
_HOOK_FOLDERS = frozenset({"hooks", "githooks", "git-hooks"})
_HOOKS = word_set(
    "applypatch-msg pre-applypatch post-applypatch pre-commit pre-merge-commit prepare-commit-msg"
    " commit-msg post-commit pre-rebase post-checkout post-merge pre-push pre-receive update"
    " proc-receive post-receive post-update reference-transaction push-to-checkout pre-auto-gc"
    " post-rewrite sendemail-validate fsmonitor-watchman p4-changelist p4-prepare-changelist"
    " p4-post-changelist p4-pre-submit post-index-change"
)
Resolve = Callable[[str], str | None]
"""A path as asked to the path from the root, links resolved; None when it leads outside."""


def folded_names(path: str) -> list[str]:
    """The names of a path as the most forgiving file system compares them: case, Unicode form,
    invisible characters, and dots or blanks at the end make no difference."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", path).casefold())
    visible = "".join(c for c in folded if unicodedata.category(c) != "Cf")
    names = (name if name in (".", "..") else name.rstrip(". ") for name in visible.split("/"))
    return [name for name in names if name not in ("", ".")]


def is_protected(path: str) -> bool:
    """Whether a program starts from this file unasked: git, hooks, shells, editors, CI."""
    names = folded_names(path)
    if any(name in _FOLDERS or name in _FILES for name in names):
        return True
    if (".github", "workflows") in pairwise(names):
        return True
    return len(names) > 1 and names[-2] in _HOOK_FOLDERS and names[-1] in _HOOKS


def is_secret(path: str) -> bool:
    """Whether the file's name looks like it holds a secret."""
    names = folded_names(path)
    return bool(names) and is_secret_name(names[-1])


def resolver(root: str) -> Resolve:
    """A Resolve for a folder; files that do not exist yet resolve too."""
    given, real = os.path.abspath(root), os.path.realpath(root)

    def resolve(path: str) -> str | None:
        if not path or path.startswith("~") or "\0" in path:
            return None
        try:
            found = os.path.realpath(os.path.join(given, path))
            inside = os.path.commonpath((real, found)) == real
        except ValueError:  # a lone surrogate: no file has such a name
            return None
        return os.path.relpath(found, real) if inside else None

    return resolve
