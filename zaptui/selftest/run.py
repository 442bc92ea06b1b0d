"""The self-test: every vector and every bad model, counted by group."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field

from zaptui.selftest.bad_model_kit import KIT
from zaptui.selftest.bad_models import trouble_with
from zaptui.selftest.comparison import compare, outcome
from zaptui.selftest.vectors import Case, Unmet, cases


@dataclass(slots=True, kw_only=True)
class Group:
    """How a group of cases went. A fault is the name of a case and what is wrong with it."""

    name: str
    passed: int = 0
    faults: list[str] = field(default_factory=list[str])

    @property
    def total(self) -> int:
        return self.passed + len(self.faults)

    def note(self, case: str, trouble: str | None) -> None:
        """Count a case."""
        if trouble is None:
            self.passed += 1
        else:
            self.faults.append(f"{case}: {trouble}")


def run_all() -> Iterator[Group]:
    """Run everything. Whatever a case does, it is counted."""
    groups: dict[str, Group] = {}
    for case in cases():
        name = f"vectors {case['mode']}"
        groups.setdefault(name, Group(name=name)).note(case["name"], _trouble(case))
    for model in KIT:
        name = f"models {model.group}"
        try:
            trouble = asyncio.run(trouble_with(model))
        except Exception as error:
            trouble = f"{type(error).__name__}: {error}"
        groups.setdefault(name, Group(name=name)).note(f"{model.fault} ({model.mode})", trouble)
    yield from groups.values()


def _trouble(case: Case) -> str | None:
    try:
        compare(outcome(case), case["expect"])
        if "alt" in case:  # what is true of the other place for new items (R11)
            alt = case["alt"]
            compare(outcome(case, alt["new_ids"]), {"todos": alt["todos"]})
    except Unmet as error:
        return str(error)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return None
