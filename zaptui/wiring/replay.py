"""A saved run, printed. Nothing is run, whatever the file says."""

from zaptui.core.conversation import Conversation
from zaptui.core.events import Entry
from zaptui.core.json import dump_json
from zaptui.headless.stdout import jsonl_sink, text_writer, write_line
from zaptui.view.result import result_of
from zaptui.view.slim import Slim
from zaptui.view.text_log import TextLog
from zaptui.wiring.options import Output
from zaptui.wiring.tapes import OURS, read_run, run_path, say_told


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
        told = read_run(path, jsonl_sink() if output == "jsonl" else TextLog(text_writer()))
    say_told(told)
    return 0
