"""Rich's Markdown as it stands in a transcript: headings at the left, code without a ground."""

from typing import ClassVar

from markdown_it.token import Token
from rich.console import Console, ConsoleOptions, JustifyMethod, RenderResult
from rich.markdown import CodeBlock, Heading, Markdown
from rich.syntax import Syntax


class _Heading(Heading):
    LEVEL_ALIGN: ClassVar[dict[str, JustifyMethod]] = {}


class _Code(CodeBlock):
    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        code = str(self.text).rstrip()
        yield Syntax(
            code, self.lexer_name, theme=self.theme, word_wrap=True, background_color="default"
        )


class QuietMarkdown(Markdown):
    """Markdown without boxes and without links that a terminal would make clickable."""

    elements: ClassVar = {
        **Markdown.elements,
        "heading_open": _Heading,
        "fence": _Code,
        "code_block": _Code,
    }

    def __init__(self, text: str, *, code_theme: str) -> None:
        super().__init__(text, code_theme=code_theme, hyperlinks=False)


class QuietBlock(QuietMarkdown):
    """Markdown that is parsed already. Rich makes a parser for each text, which costs as much as
    to render a paragraph."""

    def __init__(self, tokens: list[Token], *, code_theme: str) -> None:
        self.markup = ""
        self.parsed = tokens
        self.code_theme = code_theme
        self.justify = None
        self.style = "none"
        self.hyperlinks = False
        self.inline_code_lexer = None
        self.inline_code_theme = code_theme
