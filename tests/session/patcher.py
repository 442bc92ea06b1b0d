"""A process that patches one ledger again and again: `python -m tests.session.patcher`.

Arguments: the state folder, its own name, how many patches. Each is made from what it last read,
under the version check; a refused one starts again from what the refusal carries. It counts in an
item that all processes share, and says each version that was stored, flushed, then how many of its
writes were refused. It begins with what it read before it was told to: of two, one is refused.
"""

import sys
from pathlib import Path

from zaptui.core.json import Json, JsonObject
from zaptui.planning.ledger import LedgerPlanner
from zaptui.planning.plan_rows import rows_of
from zaptui.planning.stored_plan import PlanWrite, StaleWrite
from zaptui.session.plan_store import SqlitePlanStore

SESSION = "20260101-000000-abcdef"


def patch(snapshot: JsonObject, version: int, name: str, number: int) -> PlanWrite:
    """The write that counts one up and takes the place in progress."""
    planner = LedgerPlanner()
    planner.restore(snapshot, version=version)
    total = next(int(row.content) for row in rows_of(snapshot) if row.id == "total")
    items: list[Json] = [
        {"id": "total", "content": str(total + 1)},
        {"id": name, "content": f"{name} {number}", "status": "in_progress"},
    ]
    result = planner.call(
        "todo_write", {"mode": "patch", "items": items, "expected_version": version}
    )
    return PlanWrite(
        snapshot=result.output, who=name, what="patched", why=str(number), expected_version=version
    )


def write(store: SqlitePlanStore, write: PlanWrite) -> int | StaleWrite:
    """The version that was stored, or the refusal."""
    try:
        return store.write(SESSION, write)
    except StaleWrite as stale:
        return stale


def main() -> None:
    """Patch, and say so."""
    state, name, count = sys.argv[1:]
    store = SqlitePlanStore(Path(state))
    refused, live = 0, store.read(SESSION)
    print("ready", flush=True)  # noqa: T201
    sys.stdin.readline()
    for number in range(1, int(count) + 1):
        assert live is not None
        snapshot, version = live.snapshot, live.version
        stored = write(store, patch(snapshot, version, name, number))
        while isinstance(stored, StaleWrite):
            refused += 1
            assert stored.version > version, "refused, but nobody had written"
            assert stored.snapshot["version"] == stored.version, "the live list is not the list"
            snapshot, version = stored.snapshot, stored.version
            stored = write(store, patch(snapshot, version, name, number))
        assert stored == version + 1, "somebody wrote in between"
        print(stored, flush=True)  # noqa: T201
        live = store.read(SESSION)
    print("refused", refused)  # noqa: T201


if __name__ == "__main__":
    main()
