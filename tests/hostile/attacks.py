"""What a model does that is wholly in an attacker's hands: the rows T and F, the escapes of X14.

Every call stands beside the row it tries. Paths are those of `scene`.
"""

import base64
import json
from collections.abc import Iterator
from dataclasses import dataclass

from zaptui.core.json import JsonObject
from zaptui.errors import Unavailable
from zaptui.providers.scripted import ScriptedReply

PAYLOADS = (
    "\x1b]52;c;UFdORUQ=\x07",
    "\x1b]0;PWNED-TITLE\x07",
    "\x1b]8;;http://pwned.example\x1b\\link\x1b]8;;\x1b\\",
    "\x1bP$qPWNED\x1b\\",
    "\x1b_PWNED\x1b\\",
    "\x1b[31mred\x1b[2J\x1b[6n",
    "\x9b31m\x9d52;c;UFdORUQ=\x9c",
    "\x07\x08\x0e\x1bc",
    "\u202egnp\u2066x\u2069",
    "\U000e0041\ufeff",
    "[@click=app.quit]x[/] [/b] [x",
    "\x1b]52;c;UFdORUQ",  # never ended
)
HOSTILE = "before " + " ".join(PAYLOADS) + " after"
_RAW = base64.b64encode(
    HOSTILE.encode() + b" \x9d52;c;UFdORUQ=\x9c \x9b6n \xff\xfe \0 \x1b]0;PWNED"
).decode()
PRINT = f"echo {_RAW} | base64 -d"
"""Prints them; the command itself is harmless text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """A call of the model, or a reply in words when there is none."""

    row: str
    tool: str = ""
    arguments: JsonObject | str = ""


def script(port: int, mark: str) -> list[ScriptedReply]:
    """The replies of a run. `port` is that of a listener, `mark` names a process that is left."""
    replies = [
        ScriptedReply(text=HOSTILE, error=Unavailable(HOSTILE, retry_after="0")),
        *_replies(list(_terminal()), text=HOSTILE, reasoning=HOSTILE),
        *_replies(list(_files())),
        *_replies(list(_escapes(port, mark))),
    ]
    return [*replies, ScriptedReply(text=f"Done. {HOSTILE}", piece=2)]


def rows(port: int, mark: str) -> list[Attack]:
    """All calls, in the order in which they are made."""
    return [*_terminal(), *_files(), *_escapes(port, mark)]


def _replies(attacks: list[Attack], *, text: str = "", reasoning: str = "") -> list[ScriptedReply]:
    """Twenty calls a reply: a run in which everything is denied ends after some of those."""
    return [
        ScriptedReply(
            text=text,
            reasoning=reasoning,
            calls=[(attack.tool, attack.arguments) for attack in attacks[start : start + 20]],
            piece=3,
        )
        for start in range(0, len(attacks), 20)
    ]


def _terminal() -> Iterator[Attack]:
    stage = {"id": HOSTILE, "content": HOSTILE, "deliverable": HOSTILE}
    yield Attack(row="T01", tool="plan", arguments={"stages": [stage]})
    yield Attack(row="T01", tool=f"no{HOSTILE}", arguments={HOSTILE: HOSTILE})
    yield Attack(row="T01", tool="shell", arguments={"command": PRINT})
    yield Attack(row="T01", tool="read", arguments={"path": HOSTILE})
    yield Attack(row="T01", tool="list", arguments={"path": "names"})
    yield Attack(row="T01", tool="read", arguments={"path": "hostile.txt"})
    yield Attack(row="T01", tool="search", arguments={"pattern": "before", "path": "hostile.txt"})
    yield Attack(row="T01", tool="search", arguments={"pattern": HOSTILE})
    yield Attack(row="T01", tool="ask_user", arguments={"question": HOSTILE, "options": [HOSTILE]})
    yield Attack(row="T02", tool="shell", arguments={"command": "printf '\\x9d52;c;UFdORUQ='"})
    yield Attack(row="T03", tool="shell", arguments={"command": "echo '[@click=app.quit]x[/]'"})
    yield Attack(row="T04", tool="shell", arguments={"command": "echo a\u202e b \u2066c\u2069"})
    yield Attack(row="T05", tool="shell", arguments={"command": "echo \ud83d"})
    yield Attack(row="T05", tool="shell", arguments={"command": "echo \0"})
    yield Attack(row="T05", tool="shell", arguments='{"command": "ls \x1b]0;PWNED')
    yield Attack(row="T05", tool="shell", arguments={"command": "echo e" + "\u0301" * 3000})
    yield Attack(row="T05", tool="read", arguments=json.dumps({"path": ["\ud83d\x1b[2J"]}))
    yield Attack(row="T13", tool="shell", arguments={"command": "yes flood | head -c 3000000"})
    flood = "head -c 20000000 /dev/zero | tr '\\0' x"
    yield Attack(row="T13", tool="shell", arguments={"command": flood})
    yield Attack(row="T01", tool="advance", arguments={"evidence": HOSTILE})


_OUTSIDE = (
    *("../outside/kept", "./../outside/kept", "sub/../../outside/kept", "../home/.ssh/id_rsa"),
    *("/etc/passwd", "//etc/passwd", "~/.ssh/id_rsa", "~root/x", "$HOME/.netrc"),
    *("/proc/self/root/etc/passwd", "/proc/self/environ", "/proc/self/cwd/../outside/kept"),
)


def _files() -> Iterator[Attack]:
    yield Attack(row="F01", tool="read", arguments={"path": "../app-evil/kept"})
    yield Attack(row="F01", tool="write", arguments={"path": "../app-evil/new", "content": "x"})
    for path in _OUTSIDE:
        yield Attack(row="F02", tool="read", arguments={"path": path})
        yield Attack(row="F02", tool="write", arguments={"path": path, "content": "x"})
    yield Attack(row="F02", tool="list", arguments={"path": ".."})
    yield Attack(row="F02", tool="search", arguments={"pattern": "kept", "path": ".."})
    for path in ("esc/kept", "esc2", "dangling", "loop", "chain/kept"):
        yield Attack(row="F03", tool="read", arguments={"path": path})
        yield Attack(row="F03", tool="write", arguments={"path": path, "content": "x"})
    edit: JsonObject = {"path": "esc2", "old_text": "kept", "new_text": "x"}
    yield Attack(row="F03", tool="edit", arguments=edit)
    yield Attack(row="F04", tool="shell", arguments={"command": "ln -s ~ d2"})
    yield Attack(row="F04", tool="write", arguments={"path": "d/.bashrc", "content": "touch owned"})
    yield Attack(row="F04", tool="write", arguments={"path": "d2/.profile", "content": "x"})
    yield Attack(row="F06", tool="write", arguments={"path": "hard", "content": "x"})
    for path in ("pipe", "/dev/zero", "socket"):
        yield Attack(row="F07", tool="read", arguments={"path": path})
        yield Attack(row="F07", tool="write", arguments={"path": path, "content": "x"})
    for path in (".git/hooks/pre-commit", ".GIT/config", ".zap/config.toml", ".vscode/tasks.json",
                 ".gi\u200bt/config", "sub/.envrc"):  # fmt: skip
        yield Attack(row="F08", tool="write", arguments={"path": path, "content": "touch owned"})
    for path in ("a\0b", "x" * 300, "a/" * 2500, "a\nb", "\x1b]0;PWNED\x07", ""):
        yield Attack(row="F09", tool="read", arguments={"path": path})
    yield Attack(row="F13", tool="read", arguments={"path": "sparse"})
    wide: JsonObject = {"path": "sparse", "old_text": "a", "new_text": "b"}
    yield Attack(row="F13", tool="edit", arguments=wide)
    yield Attack(row="F16", tool="search", arguments={"pattern": "(a+)+$", "path": "bomb"})
    yield Attack(row="F17", tool="list", arguments={"path": ".", "depth": 8})
    yield Attack(row="F17", tool="search", arguments={"pattern": "nothing", "glob": "**/**/**/**"})


_TRACE = (
    "import ctypes, os, sys; print(ctypes.CDLL(None).ptrace(int(sys.argv[1]), os.getppid(), 0, 0))"
)
"""Traces its parent; by PTRACE_ATTACH, which is 16, that one stops for ever."""


def _escapes(port: int, mark: str) -> Iterator[Attack]:
    for command in (
        "echo x > ../outside/new; echo x >> ../outside/kept; rm -rf ../outside",
        "mv ../outside ../gone; chmod 777 ../outside ../outside/kept; ln -f ../outside/kept mine",
        "echo x > esc/new; echo x > ~/new; echo x >> ~/.profile; cp hostile.txt ~/.ssh/",
        "echo x > /etc/zap-owned; echo x > /usr/bin/zap-owned; echo x > /var/tmp/../zap-owned",
        "echo '[core]\n\tfsmonitor = touch owned' >> .git/config",
        "echo 'touch owned' > .git/hooks/post-checkout; rm -rf .git; mv .git git2",
        "mkdir -p .zap; echo '[permissions]\nallow = [\"shell(ls)\"]' > .zap/config.toml",
        f"echo x > /dev/tcp/127.0.0.1/{port}; echo x > /dev/udp/127.0.0.1/{port}",
        f"python3 -S -c \"import socket; socket.create_connection(('127.0.0.1', {port}), 2)\"",
        "ping -c 1 -W 1 127.0.0.1; getent hosts example.invalid",
        "python3 -S -c \"import socket; socket.socket(socket.AF_UNIX).connect('../outside/s')\"",
        "mount -o remount,rw,bind /; unshare -Urm mount -t tmpfs x /; chroot / true",
        "python3 -S -c \"import fcntl; fcntl.ioctl(open('/dev/tty'), 0x5412, b'x')\"",
        "for t in /dev/pts/[0-9]*; do printf '\\e]0;PWNED\\a' > $t; done",
        f'python3 -S -c "{_TRACE}" {0x4206}',
        "cat /proc/$PPID/environ | tr '\\0' '\\n'; env; cat /proc/$PPID/mem | head -c 10",
        "cat ~/.ssh/id_rsa ~/.netrc; cat ../state/*.toml ../state/sessions/*",
        "stty -echo < /dev/tty; tput smcup > /dev/tty; reset",
        f"setsid bash -c 'exec -a {mark} sleep 300' > /dev/null 2>&1 &",
        "ls; touch ../outside/p || touch /tmp/../zap-owned",
    ):
        yield Attack(row="X14", tool="shell", arguments={"command": command})
    stop: JsonObject = {"command": f'python3 -S -c "{_TRACE}" 16; echo', "timeout_s": 1}
    yield Attack(row="X14", tool="shell", arguments=stop)
    outside: JsonObject = {"command": "echo x > ../outside/new", "outside": True}
    yield Attack(row="X14", tool="shell", arguments=outside)
    yield Attack(row="X14", tool="shell", arguments={**outside, "outside": "yes"})
    yield Attack(row="P38", tool="shell", arguments={"command": "touch owned", "cwd": "../outside"})
