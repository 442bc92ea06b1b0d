"""Counts work instead of time: every call of a function, Python's or C's, is one."""

import gc
import sys
from collections import Counter
from collections.abc import Callable
from types import FrameType
from typing import Any


def calls_of(function: Callable[[], object]) -> Counter[str]:
    """How often each function was called while `function` ran; a generator counts each time it
    goes on."""
    counted: Counter[str] = Counter()

    def count(frame: FrameType, event: str, what: Any) -> None:
        if event == "call":
            counted[frame.f_code.co_name] += 1
        elif event == "c_call":
            counted[what.__name__] += 1

    before = sys.getprofile()
    gc.disable()  # a collection would be counted to whoever is at work
    sys.setprofile(count)
    try:
        function()
    finally:
        sys.setprofile(before)
        gc.enable()
    return counted


def work_of(function: Callable[[], object]) -> int:
    """How many calls it took."""
    return sum(calls_of(function).values())
