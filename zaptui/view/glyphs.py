"""The marks of the screen: a set of width-stable characters, and one of plain ASCII."""

from dataclasses import dataclass

from zaptui.view.stages import RenderStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class Glyphs:
    """One column each. `alive` is the heartbeat's two faces."""

    pending: str
    alive: tuple[str, str]
    done: str
    error: str
    aborted: str
    closed: str
    opened: str
    prompt: str
    bullet: str
    dot: str
    more: str
    down: str
    up: str

    def of(self, status: RenderStatus, *, beat: bool) -> str:
        """The mark of a stage; `beat` is which face of the heartbeat shows."""
        marks = {
            "pending": self.pending,
            "in_progress": self.alive[beat],
            "done": self.done,
            "error": self.error,
            "aborted": self.aborted,
        }
        return marks[status]


UNICODE = Glyphs(
    pending="○",
    alive=("●", "◉"),
    done="✓",
    error="✗",
    aborted="■",
    closed="▸",
    opened="▾",
    prompt="❯",
    bullet="•",
    dot="·",
    more="…",
    down="↓",
    up="↑",
)
ASCII = Glyphs(
    pending="o",
    alive=("*", "+"),
    done="v",
    error="x",
    aborted="#",
    closed=">",
    opened="v",
    prompt=">",
    bullet="*",
    dot="-",
    more="...",
    down="v",
    up="^",
)
