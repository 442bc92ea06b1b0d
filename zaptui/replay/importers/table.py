"""The formats that can be read: one importer each, in the order they are asked."""

from zaptui.replay.importers.claude_code import CLAUDE_CODE
from zaptui.replay.importers.codex_rollout import CODEX_ROLLOUT
from zaptui.replay.importers.format import Format

FORMATS: tuple[Format, ...] = (CLAUDE_CODE, CODEX_ROLLOUT)
