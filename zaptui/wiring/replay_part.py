"""A saved run up to a place, printed."""

import time
from contextlib import closing

from zaptui.core.conversation import Conversation
from zaptui.core.json import dump_json
from zaptui.core.ports import Sink
from zaptui.errors import UsageError
from zaptui.headless.stdout import jsonl_sink, text_writer, write_line
from zaptui.session.tape_file import TapeFile
from zaptui.view.places import Place, go_to
from zaptui.view.playback import Playback
from zaptui.view.result import result_of
from zaptui.view.slim import Slim
from zaptui.view.text_log import TextLog
from zaptui.wiring.options import Output
from zaptui.wiring.talk import say
from zaptui.wiring.tape_host import TapeHost

_WAIT_S = 0.01


def replay_part(name: str, output: Output, place: Place) -> int:
    """Print what had happened at a place; the exit code. UsageError for a stage that never was."""
    with closing(TapeHost(name)) as host:
        _look_at_all(host.source)
        playback = Playback(host.source)
        if not go_to(playback, place):
            raise UsageError(f"the run has no stage {place.value:g}")
        if output == "json":
            conversation, slim = Conversation(), Slim()
            _tell(
                host.source,
                playback.line,
                lambda entry: conversation.apply(slim(entry.event), at=entry.at),
            )
            result = result_of(conversation)
            write_line(dump_json(result | {"format": host.format} if host.format else result))
        else:
            sink = jsonl_sink() if output == "jsonl" else TextLog(text_writer(), tells_failure=True)
            _tell(host.source, playback.line, sink)
        for notice in host.notices():
            say(notice)
    return 0


def _look_at_all(tape: TapeFile) -> None:
    while not tape.index.done:
        tape.grow(1.0)
        if not tape.index.done:
            time.sleep(_WAIT_S)  # the importer is still at work


def _tell(tape: TapeFile, lines: int, sink: Sink) -> None:
    reader = tape.reader(0, 0)
    for _ in range(lines):
        line = reader.take()
        if line is None:
            return
        for entry in line.inserted:
            sink(entry)
        if line.entry is not None:
            sink(line.entry)
