"""The screen of a replay: transcript, plan, timeline. It shows a tape and can do nothing else."""

from collections.abc import Callable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.screen import Screen

from zaptui.errors import ZapError
from zaptui.tui.ask_line import AskLine
from zaptui.tui.behind import BehindLine
from zaptui.tui.plain import PLAIN, plain_bar
from zaptui.tui.plan_place import PlanPlace
from zaptui.tui.terminal import Terminal
from zaptui.tui.transcript import Transcript
from zaptui.tui.viewer_clock import TICK_S, Ticks
from zaptui.tui.viewer_facts import facts_of, moment_of
from zaptui.tui.viewer_finding import Finding
from zaptui.tui.viewer_host import Opening, ViewerHost
from zaptui.tui.viewer_keys import BINDINGS
from zaptui.tui.viewer_lines import Timeline, ViewerFooter, ViewerHeader, ViewerHelp
from zaptui.tui.viewer_reading import Reading
from zaptui.tui.viewer_saving import Saving
from zaptui.tui.viewer_transcript import ViewerTranscript
from zaptui.view.glyphs import ASCII, Glyphs
from zaptui.view.places import END
from zaptui.view.playback import Playback
from zaptui.view.player import Player
from zaptui.view.text import one_line


class Viewer(Screen[None]):
    """Plays a tape with the app's own widgets."""

    AUTO_FOCUS: ClassVar[str | None] = "#transcript"
    BINDINGS: ClassVar[list[BindingType]] = BINDINGS

    def __init__(
        self,
        host: ViewerHost,
        *,
        glyphs: Glyphs,
        terminal: Terminal,
        motion: bool,
        clock: Callable[[], float],
        opening: Opening,
        failed: Callable[[ZapError], None],
    ) -> None:
        """`failed` is told what is wrong with the file, should that end it."""
        super().__init__()
        self.host = host
        self.failed = failed
        self.terminal = terminal
        self.player = Player(Playback(host.source))
        self.player.speed = opening.speed
        self.transcript = ViewerTranscript(lambda: self.player.now, glyphs=glyphs)
        self.plan = PlanPlace(glyphs)
        self.finding, self.reading, self.saving = Finding(self), Reading(self), Saving(self)
        self.header, self.timeline, self.footer = ViewerHeader(), Timeline(), ViewerFooter()
        self.help, self.ask = ViewerHelp(), AskLine()
        self._place = opening.place
        self._glyphs = glyphs
        self._ticks = Ticks(clock, motion=motion)
        self._warning = ""
        self._held = 0
        """Which conversation of the playback is shown."""
        self._asked: Callable[[str], None] = self.finding.find

    # ---- build

    def compose(self) -> ComposeResult:
        yield self.header
        with Horizontal(id="body"):
            yield self.transcript
            yield self.plan.panel
        yield BehindLine(glyphs=self._glyphs)
        yield self.plan.line
        yield self.help
        yield self.timeline
        yield self.ask
        yield self.footer

    def on_mount(self) -> None:
        """Begin to play, or go where a person wants to look."""
        if self._glyphs is ASCII:
            self.add_class(PLAIN)
            plain_bar(self.transcript)
        self.plan.panel.can_focus = False
        self.plan.place(self.size.width)
        self.reading.begin(self._place)
        self.show()
        self.set_interval(TICK_S, self.tick)

    # ---- time

    def tick(self) -> None:
        """Play on."""
        passed = self._ticks.passed()
        if not self.player.playing:
            return
        came = self.player.advance(passed, holding=not self.transcript.following)
        if came or not self.player.playing:
            self.show()
        if self._ticks.beats():
            self.transcript.tick(quiet_s=self.player.quiet_s, beat=self._ticks.beat)
            self.show_facts()

    # ---- showing

    def show(self, *, moved: bool = False) -> None:
        """Show the position. `moved`: a person went there, and wants to see it."""
        playback = self.player.playback
        if playback.rebased != self._held:
            self._held = playback.rebased
            self.transcript.hold(playback, stay=not moved)
        else:
            self.transcript.sync(quiet_s=self.player.quiet_s)
            if moved:
                self.transcript.recall()
        if moved:
            self._warning = self.player.told
            self.transcript.follow()
        self.show_facts()

    def show_facts(self) -> None:
        """Show the figures of this moment."""
        live = self.transcript.document.live
        rows = live.rows if live is not None else ()
        self.plan.set(rows, now=self.player.now, beat=self._ticks.beat)
        facts = facts_of(self.player, self.host, warning=self._warning)
        self.timeline.moment = moment_of(self.player, self.host)
        for line in (self.header, self.footer):
            line.facts = facts
            line.repaint()
        self.timeline.repaint()
        self.terminal.set_title(f"zap replay {one_line(facts.title, 60)}".strip())

    def warn(self, text: str) -> None:
        """A word in the footer."""
        if text != self._warning:
            self._warning = text
            self.show_facts()

    def on_resize(self) -> None:
        """The plan has its place by the width."""
        self.plan.place(self.size.width)
        self.show_facts()

    # ---- what the widgets say

    @on(Transcript.Behind)
    def _behind(self, message: Transcript.Behind) -> None:
        self.query_one(BehindLine).set(message.lines)

    @on(BehindLine.Clicked)
    def _to_latest(self) -> None:
        self.transcript.follow()

    @on(ViewerTranscript.AtTop)
    def _more_above(self) -> None:
        if self.transcript.scroll_y <= 0 and self.player.playback.extend():
            self.show()

    @on(Timeline.Clicked)
    def _to_moment(self, message: Timeline.Clicked) -> None:
        self.player.to_moment(message.axis)
        self.show(moved=True)

    @on(AskLine.Closed)
    def _answered(self, message: AskLine.Closed) -> None:
        self.transcript.focus()
        if message.text:
            self._asked(message.text)

    # ---- keys

    def action_play(self) -> None:
        """Space: play or pause."""
        self.player.toggle()
        self.transcript.follow()
        self.show(moved=True)

    def action_step(self, direction: int) -> None:
        """Left, right: a step back or on."""
        self.player.step(direction)
        self.show(moved=True)

    def action_stage(self, direction: int) -> None:
        """Up, down: the begin of a stage."""
        self.player.stage(direction)
        self.show(moved=True)

    def action_faster(self, steps: int) -> None:
        """The brackets: another speed."""
        self.player.faster(steps)
        self.show_facts()

    def action_to_start(self) -> None:
        """Home: the first event."""
        self.player.to_start()
        self.show(moved=True)

    def action_to_end(self) -> None:
        """End: the last event."""
        self.player.to(END)
        self.show(moved=True)

    def action_search(self) -> None:
        """Slash: look for something."""
        self._asked = self.finding.find
        self.ask.ask("/")

    def action_again(self, direction: int) -> None:
        """n, N: the next place, the one before."""
        if not self.finding.again(direction):
            self.action_search()

    def action_copy_row(self) -> None:
        """Copy the row at the cursor."""
        self.saving.copy(self.transcript.row_text())

    def action_export(self) -> None:
        """Ask for a file, and write the run to it."""
        self._asked = self.saving.export
        self.ask.ask("export to", self.host.export_name())

    def action_help(self) -> None:
        """What can be pressed."""
        self.help.about = self.host.about()
        self.help.display = not self.help.display
        self.help.repaint()

    def action_cycle_plan(self) -> None:
        """The plan as the width says, as a panel, as a line, not at all."""
        shown = self.plan.cycle()
        self.warn(f"plan: {shown}")

    def action_back(self) -> None:
        """Escape: away with the help, then with the marks of the search."""
        if self.help.display:
            self.help.display = False
        else:
            self.finding.stop()
            self.warn("")
