"""zaptui: a terminal agent runner in which the plan is the interface."""

__version__ = "0.1.0"
