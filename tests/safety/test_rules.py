"""How rules are written, what they match, and that their order has no meaning."""

import os
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zaptui.errors import ConfigError
from zaptui.safety.rule_spec import Anything, CommandSpec, PathSpec, TextSpec
from zaptui.safety.rules import (
    Action,
    Rule,
    RuleSet,
    exact_rule_for,
    parse_rule,
    parse_rules,
    text_rule_for,
)
from zaptui.safety.shell_lexer import Script, lex, word_set

ROOT = "/home/me/app"


def inside(path: str) -> str | None:
    """A Resolve without a file system: `..` is resolved, `out/` is a link that leads away."""
    found = os.path.normpath(os.path.join(ROOT, path))
    if not path or path.startswith(("out/", "~")) or not f"{found}/".startswith(f"{ROOT}/"):
        return None
    return os.path.relpath(found, ROOT)


def rule(text: str, action: Action = "allow", source: str = "test") -> Rule:
    return parse_rule(text, action=action, source=source)


def rule_set(*rules: Rule) -> RuleSet:
    return RuleSet(rules=rules, root=ROOT, home="/home/me")


def verdict(tool: str, subject: str, *rules: Rule) -> str:
    return rule_set(*rules).decide(tool, subject, resolve=inside).verdict


def test_a_rule_is_read_into_its_parts() -> None:
    assert rule("shell(git log -n *)") == Rule(
        action="allow",
        tool="shell",
        spec=CommandSpec(words=("git", "log", "-n", None)),
        source="test",
        text="shell(git log -n *)",
    )
    assert rule(" shell( ruff  check 'a b' '*' ... ) ").spec == CommandSpec(
        words=("ruff", "check", "a b", "*"), rest=True
    )
    assert rule(" shell(ls) ") == rule("shell(ls)")
    assert rule("shell='a | b 'c''").spec == TextSpec(text="a | b 'c'")
    assert rule("read").spec == Anything()
    assert rule("write(src/**)").spec == PathSpec(base="root", components=("src", "**", "*"))
    assert rule("write(*.py)").spec == PathSpec(base="root", components=("**", "*.py"))
    assert rule("write(./a.py)").spec == PathSpec(base="root", components=("a.py",))
    assert rule("write(~/x/)").spec == PathSpec(base="home", components=("x", "**", "*"))
    assert rule("write(/x/y)").spec == PathSpec(base="absolute", components=("x", "y"))


@pytest.mark.parametrize(
    "text",
    [
        *["", " ", "toString", "__class__", "shell(", "shell(ls", "shell)", "(ls)", "shell()"],
        *["Shell(ls)", "shell (ls)", "read()", "shell=''", "shell='ls", "shell=ls"],
        *["plan(x)", "ask_user()", "complete", "mcp(x)", "read\x00", "read(a\x1bb)", "read(a\nb)"],
        *["read(../x)", "read(a/../b)", "read(!a)", "read(a\\b)", "read(~bob/x)", "read(~)"],
        *["shell(a;b)", "shell(a && b)", "shell(a > b)", "shell($x)", "shell(*)", "shell(...)"],
        *["shell(a b*)", "shell(a ... b)", "shell(a 'b)", "shell('a b')", "shell(a=b)"],
        *["shell(if)", "shell(a ~)", "shell", 5, None, ["read"], {"rule": "read"}, b"read"],
    ],
)
def test_P36_a_wrong_rule_names_its_source_and_itself(text: object) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_rule(text, action="allow", source="config.toml")
    assert caught.value.exit_code == 78
    assert str(caught.value).startswith("config.toml: allow rule ")
    assert "\n" not in str(caught.value)


def test_an_unknown_tool_is_answered_with_the_list() -> None:
    with pytest.raises(ConfigError, match="read, list, search, write, edit, shell, plan"):
        rule("bash(ls)", "deny")


@pytest.mark.parametrize(
    "name",
    sorted(
        word_set(
            "sh bash zsh dash fish env xargs sudo doas su nohup nice timeout setsid stdbuf script"
            " watch parallel command exec eval source find awk sed perl python python3 python3.11"
            " node node22 ruby php lua lua5.4 ssh scp rsync curl wget git docker podman kubectl"
            " make npx tar man less vim ed dd rg sort /usr/bin/python3 ./bash BASH"
        )
    ),
)
def test_P24_a_broad_rule_for_what_runs_its_arguments_is_refused(name: str) -> None:
    for text in (f"shell({name} ...)", f"shell({name} a -b ...)"):
        with pytest.raises(ConfigError, match="would allow any command"):
            rule(text)
        assert rule(text, "deny").action == "deny"
        assert rule(text, "ask").action == "ask"


@pytest.mark.parametrize("name", ["env", "sudo", "xargs", "timeout", "awk", "sed", "ssh", "eval"])
def test_P23_one_free_argument_is_refused_where_it_may_be_a_program(name: str) -> None:
    with pytest.raises(ConfigError, match="would allow any command"):
        rule(f"shell({name} *)")
    with pytest.raises(ConfigError, match="would allow any command"):
        rule(f"shell({name} -x *)")
    assert rule(f"shell({name} x)").exact


def test_allowing_shell_as_such_is_refused_and_denying_it_is_not() -> None:
    with pytest.raises(ConfigError, match="it would allow every command"):
        rule("shell")
    assert verdict("shell", "ls", rule("shell", "deny")) == "deny"


def test_a_whole_text_that_cannot_be_read_is_never_allowed() -> None:
    with pytest.raises(ConfigError, match="cannot surely be read"):
        rule("shell='echo $HOME'")
    assert verdict("shell", "echo $HOME", rule("shell='echo $HOME'", "deny")) == "deny"


@pytest.mark.parametrize(
    ("text", "yes", "no"),
    [
        (
            "shell(git status --porcelain)",
            ["git status --porcelain", "git  'status' \"--porcelain\"\n"],
            ["git status", "git -c x=y status --porcelain", "./git status --porcelain"],
        ),
        (
            "shell(pytest -q *)",
            ["pytest -q tests/a.py", "pytest -q ''", "pytest -q a && pytest -q b"],
            ["pytest -q -p", "pytest -q", "pytest -q a b", "X=1 pytest -q a", "pytest -q a > b"],
        ),
        (
            "shell(ruff check ...)",
            ["ruff check", "ruff check --fix a b", "ruff check | ruff check"],
            ["ruff", "ruff check .; rm x", "ruff check $(x)", "ruff check &", "Ruff check"],
        ),
        ("shell(./run.sh *)", ["./run.sh a"], ["run.sh a", "bin/run.sh a", "././run.sh a"]),
        ("shell(echo '*' ...)", ["echo '*'", 'echo "*" a'], ["echo a", "echo *"]),
        ("shell='ls | wc -l'", ["ls | wc -l"], ["ls |  wc -l", "ls | wc -l ", "ls", "wc -l"]),
        ("shell='cd sub && make'", ["cd sub && make"], ["cd sub; make", "make"]),
    ],
)
def test_a_command_rule_allows_what_it_shows(text: str, yes: list[str], no: list[str]) -> None:
    assert [command for command in yes if verdict("shell", command, rule(text)) != "allow"] == []
    assert [command for command in no if verdict("shell", command, rule(text)) != "silent"] == []


@pytest.mark.parametrize(
    ("text", "yes", "no"),
    [
        ("write(src/**)", ["src/a.py", "src/b/c.py", "./src//a.py"], ["src", "a/src/x", "SRC/a"]),
        ("write(src/**)", ["x/../src/a.py", f"{ROOT}/src/a"], ["src/../a", "/src/a", "out/a"]),
        ("write(src/)", ["src/a", "lib/src/b/c"], ["src", "lib/src"]),
        ("write(src)", ["src", "lib/src"], ["src/a", "srcs"]),
        ("write(*.py)", ["a.py", "b/c/a.py", ".py"], ["a.pyc", "a.py/b", "A.PY"]),
        ("write(./*.py)", ["a.py"], ["b/a.py"]),
        ("write(a/*/b)", ["a/x/b"], ["a/b", "a/x/y/b"]),
        ("write(a/**/b)", ["a/b", "a/x/b", "a/x/y/b"], ["a/x", "b", "x/a/b"]),
        ("write(**/b)", ["b", "a/b"], ["b/a"]),
        ("write(a?c)", ["abc"], ["ac", "a/c"]),
        ("write([ab].py)", ["a.py", "x/b.py"], ["c.py", "[ab].py"]),
        ("write([[]id].tsx)", ["[id].tsx"], ["i.tsx"]),
        ("write(./)", ["a", "b/c"], ["."]),
        (f"write({ROOT}/src/*)", ["src/a"], ["src/a/b", "a"]),
        ("write(~/app/*.md)", ["a.md"], ["b/a.md"]),
        ("write(~/other/**)", [], ["a.md", "other/a"]),
        ("write", ["a", "b/c"], ["../a", "out/a"]),
    ],
)
def test_a_path_rule_allows_what_it_shows(text: str, yes: list[str], no: list[str]) -> None:
    assert [path for path in yes if verdict("write", path, rule(text)) != "allow"] == []
    assert [path for path in no if verdict("write", path, rule(text)) != "silent"] == []


def test_an_absolute_rule_means_nothing_where_the_root_is_not_known() -> None:
    for action in ("allow", "deny"):
        rules = RuleSet(rules=(rule("write(/**)", action), rule("write(~/**)", action)))
        assert rules.decide("write", "a", resolve=inside).verdict == "silent"


@pytest.mark.parametrize(
    ("text", "tool", "path"),
    [
        ("read(secrets/**)", "read", "secrets/a"),
        ("read(secrets/**)", "read", "Secrets/A"),
        ("read(secrets/**)", "search", "secrets"),
        ("read(secrets)", "read", "x/secrets/deep/a"),
        ("read(*.key)", "read", "a.KEY"),
        ("read(stra\u00dfe)", "read", "STRASSE"),
        ("read(caf\u00e9)", "read", "cafe\u0301"),
        ("write(src/**)", "edit", "src/a"),
        ("edit(src/**)", "write", "src/a"),
        ("write(link/**)", "write", "link/../link/a"),
        (f"write({ROOT}/src)", "write", "src/a"),
        ("write(~/app/**)", "write", "x"),
        ("list", "list", "."),
    ],
)
def test_a_path_rule_that_forbids_means_more_than_it_shows(text: str, tool: str, path: str) -> None:
    assert verdict(tool, path, rule(text, "deny")) == "deny"
    assert verdict(tool, path, rule(text, "ask")) == "ask"


def test_a_path_rule_does_not_forbid_another_tool_or_place() -> None:
    rules = [rule("write(src/**)", "deny"), rule("search(lib)", "deny")]
    for tool, path in (("read", "src/a"), ("write", "lib/a"), ("read", "lib/a"), ("list", "src")):
        assert verdict(tool, path, *rules) == "silent"


@pytest.mark.parametrize(
    "command",
    [
        *["git push", "git push --force origin", "git -C x push", "git -c a=b --no-pager push"],
        *[f"git {'-q ' * 9}push", f"git {'-q ' * 900}push", f"git {'-q ' * 900}log"],
        *["/usr/bin/git push", "GIT push", "env git push", "sudo -u x git push", "X=1 git push"],
        *["sh -c 'git push'", "git 'push' x", "g\\it push", "git >log push", "git push 2>&1"],
        *["ls && git push", "$(git push)", "ls\ngit push", "git push&", "if a; then git push; fi"],
        f"{'true;' * 5000} git push",
    ],
)
def test_a_denied_command_is_found_wherever_it_hides(command: str) -> None:
    assert verdict("shell", command, rule("shell(git push ...)", "deny")) == "deny"


def test_a_denied_command_is_not_found_where_it_is_not() -> None:
    for command in ("git log", "git commit -m 'push'", "git log push", "echo git push", "git"):
        assert verdict("shell", command, rule("shell(git push ...)", "deny")) == "silent"


def test_a_denied_command_with_an_operator_in_quotes_is_found() -> None:
    denied = rule("shell(sh -c 'a; b' *)", "deny")
    assert verdict("shell", "sh -c 'a; b' c", denied) == "deny"
    assert verdict("shell", "X=$Y sh -c 'a; b' c", denied) == "deny"
    assert verdict("shell", "sh -c 'a; c' c", denied) == "silent"


def test_examples_are_checked_when_the_rule_is_read() -> None:
    parse_rule(
        "shell(pytest -q *)",
        action="allow",
        source="c",
        match=["pytest -q tests"],
        not_match=["pytest -q --pdb", "pytest -q a; rm x"],
    )
    with pytest.raises(ConfigError, match="it does not match its example 'pytest'"):
        parse_rule("shell(pytest -q)", action="allow", source="c", match=["pytest"])
    with pytest.raises(ConfigError, match="it matches 'env rm x', which it should not"):
        parse_rule("shell(rm ...)", action="deny", source="c", not_match=["env rm x"])
    for text, match, not_match in (
        ("write(src/**)", ["src/a"], ["a", "SRC/a"]),
        ("write(~/x/*)", ["~/x/a"], ["~/a", "x/a"]),
        ("write(/x/*)", ["/x/a"], ["/y/a", "y"]),
        ("shell='a | b'", ["a | b"], ["a"]),
    ):
        parse_rule(text, action="allow", source="c", match=match, not_match=not_match)


class Written:
    """A rule as a settings file gives it."""

    def __init__(self, rule: str, match: Sequence[str] = (), not_match: Sequence[str] = ()) -> None:
        self.rule, self.match, self.not_match = rule, match, not_match


def test_rules_of_a_source_are_texts_or_texts_with_examples() -> None:
    assert parse_rules(["read", Written("list")], action="deny", source="c") == [
        rule("read", "deny", "c"),
        rule("list", "deny", "c"),
    ]
    with pytest.raises(ConfigError, match="c: deny rule 'write"):
        parse_rules([Written("write(a)", ["b"])], action="deny", source="c")


@pytest.mark.parametrize(
    ("tool", "subject", "text"),
    [
        ("shell", "pytest  -q 'a b'", "shell(pytest -q 'a b')"),
        ("shell", "echo ... '*' \"it's\"", "shell(echo '...' '*' 'it'\"'\"'s')"),
        ("shell", "a | b", "shell='a | b'"),
        ("shell", "a\nb", "shell='a\nb'"),
        ("shell", "cd x", "shell='cd x'"),
        ("shell", "a $x", None),
        ("shell", "a > b", None),
        ("write", "a.py", "write(./a.py)"),
        ("edit", "src/a[1].py", "edit(src/a[[]1].py)"),
        ("read", "src/**", "read(src/[*][*])"),
        ("write", "", None),
        ("write", "../a", None),
        ("write", "/a", None),
        ("write", "~/a", None),
        ("write", "a\nb", None),
        ("plan", "", None),
    ],
)
def test_the_rule_for_exactly_one_call(tool: str, subject: str, text: str | None) -> None:
    assert exact_rule_for(tool, subject) == text
    if text is not None:
        assert rule(text).exact
        assert verdict(tool, subject, rule(text)) == "allow"


def test_P35_a_rule_for_a_long_command_means_this_text_alone() -> None:
    text = "git add . && git commit -m 'a\nb' | cat"
    exact = rule(text_rule_for(text))
    assert exact_rule_for("shell", text) == exact.text
    assert verdict("shell", text, exact) == "allow"
    for other in (f"{text} x", f"{text} && rm x", "git add .", "cat", text.replace(".", "x")):
        assert verdict("shell", other, exact) == "silent"


ALLOW = ["shell(a)", "shell(a *)", "shell(b ...)", "shell='a; b'", "write(x)", "write(**)", "read"]
FORBID = ["shell(a)", "shell(b ...)", "shell(a *)", "write(x)", "edit(x/**)", "read(y)", "shell"]
CALLS = [
    *[("shell", text) for text in ("a", "a x", "b", "b -x y", "a; b", "a && c", "X=1 a", "$a")],
    *[(tool, path) for tool in ("read", "write", "edit") for path in ("x", "X/y", "y", "../z")],
]


@given(
    rules=st.lists(
        st.builds(rule, st.sampled_from(ALLOW), st.just("allow"), st.sampled_from("uvw"))
        | st.builds(
            rule, st.sampled_from(FORBID), st.sampled_from(["deny", "ask"]), st.sampled_from("uvw")
        ),
        max_size=6,
    ),
    data=st.data(),
)
def test_order_and_source_never_change_a_decision(rules: list[Rule], data: st.DataObject) -> None:
    shuffled = data.draw(st.permutations(rules))
    for tool, subject in CALLS:
        ruling = rule_set(*rules).decide(tool, subject, resolve=inside)
        assert rule_set(*shuffled).decide(tool, subject, resolve=inside) == ruling
        moved = [rule(r.text, r.action, "elsewhere") for r in rules]
        assert verdict(tool, subject, *moved) == ruling.verdict
        actions = {r.action for r in ruling.rules}
        assert actions <= {ruling.verdict}


@given(
    rules=st.lists(st.builds(rule, st.sampled_from([*ALLOW[:4], "shell(c d)"])), max_size=4),
    text=st.lists(
        st.sampled_from(["a", "b", "c", "d", " ", " ", "-x", ";", "&&", "|", "\n", "$", "'", ">"]),
        max_size=12,
    ).map("".join),
)
def test_an_allow_never_means_more_than_it_says(rules: list[Rule], text: str) -> None:
    if verdict("shell", text, *rules) != "allow":
        return
    script = lex(text)
    assert isinstance(script, Script)
    if any(r.spec == TextSpec(text=text) for r in rules):
        return
    singles = {
        "shell(a)": lambda argv: argv == ("a",),
        "shell(a *)": lambda argv: len(argv) == 2 and argv[0] == "a" and argv[1][:1] != "-",
        "shell(b ...)": lambda argv: argv[0] == "b",
        "shell='a; b'": lambda argv: False,
        "shell(c d)": lambda argv: argv == ("c", "d"),
    }
    for argv in script.commands:
        assert any(singles[r.text](argv) for r in rules)


@given(
    st.lists(st.sampled_from(["x", "-f", "'a b'", "y=z"]), max_size=3),
    st.sampled_from(["{}", "a && {}", "env {}", "X=1 {}", "{} > log", "echo $({})", "sh -c '{}'"]),
)
def test_a_deny_of_a_command_holds_wherever_it_is_put(words: list[str], frame: str) -> None:
    command = " ".join(["rm", *words])
    denied = rule(f"shell({command})", "deny")
    assert verdict("shell", frame.format(command), denied) == "deny"
