"""The theme of zap's own, and how Markdown and code take on any theme."""

from rich.style import Style
from textual.theme import Theme

from zaptui.tui.paint import Painter

ZAP_DARK = Theme(
    name="zap-dark",
    primary="#7aa2c8",
    secondary="#8f9bb3",
    accent="#e0b25c",
    foreground="#d4d4cf",
    background="#16181c",
    surface="#1b1e23",
    panel="#22262c",
    success="#7fb77e",
    warning="#e0b25c",
    error="#d9706f",
    dark=True,
    variables={"text-muted": "#858a93", "border": "#33383f"},
)
ZAP_LIGHT = Theme(
    name="zap-light",
    primary="#2f6391",
    secondary="#5c667a",
    accent="#9a6a00",
    foreground="#23262b",
    background="#fbfaf7",
    surface="#f4f2ed",
    panel="#e9e6df",
    success="#2e7d32",
    warning="#9a6a00",
    error="#b3372f",
    dark=False,
    variables={"text-muted": "#6d7178", "border": "#d3cfc6"},
)


def markdown_styles(painter: Painter) -> dict[str, Style]:
    """Rich's Markdown styles in the colours of the transcript."""
    dim, alive = painter.style("dim"), painter.style("alive")
    heading = Style(bold=True)
    return {
        "markdown.h1": heading,
        "markdown.h1.border": dim,
        "markdown.h2": heading,
        "markdown.h3": heading,
        "markdown.h4": heading,
        "markdown.h5": heading,
        "markdown.h6": heading,
        "markdown.h7": heading,
        "markdown.code": Style(color=alive.color),
        "markdown.code_block": Style(),
        "markdown.block_quote": dim,
        "markdown.list": Style(),
        "markdown.item.bullet": dim,
        "markdown.item.number": dim,
        "markdown.hr": dim,
        "markdown.link": Style(underline=True),
        "markdown.link_url": dim,
        "markdown.table.border": dim,
        "markdown.table.header": heading,
    }


def code_theme(theme: Theme) -> str:
    """A Pygments theme that goes with it."""
    if theme.ansi:
        return "ansi_dark" if theme.dark else "ansi_light"
    return "nord" if theme.dark else "friendly"
