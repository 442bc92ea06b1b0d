"""Which model, at which address, with which key."""

import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from zaptui.config.schema import Settings
from zaptui.errors import AuthError, ConfigError

EXAMPLE = "--model anthropic/claude-sonnet-5 or --model openai-chat/gpt-5"
NO_KEY_NEEDED = "`zap demo` needs no key"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderConfig:
    """A provider: the wire it speaks, where, the variable of its key, tokens of a reply at most."""

    kind: str
    base_url: str
    api_key_env: str
    max_tokens: int | None = None
    context_window: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelChoice:
    """A model to use, ready to be opened. `name` is `provider/model`."""

    name: str
    model: str
    api_key: str
    provider: ProviderConfig


_BUILT_IN = {
    "openai-chat": ("OPENAI_API_KEY", "OPENAI_BASE_URL", "https://api.openai.com/v1"),
    "anthropic": ("ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", "https://api.anthropic.com"),
}


def providers_of(settings: Settings, environ: Mapping[str, str]) -> dict[str, ProviderConfig]:
    """The providers by name: the built-in ones and the user's own."""
    providers = {
        kind: ProviderConfig(
            kind=kind, base_url=environ.get(url_env) or default, api_key_env=key_env
        )
        for kind, (key_env, url_env, default) in _BUILT_IN.items()
    }
    for name, table in settings.providers.items():
        base = providers[table.kind]
        providers[name] = ProviderConfig(
            kind=table.kind,
            base_url=table.base_url or base.base_url,
            api_key_env=table.api_key_env or base.api_key_env,
            max_tokens=table.max_tokens,
            context_window=table.context_window,
        )
    return providers


def choose_model(
    wanted: str | None,
    settings: Settings,
    environ: Mapping[str, str],
    *,
    fallback: str | None = None,
) -> ModelChoice:
    """The model of `--model`, `ZAP_MODEL` or the settings; where none of them says one, `fallback`,
    the name a session was begun with. ConfigError or AuthError say what is missing."""
    name = wanted or environ.get("ZAP_MODEL") or settings.model or fallback
    providers = providers_of(settings, environ)
    if not name:
        keys = dict.fromkeys(provider.api_key_env for provider in providers.values())
        if not any(environ.get(key) for key in keys):
            raise AuthError(
                f"no model and no key: set {' or '.join(keys)} and choose with {EXAMPLE}",
                hint=NO_KEY_NEEDED,
            )
        raise ConfigError("no model is chosen", hint=f"say {EXAMPLE}, or set ZAP_MODEL")
    provider_name, _, model = name.partition("/")
    provider = providers.get(provider_name)
    if provider is None or not model:
        raise ConfigError(
            f"{name[:100]!r} is no provider/model (providers: {', '.join(providers)})",
            hint=f"for example {EXAMPLE}",
        )
    key = environ.get(provider.api_key_env, "")
    if not key and not is_loopback(provider.base_url):
        raise AuthError(f"{provider.api_key_env} is not set", hint=NO_KEY_NEEDED)
    return ModelChoice(name=name, model=model, api_key=key or "none", provider=provider)


def is_loopback(url: str) -> bool:
    """Whether an address is on this machine: then a server needs no key."""
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        return False
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
