"""All the benchmarks, one after another."""

from bench import fold, startup, steps

for part in (startup, fold, steps):
    part.main()
