"""Every workaround for Textual 8.2, with its issue number; a test fails once it is mended."""

from typing import Any, cast

from textual.app import App
from textual.dom import DOMNode


def zap_app(node: DOMNode) -> "App[int]":
    """The app of a node, typed: Textual types it as an app of anything."""
    return cast("App[int]", cast("Any", node).app)
