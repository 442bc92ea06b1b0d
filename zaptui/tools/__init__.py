"""The tools, one file each: an arguments model and an async function with its docstring."""

from collections.abc import Collection
from typing import Any

from zaptui.core.ports import Tool
from zaptui.tools.ask_user import ASK_USER
from zaptui.tools.complete import COMPLETE
from zaptui.tools.edit import EDIT
from zaptui.tools.listing import LIST
from zaptui.tools.read import READ
from zaptui.tools.search import SEARCH
from zaptui.tools.shell import SANDBOXED_SHELL, SHELL
from zaptui.tools.write import WRITE


def default_tools(*, sandboxed: bool = False) -> list[Tool[Any]]:
    """What every run is offered, in the order the model sees it. `sandboxed`: commands are held
    back by a sandbox, and the model may ask to run one outside of it."""
    shell = SANDBOXED_SHELL if sandboxed else SHELL
    return [shell, READ, WRITE, EDIT, LIST, SEARCH, ASK_USER, COMPLETE]


def offered(names: Collection[str] | None, *, sandboxed: bool = False) -> list[Tool[Any]]:
    """The tools of these names, and `complete` in any case; None for all of them."""
    tools = default_tools(sandboxed=sandboxed)
    return [tool for tool in tools if names is None or tool.name in (*names, COMPLETE.name)]
