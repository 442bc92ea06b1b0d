"""The settings in force, and the provider of the model they choose."""

import os
from pathlib import Path

from zaptui.config.choice import ModelChoice
from zaptui.config.files import Loaded, load_settings
from zaptui.core.ports import Provider
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
        idle_s=idle_timeout_s,
        timeout_s=timeout_s,
    )
