"""What the SDKs ask of the machine, answered before they ask."""

import platform


def know_machine() -> None:
    """Have Python know the processor: it would ask a program called `uname`, wherever PATH leads,
    and the SDKs send the answer along. Linux programs say the machine's name there too."""
    known = platform.uname()
    vars(known).setdefault("processor", known.machine)
