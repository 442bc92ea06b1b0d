"""Names of files that look like they hold a secret."""

import pytest

from zaptui.core.secret_names import is_secret_name


@pytest.mark.parametrize(
    ("name", "secret"),
    [
        (".env", True),
        (".env.local", True),
        ("server.pem", True),
        ("id_ed25519", True),
        ("id_rsa.pub", True),
        (".netrc", True),
        ("passwords.kdbx", True),
        ("env", False),
        ("environment.py", False),
        ("pem", False),
        ("my.netrc", False),
    ],
)
def test_a_name_looks_like_it_holds_a_secret(name: str, secret: bool) -> None:
    assert is_secret_name(name) == secret
