"""Long text, of every hostile kind: what the screen's work costs at eight times a length."""

import time

from tests.tui.test_fuzz import LONG, draw


def main() -> None:
    for name, text in LONG.items():
        little, much = text[:20_000], text[:20_000] * 8
        draw(little)
        costs: list[float] = []
        for sample in (little, much):
            began = time.process_time()
            draw(sample)
            costs.append(time.process_time() - began)
        print(
            f"{name}: 8 times the text, {costs[1] / costs[0]:.1f} times the CPU ({costs[1]:.2f} s)"
        )


if __name__ == "__main__":
    main()
