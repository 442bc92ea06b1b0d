"""What stands between the brackets of a rule: a path, a command, or the whole text of one."""

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias, assert_never

from zaptui.safety.shell_lexer import NotAnalysable, is_program_name, lex_words

Base = Literal["root", "home", "absolute"]

_QUOTED_MAGIC = re.compile(r"\[[*?\[]\]")


class SpecError(Exception):
    """Why a spec is no spec."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Anything:
    """No brackets: every call of the tool."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PathSpec:
    """A path glob: its components, `**` for any number of folders, below `base`."""

    base: Base
    components: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandSpec:
    """The words of one command; None is one argument that is no flag, `rest` any further ones."""

    words: tuple[str | None, ...]
    rest: bool = False

    @property
    def name(self) -> str:
        return self.words[0] or ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextSpec:
    """The whole text of a shell call, character by character."""

    text: str


Spec: TypeAlias = Anything | PathSpec | CommandSpec | TextSpec


def parse_path(text: str) -> PathSpec:
    """A glob as in a .gitignore: without a slash it matches at any depth, `name/` is all below."""
    if not text or not text.isprintable():
        raise SpecError("the path is empty or holds a control character")
    if text.startswith("!") or "\\" in text:
        raise SpecError("a path has no `!` before it and no backslash; quote with [ ], as in [*]")
    base: Base = "root"
    if text.startswith("~"):
        if text[1:2] != "/":
            raise SpecError("a path that begins with ~ begins with ~/")
        base, text = "home", text[1:]
    elif text.startswith("/"):
        base = "absolute"
    names = [name for name in text.split("/") if name not in ("", ".")]
    if ".." in names:
        raise SpecError("a path has no `..`; it is compared after `..` and links are resolved")
    if base == "root" and names and "/" not in text.rstrip("/"):
        names.insert(0, "**")
    if text.endswith("/") and names[-1:] != ["**"]:
        names.append("**")
    if names[-1:] == ["**"]:
        names.append("*")  # all that is below, not the folder itself
    return PathSpec(base=base, components=tuple(names))


def parse_command(text: str) -> CommandSpec:
    """The words of a command; `*` and a last `...` stand alone."""
    words: list[str | None] = []
    rest = False
    for token in _tokens(text):
        if rest:
            raise SpecError("`...` stands only at the end")
        if token == "...":
            rest = True
        elif token == "*":
            words.append(None)
        else:
            words.append(_literal(token))
    if not words or words[0] is None or not is_program_name(words[0]):
        raise SpecError("the first word must be the name of a program")
    return CommandSpec(words=tuple(words), rest=rest)


def is_exact(spec: Spec) -> bool:
    """Whether it stands for one path, one command or one text."""
    match spec:
        case PathSpec():
            plain = (_QUOTED_MAGIC.sub("", name) for name in spec.components)
            return not any(mark in name for name in plain for mark in "*?[")
        case CommandSpec():
            return not spec.rest and None not in spec.words
        case TextSpec():
            return True
        case Anything():
            return False
        case _:
            assert_never(spec)


def _literal(token: str) -> str:
    read = lex_words(token)
    if isinstance(read, NotAnalysable):
        if "*" in token:
            raise SpecError(f"in {token!r}: a `*` stands alone; quote it to mean it literally")
        raise SpecError(f"in {token!r}: {read.reason}; quote it to mean it literally")
    return "".join(read)


def _tokens(text: str) -> list[str]:
    """Split at blanks outside quotes."""
    tokens, token, quote = list[str](), "", ""
    for character in text:
        if character in " \t" and not quote:
            tokens.append(token)
            token = ""
            continue
        token += character
        if quote:
            quote = "" if character == quote else quote
        elif character in "'\"":
            quote = character
    return [token for token in [*tokens, token] if token]
