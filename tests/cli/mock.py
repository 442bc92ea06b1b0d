"""The shared scripted model server in a thread of the test, and `zap` as a user calls it."""

import asyncio
import importlib.util
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from tests.shared import shared
from zaptui.cli.app import app


@dataclass(frozen=True)
class Ended:
    """What a call of `zap` left behind."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.split("\n") if line]


def zap(*arguments: str, stdin: bytes | None = None) -> Ended:
    """Call the command in this process."""
    result = CliRunner().invoke(app, arguments, input=stdin, catch_exceptions=False)
    return Ended(code=result.exit_code, out=result.stdout, err=result.stderr)


@dataclass(frozen=True)
class Mock:
    """A running server; `bodies` are the model requests it has seen."""

    port: int
    log: Path

    @property
    def bodies(self) -> list[dict[str, Any]]:
        lines = self.log.read_text().split("\n")
        return [record["body"] for line in lines if line and "body" in (record := json.loads(line))]

    def environment(self) -> dict[str, str]:
        return {
            "OPENAI_BASE_URL": f"http://127.0.0.1:{self.port}/v1",
            "OPENAI_API_KEY": "test-key",
            "ANTHROPIC_BASE_URL": f"http://127.0.0.1:{self.port}",
            "ANTHROPIC_API_KEY": "test-key",
        }


@contextmanager
def mock_server(scenario: dict[str, Any] | str, folder: Path) -> Iterator[Mock]:
    """Serve a scenario on a free port until the block ends."""
    spec = importlib.util.spec_from_file_location("mock_llm", shared("tools/mock_llm.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    log = folder / "requests.jsonl"
    server = module.MockLLM(scenario, str(log))
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    started = threading.Event()

    def serve() -> None:
        asyncio.set_event_loop(loop)
        loop.run_until_complete(server.start(0))
        started.set()
        loop.run_forever()

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    started.wait(10)
    try:
        yield Mock(port=server.port, log=log)
    finally:
        loop.call_soon_threadsafe(server.server.close)
        for_all = asyncio.run_coroutine_threadsafe(_cancel_all(), loop)
        for_all.result(10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)
        server.log.close()
        loop.close()


async def _cancel_all() -> None:
    tasks = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
