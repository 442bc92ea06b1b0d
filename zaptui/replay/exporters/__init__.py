"""Saved runs in other formats: pure functions from a tape to chunks of text."""

from collections.abc import Iterable, Iterator, Mapping

from zaptui.core.events import Entry
from zaptui.replay.exporters.atif import export_atif
from zaptui.replay.exporters.b4run import export_b4run
from zaptui.replay.exporters.cast import export_cast
from zaptui.replay.exporters.codex import export_codex
from zaptui.replay.exporters.exporter import Exporter, ExportFormat
from zaptui.replay.exporters.html import export_html
from zaptui.replay.exporters.joined import joined
from zaptui.replay.exporters.json import export_json
from zaptui.replay.exporters.masked import masked
from zaptui.replay.exporters.md import export_markdown
from zaptui.replay.exporters.svg import export_svg

EXPORTERS: Mapping[ExportFormat, Exporter] = {
    "md": export_markdown,
    "html": export_html,
    "json": export_json,
    "atif": export_atif,
    "codex": export_codex,
    "b4run": export_b4run,
    "cast": export_cast,
    "svg": export_svg,
}


def export(
    entries: Iterable[Entry],
    format: ExportFormat,  # the word of the command line
    *,
    redact: bool,
) -> Iterator[str]:
    """The tape in another format, chunk by chunk; secrets are masked when `redact` says so."""
    whole = joined(entries)
    return EXPORTERS[format](masked(whole) if redact else whole)
