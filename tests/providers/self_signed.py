"""A certificate that nobody vouches for, made on the spot."""

import base64
import hashlib
import random
import ssl
from pathlib import Path

_RSA = bytes.fromhex("06092a864886f70d010101") + b"\x05\x00"
_SHA256_RSA = bytes.fromhex("06092a864886f70d01010b") + b"\x05\x00"
_COMMON_NAME = bytes.fromhex("0603550403")


def server_context(folder: Path) -> ssl.SSLContext:
    """A server's TLS context with a certificate for `localhost`."""
    file = folder / "server.pem"
    file.write_text(_pem(random.Random(1)))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    return context


def _pem(source: random.Random) -> str:
    p, q, e = _prime(source), _prime(source), 65537
    n, d = p * q, pow(e, -1, (p - 1) * (q - 1))
    public = _sequence(_sequence(_RSA), _bits(_sequence(_integer(n), _integer(e))))
    name = _sequence(_der(0x31, _sequence(_COMMON_NAME, _der(0x0C, b"localhost"))))
    validity = _sequence(_der(0x17, b"200101000000Z"), _der(0x17, b"490101000000Z"))
    algorithm = _sequence(_SHA256_RSA)
    body = _sequence(_integer(1), algorithm, name, validity, name, public)
    info = _sequence(
        _sequence(bytes.fromhex("0609608648016503040201") + b"\x05\x00"),
        _der(0x04, hashlib.sha256(body).digest()),
    )
    padded = b"\x00\x01" + b"\xff" * (256 - 3 - len(info)) + b"\x00" + info
    signature = pow(int.from_bytes(padded, "big"), d, n).to_bytes(256, "big")
    certificate = _sequence(body, algorithm, _bits(signature))
    numbers = (0, n, e, d, p, q, d % (p - 1), d % (q - 1), pow(q, -1, p))
    key = _sequence(*map(_integer, numbers))
    return _armour("RSA PRIVATE" + " KEY", key) + _armour("CERTIFICATE", certificate)


def _prime(source: random.Random) -> int:
    """A probable prime of 1024 bits, good enough to be distrusted."""
    while True:
        number = source.getrandbits(1024) | (3 << 1022) | 1
        if all(number % small for small in range(3, 2000, 2)) and pow(2, number - 1, number) == 1:
            return number


def _der(tag: int, content: bytes) -> bytes:
    size = len(content)
    if size < 128:
        return bytes([tag, size]) + content
    length = size.to_bytes((size.bit_length() + 7) // 8, "big")
    return bytes([tag, 128 + len(length)]) + length + content


def _sequence(*items: bytes) -> bytes:
    return _der(0x30, b"".join(items))


def _integer(value: int) -> bytes:
    return _der(0x02, value.to_bytes(value.bit_length() // 8 + 1, "big"))


def _bits(content: bytes) -> bytes:
    return _der(0x03, b"\x00" + content)


def _armour(name: str, der: bytes) -> str:
    return f"-----BEGIN {name}-----\n{base64.encodebytes(der).decode()}-----END {name}-----\n"
