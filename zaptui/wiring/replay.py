"""A saved run, printed. Nothing is run, whatever the file says."""

import os
import sys

from zaptui.core.conversation import Conversation
from zaptui.core.events import Entry
from zaptui.core.json import dump_json
from zaptui.headless.stdout import jsonl_sink, text_writer, write_line
from zaptui.view.result import result_of
from zaptui.view.slim import Slim
from zaptui.view.text_log import TextLog
from zaptui.wiring.options import Output, output_of
from zaptui.wiring.tapes import OURS, read_run, run_path, say_told


def replay_run(
    name: str,
    output: str | None,
    *,
    at: str | None,
    stage: int | None,
    speed: float | None,
    plain: bool,
) -> int:
    """Play a run on a terminal, or print it where there is none or an output is named."""
    if at is None and stage is None and speed is None and (output or not has_screen()):
        return replay_file(name, output_of(output or "text"))
    from zaptui.wiring.viewer import place_of, speed_of, view_file  # a stream needs no places

    place, pace = place_of(at, stage), speed_of(speed)
    if output is None and has_screen():
        return view_file(name, place=place, speed=pace, plain=plain)
    printed = output_of(output or "text")
    if place is None:
        return replay_file(name, printed)
    from zaptui.wiring.replay_part import replay_part

    return replay_part(name, printed, place)


def replay_file(name: str, output: Output) -> int:
    """Print a transcript as asked; jsonl gives back the recorded lines. The exit code."""
    path = run_path(name)
    if output == "json":
        conversation, slim = Conversation(), Slim()

        def take(entry: Entry) -> None:
            conversation.apply(slim(entry.event), at=entry.at)

        told = read_run(path, take)
        result = result_of(conversation)
        if told.format != OURS:
            result |= {"format": told.format, "not_understood": told.not_understood}
        write_line(dump_json(result))
    else:
        told = read_run(
            path, jsonl_sink() if output == "jsonl" else TextLog(text_writer(), tells_failure=True)
        )
    say_told(told)
    return 0


def has_screen() -> bool:
    """Whether this is a terminal on which something can move."""
    streams = (sys.stdin, sys.stdout)
    terminal = all(stream is not None and stream.isatty() for stream in streams)
    return terminal and os.environ.get("TERM", "dumb") != "dumb"
