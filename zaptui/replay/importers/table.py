"""The formats that can be read: one importer each, in the order they are asked."""

from zaptui.replay.importers.ai_sdk_messages import AI_SDK_MESSAGES
from zaptui.replay.importers.ai_sdk_stream import AI_SDK_STREAM
from zaptui.replay.importers.anthropic_messages import ANTHROPIC_MESSAGES
from zaptui.replay.importers.atif import ATIF
from zaptui.replay.importers.claude_code import CLAUDE_CODE
from zaptui.replay.importers.claude_stream import CLAUDE_STREAM
from zaptui.replay.importers.cline import CLINE
from zaptui.replay.importers.codex_app_server import CODEX_APP_SERVER
from zaptui.replay.importers.codex_exec import CODEX_EXEC
from zaptui.replay.importers.codex_rollout import CODEX_ROLLOUT
from zaptui.replay.importers.codex_tui import CODEX_TUI
from zaptui.replay.importers.copilot_cli import COPILOT_CLI
from zaptui.replay.importers.format import Format
from zaptui.replay.importers.gemini_cli import GEMINI_CLI
from zaptui.replay.importers.gemini_stream import GEMINI_STREAM
from zaptui.replay.importers.inspect_log import INSPECT_LOG
from zaptui.replay.importers.kimi import KIMI
from zaptui.replay.importers.langgraph import LANGGRAPH
from zaptui.replay.importers.mini_swe_agent import MINI_SWE_AGENT
from zaptui.replay.importers.opencode_events import OPENCODE_EVENTS
from zaptui.replay.importers.opencode_export import OPENCODE_EXPORT
from zaptui.replay.importers.openhands_events import OPENHANDS_EVENTS
from zaptui.replay.importers.openhands_sdk import OPENHANDS_SDK
from zaptui.replay.importers.pi import PI
from zaptui.replay.importers.swe_agent import SWE_AGENT

FORMATS: tuple[Format, ...] = (
    CLAUDE_CODE,
    CLAUDE_STREAM,
    CODEX_ROLLOUT,
    CODEX_EXEC,
    CODEX_APP_SERVER,
    CODEX_TUI,
    OPENCODE_EVENTS,
    OPENCODE_EXPORT,
    GEMINI_CLI,
    GEMINI_STREAM,
    COPILOT_CLI,
    KIMI,
    PI,
    CLINE,
    ANTHROPIC_MESSAGES,
    SWE_AGENT,
    MINI_SWE_AGENT,
    ATIF,
    OPENHANDS_EVENTS,
    OPENHANDS_SDK,
    AI_SDK_MESSAGES,
    AI_SDK_STREAM,
    INSPECT_LOG,
    LANGGRAPH,
)
