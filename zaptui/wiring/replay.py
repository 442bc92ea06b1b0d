"""A saved run, folded and printed. Nothing is run, whatever the file says."""

import os
from collections.abc import Sequence

from zaptui.core.events import Entry
from zaptui.core.json import dump_json
from zaptui.core.lines import encode
from zaptui.headless.stdout import text_writer, write_line
from zaptui.replay.player import fold
from zaptui.session.folder import find_transcript, state_dir
from zaptui.session.transcript import load
from zaptui.view.result import result_of
from zaptui.view.text_log import TextLog
from zaptui.wiring.options import Output
from zaptui.wiring.talk import say


def replay_file(name: str, output: Output) -> int:
    """Print a transcript as asked; jsonl gives back the recorded lines. The exit code."""
    loaded = load(find_transcript(state_dir(os.environ), name))
    for warning in loaded.warnings:
        say(f"warning: {warning}")
    if loaded.crashed:
        say("warning: the run has no end; it was killed or is still running")
    _print(loaded.entries, output)
    return 0


def _print(entries: Sequence[Entry], output: Output) -> None:
    if output == "json":
        write_line(dump_json(result_of(fold(entries))))
    elif output == "jsonl":
        for entry in entries:
            write_line(encode(entry))
    else:
        log = TextLog(text_writer())
        for entry in entries:
            log(entry)
