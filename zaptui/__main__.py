"""`python -m zaptui` is `zap`."""

import sys

if not sys.flags.safe_path:
    del sys.path[0]  # the working directory, where a `rich.py` may be anybody's

from zaptui.cli import main

if __name__ == "__main__":
    main()
