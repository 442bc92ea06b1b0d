"""The yardstick for a streamed answer: Textual's own MarkdownStream in a bare app.

python -m bench.bare_markdown BASE_URL      shows the stream and stays
"""

import sys

import openai
from textual.app import App, ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Markdown


class Bare(App[None]):
    """One Markdown widget, fed as fast as the server sends."""

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="scroll"):
            yield Markdown()

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).anchor()
        self.run_worker(self.stream())

    async def stream(self) -> None:
        client = openai.AsyncOpenAI(base_url=sys.argv[1], api_key="none", max_retries=0)
        shown = Markdown.get_stream(self.query_one(Markdown))
        stream = await client.chat.completions.create(
            model="bench", messages=[{"role": "user", "content": "go"}], stream=True
        )
        async for chunk in stream:
            if chunk.choices and chunk.choices[0].delta.content:
                await shown.write(chunk.choices[0].delta.content)
        await shown.stop()


if __name__ == "__main__":
    Bare().run()
