"""What a start costs, against `python -c pass`."""

import sys

from bench.cpu import best

RUNS = 7


def main() -> None:
    floor = best([sys.executable, "-c", "pass"], runs=RUNS).cpu_s
    for flag, goal in (("--version", 3), ("--help", 9)):
        cost = best([sys.executable, "-m", "zaptui", flag], runs=RUNS).cpu_s
        print(
            f"start, zap {flag}: {cost * 1000:.0f} ms, python -c pass {floor * 1000:.0f} ms, "
            f"ratio {cost / floor:.1f} (goal <= {goal})"
        )


if __name__ == "__main__":
    main()
