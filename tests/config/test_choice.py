"""Which model, where, with which key."""

import pytest

from zaptui.config.choice import ProviderConfig, choose_model, is_loopback
from zaptui.config.schema import ProviderTable, Settings
from zaptui.errors import AuthError, ConfigError

LOCAL = Settings(
    model="local/qwen",
    providers={
        "local": ProviderTable(kind="openai-chat", base_url="http://127.0.0.1:1/v1"),
        "far": ProviderTable(
            kind="anthropic", base_url="https://far", api_key_env="FAR_KEY", max_tokens=9
        ),
    },
)


def test_the_flag_beats_the_variable_beats_the_file() -> None:
    environ = {"ZAP_MODEL": "far/b", "FAR_KEY": "k", "OPENAI_API_KEY": "o"}
    assert choose_model("openai-chat/a", LOCAL, environ).name == "openai-chat/a"
    assert choose_model(None, LOCAL, environ).name == "far/b"
    assert choose_model(None, LOCAL, {}).name == "local/qwen"


def test_a_provider_of_ones_own() -> None:
    choice = choose_model("far/some/model", LOCAL, {"FAR_KEY": "k"})
    assert (choice.model, choice.api_key) == ("some/model", "k")
    assert choice.provider == ProviderConfig(
        kind="anthropic", base_url="https://far", api_key_env="FAR_KEY", max_tokens=9
    )


def test_the_ecosystems_variables_say_where() -> None:
    environ = {"OPENAI_API_KEY": "k", "OPENAI_BASE_URL": "https://mine/v1"}
    choice = choose_model("openai-chat/m", Settings(), environ)
    assert choice.provider.base_url == "https://mine/v1"
    assert choose_model(
        "anthropic/m", Settings(), {"ANTHROPIC_API_KEY": "k"}
    ).provider.base_url == ("https://api.anthropic.com")


def test_an_address_of_this_machine_needs_no_key() -> None:
    assert choose_model(None, LOCAL, {}).api_key == "none"
    with pytest.raises(AuthError, match="FAR_KEY is not set — `zap demo` needs no key"):
        choose_model("far/x", LOCAL, {})


@pytest.mark.parametrize("name", ["nope/x", "anthropic", "anthropic/", "/x", ""])
def test_a_wrong_name_says_what_is_right(name: str) -> None:
    with pytest.raises(ConfigError):
        choose_model(name, Settings(), {"ANTHROPIC_API_KEY": "k"})


@pytest.mark.parametrize(
    ("url", "local"),
    [
        ("http://127.0.0.1:1/v1", True),
        ("http://127.9.9.9/", True),
        ("http://[::1]:1", True),
        ("http://localhost:1", True),
        ("http://a.localhost", True),
        ("http://localhost.evil.com", False),
        ("http://127.0.0.1.evil.com", False),
        ("https://api.openai.com/v1", False),
        ("nonsense", False),
        ("http://[::1", False),
    ],
)
def test_what_is_local(url: str, local: bool) -> None:
    assert is_loopback(url) is local
