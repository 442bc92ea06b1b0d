"""Landlock: a thread, and what it starts, writes in a few folders only and has no network."""

import ctypes
import errno
import os
import socket
import stat
import struct
import subprocess
import tempfile
import threading
from collections.abc import Callable, Sequence
from functools import cache
from typing import Literal, TypeVar

from zaptui.safety.sandbox_seccomp import install, own_filter

T = TypeVar("T")
Network = Literal["off", "on"]

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
"""System calls with the same number on every machine."""
_VERSION = 1
_PATH_BENEATH = 1
_PR_SET_NO_NEW_PRIVS, _PR_CAPBSET_DROP = 38, 24
_CAP_DAC_OVERRIDE = 1
_LAST_CAP = 63

_WRITE_FILE, _TRUNCATE, _IOCTL_DEV = 1 << 1, 1 << 14, 1 << 15
_MAKE_CHAR, _MAKE_BLOCK = 1 << 6, 1 << 11
_CHANGES = sum(1 << bit for bit in range(4, 14)) | _WRITE_FILE
"""Removing, making, moving and writing, of any kind."""
_FILE_ONLY = _WRITE_FILE | _TRUNCATE | _IOCTL_DEV
_TCP = 3
"""Binding and connecting, to any port."""
_OUTSIDE = 3
"""Abstract Unix sockets and signals to who is not under the same restriction."""

_LEAST_ABI, _NET_ABI, _IOCTL_ABI, _SCOPE_ABI = 3, 4, 5, 6
_DEVICES = ("null", "zero", "full", "random", "urandom")
"""No pts: the person's own terminal is one of them."""

_PROBE = '( : > "$0/in/x" ) || exit 4; ( : > "$0/x" ) 2> /dev/null && exit 5; exit 0'
_NO_FILTER = 3
_PROBE_FAULTS = {
    _NO_FILTER: "sockets can be made",
    4: "a folder that is free cannot be written",
    5: "it holds nothing back",
}


class LandlockFault(Exception):
    """Why Landlock cannot be used; one line."""


def landlock_abi() -> int:
    """The version the kernel speaks, 0 for none."""
    try:
        return _call(_CREATE_RULESET, None, ctypes.c_size_t(0), _VERSION)
    except OSError:
        return 0


def gaps_of(*, network: Network) -> tuple[str, ...]:
    """What stays open under Landlock on this kernel, in words."""
    gaps = ["reading any file", "modes and owners of files outside"]
    if own_filter(network=network) is None:
        gaps.append("UDP and Unix sockets" if network == "off" else "Unix sockets")
    if landlock_abi() < _SCOPE_ABI:
        gaps.append("signals to your other processes")
    return tuple(gaps)


def try_landlock(*, network: Network) -> None:
    """Run something under it. LandlockFault when it cannot be had or does not hold."""
    abi = landlock_abi()
    if abi == 0:
        raise LandlockFault("the kernel has none")
    if abi < _LEAST_ABI:
        raise LandlockFault(f"the kernel's (ABI {abi}) lets any file be truncated")
    if network == "off" and abi < _NET_ABI and own_filter(network=network) is None:
        raise LandlockFault(f"the kernel's (ABI {abi}) cannot refuse the network")
    with tempfile.TemporaryDirectory(prefix="zap-probe-") as folder:
        inside = os.path.join(folder, "in")
        os.mkdir(inside)
        try:
            code = confined(lambda: _tried(folder, network), writable=[inside], network=network)
        except OSError as error:
            raise LandlockFault(os.strerror(error.errno or 0)) from error
    if code != 0:
        raise LandlockFault(_PROBE_FAULTS.get(code, f"its probe ended with {code}"))


def confined(work: Callable[[], T], *, writable: Sequence[str], network: Network) -> T:
    """Do a piece of work, such as starting a process, in a thread of its own under restriction.

    Restrictions belong to a thread and pass to the processes it starts, never to the other
    threads; so no helper process is needed and nothing runs between fork and exec. OSError when
    the restriction cannot be set up: the work is not begun then.
    """
    done: list[T] = []
    failed: list[BaseException] = []

    def run() -> None:
        try:
            _restrict(writable, network=network)
            done.append(work())
        except BaseException as error:  # it is raised where the work was asked for
            failed.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    if failed:
        raise failed[0]
    return done[0]


def _tried(folder: str, network: Network) -> int:
    """0 when it holds, else a number of the table of faults."""
    if network == "off" and own_filter(network=network) is not None:
        try:
            socket.socket(socket.AF_INET, socket.SOCK_DGRAM).close()
        except OSError as error:
            if error.errno != errno.EAFNOSUPPORT:
                return _NO_FILTER
        else:
            return _NO_FILTER
    return subprocess.run(
        ["/bin/sh", "-c", _PROBE, folder],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        timeout=5,
        check=False,
    ).returncode


def _restrict(writable: Sequence[str], *, network: Network) -> None:
    """Restrict the calling thread, for good."""
    abi = landlock_abi()
    changes = _CHANGES | _TRUNCATE | (_IOCTL_DEV if abi >= _IOCTL_ABI else 0)
    tcp = _TCP if abi >= _NET_ABI and network == "off" else 0
    scoped = _OUTSIDE if abi >= _SCOPE_ABI else 0
    size = 24 if scoped else 16 if abi >= _NET_ABI else 8
    attributes = ctypes.create_string_buffer(struct.pack("=QQQ", changes, tcp, scoped))
    ruleset = _call(_CREATE_RULESET, attributes, ctypes.c_size_t(size), 0)
    try:
        for path in (*writable, *(f"/dev/{name}" for name in _DEVICES)):
            _add(ruleset, path, changes & ~(_MAKE_CHAR | _MAKE_BLOCK))
        _prctl(_PR_SET_NO_NEW_PRIVS, 1)
        _drop_capabilities()
        _call(_RESTRICT_SELF, ruleset, 0)
    finally:
        os.close(ruleset)
    if (program := own_filter(network=network)) is not None:
        install(program)


def _add(ruleset: int, path: str, rights: int) -> None:
    """Allow changes at and below a path; one that is not there allows nothing."""
    try:
        fd = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    try:
        if not stat.S_ISDIR(os.fstat(fd).st_mode):
            rights &= _FILE_ONLY
        rule = ctypes.create_string_buffer(struct.pack("=Qi", rights, fd))
        _call(_ADD_RULE, ruleset, _PATH_BENEATH, rule, 0)
    finally:
        os.close(fd)


def _drop_capabilities() -> None:
    """What root can do beyond its own files would undo the restriction: modules, raw devices,
    the memory of others. Writing files of other users in the workspace remains."""
    if os.geteuid() != 0:
        return
    for capability in range(_LAST_CAP + 1):
        if capability != _CAP_DAC_OVERRIDE:
            _libc().prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0)
    kept = 1 << _CAP_DAC_OVERRIDE
    header = struct.pack("=Ii", 0x20080522, 0)
    sets = struct.pack("=6I", kept, kept, 0, 0, 0, 0)
    if _libc().capset(ctypes.c_char_p(header), ctypes.c_char_p(sets)) != 0:
        raise _last_error()


def _call(number: int, *arguments: object) -> int:
    result = _libc().syscall(number, *arguments)
    if result < 0:
        raise _last_error()
    return int(result)


def _prctl(option: int, value: int) -> None:
    if _libc().prctl(option, value, 0, 0, 0) != 0:
        raise _last_error()


def _last_error() -> OSError:
    number = ctypes.get_errno()
    return OSError(number, os.strerror(number))


@cache
def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)
