"""What is known of a model: its price, its window; what is not known is said where it matters."""

import pytest

from zaptui.config.choice import ModelChoice, ProviderConfig
from zaptui.core.parts import Usage
from zaptui.errors import UsageError
from zaptui.wiring.prices import known_of, price_of


def _choice(name: str) -> ModelChoice:
    provider = ProviderConfig(kind="openai-chat", base_url="http://x/v1", api_key_env="K")
    return ModelChoice(name=name, model=name.partition("/")[2], api_key="k", provider=provider)


def test_a_model_of_the_list_has_a_price_and_a_window() -> None:
    known = known_of(_choice("anthropic/claude-sonnet-4-5"))
    assert known.window is not None
    assert known.window >= 100_000
    assert known.price is not None
    one = known.price(Usage(input_tokens=1_000_000))
    assert one > 0
    assert known.price(Usage(input_tokens=1_000_000, cached_tokens=1_000_000)) < one
    assert known.price(Usage(output_tokens=1_000_000)) > one


@pytest.mark.parametrize("name", ["openai-chat/waltz-9", "mine/waltz-9", "anthropic/"])
def test_L03_the_price_of_an_unknown_model_is_none_and_an_error_where_it_is_needed(
    name: str,
) -> None:
    known = known_of(_choice(name))
    assert (known.price, known.window) == (None, None)
    with pytest.raises(UsageError, match="is not known, so a cost limit cannot be kept") as refused:
        price_of(_choice(name), required=True)
    assert refused.value.exit_code == 2
