"""Where a service is, with which key, and how long to wait for it."""

from dataclasses import dataclass, field
from urllib.parse import urlsplit

from zaptui.errors import AuthError, ConfigError, ZapError

IDLE_S = 300.0
CONTENT_S = 600.0
CONNECT_S = 10.0
_SHORTEST_KEY = 8
"""Characters: what is shorter is no secret, but a word like `none` for a local server."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Service:
    """A model's service. Seconds are of a monotonic clock."""

    host: str
    """As it is shown: with its port, without user or password."""
    key: str = field(repr=False)
    idle_s: float
    """The longest silence."""
    content_s: float
    """The longest time with signs of life alone."""

    def masked(self, text: str) -> str:
        """The text without the key: services put it into their errors."""
        if len(self.key) < _SHORTEST_KEY:
            return text
        return text.replace(self.key, "[key]")

    def mask(self, error: ZapError) -> ZapError:
        """The error with the key taken out of its line."""
        error.message = self.masked(error.message)
        error.args = (error.message,)
        return error


def service(base_url: str, key: str, *, idle_s: float, content_s: float) -> Service:
    """A service at an address. ConfigError and AuthError for what no request can be made with."""
    key = key.strip()
    if not key:
        raise AuthError("the key is empty", hint="check its variable")
    if not key.isascii() or not key.isprintable() or " " in key:
        raise AuthError("the key has characters in it that no key has", hint="check its variable")
    return Service(host=_host(base_url), key=key, idle_s=idle_s, content_s=content_s)


def _host(base_url: str) -> str:
    try:
        parts = urlsplit(base_url)
        host, port = parts.hostname, parts.port
    except ValueError:
        parts, host, port = None, None, None
    if parts is None or parts.scheme not in ("http", "https") or not host:
        raise ConfigError("the base URL is no http(s) address", hint="for example https://host/v1")
    shown = f"[{host}]" if ":" in host else host
    return f"{shown}:{port}" if port else shown
