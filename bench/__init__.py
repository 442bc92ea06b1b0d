"""Benchmarks: ratios of CPU seconds, each taken in one run. `make bench` prints them all."""
