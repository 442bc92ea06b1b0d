"""File names that look like they hold a secret."""

from fnmatch import fnmatchcase

SECRET_NAMES = (
    ".env*",
    "*.pem",
    "id_rsa*",
    "id_dsa*",
    "id_ecdsa*",
    "id_ed25519*",
    ".netrc",
    ".npmrc",
    ".pypirc",
    ".git-credentials",
    "*.kdbx",
)
"""Patterns of a file's name, lower case. Reading such a file asks; searches leave it out."""


def is_secret_name(name: str) -> bool:
    """Whether a file's name, folded to lower case, looks like it holds a secret."""
    return any(fnmatchcase(name, pattern) for pattern in SECRET_NAMES)
