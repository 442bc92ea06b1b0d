"""A lenient reader of shell text for rules that forbid: it would rather see a command too many."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from zaptui.safety.rule_programs import looks_through
from zaptui.safety.rule_spec import CommandSpec
from zaptui.safety.shell_lexer import Argv, word_set

_SEPARATOR = re.compile(r"\$[({]|[;|&\n\r\v\f(){}<>`!]")
_QUOTING = re.compile(r"\\\n|\$(?=[\"'])|[\"'\\]")
_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|([0-7]{1,3}))")
_COMMENT = re.compile(r"(?<!\S)#[^\n]*")
_EXPANSION = re.compile(r"\$\{[^{}\s]*\}|\$(?:\w+|[@*#?$!-])")
_REDIRECTION = re.compile(r"(?<!\d)\d*+(?:&>>?|[<>][<>&|-]*)[ \t]*+[^\s;|&<>()]*")
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=")
_MOST_OPTIONS = 40
_BEFORE_A_COMMAND = word_set("if then elif else while until do time coproc function case")


@dataclass(frozen=True, slots=True)
class Candidate:
    """Words of which a command may begin at each of the first `starts`."""

    words: Argv
    starts: int

    def argvs(self) -> Iterator[Argv]:
        """Each command that may be meant."""
        return (self.words[start:] for start in range(self.starts))


def candidates(text: str) -> list[Candidate]:
    """Whatever might be a command in the text, taken with and without redirections, comments
    and expansions; quotes and backslashes are gone, wrappers and assignments looked through."""
    plain = _EXPANSION.sub("", _COMMENT.sub("", _ESCAPE.sub(_decoded, text)))
    readings = dict.fromkeys((text, _REDIRECTION.sub(" ", plain), plain))
    found = [_candidate(words) for reading in readings for words in _segments(reading)]
    return list(dict.fromkeys(found))


def all_words(text: str) -> Candidate:
    """All the words in order, no operator seen, a command beginning anywhere."""
    words = tuple(word for segment in _segments(text) for word in segment)
    return Candidate(words, len(words))


def may_mean(spec: CommandSpec, found: Sequence[Candidate], whole: Candidate) -> bool:
    """Whether a forbidden command is among the candidates of a text; `whole` is its all_words."""
    wanted: list[str | None] = []
    split = False
    for word in spec.words:
        segments = [None] if word is None else list(_segments(word))
        split = split or len(segments) > 1
        wanted += [part for segment in segments for part in (segment or [None])]
    if split:  # it holds an operator, in quotes: only the words in their order are left to compare
        return _begins(wanted, whole, rest=True)
    return any(_begins(wanted, candidate, rest=spec.rest) for candidate in found)


def _begins(wanted: Sequence[str | None], candidate: Candidate, *, rest: bool) -> bool:
    name, others = (wanted[0] or "").casefold(), wanted[1:]
    words = candidate.words
    for start in range(candidate.starts):
        first = words[start].casefold()
        if name not in (first, first.rpartition("/")[2]):
            continue
        places = _after_options(words, start + 1) if others and others[0] else [start + 1]
        if len(places) > _MOST_OPTIONS:
            return True  # that many options are there to hide what comes behind them
        if any(_are(words, place, others, rest=rest) for place in places):
            return True
    return False


def _are(words: Argv, place: int, wanted: Sequence[str | None], *, rest: bool) -> bool:
    end = place + len(wanted)
    if len(words) != end and not (rest and len(words) > end):
        return False
    return all(want in (None, word) for want, word in zip(wanted, words[place:end], strict=True))


def _after_options(words: Argv, place: int) -> list[int]:
    """Where a subcommand may stand: behind any options, each with or without a value."""
    places = [place]
    for option in places:
        if len(places) > _MOST_OPTIONS:
            break
        if option < len(words) and words[option].startswith("-"):
            places += [step for step in (option + 1, option + 2) if step not in places]
    return places


def _segments(text: str) -> Iterator[list[str]]:
    """The words between operators."""
    for segment in _SEPARATOR.split(_QUOTING.sub("", text)):
        if words := segment.split():
            yield words


def _candidate(words: list[str]) -> Candidate:
    for place, word in enumerate(words):
        if _ASSIGNMENT.match(word) or looks_through(word):
            return Candidate(tuple(words), len(words))
        if word not in _BEFORE_A_COMMAND:
            return Candidate(tuple(words), place + 1)
    return Candidate(tuple(words), len(words))


def _decoded(found: re.Match[str]) -> str:
    code = int(found[1] or found[2] or "0", 16) or int(found[3] or "0", 8)
    return chr(code) if code else found[0]
