"""The faults that people report of planners elsewhere, a test each, named by the symptom."""
