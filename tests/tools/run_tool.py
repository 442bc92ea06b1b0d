"""A folder with the real workspace and spawner, and every tool at hand."""

import os
from pathlib import Path
from typing import Self

from zaptui.core.json import Json
from zaptui.core.ports import AskUser, ToolContext
from zaptui.safety.paths import FolderWorkspace
from zaptui.safety.spawn import ProcessSpawner
from zaptui.tools import default_tools


class ToolBox:
    """Calls tools by name as the loop does, validated arguments and all."""

    def __init__(self, root: Path, *, ask_user: AskUser | None = None) -> None:
        self.root = root
        self.progress: list[str] = []
        self.workspace = FolderWorkspace(str(root))
        self.spawner = ProcessSpawner(str(root), os.environ)
        self.context = ToolContext(
            workspace=self.workspace,
            spawner=self.spawner,
            progress=self.progress.append,
            ask_user=ask_user,
        )
        self._tools = {tool.name: tool for tool in default_tools()}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.spawner.close()
        self.workspace.close()

    def file(self, path: str, data: bytes) -> Path:
        """Put a file into the folder."""
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
        return target

    async def call(self, name: str, **arguments: Json) -> Json:
        """Run a tool; its ToolError comes through."""
        tool = self._tools[name]
        return await tool.run(tool.input.model_validate(arguments), self.context)
