"""A report for programs."""

from dataclasses import asdict
from typing import cast

from zaptui.core.json import Json, JsonObject
from zaptui.view.report import PROOFS, Report, StageReport
from zaptui.view.stage_meter import figures_json

FORMAT = "zap-report/1"


def report_json(report: Report) -> JsonObject:
    """All that a report tells, with its counts."""
    stages: list[Json] = [_stage(stage) for stage in report.stages]
    counts: JsonObject = {proof: report.count(proof) for proof in PROOFS}
    return {
        "format": FORMAT,
        "session": report.session,
        "runs": _plain(report.runs),
        "stages": stages,
        "counts": {
            **counts,
            "trusted": len(report.trusted),
            "idle_turns": report.idle_turns,
            "early_completes": report.early_completes,
            "refusals": len(report.refusals),
            "replans": len(report.replans),
            "dropped": len(report.dropped),
        },
        "dropped": [*report.dropped],
        "refusals": _plain(report.refusals),
        "replans": _plain(report.replans),
        "repairs": _plain(report.repairs),
        "total": figures_json(report.total),
        "cost": report.cost,
    }


def _stage(stage: StageReport) -> JsonObject:
    record = cast("JsonObject", asdict(stage))
    return {**record, "figures": figures_json(stage.figures), "receipts": _plain(stage.receipts)}


def _plain(records: tuple[object, ...]) -> list[Json]:
    """Records as JSON: what `asdict` leaves as a tuple is a list there anyhow."""
    return [cast("JsonObject", asdict(record)) for record in records]  # pyright: ignore[reportArgumentType]
