"""The store of plans as runs use it: secrets masked, brought up to the tape, never in the way."""

import os
from collections.abc import Sequence
from contextlib import ExitStack

from zaptui.errors import StateError
from zaptui.planning.stored_plan import Edit, PlanStore, PlanVersion, PlanWrite, StoredPlan
from zaptui.session.folder import state_dir
from zaptui.session.plan_store import SqlitePlanStore
from zaptui.session.plan_tape import told_versions
from zaptui.view.masking import Mask
from zaptui.wiring.resume import Resumed


def open_plans(
    *, save: bool, mask: Mask, stack: ExitStack, resumed: Resumed | None = None
) -> "MaskedPlans | None":
    """The store of a run; None when nothing is saved."""
    if not save:
        return None
    store = SqlitePlanStore(state_dir(os.environ))
    stack.callback(store.close)
    if resumed is not None:
        store.catch_up(resumed.session, told_versions(resumed.entries))
    return MaskedPlans(store, mask)


class MaskedPlans:
    """A PlanStore that keeps no secret the tape would mask."""

    def __init__(self, store: PlanStore, mask: Mask) -> None:
        self._store = store
        self._mask = mask

    def read(self, session_id: str) -> StoredPlan | None:
        return self._store.read(session_id)

    def write(self, session_id: str, write: PlanWrite) -> int:
        return self._store.write(session_id, self._mask.event(write))

    def change(self, session_id: str, edit: Edit) -> int | None:
        def masked(live: StoredPlan | None) -> PlanWrite | None:
            write = edit(live)
            return None if write is None else self._mask.event(write)

        return self._store.change(session_id, masked)

    def log(self, session_id: str) -> Sequence[PlanVersion]:
        return self._store.log(session_id)

    def versions_after(self, session_id: str, version: int) -> Sequence[PlanVersion]:
        return self._store.versions_after(session_id, version)


class ForgivingPlans:
    """A PlanStore for the app: a disk that does not take it stops nobody. After the first trouble
    it is as if there were none; the tape has the plan, and the store is made anew from it."""

    def __init__(self, store: PlanStore) -> None:
        self._store: PlanStore | None = store
        self.trouble = ""

    def read(self, session_id: str) -> StoredPlan | None:
        if self._store is not None:
            try:
                return self._store.read(session_id)
            except StateError as error:
                self._give_up(error)
        return None

    def write(self, session_id: str, write: PlanWrite) -> int:
        if self._store is not None:
            try:
                return self._store.write(session_id, write)
            except StateError as error:
                self._give_up(error)
        return (write.expected_version or 0) + 1

    def change(self, session_id: str, edit: Edit) -> int | None:
        made: list[PlanWrite | None] = []

        def once(live: StoredPlan | None) -> PlanWrite | None:
            made.append(edit(live))
            return made[0]

        if self._store is not None:
            try:
                return self._store.change(session_id, once)
            except StateError as error:
                self._give_up(error)
        if not made:
            once(None)
        return None

    def log(self, session_id: str) -> Sequence[PlanVersion]:
        return self.versions_after(session_id, 0)

    def versions_after(self, session_id: str, version: int) -> Sequence[PlanVersion]:
        if self._store is not None:
            try:
                return self._store.versions_after(session_id, version)
            except StateError as error:
                self._give_up(error)
        return ()

    def _give_up(self, error: StateError) -> None:
        self._store = None
        self.trouble = f"the plan is not kept: {error.message}"
