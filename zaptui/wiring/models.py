"""The settings in force, and the provider of the model they choose."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from zaptui.config.choice import ModelChoice
from zaptui.config.files import Loaded, load_settings
from zaptui.core.ports import Price, Provider
from zaptui.wiring.prices import known_window
from zaptui.wiring.talk import say

_MAX_TOKENS = 16_000
_CONTENT_SHARE = 2.0
"""How much longer than silence a stream may go on with pings alone."""


def settings_for(root: Path) -> Loaded:
    """The settings in force in a folder; their warnings are said."""
    loaded = load_settings(os.environ, root)
    for warning in loaded.warnings:
        say(f"warning: {warning}")
    return loaded


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """A model that is ready to use. `price` gives the dollars of some usage, None if unknown."""

    provider: Provider
    name: str
    """The name the service knows."""
    shown: str
    """`provider/model`."""
    price: Price | None = None
    set_window: int | None = None
    known_window: Callable[[], int | None] = lambda: None


def open_model(choice: ModelChoice, settings: Loaded, *, price: Price | None = None) -> Model:
    """The model of a choice."""
    return Model(
        provider=open_provider(choice, idle_timeout_s=settings.user.limits.idle_timeout_s),
        name=choice.model,
        shown=choice.name,
        price=price,
        set_window=choice.provider.context_window,
        known_window=cache(partial(known_window, choice)),
    )


def open_provider(choice: ModelChoice, *, idle_timeout_s: float) -> Provider:
    """The provider of a model; its module is loaded here, its SDK at the first request."""
    timeout_s = _CONTENT_SHARE * idle_timeout_s
    if choice.provider.kind == "anthropic":
        from zaptui.providers.anthropic import Anthropic

        return Anthropic(
            api_key=choice.api_key,
            base_url=choice.provider.base_url,
            idle_s=idle_timeout_s,
            timeout_s=timeout_s,
            max_tokens=choice.provider.max_tokens or _MAX_TOKENS,
        )
    from zaptui.providers.openai_chat import OpenAIChat

    return OpenAIChat(
        api_key=choice.api_key,
        base_url=choice.provider.base_url,
        model=choice.model,
        idle_s=idle_timeout_s,
        timeout_s=timeout_s,
    )
