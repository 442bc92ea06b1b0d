"""ATIF: the trajectories of Harbor and Terminal-Bench, as a document or as lines."""

import re
from collections.abc import Iterator, Sequence

from zaptui.core.json import Json, JsonObject, as_object
from zaptui.replay.importers.fields import (
    count,
    dig,
    first_text,
    flat,
    objects,
    text,
    token_usage,
)
from zaptui.replay.importers.format import Child, Children, Format
from zaptui.replay.importers.scribe import Scribe

_SUBAGENT = re.compile(r"-summarization-\d+-")
_IDS = ("trajectory_id", "session_id")
_DEEPEST, _MOST = 8, 10_000
"""Trajectories within trajectories, and how many each may hold."""


def _claims(record: JsonObject) -> bool:
    if text(record.get("schema_version")).startswith("ATIF"):
        return True
    return "step_id" in record and "source" in record and "message" in record


def _session(head: Sequence[JsonObject]) -> str:
    return next((found for record in head if (found := text(record.get("session_id")))), "")


def _is_child(head: Sequence[JsonObject]) -> bool:
    return bool(_SUBAGENT.search(_session(head)))


def _place(head: Sequence[JsonObject]) -> str:
    """A run that was continued goes on in files that are numbered inside."""
    extra = dig(head[0], "agent", "extra") if head else {}
    return f"{count(extra.get('continuation_index')):09d}"


def _read(records: Iterator[JsonObject], scribe: Scribe, children: Children) -> None:
    run = _Trajectory(scribe, children)
    for record in records:
        run.take(record)
    run.end()


class _Trajectory:
    """The reading of a run, and through it of the subagents that it refers to."""

    def __init__(self, scribe: Scribe, children: Children, *, depth: int = 0) -> None:
        self._scribe = scribe
        self._children = children
        self._depth = depth
        self._waiting: list[str] = []
        """Calls without a result so far."""
        self._seen: set[tuple[str, int]] = set()
        """What steps have said: a continuation repeats some."""
        self._embedded: dict[str, JsonObject] = {}
        """Trajectories of subagents within the document, that no result has claimed yet."""

    def take(self, record: JsonObject) -> None:
        """A document, a header, or a step."""
        if "step_id" in record:
            self._step(record)
            return
        agent = as_object(record.get("agent"))
        self._scribe.session = text(record.get("session_id")) or self._scribe.session
        self._scribe.model = text(agent.get("model_name")) or self._scribe.model
        self._scribe.version = text(agent.get("version")) or self._scribe.version
        inner = objects(record.get("subagent_trajectories"))[: _MOST * (self._depth < _DEEPEST)]
        self._embedded |= {_own_id(each) or f"#{n}": each for n, each in enumerate(inner)}
        for step in objects(record.get("steps")):
            self._step(step)
        for name, each in list(self._embedded.items()):
            self._read_embedded(name, each, f"trajectory:{name}")

    def end(self) -> None:
        """Results that were never recorded, and subagents that no step refers to."""
        for call_id in self._waiting:
            self._scribe.returned(call_id, None)
        while (child := self._children.take(lambda _: True)) is not None:
            self._read_child(child)

    def _step(self, step: JsonObject) -> None:
        source, said = text(step.get("source")), flat(step.get("message"))
        key = (source, hash(said))
        if step.get("is_copied_context") is True and key in self._seen:
            return
        self._seen.add(key)
        self._scribe.tick(step.get("timestamp"))
        results = objects(dig(step, "observation").get("results"))
        if source == "agent":
            self._reply(step, said)
        elif source == "user" and said.strip():
            self._scribe.user(said)
        elif said.strip() and not self._scribe.restored(dig(step, "extra", "snapshot")):
            self._scribe.notice(said)
        self._waiting += [
            self._scribe.called(
                text(call.get("tool_call_id")),
                text(call.get("function_name")),
                call.get("arguments"),
            )
            for call in objects(step.get("tool_calls"))
        ]
        for result in results:
            self._result(result)
        self._waiting = [each for each in self._waiting if self._scribe.is_open(each)]

    def _reply(self, step: JsonObject, said: str) -> None:
        self._scribe.step(model=text(step.get("model_name")))
        if text(step.get("reasoning_content")):
            self._scribe.reasoning(text(step["reasoning_content"]))
        if said.strip():
            self._scribe.text(said)
        usage = token_usage(
            as_object(step.get("metrics")),
            read="prompt_tokens",
            written="completion_tokens",
            cached="cached_tokens",
        )
        self._scribe.replied(usage=usage)

    def _result(self, result: JsonObject) -> None:
        """The result of a call: by its id, without one the first that waits."""
        call_id = text(result.get("source_call_id"))
        call_id = call_id or next(
            (each for each in self._waiting if self._scribe.is_open(each)), ""
        )
        for reference in objects(result.get("subagent_trajectory_ref")):
            self._referenced(reference, call_id)
        content: Json = result.get("content")
        if content is None:
            names = [_own_id(ref) for ref in objects(result.get("subagent_trajectory_ref"))]
            content = f"subagents: {', '.join(names)}" if names else ""
        shown = flat(content) if isinstance(content, list) else content
        if dig(result, "extra").get("is_error") is True:
            error = flat(shown).removeprefix("error: ") or "error"
            self._scribe.returned(call_id, None, error=error)
        else:
            self._scribe.returned(call_id, shown)

    def _referenced(self, reference: JsonObject, call_id: str) -> None:
        """The subagent behind a result: embedded in the document, or in a file beside it."""
        given = _ids(reference)
        name = next((n for n, each in self._embedded.items() if given & _ids(each)), None)
        if name is not None:
            self._read_embedded(name, self._embedded[name], call_id or f"trajectory:{name}")
            return
        session = text(reference.get("session_id"))
        child = self._children.take(lambda each: _session(each.head) == session)
        if child is not None:
            self._read_child(child)

    def _read_embedded(self, name: str, document: JsonObject, call_id: str) -> None:
        self._embedded.pop(name, None)
        scribe = self._scribe.child(call_id, session=text(document.get("session_id")) or None)
        _Trajectory(scribe, self._children, depth=self._depth + 1).take(document)
        scribe.finish()

    def _read_child(self, child: Child) -> None:
        session = _session(child.head) or child.name
        scribe = self._scribe.child(f"trajectory:{session}", session=session)
        trajectory = _Trajectory(scribe, self._children)
        for record in child.records():
            trajectory.take(record)
        scribe.finish()


def _own_id(record: JsonObject) -> str:
    return first_text(record, *_IDS)


def _ids(record: JsonObject) -> set[str]:
    return {found for key in _IDS if (found := text(record.get(key)))}


ATIF = Format(
    name="atif",
    shown="ATIF trajectories",
    claims=_claims,
    read=_read,
    is_child=_is_child,
    place=_place,
)
