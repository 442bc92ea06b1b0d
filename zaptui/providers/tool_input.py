"""Raw arguments and figures of a provider, read."""

from zaptui.core.events import ToolCalled
from zaptui.core.json import Json, parse_json
from zaptui.providers.surrogates import mend


def called(call_id: str, tool: str, arguments: str) -> ToolCalled:
    """A whole call from its raw arguments; none at all stand for `{}`."""
    if not arguments.strip():
        return ToolCalled(call_id=call_id, tool=tool, input={})
    try:
        value = parse_json(mend(arguments))
    except ValueError:
        value = None
    if isinstance(value, dict):
        return ToolCalled(call_id=call_id, tool=tool, input=value)
    return ToolCalled(call_id=call_id, tool=tool, raw=arguments)


def count(value: Json) -> int | None:
    """A number of tokens; None for what is no sensible number."""
    if isinstance(value, bool) or not isinstance(value, int):
        return None
    return value if 0 <= value < 10**12 else None
