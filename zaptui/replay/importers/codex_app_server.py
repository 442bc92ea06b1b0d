"""Codex: a log of the app-server's notifications, bare or each in a wrapper."""

from collections.abc import Iterator

from zaptui.core.json import JsonObject, as_list, as_object
from zaptui.replay.importers.codex_events import EventWriter
from zaptui.replay.importers.codex_thread import ThreadWriter
from zaptui.replay.importers.fields import dig, first_text, text, token_usage
from zaptui.replay.importers.format import Children, Format
from zaptui.replay.importers.scribe import Scribe

_LEGACY = "codex/event/"
_FAMILIES = ("thread/", "turn/", "item/", "account/", "codex/", "mcpServer/", "app/", "fuzzy")


def _claims(record: JsonObject) -> bool:
    call = _notification(record)
    method = text(call.get("method"))
    return method.startswith(("thread/", "turn/", "item/", _LEGACY)) and "params" in call


def _notification(record: JsonObject) -> JsonObject:
    return record if "method" in record else as_object(record.get("message"))


def _read(records: Iterator[JsonObject], scribe: Scribe, children: Children) -> None:
    log = _Log(scribe)
    for record in records:
        call = _notification(record)
        scribe.tick(first_text(record, "timestamp", "ts", "time") or None)
        log.take(text(call.get("method")), as_object(call.get("params")))
    log.end()


class _Log:
    """The reading of one log. Two families tell the same facts: the newer one counts."""

    def __init__(self, scribe: Scribe) -> None:
        self._scribe = scribe
        self._thread = ThreadWriter(scribe)
        self._legacy = EventWriter(scribe)
        self._is_newer = False

    def take(self, method: str, params: JsonObject) -> None:
        """The next notification."""
        if method.startswith(_LEGACY):
            if not self._is_newer:
                self._legacy.take(as_object(params.get("msg")))
        elif method.startswith(("thread/", "turn/", "item/")):
            self._is_newer = True
            self._newer(method, params)
        elif method == "error":
            self._error(params)
        elif method and not method.startswith(_FAMILIES):
            self._scribe.unknown(method)

    def end(self) -> None:
        """The log is over."""
        self._thread.flush()
        self._legacy.end()

    def _newer(self, method: str, params: JsonObject) -> None:
        item = as_object(params.get("item"))
        if method == "thread/started":
            thread = as_object(params.get("thread"))
            self._scribe.session, self._scribe.cwd = text(thread.get("id")), text(thread.get("cwd"))
            self._scribe.version = text(thread.get("cliVersion"))
        elif method == "item/started":
            self._thread.started(item)
        elif method == "item/completed":
            self._thread.completed(item)
        elif method.endswith(("delta", "Delta")):
            kind = method.split("/")[1] if method.count("/") > 1 else ""
            if kind in ("agentMessage", "reasoning"):
                is_reasoning = kind == "reasoning"
                self._thread.delta(
                    text(params.get("itemId")), params.get("delta"), reasoning=is_reasoning
                )
        elif method == "turn/plan/updated":
            self._scribe.planned(as_list(params.get("plan")))
        elif method == "thread/tokenUsage/updated":
            self._tokens(as_object(params.get("tokenUsage")))
        elif method == "turn/completed":
            self._completed(as_object(params.get("turn")))

    def _tokens(self, counts: JsonObject) -> None:
        usage = token_usage(
            as_object(counts.get("last")),
            read="inputTokens",
            written="outputTokens",
            cached="cachedInputTokens",
        )
        if usage is not None and self._scribe.began:
            self._scribe.replied(usage=usage)
            self._thread.reply_over = True

    def _completed(self, turn: JsonObject) -> None:
        self._thread.flush()
        status = text(turn.get("status"))
        if status == "interrupted":
            self._scribe.aborted()
        elif status == "failed":
            self._scribe.failed(text(dig(turn, "error").get("message")) or "the turn failed")
        if self._scribe.began:
            self._scribe.settled()
            self._scribe.finish()
        self._thread.reply_over = True

    def _error(self, params: JsonObject) -> None:
        why = text(dig(params, "error").get("message")) or text(params.get("message")) or "error"
        if params.get("willRetry") is True:
            self._scribe.notice(why, level="warning")
        else:
            self._scribe.failed(why)


CODEX_APP_SERVER = Format(
    name="codex-app-server", shown="Codex app-server logs", claims=_claims, read=_read
)
