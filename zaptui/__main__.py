"""`python -m zaptui` is `zap`."""

from zaptui.cli import main

if __name__ == "__main__":
    main()
