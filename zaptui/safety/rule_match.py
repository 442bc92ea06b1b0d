"""Whether a spec stands for a path or a command: to the letter, or as widely as it may be meant."""

import posixpath
import unicodedata
from dataclasses import dataclass
from fnmatch import fnmatchcase
from glob import escape
from typing import Literal

from zaptui.safety.rule_files import folded_names
from zaptui.safety.rule_spec import CommandSpec, PathSpec
from zaptui.safety.shell_lexer import Argv


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A file as rules see it: the path from the root; the absolute folders of the workspace and
    of the user, "" where they are not known."""

    path: str
    root: str = ""
    home: str = ""


def command_matches(spec: CommandSpec, argv: Argv) -> bool:
    """Whether the spec stands for exactly this command."""
    if len(argv) < len(spec.words) or (len(argv) > len(spec.words) and not spec.rest):
        return False
    return all(
        not word.startswith("-") if wanted is None else word == wanted
        for wanted, word in zip(spec.words, argv, strict=False)
    )


def path_matches(spec: PathSpec, place: Place) -> bool:
    """Whether the spec stands for the path itself, case and all."""
    pattern = _pattern(spec, place)
    return pattern is not None and _walk(pattern, _names(spec, place)) == "whole"


def path_overlaps(spec: PathSpec, place: Place) -> bool:
    """Whether a rule that forbids means the path: in any case and Unicode form, as a folder whose
    insides are meant, or as something below a folder that is."""
    pattern = _pattern(spec, place)
    if pattern is None:
        return False
    if pattern[-2:] == ("**", "*"):
        pattern = pattern[:-1]
    names = _names(spec, place)
    folded = tuple(unicodedata.normalize("NFKC", name).casefold() for name in pattern)
    return bool(_walk(pattern, names) or _walk(folded, folded_names("/".join(names))))


def lexical(path: str, root: str) -> str | None:
    """A path as asked, from the root, no link followed; None when it leads outside."""
    if root and path.startswith(f"{root.rstrip('/')}/"):
        path = path[len(root.rstrip("/")) + 1 :]
    plain = posixpath.normpath(path)
    return None if plain.startswith(("/", "..", "~")) else plain


def _pattern(spec: PathSpec, place: Place) -> tuple[str, ...] | None:
    """The components to compare; None when the folder they are below is not known."""
    if spec.base == "root":
        return spec.components
    if not place.root or (spec.base == "home" and not place.home):
        return None
    if spec.base == "absolute":
        return spec.components
    return (*(escape(name) for name in place.home.split("/") if name), *spec.components)


def _names(spec: PathSpec, place: Place) -> list[str]:
    path = place.path if spec.base == "root" else f"{place.root}/{place.path}"
    return [name for name in path.split("/") if name not in ("", ".")]


def _walk(pattern: tuple[str, ...], names: list[str]) -> Literal["", "folder", "whole"]:
    """Whether the pattern covers all the names, or only the first of them, a folder above."""
    covers_folder = False
    at = _reached(pattern, {0})
    for name in names:
        covers_folder = covers_folder or len(pattern) in at
        at = _reached(pattern, {step for place in at for step in _steps(pattern, place, name)})
    if len(pattern) in at:
        return "whole"
    return "folder" if covers_folder else ""


def _steps(pattern: tuple[str, ...], place: int, name: str) -> tuple[int, ...]:
    """Where a name leads from a place in the pattern."""
    if place == len(pattern):
        return ()
    if pattern[place] == "**":
        return (place,)
    return (place + 1,) if fnmatchcase(name, pattern[place]) else ()


def _reached(pattern: tuple[str, ...], at: set[int]) -> set[int]:
    """The places reached without a further name: past each `**`."""
    reached = set(at)
    for place, component in enumerate(pattern):
        if place in reached and component == "**":
            reached.add(place + 1)
    return reached
