"""The strict reader of shell text, and the lenient one beside it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zaptui.safety.rule_lenient import candidates
from zaptui.safety.shell_lexer import (
    MAX_CHARACTERS,
    MAX_COMMANDS,
    NotAnalysable,
    Script,
    lex,
    lex_words,
)


@pytest.mark.parametrize(
    ("text", "commands"),
    [
        ("git status", [("git", "status")]),
        (" \tgit  status\t", [("git", "status")]),
        ("a;b", [("a",), ("b",)]),
        ("a&&b||c|d", [("a",), ("b",), ("c",), ("d",)]),
        ("a\nb\n\n\nc\n", [("a",), ("b",), ("c",)]),
        ("a |\n b", [("a",), ("b",)]),
        ("a &&\n\n b ;\n c;", [("a",), ("b",), ("c",)]),
        ("a 'b c' \"d e\"", [("a", "b c", "d e")]),
        ("a b'c'\"d\"e", [("a", "bcde")]),
        ("a '' \"\"", [("a", "", "")]),
        ("a 'x\ny' b", [("a", "x\ny", "b")]),
        ("a '$HOME `id` \\ ! * ~'", [("a", "$HOME `id` \\ ! * ~")]),
        ('a "it\'s; & | # ~ *"', [("a", "it's; & | # ~ *")]),
        ("a 'é' \"日本\"", [("a", "é", "日本")]),
        ("./a.sh x=1 --b=c,d a@b %1 +x", [("./a.sh", "x=1", "--b=c,d", "a@b", "%1", "+x")]),
        ("a if then do", [("a", "if", "then", "do")]),
        ("g++ -o x", [("g++", "-o", "x")]),
    ],
)
def test_a_plain_script_is_read(text: str, commands: list[tuple[str, ...]]) -> None:
    read = lex(text)
    assert isinstance(read, Script)
    assert list(read.commands) == commands


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no command"),
        (" \n\n ", "no command"),
        ("; a", "`;` with no command before it"),
        ("a;;b", "`;` with no command before it"),
        ("a\n| b", "`|` with no command before it"),
        ("a &&", "`&&` with no command after it"),
        ("a |\n", "`|` with no command after it"),
        ("a & b", "a `&` outside quotes"),
        ("a |& b", "a `&` outside quotes"),
        ("a > b", "a `>` outside quotes"),
        ("a 2>&1", "a `>` outside quotes"),
        ("a < b", "a `<` outside quotes"),
        ("a $x", "a `$` outside quotes"),
        ("a `b`", "a backtick outside quotes"),
        ("a \\b", "a backslash outside quotes"),
        ("a \\\nb", "a backslash outside quotes"),
        ("a *", "a `*` outside quotes"),
        ("a ?", "a `?` outside quotes"),
        ("a [b]", "a `[` outside quotes"),
        ("a ~", "a `~` outside quotes"),
        ("a {b,c}", "a `{` outside quotes"),
        ("a !b", "a `!` outside quotes"),
        ("a # b", "a `#` outside quotes"),
        ("a b#c", "a `#` outside quotes"),
        ("a ^b", "a `^` outside quotes"),
        ("a (b)", "a `(` outside quotes"),
        ("a é", "the character U+00E9 outside quotes"),
        ("a 'b", "a ' that is not closed"),
        ('a "b', 'a " that is not closed'),
        ('a "$b"', 'a `$`, backtick, backslash or `!` inside "…"'),
        ('a "b`c`"', 'a `$`, backtick, backslash or `!` inside "…"'),
        ('a "b!"', 'a `$`, backtick, backslash or `!` inside "…"'),
        ('a "b\\"', 'a `$`, backtick, backslash or `!` inside "…"'),
        ("a=b c", "a command name that is quoted, an assignment or no plain name"),
        ("'a' b", "a command name that is quoted, an assignment or no plain name"),
        ("a'b' c", "a command name that is quoted, an assignment or no plain name"),
        ("if a", "the reserved word `if`"),
        ("a && time b", "the reserved word `time`"),
        ("a\rb", "the character U+000D"),
        ("a\x00", "the character U+0000"),
        ("a '\x1b[0m'", "the character U+001B"),
        ("a\x0bb", "the character U+000B"),
        ("a\u00a0b", "the character U+00A0"),
        ("a '\u200b'", "the character U+200B"),
        ("a '\u202e'", "the character U+202E"),
        ("a '\U000e0041'", "the character U+E0041"),
        ("a '\ud83d'", "the character U+D83D"),
        ("a\u2028b", "the character U+2028"),
    ],
)
def test_what_is_not_surely_understood_is_refused(text: str, reason: str) -> None:
    assert lex(text) == NotAnalysable(reason)


def test_the_limits_are_4096_characters_and_20_commands() -> None:
    longest = f"a '{'b' * (MAX_CHARACTERS - 4)}'"
    assert isinstance(lex(longest), Script)
    assert lex(f"{longest} ") == NotAnalysable("longer than 4096 characters")
    most = ";".join(["true"] * MAX_COMMANDS)
    assert isinstance(lex(most), Script)
    assert lex(f"{most};true") == NotAnalysable("more than 20 commands")


def test_who_reads_a_pipe_is_known() -> None:
    assert lex("a | b |\n c && d; e") == Script(
        commands=(("a",), ("b",), ("c",), ("d",), ("e",)), piped=frozenset({1, 2})
    )


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("a; cd ..", "cd"),
        ("export X=1", "export"),
        ("a && . b", "."),
        ("eval 'rm x'", "eval"),
        ("hash -p ./x ls", "hash"),
        ("printf -v PATH .", "printf"),
        ("test 1 -o -v 'a[$(id)]'", "test"),
        ("printf %s x; test -n x; echo -v", None),
        ("git cd", None),
    ],
)
def test_a_builtin_that_changes_the_shell_is_named(text: str, name: str | None) -> None:
    read = lex(text)
    assert isinstance(read, Script)
    assert read.shell_state == name


def test_the_words_of_a_rule_hold_no_operator() -> None:
    assert lex_words("a 'b c' d=\"e\"") == ("a", "b c", "d=e")
    assert lex_words("a;b") == NotAnalysable("a `;` outside quotes")
    assert lex_words("a\nb") == NotAnalysable("a newline outside quotes")


@given(
    st.text(alphabet=st.sampled_from(list("ab '\"\n;|&$`\\!#{}<>()*~=é\u00a0\x00\r-")), max_size=60)
)
def test_any_text_gives_commands_or_a_reason(text: str) -> None:
    read = lex(text)
    if isinstance(read, Script):
        assert read.commands
        assert all(argv and argv[0] for argv in read.commands)
        assert read.piped <= set(range(1, len(read.commands)))
    else:
        assert read.reason
        assert "\n" not in read.reason


@given(
    st.lists(
        st.lists(st.text(alphabet="ab \n'$\\;é*", max_size=5), max_size=3), min_size=1, max_size=4
    )
)
def test_what_was_quoted_is_read_back(arguments: list[list[str]]) -> None:
    def quoted(word: str) -> str:
        return "'" + word.replace("'", "'\"'\"'") + "'"

    text = " && ".join(" ".join(["name", *map(quoted, words)]) for words in arguments)
    assert lex(text) == Script(commands=tuple(("name", *words) for words in arguments))


@pytest.mark.parametrize(
    "text",
    [
        "rm x",
        "a && rm x",
        "a;rm x",
        "a|rm x",
        "a & rm x",
        "a\nrm x",
        "a\r\nrm x",
        "\\rm x",
        '"rm" x',
        "r''m x",
        "r\\\nm x",
        "X=1 rm x",
        "X='a b' rm x",
        "X[1]+=2 rm x",
        "env -i A=b rm x",
        "sudo -u root rm x",
        "timeout 5 rm x",
        "nohup nice -n 3 rm x",
        "xargs -0 rm x",
        "find . -name y -exec rm x",
        "sh -c 'rm x'",
        'bash -lc "rm x"',
        "python -c 'import os; os.system(\"rm x\")'",
        "echo $(rm x)",
        "echo `rm x`",
        'echo "$(rm x)"',
        "cat <(rm x)",
        "{ rm x; }",
        "(rm x)",
        "if a; then rm x; fi",
        "for f in a; do rm x; done",
        "! rm x",
        "time rm x",
        "rm x > log 2>&1",
        "> log rm x",
        "rm x # not y",
        "rm x $EMPTY",
        "r$@m x",
        "r${y}m x",
        "$'\\x72m' x",
        "$'r\\155' x",
        "rm\tx",
        "git add . && git commit -F - <<'M' 2>&1 | rm x\nm\nM",
    ],
)
def test_the_lenient_reader_sees_the_command(text: str) -> None:
    assert ("rm", "x") in [argv for found in candidates(text) for argv in found.argvs()]
