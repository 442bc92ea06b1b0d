"""All the benchmarks, one after another."""

from bench import fold, screen, startup, steps, updates

for part in (startup, fold, steps, updates, screen):
    part.main()
