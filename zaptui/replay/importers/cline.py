"""Cline, Roo Code and Kilo: the messages of a task as their window shows them."""

from collections.abc import Iterator

from zaptui.core.json import Json, JsonObject, as_list, as_object
from zaptui.planning.foreign_plans import check_list
from zaptui.replay.importers.fields import arguments, as_number, first_text, flat, text, token_usage
from zaptui.replay.importers.format import Children, Format
from zaptui.replay.importers.scribe import Scribe

_QUIET = frozenset(
    {
        *("checkpoint_created", "checkpoint_saved", "deleted_api_reqs", "api_req_finished"),
        *("resume_task", "resume_completed_task", "user_feedback_diff", "load_mcp_documentation"),
        *("shell_integration_warning", "inspect_site_result", "browser_action_result"),
        *("subtask_result", "mistake_limit_reached", "auto_approval_max_req_reached"),
        *("mcp_server_request_started", "api_req_retry_delayed", "codebase_search_result"),
    }
)
_CALLS = ("tool", "use_mcp_server", "browser_action", "browser_action_launch")
_ANSWERS = ("completion_result", "plan_mode_respond", "followup", "act_mode_respond")


def _claims(record: JsonObject) -> bool:
    kind = text(record.get("type"))
    is_number = as_number(record.get("ts")) is not None
    return is_number and kind in ("say", "ask") and isinstance(record.get(kind), str)


def _read(records: Iterator[JsonObject], scribe: Scribe, children: Children) -> None:
    task = _Task(scribe)
    held: JsonObject | None = None
    for record in records:
        if held is not None and not _replaces(record, held):
            task.take(held)
        held = record
    if held is not None:
        task.take(held)
    task.settle()


def _replaces(record: JsonObject, before: JsonObject) -> bool:
    """Whether a record is the same message, further on."""
    same = all(record.get(key) == before.get(key) for key in ("ts", "type", "say", "ask"))
    return same and before.get("partial") is True


class _Task:
    """The reading of one task."""

    def __init__(self, scribe: Scribe) -> None:
        self._scribe = scribe
        self._began = False
        self._command = ""
        self._output: list[str] = []

    def take(self, record: JsonObject) -> None:
        """The next message."""
        kind, said = text(record.get(text(record.get("type")))), text(record.get("text"))
        self._scribe.tick(record.get("ts"))
        if kind in ("command_output", "mcp_server_response"):
            self._output.append(said)
            return
        self.settle()
        if kind in ("text", "task", "user_feedback"):
            self._words(kind, said, pictures=len(as_list(record.get("images"))))
        elif kind == "reasoning":
            self._scribe.reasoning(first_text(record, "text", "reasoning"))
        elif kind == "api_req_started":
            self._request(as_object(_parsed(said)))
        elif kind == "command":
            self._command = self._scribe.called("", "command", {"command": said})
        elif kind in _CALLS:
            self._call(kind, said)
        elif kind in _ANSWERS:
            self._answer(said)
        else:
            self._other(kind, said)

    def _other(self, kind: str, said: str) -> None:
        if kind == "task_progress":
            self._scribe.planned(check_list(said), changes_only=True)
        elif kind == "user_edit_todos":
            self._scribe.planned(as_list(as_object(_parsed(said)).get("todos")), changes_only=True)
        elif kind in ("error", "api_req_failed", "diff_error"):
            self._scribe.failed(said)
        elif kind in ("api_req_retried", "condense_context", "clineignore_error"):
            self._scribe.notice(f"{kind}: {said}" if said else kind, level="warning")
        elif kind not in _QUIET:
            self._scribe.unknown(kind)

    def settle(self) -> None:
        """A command has its whole output when something else is said."""
        if self._command:
            self._scribe.returned(self._command, "\n".join(self._output))
        elif self._output:
            self._scribe.notice("\n".join(self._output))
        self._command, self._output = "", []

    def _words(self, kind: str, said: str, *, pictures: int) -> None:
        """The first text is the task; what comes later is the model's, unless it is feedback."""
        shown = said + " [image]" * pictures
        if kind == "text" and self._began:
            if said.strip():
                self._scribe.text(said)
        elif shown.strip():
            self._scribe.user(shown)
        self._began = True

    def _request(self, request: JsonObject) -> None:
        self._scribe.step()
        usage = token_usage(
            request,
            read="tokensIn",
            written="tokensOut",
            cached="cacheReads",
            beside=("cacheReads", "cacheWrites"),
        )
        self._scribe.replied(usage=usage)
        why = text(request.get("cancelReason"))
        if why == "user_cancelled":
            self._scribe.aborted("the user cancelled")
        elif why:
            self._scribe.failed(text(request.get("streamingFailedMessage")) or why)

    def _call(self, kind: str, said: str) -> None:
        """A call as the window shows it; what it gave stands in the same record, if anywhere."""
        parsed = _parsed(said)
        shown = as_object(parsed)
        name = first_text(shown, "tool", "toolName", "action") or kind
        sent: Json = {key: value for key, value in shown.items() if key not in ("tool", "content")}
        call_id = self._scribe.called("", name, sent if shown else said)
        if kind == "use_mcp_server":
            self._command = call_id
        else:
            self._scribe.returned(call_id, shown.get("content"))

    def _answer(self, said: str) -> None:
        """Words to the user; some are wrapped with the answers they offer."""
        shown = as_object(_parsed(said))
        words = first_text(shown, "question", "response") or ("" if shown else said)
        if words.strip():
            self._scribe.text(words)
            self._scribe.settled()


def _parsed(said: str) -> Json:
    found = arguments(said)
    return flat(found) if isinstance(found, str) else found


CLINE = Format(name="cline", shown="Cline and Roo Code tasks", claims=_claims, read=_read)
