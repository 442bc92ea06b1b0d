"""The viewer, started; and what a command line says of places and speeds."""

from contextlib import ExitStack, closing
from pathlib import Path

from zaptui.config.files import Loaded
from zaptui.config.schema import ProjectSettings, Settings
from zaptui.errors import UsageError, ZapError
from zaptui.view.places import Place, parse_place
from zaptui.wiring.models import settings_for
from zaptui.wiring.signals import ProcessLife
from zaptui.wiring.talk import say
from zaptui.wiring.tape_host import TapeHost

_SLOWEST, _FASTEST = 0.25, 32.0


def place_of(at: str | None, stage: int | None) -> Place | None:
    """The place that `--at` or `--stage` names. UsageError where it names none."""
    if stage is not None:
        if at is not None:
            raise UsageError("--at and --stage each name a place", hint="use one of them")
        return Place(kind="stage", value=stage)
    if at is None:
        return None
    place = parse_place(at)
    if place is None:
        raise UsageError(
            f"--at {at[:40]!r} is no place", hint="as 73%, 1:30, 90s, or the number of an event"
        )
    return place


def speed_of(speed: float | None) -> float:
    """How fast it plays. UsageError for what no viewer can do."""
    if speed is None:
        return 1.0
    if not _SLOWEST <= speed <= _FASTEST:
        raise UsageError(f"--speed {speed:g} is not between {_SLOWEST:g} and {_FASTEST:g}")
    return speed


def view_file(name: str, *, place: Place | None, speed: float, plain: bool) -> int:
    """Play a run on this terminal; the exit code. Nothing is run, whatever the file says."""
    with ExitStack() as stack:
        host = stack.enter_context(closing(TapeHost(name)))
        host.source.grow(0.0)
        settings = _settings()
        from zaptui.tui.viewer_app import ViewerApp  # after all that can fail without a screen
        from zaptui.tui.viewer_host import Opening
        from zaptui.wiring.looks import looks_of

        app = ViewerApp(
            host,
            looks=looks_of(settings, plain=plain),
            opening=Opening(place=place, speed=speed),
        )
        app.life = stack.enter_context(closing(ProcessLife(app.restore_terminal)))
        app.run(mouse=settings.user.ui.mouse)
        if app.crash is not None:
            raise app.crash
        if app.failure is not None:
            raise app.failure
        for notice in host.notices():
            say(notice)
        return app.return_code or 0


def _settings() -> Loaded:
    """The settings in force; a replay needs none, and broken ones do not hinder it."""
    try:
        return settings_for(Path.cwd())
    except ZapError as error:
        say(f"warning: {error}")
        return Loaded(user=Settings(), project=ProjectSettings())
