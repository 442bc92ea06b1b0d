"""The screen of a replay: transcript, plan, timeline. It shows a tape and can do nothing else."""

import asyncio
from collections.abc import Callable
from typing import Any, ClassVar, cast

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.screen import Screen

from zaptui.errors import ZapError
from zaptui.tui.ask_line import AskLine
from zaptui.tui.behind import BehindLine
from zaptui.tui.plain import PLAIN, PlainBar
from zaptui.tui.plan_place import PlanPlace
from zaptui.tui.terminal import Terminal
from zaptui.tui.textual_fixes import zap_app
from zaptui.tui.transcript import Transcript
from zaptui.tui.viewer_host import Opening, ViewerHost
from zaptui.tui.viewer_lines import Timeline, ViewerFacts, ViewerFooter, ViewerHeader, ViewerHelp
from zaptui.tui.viewer_search import Seeker
from zaptui.tui.viewer_transcript import ViewerTranscript
from zaptui.view.glyphs import ASCII, Glyphs
from zaptui.view.places import END
from zaptui.view.playback import Playback
from zaptui.view.player import Player
from zaptui.view.text import one_line
from zaptui.view.timeline import Moment

_TICK_S = 1 / 15
_BEAT_S = 0.5
_LOOK_S, _LOOK_EVERY_S = 0.02, 0.03
"""How long the tape is looked at in one go, and how often: keys come between."""
_LONGEST_TICK_S = 0.5
"""A process that stood still does not jump ahead."""


class Viewer(Screen[None]):
    """Plays a tape with the app's own widgets."""

    AUTO_FOCUS: ClassVar[str | None] = "#transcript"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "play", "Play", show=False, id="viewer.play"),
        Binding("left", "step(-1)", show=False, id="viewer.step_back"),
        Binding("right", "step(1)", show=False, id="viewer.step"),
        Binding("up", "stage(-1)", show=False, id="viewer.stage_back"),
        Binding("down", "stage(1)", show=False, id="viewer.stage"),
        Binding("left_square_bracket", "faster(-1)", show=False, id="viewer.slower"),
        Binding("right_square_bracket", "faster(1)", show=False, id="viewer.faster"),
        Binding("home", "to_start", show=False, id="viewer.start"),
        Binding("end", "to_end", show=False, id="viewer.end"),
        Binding("slash", "search", show=False, id="viewer.search"),
        Binding("n", "again(1)", show=False, id="viewer.next"),
        Binding("N", "again(-1)", show=False, id="viewer.before"),
        Binding("y", "copy_row", show=False, id="viewer.copy"),
        Binding("e", "export", show=False, id="viewer.export"),
        Binding("question_mark", "help", show=False, id="viewer.help"),
        Binding("ctrl+t", "cycle_plan", show=False, id="plan.cycle"),
        Binding("escape", "back", show=False, id="viewer.back"),
        Binding("q", "leave", show=False, id="viewer.quit"),
    ]

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
        self._failed = failed
        self.terminal = terminal
        self.player = Player(Playback(host.source))
        self.player.speed = opening.speed
        self.transcript = ViewerTranscript(lambda: self.player.now, glyphs=glyphs)
        self.plan = PlanPlace(glyphs)
        self.seeker: Seeker | None = None
        self.header, self.timeline, self.footer = ViewerHeader(), Timeline(), ViewerFooter()
        self.help, self.ask = ViewerHelp(), AskLine()
        self._place = opening.place
        self._glyphs = glyphs
        self._motion = motion
        self._clock = clock
        self._ticked = clock()
        self._beat_at = clock()
        self._beat = False
        self._warning = ""
        self._told = 0
        """How many of the host's notices have been told."""
        self._held = 0
        """Which conversation of the playback is shown."""
        self._asked: Callable[[str], None] = self._find

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
            cast("Any", self.transcript.vertical_scrollbar).renderer = PlainBar
        self.plan.place(self.size.width)
        self._grow(_LOOK_S)
        if self._place is None:
            self.player.to_start()
            self.player.playing = not self.player.playback.at_end
        else:
            self.player.to(self._place)
        self._show()
        self._looking = self.set_interval(_LOOK_EVERY_S, self._look)
        self.set_interval(_TICK_S, self._tick)

    # ---- time

    def _tick(self) -> None:
        """Play on."""
        now = self._clock()
        passed, self._ticked = min(now - self._ticked, _LONGEST_TICK_S), now
        if not self.player.playing:
            return
        came = self.player.advance(passed, holding=not self.transcript.following)
        beats = now - self._beat_at >= _BEAT_S
        if beats:
            self._beat_at, self._beat = now, self._motion and not self._beat
        if came or not self.player.playing:
            self._show()
        elif beats:
            self.transcript.tick(quiet_s=self.player.quiet_s, beat=self._beat)
            self._show_facts()

    def _look(self) -> None:
        """Look at more of the tape, and look for what is wanted in it."""
        index = self.host.source.index
        if not index.done:
            self._grow(_LOOK_S)
            if self.player.look():
                self._show(moved=True)
            self._show_facts()
        if self.seeker is not None and not self.seeker.idle:
            found = self.seeker.look()
            self._warn(self.seeker.told or self._warning)
            if found is not None:
                self._show_found(found)
        elif index.done:
            self._looking.pause()

    def _grow(self, seconds: float) -> None:
        try:
            self.host.source.grow(seconds)
        except ZapError as error:
            self._failed(error)
            return
        notices = self.host.notices()
        if len(notices) > self._told:
            self._told = len(notices)
            self._warning = notices[-1]

    # ---- showing

    def _show(self, *, moved: bool = False) -> None:
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
        self._show_facts()

    def _show_facts(self) -> None:
        playback, player, index = self.player.playback, self.player, self.player.index
        live = self.transcript.document.live
        self.plan.set(live.rows if live is not None else (), now=player.now, beat=self._beat)
        started = playback.conversation.turn.started
        facts = ViewerFacts(
            title=started.prompt,
            model=playback.conversation.turn.current.model or started.model,
            mode=started.mode,
            format=self.host.format,
            context_tokens=playback.context_tokens,
            warning="reading…" if player.waits else self._warning,
        )
        share = 1.0 if index.done else max(0.001, self.host.source.share)
        self.timeline.moment = Moment(
            axis=player.axis,
            total=max(player.axis, index.pace.axis / share),
            clock=playback.pace.clock,
            clock_total=index.pace.clock / share,
            known=index.done,
            stops=index.stops,
            line=playback.line,
            lines=index.lines,
            playing=player.playing,
            speed=player.speed,
        )
        for line in (self.header, self.footer):
            line.facts = facts
            line.repaint()
        self.timeline.repaint()
        self.terminal.set_title(f"zap replay {one_line(started.prompt, 60)}".strip())

    def _show_found(self, line: int) -> None:
        told = self._warning
        self.player.playing = False
        self.player.to_line(line)
        self._show(moved=True)
        self.transcript.reveal(self.player.playback.latest)
        self._warn(told)

    def _warn(self, text: str) -> None:
        if text != self._warning:
            self._warning = text
            self._show_facts()

    def on_resize(self) -> None:
        """The plan has its place by the width."""
        self.plan.place(self.size.width)
        self._show_facts()

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
            self._show()

    @on(Timeline.Clicked)
    def _to_moment(self, message: Timeline.Clicked) -> None:
        self.player.to_moment(message.axis)
        self._show(moved=True)

    @on(AskLine.Answered)
    def _answered(self, message: AskLine.Answered) -> None:
        self.transcript.focus()
        if message.text.strip():
            self._asked(message.text.strip())

    @on(AskLine.GivenUp)
    def _given_up(self) -> None:
        self.transcript.focus()

    # ---- keys

    def action_play(self) -> None:
        """Space: play or pause."""
        self.player.toggle()
        self.transcript.follow()
        self._show(moved=True)

    def action_step(self, direction: int) -> None:
        """Left, right: a step back or on."""
        self.player.step(direction)
        self._show(moved=True)

    def action_stage(self, direction: int) -> None:
        """Up, down: the begin of a stage."""
        self.player.stage(direction)
        self._show(moved=True)

    def action_faster(self, steps: int) -> None:
        """The brackets: another speed."""
        self.player.faster(steps)
        self._show_facts()

    def action_to_start(self) -> None:
        """Home: the first event."""
        self.player.to_start()
        self._show(moved=True)

    def action_to_end(self) -> None:
        """End: the last event."""
        self.player.to(END)
        self._show(moved=True)

    def action_search(self) -> None:
        """Slash: look for something."""
        self._asked = self._find
        self.ask.ask("/")

    def _find(self, wanted: str) -> None:
        self.seeker = Seeker(self.host.source.search(wanted), self.player.playback.line)
        self.transcript.mark_found(wanted)
        self._looking.resume()

    def action_again(self, direction: int) -> None:
        """n, N: the next place, the one before."""
        if self.seeker is None:
            self.action_search()
            return
        self.seeker.go(direction, self.player.playback.line)
        self._looking.resume()

    def action_copy_row(self) -> None:
        """Copy the row at the cursor."""
        self.copy(self.transcript.row_text())

    def copy(self, text: str) -> None:
        """Send a text to the terminal's clipboard; whether it took it cannot be known."""
        if text:
            self.terminal.copy(text)
        self._warn("sent to the terminal" if text else "there is nothing to copy")

    def action_export(self) -> None:
        """Ask for a file, and write the run to it."""
        self._asked = self._export
        self.ask.ask("export to", self.host.export_name())

    def _export(self, file: str) -> None:
        self.run_worker(self._write(file), group="export", exclusive=True, exit_on_error=False)

    async def _write(self, file: str) -> None:
        try:
            self._warn(f"written: {await asyncio.to_thread(self.host.export, file)}")
        except ZapError as error:
            self._warn(str(error))

    def action_help(self) -> None:
        """What can be pressed."""
        self.help.about = [self.host.name, *self.host.notices()]
        self.help.display = not self.help.display
        self.help.repaint()

    def action_cycle_plan(self) -> None:
        """The plan as the width says, as a panel, as a line, not at all."""
        shown = self.plan.cycle()
        self._warn(f"plan: {shown}")

    def action_back(self) -> None:
        """Escape: away with the help, then with the marks of the search."""
        if self.help.display:
            self.help.display = False
        else:
            self.seeker = None
            self.transcript.mark_found("")
            self._warn("")

    async def action_leave(self) -> None:
        """Quit."""
        await zap_app(self).run_action("app.leave")
