"""Running turns: one at a time, the next ones queued, cancelled in two steps."""

import asyncio
from collections.abc import Callable

from zaptui.core.events import RunFinished
from zaptui.tui.host import Host


class Turns:
    """Owns the task of the running turn and the queue. What a cancel leaves behind stays queued."""

    def __init__(
        self,
        host: Host,
        *,
        changed: Callable[[], None],
        ended: Callable[[RunFinished | None], None],
        failed: Callable[[Exception], None],
    ) -> None:
        self.queue: list[str] = []
        self._host = host
        self._changed = changed
        self._ended = ended
        self._failed = failed
        self._task: asyncio.Task[None] | None = None

    @property
    def running(self) -> bool:
        """Whether a turn runs."""
        return self._task is not None and not self._task.done()

    def send(self, prompt: str) -> None:
        """Start a turn, or queue its prompt behind the running one."""
        if self.running:
            self.queue.append(prompt)
        else:
            self._task = asyncio.ensure_future(self._run(prompt))
        self._changed()

    def send_next(self) -> bool:
        """Start the oldest queued prompt; whether there was one."""
        if self.running or not self.queue:
            return False
        self.send(self.queue.pop(0))
        return True

    def take_back(self) -> str | None:
        """The newest queued prompt, out of the queue again."""
        if not self.queue:
            return None
        text = self.queue.pop()
        self._changed()
        return text

    def cancel(self) -> bool:
        """Cancel the running turn; a second time, cancel its waiting too."""
        if self._task is None or self._task.done():
            return False
        self._task.cancel()
        return True

    async def stop(self) -> None:
        """Cancel and wait for the end of the tape."""
        if self.cancel() and self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self, prompt: str) -> None:
        finished: RunFinished | None = None
        failure: Exception | None = None
        try:
            finished = await self._host.run(prompt)
        except asyncio.CancelledError:
            pass  # the tape has told it; the queue stays for the person to decide
        except Exception as error:  # a bug of the loop ends the turn, not the app
            failure = error
        finally:
            self._task = None
            self._ended(finished)
            self._changed()
        if failure is not None:
            self._failed(failure)
        if finished is not None and finished.outcome in ("complete", "answered"):
            self.send_next()
