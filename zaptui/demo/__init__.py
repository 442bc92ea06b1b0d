"""The demonstration: a scripted model at a small true task. The tools, tests and plan are real."""
