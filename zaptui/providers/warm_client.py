"""An SDK's client, made once and in a thread: loading an SDK takes up to a second."""

import asyncio
from collections.abc import Callable
from typing import Generic, TypeVar

from zaptui.providers.machine import know_machine

ClientT = TypeVar("ClientT")


class WarmClient(Generic[ClientT]):
    """Makes the client at the first `get`; who comes meanwhile waits for the same one."""

    def __init__(self, build: Callable[[], ClientT]) -> None:
        self._build = build
        self._building: asyncio.Future[ClientT] | None = None
        self.ready: ClientT | None = None

    async def get(self) -> ClientT:
        """The client. A caller that is cancelled does not stop it for the others."""
        if self.ready is not None:
            return self.ready
        if self._building is None:
            self._building = asyncio.get_running_loop().run_in_executor(None, self._make)
        building = self._building
        try:
            client = await asyncio.shield(building)
        finally:
            if building.done():
                self._building = None  # a failure is not kept
        self.ready = client
        return client

    def _make(self) -> ClientT:
        know_machine()
        return self._build()
