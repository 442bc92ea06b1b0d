"""A stored plan and its versions as lines and as JSON: what `zap plan` prints."""

from collections.abc import Iterator, Sequence

from zaptui.core.json import Json, JsonObject
from zaptui.planning.plan_diff import PlanDiff, RowChange, diff_plans
from zaptui.planning.plan_rows import PlanRow, RowStatus
from zaptui.planning.stored_plan import PlanVersion, StoredPlan, StoredRow
from zaptui.view.text import one_line

_MARKS: dict[RowStatus, str] = {
    "done": "[x]",
    "in_progress": "[>]",
    "pending": "[ ]",
    "blocked": "[!]",
    "cancelled": "[-]",
}


def listing(plan: StoredPlan) -> list[str]:
    """The plan: a head, then each row with its place, its id and what proves it."""
    done = sum(not stored.row.is_open for stored in plan.rows)
    head = f"plan of {plan.session_id} · {plan.mode} · version {plan.version}"
    lines = [f"{head} · {done}/{len(plan.rows)} closed"]
    width = max((len(one_line(stored.row.id, 24)) for stored in plan.rows), default=0)
    for place, stored in enumerate(plan.rows, start=1):
        row = stored.row
        words = ", ".join(_words(stored))
        text = one_line(row.content, 300)
        name = f"{place:>3}  {one_line(row.id, 24):<{width}}"
        lines.append(f" {_MARKS[row.status]} {name}  {text}{f'  ({words})' if words else ''}")
        lines += [f"{'':>{width + 11}}{below}" for below in _below(row)]
    return lines


def log_listing(log: Sequence[PlanVersion]) -> list[str]:
    """A line a version: who changed what, why, and by how many rows."""
    lines: list[str] = []
    before: JsonObject = {}
    for version in log:
        diff = diff_plans(before, version.snapshot)
        counts = " ".join(_counts(diff)) or "no row"
        why = f"  {one_line(version.why, 200)}" if version.why else ""
        facts = f"{version.version:>4}  {version.time:<20}  {one_line(version.who, 12):<7}"
        lines.append(f"{facts} {one_line(version.what, 12):<9} {counts}{why}")
        before = version.snapshot
    return lines


def plan_json(plan: StoredPlan) -> JsonObject:
    """The plan for programs."""
    return {
        "session": plan.session_id,
        "mode": plan.mode,
        "version": plan.version,
        "stages": [_row_json(place, stored) for place, stored in enumerate(plan.rows, start=1)],
    }


def version_json(version: PlanVersion) -> JsonObject:
    """A version of the log for programs."""
    return {
        "version": version.version,
        "time": version.time,
        "who": version.who,
        "what": version.what,
        "why": version.why,
        "snapshot": version.snapshot,
    }


def diff_json(diff: PlanDiff) -> list[Json]:
    """The difference of two plans for programs, a record a row."""
    return [_change_json(change) for change in diff.changes]


def _words(stored: StoredRow) -> Iterator[str]:
    row = stored.row
    if row.priority != "medium":
        yield row.priority
    if stored.pinned:
        yield "pinned"
    if stored.breakpoint:
        yield "breakpoint"
    if row.trusted:
        yield "closed without work"


def _below(row: PlanRow) -> Iterator[str]:
    if row.deliverable and row.deliverable != row.content:
        yield f"deliverable: {one_line(row.deliverable, 300)}"
    if row.check is not None:
        yield f"check ({row.check.by}): {one_line(row.check.text, 300)}"
    if row.evidence is not None:
        proof = [f"calls {' '.join(row.receipts)}"] if row.receipts else []
        proof += [f"check {row.checked}"] if row.checked else []
        more = f" ({one_line('; '.join(proof), 200)})" if proof else ""
        yield f"evidence: {one_line(row.evidence, 500)}{more}"


def _row_json(place: int, stored: StoredRow) -> JsonObject:
    row = stored.row
    check: JsonObject | None = None
    if row.check is not None:
        check = {"text": row.check.text, "by": row.check.by}
    return {
        "place": place,
        "id": row.id,
        "content": row.content,
        "status": row.status,
        "deliverable": row.deliverable,
        "priority": row.priority,
        "check": check,
        "evidence": row.evidence,
        "receipts": list(row.receipts),
        "checked": row.checked,
        "trusted": row.trusted,
        "pinned": stored.pinned,
        "breakpoint": stored.breakpoint,
        "version": stored.version,
    }


def _change_json(change: RowChange) -> JsonObject:
    row = change.before if change.after is None else change.after
    assert row is not None
    kinds = {
        "added": change.before is None,
        "removed": change.after is None,
        "moved": change.moved,
        "edited": bool(change.fields),
    }
    return {
        "id": row.id,
        "content": row.content,
        "change": [kind for kind, is_so in kinds.items() if is_so] or ["kept"],
        "fields": list(change.fields),
        "place_before": change.place_before,
        "place_after": change.place_after,
    }


def _counts(diff: PlanDiff) -> Iterator[str]:
    counted = {"+": diff.added, "-": diff.removed, ">": diff.moved, "~": diff.edited}
    for mark, changes in counted.items():
        if changes:
            yield f"{mark}{len(changes)}"
