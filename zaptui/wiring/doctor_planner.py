"""`zap doctor --planner`: the planning rules, tried on the program that is installed."""

from zaptui.headless.stdout import write_line
from zaptui.selftest.run import run_all

_MOST = 5
"""Faults of a group that are told."""


def run_planner_doctor() -> int:
    """Print a line a group; 0, or 1 when anything is not as ruled."""
    groups = list(run_all())
    for group in groups:
        mark = "BAD" if group.faults else "ok "
        write_line(f"{mark}  {group.name:<20} {group.passed} of {group.total}")
        for fault in group.faults[:_MOST]:
            write_line(f"     {fault}")
        if len(group.faults) > _MOST:
            write_line(f"     and {len(group.faults) - _MOST} more")
    return 1 if any(group.faults for group in groups) else 0
