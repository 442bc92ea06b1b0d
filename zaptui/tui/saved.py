"""A saved session as the picker shows it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedSession:
    """One line of the picker. `here`: it worked in this folder."""

    session: str
    task: str
    outcome: str
    stages: str
    """`2/4`, or nothing without a plan."""
    folder: str
    model: str
    began: str
    """UTC, ISO 8601."""
    cost: str
    here: bool
