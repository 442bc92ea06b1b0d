"""Programs whose arguments are programs: no broad rule for them, and no piping into some."""

from zaptui.safety.shell_lexer import word_set

SHELLS = word_set("sh bash zsh dash fish ksh ash csh tcsh")
INTERPRETERS = word_set(
    "python pypy node nodejs deno bun ruby php lua luajit perl tclsh osascript rscript"
)
WRAPPERS = word_set(
    "env xargs sudo doas su nohup nice ionice timeout time setsid stdbuf script watch parallel"
    " command builtin exec eval source . find ssh busybox chroot unshare nsenter flock strace"
    " ltrace gdb caffeinate runuser pkexec coproc npx uvx pipx"
)
_OTHERS = word_set(
    "awk gawk mawk nawk sed gsed scp rsync curl wget git docker podman kubectl make gmake tar"
    " man less more vi vim nvim view ex emacs ed dd"
    " rg sort split zip file sqlite psql mysql"
)
_TEXT_IS_PROGRAM = word_set("awk gawk mawk nawk sed gsed eval watch parallel ssh")
_READ_PROGRAMS = SHELLS | INTERPRETERS | WRAPPERS | {"ed", "ex", "vi", "vim", "make", "gmake"}


def program_of(name: str) -> str:
    """The program a command name stands for: no folder, no version, lower case."""
    base = name.rpartition("/")[2].casefold().removesuffix(".exe")
    return "python" if base.startswith("python") else base.rstrip("0123456789.-") or base


def runs_its_arguments(name: str) -> bool:
    """Whether the arguments may make it run anything: `...` would be every command."""
    return program_of(name) in SHELLS | INTERPRETERS | WRAPPERS | _OTHERS


def takes_a_program(name: str) -> bool:
    """Whether one plain argument may be a command or a program text: `*` would be any."""
    return program_of(name) in (WRAPPERS - {"find"}) | _TEXT_IS_PROGRAM


def runs_its_input(name: str) -> bool:
    """Whether it may run what is piped into it."""
    return program_of(name) in _READ_PROGRAMS


def looks_through(name: str) -> bool:
    """Whether a deny rule looks for its command among the arguments as well."""
    return program_of(name) in SHELLS | INTERPRETERS | WRAPPERS | {"make", "gmake"}
