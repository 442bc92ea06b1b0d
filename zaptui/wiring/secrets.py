"""The secrets that zap knows of: keys of providers, and what the environment calls one."""

import re
from collections.abc import Mapping

from zaptui.config.choice import providers_of
from zaptui.config.schema import Settings
from zaptui.safety.spawn import is_secret_variable
from zaptui.view.masking import Mask

_LIKE_A_KEY = re.compile(r"(?=.*[0-9])(?=.*[A-Za-z])[!-~]{12,}")
"""What may be masked wherever it stands: no word, no number, no path."""


def mask_of(environ: Mapping[str, str], settings: Settings | None = None) -> Mask:
    """What hides them. Without settings only the providers that are built in are known."""
    keys = key_variables(environ, settings or Settings())
    values = {environ[name] for name in keys & environ.keys()}
    others = {text for name, text in environ.items() if is_secret_variable(name)}
    return Mask(values | {text for text in others if _is_key(text)})


def without_keys(environ: Mapping[str, str], settings: Settings) -> dict[str, str]:
    """The environment without the keys of providers, however their variables are called."""
    keys = key_variables(environ, settings)
    return {name: text for name, text in environ.items() if name not in keys}


def key_variables(environ: Mapping[str, str], settings: Settings) -> frozenset[str]:
    """The variables that hold the key of a provider."""
    providers = providers_of(settings, environ).values()
    return frozenset(provider.api_key_env for provider in providers)


def _is_key(text: str) -> bool:
    return bool(_LIKE_A_KEY.fullmatch(text)) and not text.startswith("/")
