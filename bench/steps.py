"""What a step costs, against the bare SDK loop in the same run, at 100 steps and at 1,000."""

import os
import sys
import tempfile

from bench.cpu import Cost, measure
from bench.serving import serving

RUNS = 3


def zap(url: str, folder: str) -> Cost:
    environ = {**os.environ, "OPENAI_BASE_URL": url, "ZAP_HOME": folder}
    argv = [
        sys.executable, "-m", "zaptui", "run", "--model", "openai-chat/bench", "--yes",
        "--no-sandbox", "--max-steps", "2000", "--output", "json", "count",
    ]  # fmt: skip
    return measure(argv, environ)


def bare(url: str) -> Cost:
    return measure([sys.executable, "-m", "bench.bare_loop", url])


def main() -> None:
    few, many = 100, 1000
    costs: dict[tuple[str, int], float] = {}
    with tempfile.TemporaryDirectory() as folder:
        for steps in (1, few, many):
            with serving("bench.server", steps) as url:
                pairs = [(zap(url, folder), bare(url)) for _ in range(RUNS if steps < many else 1)]
            costs["zap", steps] = min(mine.cpu_s for mine, _ in pairs)
            costs["bare", steps] = min(theirs.cpu_s for _, theirs in pairs)
    for first, last in ((1, few), (few, many)):
        each = {
            who: (costs[who, last] - costs[who, first]) / (last - first) for who in ("zap", "bare")
        }
        print(
            f"CPU a step, {first} to {last} steps: zap {each['zap'] * 1000:.1f} ms, "
            f"bare SDK loop {each['bare'] * 1000:.1f} ms, ratio {each['zap'] / each['bare']:.2f} "
            "(goal <= 2)"
        )


if __name__ == "__main__":
    main()
