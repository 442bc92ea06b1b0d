"""The command line. `--version` is answered before anything is loaded."""

import sys
from contextlib import suppress


def main() -> None:
    """The entry point of `zap`."""
    if sys.argv[1:] in (["--version"], ["-V"]):
        from zaptui import __version__

        with suppress(OSError, AttributeError):  # what is wrong with stdout is said below
            sys.stdout.write(f"zap {__version__}\n")
            sys.stdout.flush()
            return
    from zaptui.cli.call import call

    sys.exit(call(sys.argv[1:]))
