"""The lexer against real bash: whatever bash runs of an accepted text, the lexer has listed."""

import random
import shlex
import subprocess
from collections.abc import Callable

import pytest

from tests.safety.bash_oracle import BASH, Argv, commands_run
from zaptui.safety.shell_lexer import NotAnalysable, Script, lex

pytestmark = pytest.mark.skipif(BASH is None, reason="there is no bash on this machine")

Reading = Callable[[str], list[Argv] | None]
"""The commands of a text, None when they are not surely known."""

NAMES = ["foo", "git", "rm", "ls", "a.b", "x+y", "g-c", "exit", "true", "false", "echo", "pwd"]
BUILTINS = ["cd", "eval", "export", ".", "command", "trap", "set", "printf", "test", "alias"]
WORDS = [
    *["-rf", "--x=y", "a", "src/a.py", "HEAD:b", "a@b", "1", "-", "--", "%x", "a,b", "..", "in"],
    *["'it is'", '"two words"', "''", '""', "'a'\"b\"c", "'x\ny'", "'$HOME'", "'`id`'", '"a;b"'],
    *["'\\'", "'&&'", '"é"', "'日本'", "a'b'", "'#'", "if", "do", "echo", "'~'", "'*'", '"{a,b}"'],
    *["-v", "'a[$(foo x)]'", "'foo x'", "PATH=."],
]
GLUE = [" && ", " || ", ";", " | ", "\n", "; ", "|", "&&", " ;\n", " |\n ", " &&\n\n", "\n\n"]
HOSTILE = [
    *["$x", "$(foo a)", "`foo a`", "${x}", "$'\\x41'", '$"a"', "~", "*", "?", "[a]", "{a,b}"],
    *["{", "}", "(", ")", "<", ">", ">f", "2>&1", "<(foo)", "<<E\nx\nE\n", "<<<a", "&", "|&"],
    *[
        "!",
        "!!",
        "#",
        "# c",
        "\\",
        "\\\n",
        "\\r",
        "'",
        '"',
        '"$x"',
        '"`foo`"',
        '"\\"',
        '"!"',
        '"\\\\"',
    ],
    *["if", "then", "fi", "for", "do", "done", "case", "time", "coproc", "function", "[[", "]]"],
    *["a=b", "x+=1", "a[1]=2", "é", "\u00a0", "\u200b", "\u202e", "\x0b", "\x0c", "\t", "\r"],
    *[";;", ";&", "&&&", "|||", "\ud7ff", "\U000e0041", "((1))", "$((1))", "=", "'\t'", "\x7f"],
]


def script(rng: random.Random) -> str:
    """A text of mostly plain commands, in one of two hostile somewhere."""
    parts: list[str] = []
    hostile = rng.random() < 0.5
    for place in range(rng.choice((1, 1, 2, 2, 3, 4))):
        if place:
            parts.append(rng.choice(GLUE))
        name = rng.choice(BUILTINS if rng.random() < 0.06 else NAMES)
        words = [name, *rng.choices(WORDS, k=rng.randint(0, 4))]
        if hostile and rng.random() < 0.6:
            words.insert(rng.randint(0, len(words)), rng.choice(HOSTILE))
        parts.append("".join(f"{word}{rng.choice((' ', ' ', '  ', chr(9)))}" for word in words))
    text = "".join(parts).strip(" ") if rng.random() < 0.8 else "".join(parts)
    return _mangled(rng, text) if rng.random() < 0.25 else text


def _mangled(rng: random.Random, text: str) -> str:
    """A few characters put in, taken out or swapped, anywhere."""
    for _ in range(rng.randint(1, 3)):
        at = rng.randint(0, len(text))
        new = rng.choice(["", *"'\"\n;|& \t$\\{}<>#!=~*", rng.choice(HOSTILE), rng.choice(GLUE)])
        text = text[:at] + new + text[at + rng.randint(0, 2) :]
    return text.replace("\0", "")


def strict(text: str) -> list[Argv] | None:
    """What the rules rely on: a script that is read, and leaves the shell as it is."""
    read = lex(text)
    sure = isinstance(read, Script) and read.shell_state is None
    return list(read.commands) if sure else None


def mismatches(texts: list[str], reading: Reading) -> tuple[int, list[str]]:
    """How many texts the reading accepts, and those of them of which bash ran something else."""
    accepted = [(text, argvs) for text in texts if (argvs := reading(text)) is not None]
    wrong: dict[str, None] = {}
    for code in (0, 1):
        runs = commands_run([text for text, _ in accepted], code=code)
        for (text, argvs), ran in zip(accepted, runs, strict=True):
            if not set(ran) <= set(argvs):
                wrong[text] = None
    return len(accepted), list(wrong)


def test_whatever_bash_runs_was_listed() -> None:
    rng = random.Random(20)
    texts = [script(rng) for _ in range(900)]
    accepted, wrong = mismatches(texts, strict)
    assert wrong == []
    assert 250 <= accepted <= 650  # neither nothing tested nor nothing hostile


def test_all_commands_of_a_plain_script_are_run_in_order() -> None:
    texts = ["foo 'a b'\nbar \"c;d\" e''f", "one; two x ||\n three", " git\t-c   a=b log \n"]
    assert commands_run(texts, code=1) == [strict(text) for text in texts]


def test_every_builtin_of_bash_is_harmless_or_known_to_change_the_shell() -> None:
    assert BASH is not None
    listed = subprocess.run([BASH, "-c", "compgen -b"], capture_output=True, text=True, check=True)
    harmless = {"echo", "exit", "false", "kill", "printf", "pwd", "test", "true"}
    for name in listed.stdout.split():
        read = lex(f"{name} a")
        assert isinstance(read, NotAnalysable) or bool(read.shell_state) != (name in harmless)


def test_the_oracle_catches_a_builtin_that_is_let_through() -> None:
    texts = ["eval 'foo x'", "test -v 'a[$(foo x)]'", "trap 'foo x' EXIT", "command foo x"]
    assert [strict(text) for text in texts] == [None] * 4
    _, wrong = mismatches(texts, lambda text: list(lex(text).commands))  # pyright: ignore
    assert wrong == texts


def test_the_hostile_pieces_are_refused_bare() -> None:
    plain = {"\t", "=", "in", "#", "'\t'", *["if", "then", "fi", "for", "do", "done", "case"]}
    plain |= {"time", "coproc", "function", "a=b", "x+=1"}
    accepted = [piece for piece in HOSTILE if strict(f"foo {piece} x") is not None]
    assert set(accepted) <= plain


@pytest.mark.parametrize(
    "reading",
    [
        lambda text: [tuple(shlex.split(text, comments=False))],
        lambda text: [tuple(line.split()) for line in text.split("\n") if line.strip()],
    ],
    ids=["shlex", "lines"],
)
def test_the_oracle_catches_a_wrong_reading(reading: Reading) -> None:
    def guarded(text: str) -> list[Argv] | None:
        try:
            return reading(text) if strict(text) is not None else None
        except ValueError:
            return None

    rng = random.Random(21)
    accepted, wrong = mismatches([script(rng) for _ in range(120)], guarded)
    assert accepted > 40
    assert len(wrong) > 10


def test_the_oracle_sees_what_a_hole_would_let_through() -> None:
    holes = ["foo $(bar x)", "foo `bar x`", "foo\n\\bar x", "foo & bar x", "foo <(bar x)"]
    for text in holes:
        assert isinstance(lex(text), NotAnalysable)
        ran = commands_run([f"{text}\nwait $!"], code=0)[0]  # not all of them are waited for
        assert ("bar", "x") in ran


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(40))
def test_soak_whatever_bash_runs_was_listed(seed: int) -> None:
    rng = random.Random(1000 + seed)
    accepted, wrong = mismatches([script(rng) for _ in range(1000)], strict)
    assert wrong == []
    assert accepted > 250
