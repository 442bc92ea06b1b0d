"""Why a command may have failed: what the sandbox withholds, guessed from what it printed."""

import re
from collections.abc import Sequence

from zaptui.safety.sandbox import Sandbox
from zaptui.view.text import one_line

_LOOKED_AT = 16 * 1024
"""Characters at the end of the output."""
_MOST_PATHS = 5

_NETWORK = re.compile(
    r"address family not supported|EAFNOSUPPORT|network is unreachable|ENETUNREACH|EAI_AGAIN"
    r"|ENOTFOUND|could not resolve|temporary failure in name resolution|name or service not known"
    r"|no address associated|unknown host|no such host|failed to lookup address|dial (tcp|udp)"
    r"|connection refused|ECONNREFUSED|failed to establish a new connection|no route to host"
    r"|failed to connect to|could not connect to|bad address|unable to resolve",
    re.IGNORECASE,
)
_MASKED = re.compile(
    r"\.git/(modules/\S+/)?(config|hooks)\b.*"
    r"(read-only|busy|permission denied|not permitted|could not lock)"
    r"|could not (write|lock) config file|\.zap\b.*(read-only|busy)",
    re.IGNORECASE,
)
_READ_ONLY = re.compile(r"read-only file system|EROFS", re.IGNORECASE)
_REFUSED = re.compile(
    r"permission denied|EACCES|operation not permitted|EPERM|invalid cross-device link|EXDEV",
    re.IGNORECASE,
)
_NO_RIGHTS = re.compile(r"no new privileges|must be setuid root", re.IGNORECASE)


def trouble_note(sandbox: Sandbox, *, code: int, output: str, is_root: bool) -> str:
    """One line of what the sandbox may have to do with a failure; empty for nothing."""
    if code == 0 or not sandbox.has_boundary:
        return ""
    text = output[-_LOOKED_AT:]
    if sandbox.kind == "bwrap" and _MASKED.search(text):
        return ".git/config, .git/hooks and .zap are read-only for commands"
    reasons: list[str] = []
    if sandbox.network == "off" and _NETWORK.search(text):
        reasons.append("there is no network")
    if _READ_ONLY.search(text) or (sandbox.kind == "landlock" and _REFUSED.search(text)):
        reasons.append("only the workspace and $TMPDIR can be written")
    elif _NO_RIGHTS.search(text) or (is_root and _REFUSED.search(text)):
        reasons.append("there are no special rights, not even for root,")
    if not reasons:
        return ""
    return f"{' and '.join(reasons)} in the sandbox, which may be why the command failed"


def changes_note(paths: Sequence[str]) -> str:
    """One line of files that a command changed and programs start from; empty for none."""
    if not paths:
        return ""
    shown = ", ".join(_visible(path) for path in paths[:_MOST_PATHS])
    more = f" and {len(paths) - _MOST_PATHS} more" if len(paths) > _MOST_PATHS else ""
    return f"this command changed {shown}{more}, from which other programs may start unasked"


def _visible(path: str) -> str:
    return one_line(path if path.isprintable() else repr(path), 80)
