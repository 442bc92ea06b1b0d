"""Which sockets a process may open: a seccomp filter for a thread and what it starts."""

import ctypes
import errno
import os
import platform
import socket
import struct
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Network = Literal["off", "on"]

_MACHINES = {
    # machine: (AUDIT_ARCH, socket, socketpair); all of them little-endian
    "x86_64": (0xC000003E, 41, 53),
    "aarch64": (0xC00000B7, 198, 199),
    "riscv64": (0xC00000F3, 198, 199),
}
_IO_URING_SETUP = 425
"""The same everywhere. A ring opens sockets without the system call."""
_X32 = 0x40000000
"""Calls with this bit are x32's: another way to the same kernel."""
_PR_SET_SECCOMP, _MODE_FILTER = 22, 2

_ALLOW = 0x7FFF0000
_NO_FAMILY = 0x00050000 | errno.EAFNOSUPPORT
"""An error every program knows how to take: this machine has no such network."""
_NO_CALL = 0x00050000 | errno.ENOSYS

_LOAD, _AND, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x54, 0x15, 0x35, 0x06
_NUMBER, _ARCHITECTURE, _FIRST, _SECOND = 0, 4, 16, 24
"""Where these stand in what a filter sees of a call; arguments are wider, their low half counts."""


@dataclass(frozen=True, slots=True)
class _Step:
    """An instruction; `yes` and `no` name where a comparison goes on, the next step if empty."""

    code: int
    value: int
    yes: str = ""
    no: str = ""
    label: str = ""


def socket_filter(machine: str, *, network: Network) -> bytes | None:
    """The program of the filter, None for a machine that is not known.

    Without network there are no sockets but netlink's, which only ask this kernel; with it there
    are those of the internet. Never is there one that reaches a service by a path, as agents,
    docker and D-Bus are reached. Joined pairs are free, but for datagrams: those can be sent on.
    """
    if machine not in _MACHINES:
        return None
    architecture, make, pair = _MACHINES[machine]
    internet = (socket.AF_INET, socket.AF_INET6) if network == "on" else ()
    families = (socket.AF_NETLINK, *internet)
    return _assembled(
        [
            _Step(_LOAD, _ARCHITECTURE),
            _Step(_EQUAL, architecture, no="no call"),
            _Step(_LOAD, _NUMBER),
            _Step(_AT_LEAST, _X32, yes="no call"),
            _Step(_EQUAL, _IO_URING_SETUP, yes="no call"),
            _Step(_EQUAL, make, yes="make"),
            _Step(_EQUAL, pair, no="allow"),
            _Step(_LOAD, _SECOND),
            _Step(_AND, 0xF),
            _Step(_EQUAL, socket.SOCK_STREAM, yes="allow"),
            _Step(_EQUAL, socket.SOCK_SEQPACKET, yes="allow", no="no family"),
            _Step(_LOAD, _FIRST, label="make"),
            *[_Step(_EQUAL, family, yes="allow") for family in families],
            _Step(_RETURN, _NO_FAMILY, label="no family"),
            _Step(_RETURN, _NO_CALL, label="no call"),
            _Step(_RETURN, _ALLOW, label="allow"),
        ]
    )


def own_filter(*, network: Network) -> bytes | None:
    """The filter for this machine, None where it is not known or not a 64-bit process."""
    return socket_filter(platform.machine(), network=network) if sys.maxsize > 2**32 else None


def install(program: bytes) -> None:
    """Put the calling thread under the filter, for good. It must have no_new_privs set."""
    code = ctypes.create_string_buffer(program, len(program))
    header = struct.pack("@HP", len(program) // 8, ctypes.addressof(code))
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_PR_SET_SECCOMP, _MODE_FILTER, ctypes.c_char_p(header), 0, 0) != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def _assembled(steps: Sequence[_Step]) -> bytes:
    places = {step.label: place for place, step in enumerate(steps)}

    def skip(label: str, here: int) -> int:
        return places[label] - here - 1 if label else 0

    return b"".join(
        struct.pack("=HBBI", step.code, skip(step.yes, here), skip(step.no, here), step.value)
        for here, step in enumerate(steps)
    )
