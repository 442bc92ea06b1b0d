"""The filter of sockets, judged call by call without a kernel."""

import errno
import socket
import struct

import pytest

from zaptui.safety.sandbox_seccomp import Network, socket_filter

ALLOWED, NO_FAMILY, NO_CALL = 0, errno.EAFNOSUPPORT, errno.ENOSYS

CALLS = {
    # machine: (architecture, its 32-bit one, socket, socketpair, connect, read)
    "x86_64": (0xC000003E, 0x40000003, 41, 53, 42, 0),
    "aarch64": (0xC00000B7, 0x40000028, 198, 199, 203, 63),
    "riscv64": (0xC00000F3, 0x400000F3, 198, 199, 203, 63),
}


def verdict(program: bytes, number: int, architecture: int, first: int = 0, second: int = 0) -> int:
    """Run a filter on a call as a kernel does; the error it ends with."""
    data = struct.pack("<IIQQQ", number, architecture, 0, first, second)
    steps = [struct.unpack("=HBBI", program[at : at + 8]) for at in range(0, len(program), 8)]
    here, value = 0, 0
    while True:
        code, yes, no, operand = steps[here]
        here += 1
        match code:
            case 0x20:
                (value,) = struct.unpack_from("<I", data, operand)
            case 0x54:
                value &= operand
            case 0x15:
                here += yes if value == operand else no
            case 0x35:
                here += yes if value >= operand else no
            case 0x06:
                return ALLOWED if operand == 0x7FFF0000 else operand & 0xFFFF
            case _:
                raise AssertionError(f"an instruction no filter needs: {code:#x}")


@pytest.mark.parametrize("machine", CALLS)
@pytest.mark.parametrize("network", ["off", "on"])
def test_X14_which_calls_are_refused(machine: str, network: Network) -> None:
    program = socket_filter(machine, network=network)
    assert program is not None
    own, other, make, pair, connect, read = CALLS[machine]
    internet = ALLOWED if network == "on" else NO_FAMILY

    def made(family: int, kind: int = socket.SOCK_STREAM) -> int:
        return verdict(program, make, own, family, kind)

    families = {family: made(family) for family in range(64)}
    assert families.pop(socket.AF_NETLINK) == ALLOWED
    assert families.pop(socket.AF_INET) == internet
    assert families.pop(socket.AF_INET6) == internet
    assert set(families.values()) == {NO_FAMILY}
    assert made(socket.AF_INET, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) == internet

    pairs = {kind: verdict(program, pair, own, socket.AF_UNIX, kind) for kind in range(1, 6)}
    assert pairs == {1: ALLOWED, 2: NO_FAMILY, 3: NO_FAMILY, 4: NO_FAMILY, 5: ALLOWED}
    stream = socket.SOCK_STREAM | socket.SOCK_CLOEXEC | socket.SOCK_NONBLOCK
    assert verdict(program, pair, own, socket.AF_UNIX, stream) == ALLOWED

    assert verdict(program, 425, own) == NO_CALL
    assert [verdict(program, number, own) for number in (connect, read, 1000)] == [ALLOWED] * 3
    for number in (make, pair, read, 102, 359):
        assert verdict(program, number, other, socket.AF_UNIX) == NO_CALL
    assert verdict(program, make | 0x40000000, own, socket.AF_INET) == NO_CALL


def test_a_machine_that_is_not_known_has_no_filter() -> None:
    assert socket_filter("s390x", network="off") is None
