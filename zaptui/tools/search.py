"""`search`: a pattern in the workspace's files, by ripgrep: linear time, .gitignore honoured."""

import shutil
import sysconfig
from functools import cache

from pydantic import BaseModel, Field

from zaptui.core.json import Json
from zaptui.core.ports import Tool, ToolContext
from zaptui.core.secret_names import SECRET_NAMES, is_secret_name
from zaptui.errors import ToolError

_TIMEOUT_S = 30.0
_MOST_LINES = 300
_LONGEST_LINE = 300
_NO_SECRETS = [f"--iglob=!{name}" for name in SECRET_NAMES]


class SearchInput(BaseModel):
    """Arguments of `search`."""

    pattern: str = Field(description="A regular expression (Rust syntax).")
    path: str = Field(default=".", description="Folder or file, from the workspace root.")
    glob: str | None = Field(default=None, description="Only files like this, as '*.py'.")


async def search(args: SearchInput, context: ToolContext) -> Json:
    """Search files for a pattern; each hit comes as path:line:text. Hidden files, files
    that look like they hold secrets, and what .gitignore names are left out."""
    where = context.workspace.relative(args.path)
    name = where.rpartition("/")[2]
    argv = [
        ripgrep(),
        "--no-config",
        "--color=never",
        "--no-heading",
        "--with-filename",
        "--line-number",
        "--no-require-git",
        "--sort=path",
        f"--max-columns={_LONGEST_LINE}",
        "--max-columns-preview",
        f"--regexp={args.pattern}",
        *([f"--glob={args.glob}"] if args.glob else []),
        *([] if is_secret_name(name.lower()) else _NO_SECRETS),
        "--",
        where if where == "." else f"./{where}",
    ]
    ran = await context.spawner.program(argv, timeout_s=_TIMEOUT_S)
    if ran.timed_out:
        raise ToolError(f"the search took more than {_TIMEOUT_S:g} s; search a smaller folder")
    if ran.code not in (0, 1):
        raise ToolError(f"the search failed: {ran.output.strip()[:500]}")
    lines = [line.removeprefix("./") for line in ran.output.split("\n") if line]
    if len(lines) > _MOST_LINES or ran.cut_bytes:
        lines = [*lines[:_MOST_LINES], f"(only the first {_MOST_LINES} hits are shown)"]
    return "\n".join(lines) or "(no match)"


@cache
def ripgrep() -> str:
    """The rg installed with zap, else the name, for a Spawner to find outside the workspace."""
    return shutil.which("rg", path=sysconfig.get_path("scripts")) or "rg"


SEARCH = Tool(
    name="search",
    input=SearchInput,
    run=search,
    subject=lambda args: args.path,
    reads_only=True,
)
