"""A shell text before the rules: what may be meant by it, what it surely is, what it touches."""

import re
from collections.abc import Iterator
from functools import cached_property
from typing import assert_never

from zaptui.safety.rule_files import Resolve, is_protected
from zaptui.safety.rule_lenient import Candidate, all_words, candidates, may_mean
from zaptui.safety.rule_match import command_matches
from zaptui.safety.rule_programs import runs_its_input
from zaptui.safety.rule_spec import Anything, CommandSpec, PathSpec, Spec, TextSpec
from zaptui.safety.shell_lexer import Argv, Script, lex

_URL = re.compile(r"(?i)(?:https?|ssh|git|ftps?)://[^\s,;]*")
_BORDER = re.compile(r"[=:,@\s]")
_OPTION = re.compile(r"--?[A-Za-z]+(?=[/.~])")
_PLAIN = re.compile(r"[A-Za-z0-9_./:=@%+,-]+")


class ShellText:
    """A text with its readings, each made once and only when needed."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def script(self) -> Script | str:
        """The commands, or why they are not surely known."""
        read = lex(self.text)
        return read if isinstance(read, Script) else read.reason

    def is_meant_by(self, spec: Spec) -> bool:
        """Whether a rule that forbids may mean some part of the text."""
        match spec:
            case Anything():
                return True
            case TextSpec():
                return self.text.strip() == spec.text.strip()
            case CommandSpec():
                argvs = self.script.commands if isinstance(self.script, Script) else ()
                return any(command_matches(spec, argv) for argv in argvs) or may_mean(
                    spec, *self._lenient
                )
            case PathSpec():
                return False
            case _:
                assert_never(spec)

    @cached_property
    def _lenient(self) -> tuple[list[Candidate], Candidate]:
        return candidates(self.text), all_words(self.text)


def obstacle(script: Script, resolve: Resolve) -> str | None:
    """Why no rule for single commands may allow the script; None when nothing is in the way."""
    if script.shell_state is not None:
        return f"`{script.shell_state}` changes the shell or runs what it is given"
    for place in sorted(script.piped):
        if runs_its_input(script.commands[place][0]):
            return f"`{script.commands[place][0]}` may run what is piped into it"
    for argv in script.commands:
        for word in argv[1:]:
            for path in named_paths(word):
                if path.startswith("~") or resolve(path) is None:
                    return f"{path} is outside the workspace"
                if is_protected(path):
                    return f"{path} is protected"
    return None


def named_paths(word: str) -> Iterator[str]:
    """The paths a word may name: itself, what follows `=` `:` `,` `@` or an option's letters."""
    for piece in _BORDER.split(_URL.sub(" ", word)):
        option = _OPTION.match(piece)
        yield from (path for path in (piece, piece[option.end() :] if option else "") if path)


def quoted(argv: Argv) -> str:
    """The command as rules and the lexer write it."""
    return " ".join(_quoted(word) for word in argv)


def _quoted(word: str) -> str:
    if _PLAIN.fullmatch(word) and word != "...":
        return word
    return "'" + word.replace("'", "'\"'\"'") + "'"
