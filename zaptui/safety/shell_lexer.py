"""A strict reader of shell text: it lists the commands that bash would run, or says it is not sure.

The accepted language is small on purpose (everything else is NotAnalysable):

    script  = sep* pipeline (op sep* pipeline)* [";"] sep*      op = "&&" "||" ";" "|" newline
    command = name (blank+ word)*        name = [A-Za-z0-9_./+-]+ unquoted, no reserved word
    word    = (bare | '…' | "…")+        bare = [A-Za-z0-9_./:=@%+,-]
    '…'       printable text, tabs, newlines             "…"  the same, without $ ` \\ !
"""

import re
from dataclasses import dataclass

MAX_CHARACTERS = 4096
MAX_COMMANDS = 20

_NAME = re.compile(r"[A-Za-z0-9_./+-]+")
_BARE = re.compile(r"[A-Za-z0-9_./:=@%+,-]+")
_SINGLE = re.compile(r"'([^']*)'")
_DOUBLE = re.compile(r'"([^"$`\\!]*)"')
_OPERATOR = re.compile(r"&&|\|\||[;|\n]")
_BLANK = " \t"
_NAMED = {"\n": "newline", "`": "backtick", "\\": "backslash"}


def word_set(text: str) -> frozenset[str]:
    """A set of words, written side by side."""
    return frozenset(text.split())


_RESERVED = word_set(
    "if then else elif fi do done case esac while until for select function time coproc in"
)
_BUILTINS = word_set(
    ". alias bg bind break builtin caller cd command compgen complete compopt continue declare"
    " dirs disown enable eval exec export fc fg getopts hash help history jobs let local logout"
    " mapfile popd pushd read readarray readonly return set shift shopt source suspend times trap"
    " type typeset ulimit umask unalias unset wait"
)
_ASSIGNING = {"printf": ("-v",), "test": ("-v", "-R")}
"""Options by which a harmless builtin sets a variable, or runs what stands in a subscript."""

Argv = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """The commands of a text, each as bash would see its words."""

    commands: tuple[Argv, ...]
    piped: frozenset[int] = frozenset()
    """Places of the commands that read the output of the one before."""

    @property
    def shell_state(self) -> str | None:
        """The first builtin that changes what later commands mean, or runs its own arguments."""
        return next((argv[0] for argv in self.commands if _changes_shell(argv)), None)


@dataclass(frozen=True, slots=True)
class NotAnalysable:
    """A text that is not surely understood; `reason` says what stands in the way."""

    reason: str


def lex(text: str) -> Script | NotAnalysable:
    """The commands of the text; whatever bash runs of it is among them, word for word."""
    if len(text) > MAX_CHARACTERS:
        return NotAnalysable(f"longer than {MAX_CHARACTERS} characters")
    odd = next((c for c in text if not c.isprintable() and c not in "\t\n"), None)
    if odd is not None:
        return NotAnalysable(f"the character U+{ord(odd):04X}")
    try:
        return _Reader(text).script()
    except _Unsure as unsure:
        return NotAnalysable(str(unsure))


def lex_words(text: str) -> Argv | NotAnalysable:
    """The words of a text that holds no operator: the literals of a rule."""
    reader = _Reader(text)
    words: list[str] = []
    try:
        while not reader.at_end():
            words.append(reader.word())
    except _Unsure as unsure:
        return NotAnalysable(str(unsure))
    return tuple(words)


def is_program_name(word: str) -> bool:
    """Whether a command can begin with this word."""
    return bool(_NAME.fullmatch(word)) and word not in _RESERVED


class _Unsure(Exception):
    """The text leaves the accepted language."""


class _Reader:
    """Reads from left to right, never back."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0

    def at_end(self) -> bool:
        """Skip blanks; whether nothing follows."""
        while self._at < len(self._text) and self._text[self._at] in _BLANK:
            self._at += 1
        return self._at == len(self._text)

    def script(self) -> Script:
        commands: list[Argv] = []
        piped: set[int] = set()
        operator = "\n"
        while not self.at_end():
            if (found := self._operator()) is not None:
                if found != "\n":
                    raise _Unsure(f"`{found}` with no command before it")
                continue
            if operator == "|":
                piped.add(len(commands))
            commands.append(self._command())
            if len(commands) > MAX_COMMANDS:
                raise _Unsure(f"more than {MAX_COMMANDS} commands")
            operator = "" if self.at_end() else self._operator() or ""
        if operator in ("&&", "||", "|"):
            raise _Unsure(f"`{operator}` with no command after it")
        if not commands:
            raise _Unsure("no command")
        return Script(commands=tuple(commands), piped=frozenset(piped))

    def _command(self) -> Argv:
        start = self._at
        words = [self.word()]
        name = self._text[start : self._at]
        if name in _RESERVED:
            raise _Unsure(f"the reserved word `{name}`")
        if not is_program_name(name):
            raise _Unsure("a command name that is quoted, an assignment or no plain name")
        while not self.at_end() and not _OPERATOR.match(self._text, self._at):
            words.append(self.word())
        return tuple(words)

    def word(self) -> str:
        """One word, its quotes removed."""
        pieces: list[str] = []
        while True:
            if found := _BARE.match(self._text, self._at):
                pieces.append(found[0])
            elif found := _SINGLE.match(self._text, self._at) or _DOUBLE.match(
                self._text, self._at
            ):
                pieces.append(found[1])
            else:
                break
            self._at = found.end()
        if pieces and (self.at_word_end() or _OPERATOR.match(self._text, self._at)):
            return "".join(pieces)
        raise _Unsure(self._obstacle())

    def at_word_end(self) -> bool:
        return self._at == len(self._text) or self._text[self._at] in _BLANK

    def _operator(self) -> str | None:
        found = _OPERATOR.match(self._text, self._at)
        if found is None:
            return None
        self._at = found.end()
        return found[0]

    def _obstacle(self) -> str:
        """What stands at the place where reading ended."""
        character = self._text[self._at]
        if character in _NAMED:
            return f"a {_NAMED[character]} outside quotes"
        if character in "'\"":
            if self._text.find(character, self._at + 1) < 0:
                return f"a {character} that is not closed"
            return 'a `$`, backtick, backslash or `!` inside "…"'
        if not character.isascii():
            return f"the character U+{ord(character):04X} outside quotes"
        return f"a `{character}` outside quotes"


def _changes_shell(argv: Argv) -> bool:
    if argv[0] in _ASSIGNING:
        return any(word.startswith(_ASSIGNING[argv[0]]) for word in argv[1:])
    return argv[0] in _BUILTINS
