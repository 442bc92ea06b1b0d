"""What commands in a sandbox reach: nothing that listens on this machine (rows P13, P30, X14)."""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.safety.sandbox_kit import PYTHON, Cage, Place
from zaptui.safety.sandbox import Sandbox, probe


@contextmanager
def listener(
    family: socket.AddressFamily, kind: socket.SocketKind, address: object
) -> Iterator[socket.socket]:
    """A socket that others can reach; it never waits."""
    with socket.socket(family, kind) as server:
        server.bind(address)
        if kind == socket.SOCK_STREAM:
            server.listen()
        server.setblocking(False)
        yield server


def heard(server: socket.socket) -> bool:
    """Whether somebody came. What loopback carries is there when its sender has ended."""
    try:
        if server.type == socket.SOCK_STREAM:
            server.accept()[0].close()
        else:
            server.recv(10)
    except BlockingIOError:
        return False
    return True


def udp_is_open(sandbox: Sandbox) -> bool:
    """Landlock alone leaves UDP open, and says so."""
    return any("UDP" in gap for gap in sandbox.gaps)


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
@pytest.mark.parametrize("kind", [socket.SOCK_STREAM, socket.SOCK_DGRAM])
async def test_P13_a_listener_of_this_machine_is_not_reached(
    cage: Cage, kind: socket.SocketKind, host: str
) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    scheme = "tcp" if kind == socket.SOCK_STREAM else "udp"
    try:
        with listener(family, kind, (host, 0)) as server:
            port = server.getsockname()[1]
            command = f"echo x > /dev/{scheme}/{host}/{port}"
            ran = await cage.run(command)
            expected = scheme == "udp" and udp_is_open(cage.sandbox)
            assert heard(server) == expected
            if scheme == "tcp":
                assert ran.code != 0
                assert "[sandbox: there is no network in the sandbox, which may be" in ran.output
            assert (await cage.run(command, outside=True)).code == 0
            assert heard(server)
    except OSError as error:
        if family != socket.AF_INET6:
            raise
        pytest.skip(f"no IPv6 here: {error}")


@pytest.mark.parametrize("which", ["bwrap", "landlock"])
@pytest.mark.parametrize("kind", [socket.SOCK_STREAM, socket.SOCK_DGRAM])
async def test_with_the_network_on_it_is_reached(
    place: Place, which: str, kind: socket.SocketKind
) -> None:
    sandbox = probe(which, "on")
    if not sandbox.has_boundary:
        pytest.skip(sandbox.why)
    scheme = "tcp" if kind == socket.SOCK_STREAM else "udp"
    with (
        Cage(sandbox, place) as cage,
        listener(socket.AF_INET, kind, ("127.0.0.1", 0)) as server,
    ):
        ran = await cage.run(f"echo x > /dev/{scheme}/127.0.0.1/{server.getsockname()[1]}")
        assert (ran.code, ran.output) == (0, "")
        assert heard(server)
        await cage.run("echo x > ../outside/new")
    assert place.found_outside() == {"kept": b"kept"}


async def test_P30_names_are_not_resolved(cage: Cage) -> None:
    code = "import socket; socket.getaddrinfo('example.invalid', 80)"
    ran = await cage.run(f'{PYTHON} -c "{code}"')
    assert ran.code != 0
    assert "[sandbox: there is no network in the sandbox, which may be" in ran.output


async def test_X14_a_service_s_socket_is_not_reached(cage: Cage) -> None:
    address = str(cage.place.outside / "s")
    if len(address) > 100:
        pytest.skip("the folder's path is too long for a socket")
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
        with listener(socket.AF_UNIX, kind, address) as server:
            command = _connecting(address, kind)
            await cage.run(command)
            assert not heard(server)
            assert (await cage.run(command, outside=True)).code == 0
            assert heard(server)
        os.unlink(address)


async def test_X14_an_abstract_socket_is_not_reached(cage: Cage) -> None:
    address = f"\0zap-test-{os.getpid()}"
    with listener(socket.AF_UNIX, socket.SOCK_STREAM, address) as server:
        command = _connecting(address.replace("\0", "\\0"), socket.SOCK_STREAM)
        assert (await cage.run(command)).code != 0
        assert not heard(server)
        assert (await cage.run(command, outside=True)).code == 0


async def test_X14_services_below_run_are_not_there_in_bubblewrap(bwrap: Cage) -> None:
    ran = await bwrap.run("find /run /var/run/ /tmp /var/tmp -type s; ls -A /run/user")
    assert "No such file" in ran.output
    assert "/run/" not in ran.output.replace("'/run/user'", "")


async def test_inside_bubblewrap_commands_reach_each_other(bwrap: Cage) -> None:
    code = (
        "import socket\n"
        "server = socket.create_server(('127.0.0.1', 0))\n"
        "socket.create_connection(server.getsockname()).sendall(b'x')\n"
        "print(server.accept()[0].recv(1))\n"
    )
    ran = await bwrap.run(f'{PYTHON} -c "{code}"')
    assert ran.output == "b'x'\n"


def _connecting(address: str, kind: socket.SocketKind) -> str:
    code = (
        f"import socket; s = socket.socket(socket.AF_UNIX, {int(kind)});"
        f" s.connect('{address}'); s.send(b'x')"
    )
    return f'{PYTHON} -c "{code}"'
