"""All the benchmarks, one after another."""

from bench import fold, long_text, screen, startup, steps, tapes, updates

for part in (startup, fold, steps, updates, screen, long_text, tapes):
    part.main()
