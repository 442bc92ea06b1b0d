"""The command line. `--version` is answered before anything is loaded."""

import sys


def main() -> None:
    """The entry point of `zap`."""
    if sys.argv[1:] in (["--version"], ["-V"]):
        from zaptui import __version__

        sys.stdout.write(f"zap {__version__}\n")
        return
    from zaptui.cli.app import app

    app()
