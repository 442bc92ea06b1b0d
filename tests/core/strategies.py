"""Events for hypothesis: whole ones for round trips, and small worlds in which ids meet."""

from dataclasses import fields
from typing import get_args

from hypothesis import settings
from hypothesis import strategies as st

from zaptui.core import events as e

quick = settings(max_examples=60, deadline=None, derandomize=True)
"""The same examples each time: CI says the same of the same code."""
long = settings(max_examples=2000, deadline=None)

texts = st.text(max_size=12)
_scalars = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
)
json_values = st.recursive(
    _scalars | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)
json_objects = st.dictionaries(texts, json_values, max_size=3)

_JSON_FIELDS = {
    "data": json_objects,
    "input": st.none() | json_objects,
    "output": json_values,
    "snapshot": json_objects,
    "todos": st.lists(json_objects, max_size=2),
    "dropped": st.lists(json_objects, max_size=2),
    "violations": st.lists(
        st.builds(e.Violation, rule=texts, before=json_values, after=json_values), max_size=2
    ),
    "wait_s": st.floats(0, 1e6),
    "cost": st.none() | st.floats(0, 1e6),
}


def _every_field(cls: type[e.Event]) -> st.SearchStrategy[e.Event]:
    """No field is left to its default."""
    return st.builds(cls, **{f.name: _JSON_FIELDS.get(f.name, ...) for f in fields(cls)})


@st.composite
def unknown_lines(draw: st.DrawFn) -> e.Unknown:
    """A line of the future, as `decode` keeps it: whole, with its place."""
    data = draw(st.dictionaries(texts.filter(lambda key: key != "subagent"), json_values))
    kind = draw(st.sampled_from(["later", "step_skipped", ""]))
    return e.Unknown(data={**data, "type": kind, "seq": 0, "at": 0.0})


PLAIN = tuple(cls for cls in get_args(e.Event) if cls not in (e.Subagent, e.Unknown))
plain_events = st.one_of(*map(_every_field, PLAIN))
any_event = st.recursive(
    plain_events | unknown_lines(),
    lambda inner: st.builds(e.Subagent, call_id=texts, event=inner),
    max_leaves=4,
)


def of_class(cls: type[e.Event]) -> st.SearchStrategy[e.Event]:
    """Events of one class."""
    if cls is e.Unknown:
        return unknown_lines()
    if cls is e.Subagent:
        return st.builds(e.Subagent, call_id=texts, event=any_event)
    return _every_field(cls)
