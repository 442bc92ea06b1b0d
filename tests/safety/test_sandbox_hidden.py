"""What commands in bubblewrap do not see (rows X13, X14)."""

import os
import socket
from pathlib import Path

import pytest

from tests.safety.sandbox_kit import Place
from zaptui.safety import sandbox_hidden
from zaptui.safety.sandbox_hidden import hidden_places


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch, place: Place, tmp_path: Path) -> None:
    """Of the machine only what the test made counts. pytest looks at the user when it makes the
    first of its folders, so `tmp_path` comes before."""
    monkeypatch.setattr(sandbox_hidden, "_ALONE", ())
    monkeypatch.setenv("HOME", str(place.home))
    monkeypatch.setattr(os, "getuid", lambda: 2**30)  # a user without an entry
    monkeypatch.setattr(sandbox_hidden, "_sockets", lambda: iter(()))


def test_X13_keys_and_logins_that_exist_are_hidden(place: Place) -> None:
    (place.home / ".config" / "gh").mkdir(parents=True)
    key = place.outside / "key.json"
    key.touch()
    environ = {
        "HOME": str(place.home),
        "GOOGLE_APPLICATION_CREDENTIALS": str(key),
        "KUBECONFIG": "relative",
        "NETRC": str(place.home / "missing"),
    }
    assert hidden_places(str(place.root), environ) == sorted(
        [*(str(place.home / name) for name in (".config/gh", ".netrc", ".ssh")), str(key)]
    )


def test_a_link_is_hidden_where_it_leads(place: Place) -> None:
    (place.home / ".aws").symlink_to(place.outside)
    found = hidden_places(str(place.root), {"HOME": str(place.home)})
    assert str(place.outside) in found


def test_what_the_workspace_lies_in_is_not_hidden(place: Place) -> None:
    environ = {"HOME": str(place.home)}
    inside = place.home / ".ssh" / "app"
    inside.mkdir()
    assert hidden_places(str(inside), environ) == [str(place.home / ".netrc")]
    own = [str(place.root), "/", str(place.root.parent)]
    expected = [str(place.home / ".netrc"), str(place.home / ".ssh")]
    assert hidden_places(str(place.root), environ, more=own) == expected


def test_keys_are_hidden_in_a_workspace_that_is_the_home(place: Place) -> None:
    expected = [str(place.home / ".netrc"), str(place.home / ".ssh")]
    assert hidden_places(str(place.home), {"HOME": str(place.home)}) == expected


def test_nothing_is_hidden_twice(place: Place) -> None:
    more = [str(place.outside), str(place.outside / "kept"), str(place.home / ".ssh" / "id_rsa")]
    assert hidden_places(str(place.root), {"HOME": str(place.home)}, more=more) == sorted(
        [str(place.home / ".netrc"), str(place.home / ".ssh"), str(place.outside)]
    )


def test_X14_sockets_are_hidden_but_for_the_workspace_s(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(sandbox_hidden, "_ALONE", ())
    there, own = place.outside / "s", place.root / "s"
    if len(str(there)) > 100:
        pytest.skip("the folder's path is too long for a socket")
    with socket.socket(socket.AF_UNIX) as one, socket.socket(socket.AF_UNIX) as other:
        one.bind(str(there))
        other.bind(str(own))
        found = hidden_places(str(place.root), {"HOME": str(place.home)})
    assert str(there) in found
    assert str(own) not in found


@pytest.mark.skipif(os.geteuid() != 0, reason="root alone gets everywhere")
def test_what_root_reaches_by_its_capabilities_alone_is_left(place: Place) -> None:
    theirs = place.outside / "theirs"
    theirs.mkdir()
    (theirs / "key").touch()
    try:
        os.chown(theirs, 12345, 12345)
    except OSError as error:
        pytest.skip(f"this root cannot give files away: {error.strerror}")
    theirs.chmod(0o700)
    assert str(theirs / "key") not in hidden_places(
        str(place.root), {"HOME": str(place.home)}, more=[str(theirs / "key")]
    )
    theirs.chmod(0o711)
    assert str(theirs / "key") in hidden_places(
        str(place.root), {"HOME": str(place.home)}, more=[str(theirs / "key")]
    )


def test_a_path_with_a_blank_is_read_whole(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(sandbox_hidden, "_ALONE", ())
    path = tmp_path / "a b"
    if len(str(path)) > 100:
        pytest.skip("the folder's path is too long for a socket")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))
        assert str(path) in hidden_places("/nowhere", {})
