"""The line that tells a model and a person why a command may have failed."""

import pytest

from zaptui.safety.sandbox import NO_SANDBOX, Kind, Network, Sandbox
from zaptui.safety.sandbox_trouble import changes_note, trouble_note

NETWORK = "there is no network in the sandbox, which may be why the command failed"
PATHS = (
    "only the workspace and $TMPDIR can be written in the sandbox,"
    " which may be why the command failed"
)
RIGHTS = (
    "there are no special rights, not even for root, in the sandbox,"
    " which may be why the command failed"
)
MASKS = ".git/config, .git/hooks and .zap are read-only for commands"


@pytest.mark.parametrize(
    ("kind", "output", "note"),
    [
        ("bwrap", "curl: (6) Could not resolve host: example.com", NETWORK),
        ("bwrap", "socket.gaierror: [Errno -3] Temporary failure in name resolution", NETWORK),
        ("bwrap", "npm error code EAI_AGAIN", NETWORK),
        ("bwrap", "getaddrinfo ENOTFOUND registry.example", NETWORK),
        ("bwrap", "dial tcp: lookup proxy.example: no such host", NETWORK),
        ("bwrap", "bash: connect: Connection refused", NETWORK),
        ("landlock", "OSError: [Errno 97] Address family not supported by protocol", NETWORK),
        ("bwrap", "touch: cannot touch '/etc/x': Read-only file system", PATHS),
        ("bwrap", "Error: EROFS: read-only file system, open '/etc/x'", PATHS),
        ("bwrap", "cat: /root/x: Permission denied", ""),
        ("landlock", "bash: /etc/x: Permission denied", PATHS),
        ("landlock", "ln: failed to create hard link: Invalid cross-device link", PATHS),
        ("bwrap", 'sudo: The "no new privileges" flag is set', RIGHTS),
        ("bwrap", "error: could not write config file .git/config: Device or resource busy", MASKS),
        ("bwrap", "bash: .git/hooks/pre-commit: Read-only file system", MASKS),
        ("bwrap", "rm: cannot remove '.zap': Device or resource busy", MASKS),
        ("landlock", "3 failed, 1 passed", ""),
        ("bwrap", "", ""),
        ("none", "Could not resolve host", ""),
    ],
)
def test_a_failure_is_explained(kind: Kind, output: str, note: str) -> None:
    sandbox = Sandbox(kind=kind, network="off")
    assert trouble_note(sandbox, code=1, output=output, is_root=False) == note


def test_both_reasons_at_once() -> None:
    sandbox = Sandbox(kind="bwrap", network="off")
    output = "Network is unreachable\nRead-only file system"
    assert trouble_note(sandbox, code=1, output=output, is_root=False) == (
        f"there is no network and {PATHS}"
    )


@pytest.mark.parametrize("network", ["off", "on"])
def test_the_network_is_no_reason_where_it_is_on(network: Network) -> None:
    sandbox = Sandbox(kind="bwrap", network=network)
    note = trouble_note(sandbox, code=1, output="Connection refused", is_root=False)
    assert note == (NETWORK if network == "off" else "")


def test_root_is_told_that_it_has_no_special_rights() -> None:
    sandbox = Sandbox(kind="bwrap", network="off")
    output = "chown: changing ownership of 'x': Operation not permitted"
    assert trouble_note(sandbox, code=1, output=output, is_root=True) == RIGHTS
    assert trouble_note(sandbox, code=1, output=output, is_root=False) == ""


def test_a_success_needs_no_reason() -> None:
    sandbox = Sandbox(kind="bwrap", network="off")
    output = "warning: Could not resolve host"
    assert trouble_note(sandbox, code=0, output=output, is_root=True) == ""
    assert trouble_note(NO_SANDBOX, code=1, output=output, is_root=True) == ""


def test_only_the_end_of_the_output_counts() -> None:
    sandbox = Sandbox(kind="bwrap", network="off")
    output = "Connection refused" + "x" * 20_000
    assert trouble_note(sandbox, code=1, output=output, is_root=False) == ""


def test_changed_files_are_named_and_made_visible() -> None:
    assert changes_note([]) == ""
    assert changes_note([".zap/a\x1b[31m\nb"]) == (
        "this command changed '.zap/a\\x1b[31m\\nb', from which other programs may start unasked"
    )
    assert changes_note([f".zap/{n}" for n in range(7)]) == (
        "this command changed .zap/0, .zap/1, .zap/2, .zap/3, .zap/4 and 2 more,"
        " from which other programs may start unasked"
    )
