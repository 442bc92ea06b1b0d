"""Bytes of a file as text, and what may be edited."""

from zaptui.core.ports import FileData
from zaptui.errors import ToolError

FILE_LIMIT = 10 * 1024 * 1024
"""Bytes; larger files are read in part and not edited."""


def is_binary(data: bytes) -> bool:
    """Whether it looks like no text: a NUL near the start, and no UTF-16 mark."""
    return b"\0" in data[:8192] and not data.startswith((b"\xff\xfe", b"\xfe\xff"))


def encoding_of(data: bytes) -> str | None:
    """The encoding by its mark or by trial; None when it is neither UTF-8 nor marked UTF-16."""
    if data.startswith(b"\xff\xfe"):
        return "utf-16-le"
    if data.startswith(b"\xfe\xff"):
        return "utf-16-be"
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return "utf-8"


def shown_text(file: FileData) -> str:
    """The text to show, undecodable bytes replaced. ToolError for a binary file."""
    if is_binary(file.data):
        raise ToolError(f"{file.path} is a binary file ({file.size} bytes)")
    encoding = encoding_of(file.data) or "utf-8"
    return file.data.decode(encoding, "replace").removeprefix("\ufeff")


def editable_encoding(file: FileData) -> str:
    """The encoding to edit a file in. ToolError for one that cannot be edited safely."""
    if file.size > FILE_LIMIT:
        raise ToolError(f"{file.path} is too large to edit ({file.size} bytes)")
    if is_binary(file.data):
        raise ToolError(f"{file.path} is a binary file; it is not edited")
    encoding = encoding_of(file.data)
    if encoding is None:
        raise ToolError(f"{file.path} is not UTF-8; it is not edited, so that no byte is lost")
    return encoding
