"""The plan of any session, running or saved: read, and patched where it is kept (L6)."""

import os
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

from zaptui.agent.plan_keeper import PlanKeeper
from zaptui.agent.restore import restore_planner, restored
from zaptui.core import events as e
from zaptui.errors import TranscriptError, UsageError
from zaptui.planning.plan_edit import empty_plan
from zaptui.planning.planner import select_planner
from zaptui.planning.stored_plan import PlanVersion, PlanWrite, StoredPlan, plan_of_version
from zaptui.session.folder import find_transcript, session_file, state_dir
from zaptui.session.lock import SessionBusy
from zaptui.session.plan_store import SqlitePlanStore
from zaptui.session.plan_tape import told_versions
from zaptui.session.summary import summarise
from zaptui.session.transcript import load
from zaptui.session.writer import TranscriptWriter
from zaptui.view.masking import Mask
from zaptui.wiring.clock import now
from zaptui.wiring.plans import MaskedPlans
from zaptui.wiring.secrets import mask_of
from zaptui.wiring.sessions import last_session


class PlanSource:
    """A session's plan in the store, with its tape behind it. Another's file is only read."""

    def __init__(self, path: Path, *, store: SqlitePlanStore | None, mask: Mask) -> None:
        self._path = path
        self._mask = mask
        self._store = MaskedPlans(store, mask) if store is not None else None
        self._rows = store
        self._told: list[PlanVersion] | None = None

    @property
    def session(self) -> str:
        return self._path.stem

    def live(self) -> StoredPlan:
        """The plan as it is now; an empty one where there is none."""
        if self._store is not None:
            found = self._store.read(self.session) or self._recovered()
            if found is not None:
                return found
        told = self._versions_told()
        return plan_of_version(self.session, told[-1]) if told else self._empty()

    def log(self) -> Sequence[PlanVersion]:
        """All versions that are known, in order."""
        if self._store is None:
            return self._versions_told()
        self.live()
        return self._store.log(self.session)

    def at(self, version: int | None) -> StoredPlan:
        """The plan at a version; UsageError for one that is not known. None: now, 0: before it."""
        live = self.live()
        if version is None or version == live.version:
            return live
        if version == 0:
            return empty_plan(self.session, live.mode)
        known = self.log()
        found = next((entry for entry in known if entry.version == version), None)
        if found is None:
            last = f"the last one is {live.version}"
            raise UsageError(f"the plan has no version {version}", hint=last)
        return plan_of_version(self.session, found)

    def change(self, edit: Callable[[StoredPlan], PlanWrite]) -> tuple[int | None, bool]:
        """Write what `edit` makes of the live plan; the new version, None for the old one, and
        whether a process that holds the session is to take it up. With nobody there it goes onto
        the tape at once."""
        if self._store is None:
            raise UsageError(f"{self._path} is no session of zap's", hint="zap -r goes on with it")
        try:
            writer = TranscriptWriter(self._path)
        except SessionBusy:
            self.live()  # what was lost is there again before it is changed
            return self._write(edit), True
        try:
            loaded = load(self._path)
            told = loaded.entries[: len(loaded.entries) - len(loaded.missing)]
            self._catch_up(told)
            version = self._write(edit)
            self._tell(told, writer)
        finally:
            writer.close()
        return version, False

    def _write(self, edit: Callable[[StoredPlan], PlanWrite]) -> int | None:
        def change(live: StoredPlan | None) -> PlanWrite | None:
            live = self._empty() if live is None else live
            write = edit(live)
            stale = write.expected_version not in (None, live.version)
            return write if stale or write.changes(live) else None

        assert self._store is not None
        return self._store.change(self.session, change)

    def _tell(self, told: Sequence[e.Entry], writer: TranscriptWriter) -> None:
        """Append the versions that are stored and not yet on the tape."""
        last = told[-1]
        seq = last.seq

        def append(event: e.Event) -> None:
            nonlocal seq
            seq += 1
            writer(e.Entry(seq=seq, at=last.at, event=self._mask.event(event)))

        before = restored(told)
        planner = select_planner(self.live().mode)
        restore_planner(planner, before)
        PlanKeeper(
            planner,
            store=self._store,
            session=self.session,
            now=now,
            tell=append,
            remind=_nothing,
        ).take_up()

    def _recovered(self) -> StoredPlan | None:
        """The plan of a store that was lost, from the tape."""
        self._catch_up(None)
        return self._store.read(self.session) if self._store is not None else None

    def _catch_up(self, entries: Sequence[e.Entry] | None) -> None:
        told = self._versions_told() if entries is None else told_versions(entries)
        if self._rows is not None and told:
            self._rows.catch_up(self.session, told)

    def _versions_told(self) -> list[PlanVersion]:
        if self._told is None:
            self._told = told_versions(load(self._path).entries)
        return self._told

    def _empty(self) -> StoredPlan:
        summary = summarise(self._path)
        if summary is None:
            raise TranscriptError(f"{self._path.name} is not a zap transcript")
        return empty_plan(self.session, select_planner(summary.mode or "none").mode)


def open_plan_source(name: str | None, stack: ExitStack) -> PlanSource:
    """The plan of a session: an id, its beginning, a file; None is the last one of this folder."""
    state = state_dir(os.environ)
    if name is None:
        path = session_file(state, last_session(Path.cwd()))
    else:
        path = find_transcript(state, name)
    store: SqlitePlanStore | None = None
    if path.resolve().parent == (state / "sessions").resolve():
        store = SqlitePlanStore(state)
        stack.callback(store.close)
    return PlanSource(path, store=store, mask=mask_of(os.environ))


def _nothing(text: str) -> None:
    """Nobody is reminded of an edit while no model reads."""
