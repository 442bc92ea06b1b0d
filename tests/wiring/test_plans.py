"""The store of plans as runs use it: what it does not keep, and a disk that does not take it."""

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.session.test_plan_store import todos
from zaptui.agent.restore import restored
from zaptui.core import events as e
from zaptui.errors import StateError
from zaptui.planning.stored_plan import PlanVersion, PlanWrite, StoredPlan
from zaptui.view.masking import MASK, Mask
from zaptui.wiring.plans import ForgivingPlans, MaskedPlans, open_plans
from zaptui.wiring.resume import Resumed

SECRET = "hunter2hunter2"


def write(specs: str, why: str = "") -> PlanWrite:
    return PlanWrite(snapshot=todos(specs), who="person", what="edited", why=why)


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZAP_HOME", str(tmp_path))


def resumed(*events: e.Event) -> Resumed:
    started = e.RunStarted(session="s", prompt="p")
    entries = [e.Entry(seq=n, at=0.0, event=event) for n, event in enumerate([started, *events])]
    return Resumed(
        session="s", entries=entries, missing=[], restored=restored(entries), writer=None
    )


def opened(stack: ExitStack, *events: e.Event) -> MaskedPlans:
    plans = open_plans(save=True, mask=Mask([SECRET]), stack=stack, resumed=resumed(*events))
    assert plans is not None
    return plans


def test_nothing_is_kept_of_a_session_that_is_not_saved() -> None:
    with ExitStack() as stack:
        assert open_plans(save=False, mask=Mask(), stack=stack) is None


def test_what_a_tape_tells_is_in_the_store_of_a_session_that_goes_on() -> None:
    update = e.PlanUpdate(
        mode="classic", snapshot=todos("a b"), todos=[], change="seeded", version=3, pinned=["b"]
    )
    with ExitStack() as stack:
        live = opened(stack, update).read("s")
        assert live is not None
        assert (live.version, live.snapshot) == (3, todos("a b"))
        assert [row.pinned for row in live.rows] == [False, True]


def test_no_secret_is_kept_in_a_plan() -> None:
    with ExitStack() as stack:
        plans = opened(stack)
        assert plans.write("s", write(f"a{SECRET}", SECRET)) == 1
        assert plans.change("s", lambda live: write(f"b{SECRET}", f"not {SECRET}")) == 2
        assert plans.change("s", lambda live: None) is None
        assert SECRET not in repr(plans.log("s"))
        assert [v.why for v in plans.versions_after("s", 0)] == [MASK, f"not {MASK}"]


class _Broken:
    """A store that works until the disk is full."""

    def __init__(self) -> None:
        self.works = True
        self.called: list[str] = []

    def _answer(self, name: str, answer: Any) -> Any:
        self.called.append(name)
        if not self.works:
            raise StateError("no space left")
        return answer

    def read(self, session_id: str) -> StoredPlan | None:
        return self._answer("read", None)

    def write(self, session_id: str, write: PlanWrite) -> int:
        return self._answer("write", 7)

    def change(self, session_id: str, edit: Any) -> int | None:
        if self.works or "edit first" in self.called:
            edit(None)
        return self._answer("change", 8)

    def log(self, session_id: str) -> Sequence[PlanVersion]:
        return self.versions_after(session_id, 0)

    def versions_after(self, session_id: str, version: int) -> Sequence[PlanVersion]:
        return self._answer("versions_after", ["all"])


def _all_of(plans: ForgivingPlans, edits: list[StoredPlan | None]) -> list[Any]:
    def edit(live: StoredPlan | None) -> PlanWrite:
        edits.append(live)
        return write("a")

    return [
        plans.read("s"),
        plans.write("s", PlanWrite(snapshot={}, who="zap", what="seeded", expected_version=4)),
        plans.change("s", edit),
        plans.log("s"),
        plans.versions_after("s", 1),
    ]


def test_a_store_that_works_is_as_it_is() -> None:
    plans, edits = ForgivingPlans(_Broken()), list[StoredPlan | None]()
    assert _all_of(plans, edits) == [None, 7, 8, ["all"], ["all"]]
    assert (edits, plans.trouble) == ([None], "")


@pytest.mark.parametrize("first", range(5))
def test_after_the_first_trouble_nobody_asks_the_disk_again(first: int) -> None:
    """Each edit is still made, once, on the plan that is in memory."""
    broken = _Broken()
    broken.works = False
    plans, edits = ForgivingPlans(broken), list[StoredPlan | None]()
    calls = [
        lambda: plans.read("s"),
        lambda: plans.write("s", write("a")),
        lambda: plans.change("s", lambda live: write("a")),
        lambda: plans.log("s"),
        lambda: plans.versions_after("s", 1),
    ]
    calls[first]()
    assert len(broken.called) == 1
    assert plans.trouble == "the plan is not kept: no space left"
    assert _all_of(plans, edits) == [None, 5, None, (), ()]
    assert edits == [None]
    assert len(broken.called) == 1


def test_an_edit_that_was_made_before_the_disk_failed_is_not_made_again() -> None:
    broken = _Broken()
    broken.works, edits = False, list[StoredPlan | None]()
    broken.called.append("edit first")

    def edit(live: StoredPlan | None) -> PlanWrite:
        edits.append(live)
        return write("a")

    assert ForgivingPlans(broken).change("s", edit) is None
    assert edits == [None]
