"""What a compatible server says of its models: how long their context window is."""

from zaptui.core.json import Json, as_list, as_object

_MOST = 100_000_000


def listed_window(listing: Json, model: str) -> int | None:
    """Tokens of a model's window in the answer of `/models`; None where it is not told.

    llama.cpp says `meta.n_ctx`, vLLM `max_model_len`, others `context_length`. A server with one
    model answers to any name.
    """
    models = [as_object(item) for item in as_list(as_object(listing).get("data"))]
    named = [item for item in models if item.get("id") == model] or models[:1] * (len(models) == 1)
    for item in named:
        meta = as_object(item.get("meta"))
        for value in (meta.get("n_ctx"), item.get("max_model_len"), item.get("context_length")):
            if isinstance(value, int) and 0 < value < _MOST:
                return value
    return None
