"""The yardstick: the least loop over the openai SDK, history and tools handed as `extra_body`.

python -m bench.bare_loop BASE_URL
"""

import asyncio
import json
import subprocess
import sys
from typing import Any

import openai

TOOL = {
    "type": "function",
    "function": {
        "name": "shell",
        "description": "Run a command.",
        "parameters": {
            "type": "object",
            "properties": {"command": {"type": "string"}},
            "required": ["command"],
        },
    },
}


async def reply(client: openai.AsyncOpenAI, messages: list[Any]) -> tuple[str, list[Any]]:
    text, calls = "", list[Any]()
    stream = await client.chat.completions.create(
        model="bench", messages=[], stream=True, extra_body={"messages": messages, "tools": [TOOL]}
    )
    async for chunk in stream:
        delta = chunk.choices[0].delta
        text += delta.content or ""
        for call in delta.tool_calls or []:
            calls.append(
                {
                    "id": call.id,
                    "type": "function",
                    "function": {
                        "name": call.function.name,  # pyright: ignore
                        "arguments": call.function.arguments,  # pyright: ignore
                    },
                }
            )
    return text, calls


async def main() -> None:
    client = openai.AsyncOpenAI(base_url=sys.argv[1], api_key="none", max_retries=0)
    messages: list[Any] = [{"role": "user", "content": "count"}]
    while True:
        text, calls = await reply(client, messages)
        message: dict[str, Any] = {"role": "assistant", "content": text}
        if calls:
            message["tool_calls"] = calls
        messages.append(message)
        if not calls:
            return
        for call in calls:
            command = json.loads(call["function"]["arguments"])["command"]
            ran = subprocess.run(["bash", "-c", command], capture_output=True, check=False)
            messages.append(
                {"role": "tool", "tool_call_id": call["id"], "content": ran.stdout.decode()}
            )


if __name__ == "__main__":
    asyncio.run(main())
