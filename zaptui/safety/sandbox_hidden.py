"""What a command has no business with: keys and logins in the home folder, sockets of services."""

import contextlib
import os
import pwd
import stat
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate

_IN_HOME = (
    # keys and logins
    ".ssh", ".gnupg", ".aws", ".azure", ".kube", ".docker", ".password-store", ".vault-token",
    ".netrc", ".git-credentials", ".pypirc", ".npmrc", ".pgpass", ".my.cnf", ".s3cfg",
    ".Xauthority",
    ".cargo/credentials", ".cargo/credentials.toml", ".gem/credentials", ".terraform.d",
    ".local/share/keyrings", ".local/share/kwalletd", ".local/share/containers/auth.json",
    # browsers and mail
    ".mozilla", ".thunderbird", "snap/firefox",
    # what was typed
    ".bash_history", ".zsh_history", ".python_history", ".psql_history", ".mysql_history",
)  # fmt: skip
_IN_CONFIG = (
    "gh", "hub", "glab-cli", "gcloud", "doctl", "git/credentials", "op", "containers/auth.json",
    "google-chrome", "chromium", "BraveSoftware", "Bitwarden", "rclone",
)  # fmt: skip
_NAMED_BY = (
    "AWS_SHARED_CREDENTIALS_FILE", "GOOGLE_APPLICATION_CREDENTIALS", "KUBECONFIG", "DOCKER_CONFIG",
    "GNUPGHOME", "NETRC", "PGPASSFILE", "NPM_CONFIG_USERCONFIG", "XAUTHORITY",
)  # fmt: skip
"""Variables of the environment that say where such a thing is instead."""

_MOST_SOCKETS = 100
_ALONE = ("/run", "/tmp", "/var/tmp", "/dev", "/proc")
"""What a sandbox has of its own; nothing below needs hiding."""


def hidden_places(root: str, environ: Mapping[str, str], *, more: Sequence[str] = ()) -> list[str]:
    """What to hide from commands in a workspace: real paths that exist, none below another.

    A place that the workspace is in cannot be hidden. `more` is hidden too.
    """
    real = {os.path.realpath(path) for path in (*_secrets(environ), *more)}
    found = {path for path in real if _can_hide(path, root)}
    found |= {path for path in _sockets() if not _below(path, (root,)) and _can_hide(path, root)}
    return sorted(path for path in found if not _below(os.path.dirname(path), found))


def _secrets(environ: Mapping[str, str]) -> Iterator[str]:
    homes = {os.path.expanduser("~"), environ.get("HOME", "")}
    with contextlib.suppress(KeyError):  # a user without an entry, as containers have
        homes.add(pwd.getpwuid(os.getuid()).pw_dir)
    for home in homes:
        if not os.path.isabs(home) or home == "/":
            continue
        config = environ.get("XDG_CONFIG_HOME") or os.path.join(home, ".config")
        yield from (os.path.join(home, name) for name in _IN_HOME)
        yield from (os.path.join(config, name) for name in _IN_CONFIG)
    yield from (path for name in _NAMED_BY if os.path.isabs(path := environ.get(name, "")))


def _sockets() -> Iterator[str]:
    """Where Unix sockets are bound now: a mount that is read-only does not keep one from them."""
    try:
        with open("/proc/net/unix", encoding="utf-8", errors="replace") as file:
            lines = file.read(1 << 20).split("\n")[1:]
    except OSError:
        return
    paths = {line.split(maxsplit=7)[7] for line in lines if line.count(" ") >= 7 and " /" in line}
    count = 0
    for path in sorted(paths):
        try:
            is_socket = stat.S_ISSOCK(os.lstat(path).st_mode)
        except (OSError, ValueError):
            continue
        if is_socket and count < _MOST_SOCKETS:
            count += 1
            yield os.path.realpath(path)


def _can_hide(path: str, root: str) -> bool:
    """Whether something can be laid over it without covering the workspace."""
    if _below(root, (path,)) or (_below(path, _ALONE) and not _below(path, (root,))):
        return False
    return os.path.exists(path) and _is_reachable(path)


def _is_reachable(path: str) -> bool:
    """Whether root without its capabilities gets there; nobody else gets further in a sandbox."""
    if os.geteuid() != 0:
        return True
    parts = os.path.dirname(path).split("/")
    for folder in accumulate(parts, lambda above, name: f"{above}/{name}"):
        status = os.stat(folder or "/")
        needed = stat.S_IXUSR if status.st_uid == 0 else stat.S_IXOTH
        if not status.st_mode & needed:
            return False
    return True


def _below(path: str, folders: Sequence[str] | set[str]) -> bool:
    """Whether a path is one of the folders or in one."""
    return any(path == folder or path.startswith(f"{folder.rstrip('/')}/") for folder in folders)
