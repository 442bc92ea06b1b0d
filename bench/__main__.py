"""All the benchmarks, one after another."""

from bench import fold, screen, startup, steps, tapes, updates

for part in (startup, fold, steps, updates, screen, tapes):
    part.main()
