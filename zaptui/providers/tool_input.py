"""Raw arguments and figures of a provider, read."""

from zaptui.core.events import ToolCalled
from zaptui.core.json import Json, parse_json


def called(call_id: str, tool: str, arguments: str) -> ToolCalled:
    """A whole call from its raw arguments; none at all stand for `{}`."""
    if not arguments.strip():
        return ToolCalled(call_id=call_id, tool=tool, input={})
    try:
        value = parse_json(arguments)
    except ValueError:
        value = None
    if isinstance(value, dict):
        return ToolCalled(call_id=call_id, tool=tool, input=value)
    return ToolCalled(call_id=call_id, tool=tool, raw=arguments)


def count(value: Json) -> int:
    """A number of tokens; what is no sensible number counts as none."""
    if isinstance(value, bool) or not isinstance(value, int):
        return 0
    return value if 0 <= value < 10**12 else 0
