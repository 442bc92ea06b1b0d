"""What is known of a model: prices and windows, from genai-prices, loaded when somebody asks."""

from dataclasses import dataclass

from zaptui.config.choice import ModelChoice
from zaptui.core.parts import Usage
from zaptui.core.ports import Price
from zaptui.errors import UsageError

_PROVIDERS = {"anthropic": "anthropic", "openai-chat": "openai"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What the list says of a model; None for what it does not."""

    price: Price | None
    window: int | None
    """Tokens."""


def known_of(choice: ModelChoice) -> Known:
    """All that is known of a model."""
    return Known(price=price_of(choice), window=known_window(choice))


def price_of(choice: ModelChoice, *, required: bool = False) -> Price | None:
    """A function from usage to US dollars. None for a model without a known price; UsageError if
    one is required."""
    from genai_prices import Usage as PricedUsage
    from genai_prices import calc_price

    provider = _PROVIDERS.get(choice.name.partition("/")[0])

    def price(usage: Usage) -> float:
        priced = PricedUsage(
            input_tokens=usage.input_tokens,
            output_tokens=usage.output_tokens,
            cache_read_tokens=usage.cached_tokens,
        )
        found = calc_price(priced, model_ref=choice.model, provider_id=provider)
        return float(found.total_price)

    try:
        price(Usage(input_tokens=1, output_tokens=1))
    except LookupError:
        if required:
            raise UsageError(
                f"the price of {choice.name} is not known, so a cost limit cannot be kept",
                hint="use --max-steps or --timeout instead",
            ) from None
        return None
    return price


def known_window(choice: ModelChoice) -> int | None:
    """Tokens of a model's context window, by its name. None for a model that is not listed."""
    from genai_prices.data_snapshot import get_snapshot

    provider = _PROVIDERS.get(choice.name.partition("/")[0])
    try:
        _, model = get_snapshot().find_provider_model(choice.model, None, provider, None)
    except LookupError:
        return None
    return model.context_window
