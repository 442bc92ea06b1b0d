"""What the lines of the viewer tell of this moment."""

from zaptui.tui.viewer_host import ViewerHost
from zaptui.tui.viewer_lines import ViewerFacts
from zaptui.view.player import Player
from zaptui.view.timeline import Moment

_TITLE = 2_000
"""Characters of a prompt that are looked at."""


def facts_of(player: Player, host: ViewerHost, *, warning: str) -> ViewerFacts:
    """The task, the model, what there is to say."""
    turns = player.playback.conversation.turns
    started = turns[-1].started if turns else None
    model = (turns[-1].current.model or turns[-1].started.model) if turns else ""
    return ViewerFacts(
        title=started.prompt[:_TITLE] if started is not None else "",
        model=model,
        mode=started.mode if started is not None else "",
        format=host.format,
        context_tokens=player.playback.context_tokens,
        warning="reading…" if player.waits else warning,
    )


def moment_of(player: Player, host: ViewerHost) -> Moment:
    """Where the player is; what has not been looked at yet is guessed."""
    index, playback = player.index, player.playback
    share = 1.0 if index.done else max(0.001, host.source.share)
    timed = index.pace.clock > 0
    total = max(player.axis, index.pace.axis / share)
    return Moment(
        axis=player.axis,
        total=total,
        clock=playback.pace.clock if timed else player.axis,
        clock_total=index.pace.clock / share if timed else total,
        known=index.done,
        stops=index.stops,
        line=playback.line,
        lines=index.lines,
        playing=player.playing,
        speed=player.speed,
    )
