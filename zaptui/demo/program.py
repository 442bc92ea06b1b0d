"""The program that the demonstration repairs: one fault, one failing test."""

import shlex
import sys
from pathlib import Path

TASK = "The tests of leap.py fail. Find out why, fix it and show that they pass."

BROKEN_LINE = "    return year % 4 == 0\n"
FIXED_LINE = "    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)\n"

PROGRAM = f'''"""Leap years of the Gregorian calendar."""


def is_leap(year: int) -> bool:
    """Whether the year has 366 days."""
{BROKEN_LINE}'''

TESTS = """import unittest

from leap import is_leap


class LeapTest(unittest.TestCase):
    def test_every_fourth_year(self):
        self.assertTrue(is_leap(2024))
        self.assertFalse(is_leap(2023))

    def test_no_century(self):
        self.assertFalse(is_leap(1900))

    def test_every_fourth_century(self):
        self.assertTrue(is_leap(2000))


if __name__ == "__main__":
    unittest.main()
"""


def write_program(folder: Path) -> None:
    """Put the program and its tests into a folder."""
    (folder / "leap.py").write_text(PROGRAM, encoding="utf-8")
    (folder / "test_leap.py").write_text(TESTS, encoding="utf-8")


def test_command() -> str:
    """The command line that runs the tests, with the Python that runs zap."""
    return f"{shlex.quote(sys.executable)} -B -m unittest"


def exact_rules() -> list[tuple[str, str]]:
    """The only calls with effects that the demonstration may make."""
    return [("shell", test_command()), ("edit", "leap.py")]
