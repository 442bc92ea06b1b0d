"""What a person has opened in a replay: it is opened again wherever it is shown again."""

from collections.abc import Iterator

from zaptui.tui.block import Block
from zaptui.tui.blocks import ReasoningBlock, StageBlock, ToolBlock
from zaptui.tui.document import Document

Identity = tuple[str, int, str]
"""What tells a row from all others of the tape: its kind, its run, its id."""


class Opened:
    """Remembers rows by what they are, for blocks come and go."""

    def __init__(self) -> None:
        self._known: dict[Identity, tuple[bool, bool]] = {}
        """Opened, and opened whole."""

    def remember(self, document: Document, run: int) -> None:
        """Look which rows are open; `run` is the number of the first run of the document."""
        for identity, block in rows(document, run):
            if isinstance(block, StageBlock):
                section = document.turns[identity[1] - run].stages[identity[2]]
                if section.touched:
                    self._known[identity] = (block.opened, False)
            elif block.opened:
                whole = isinstance(block, ToolBlock) and block.everything
                self._known[identity] = (True, whole)
            else:
                self._known.pop(identity, None)

    def recall(self, document: Document, run: int) -> None:
        """Open, and close, the rows as they were."""
        if not self._known:
            return
        for identity, block in list(rows(document, run)):
            opened, whole = self._known.get(identity, (block.opened, False))
            if block.opened != opened:
                document.turn(block)
            if whole and isinstance(block, ToolBlock):
                block.everything = True


def rows(document: Document, run: int) -> Iterator[tuple[Identity, Block]]:
    """The blocks that open, with what tells them apart."""
    for number, turn in enumerate(document.turns, start=run):
        stages = [turn.stages[stage_id] for stage_id in turn.order]
        for stage in stages:
            yield ("stage", number, stage.head.row.stage_id), stage.head
        for parts in (turn.before, *(stage.work for stage in stages), turn.sink):
            for block in parts.stack.blocks:
                if isinstance(block, ToolBlock):
                    yield ("call", number, block.part.call_id), block
                elif isinstance(block, ReasoningBlock):
                    yield ("thought", number, block.part.text[:200]), block
