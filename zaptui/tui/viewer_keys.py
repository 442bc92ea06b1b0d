"""The keys of the viewer, and what they are called."""

from textual.binding import Binding, BindingType

BINDINGS: list[BindingType] = [
    Binding("space", "play", show=False, id="viewer.play"),
    Binding("left", "step(-1)", show=False, id="viewer.step_back"),
    Binding("right", "step(1)", show=False, id="viewer.step"),
    Binding("up", "stage(-1)", show=False, id="viewer.stage_back"),
    Binding("down", "stage(1)", show=False, id="viewer.stage"),
    Binding("left_square_bracket", "faster(-1)", show=False, id="viewer.slower"),
    Binding("right_square_bracket", "faster(1)", show=False, id="viewer.faster"),
    Binding("home", "to_start", show=False, id="viewer.start"),
    Binding("end", "to_end", show=False, id="viewer.end"),
    Binding("slash", "search", show=False, id="viewer.search"),
    Binding("n", "again(1)", show=False, id="viewer.next"),
    Binding("N", "again(-1)", show=False, id="viewer.before"),
    Binding("y", "copy_row", show=False, id="viewer.copy"),
    Binding("e", "export", show=False, id="viewer.export"),
    Binding("question_mark", "help", show=False, id="viewer.help"),
    Binding("ctrl+t", "cycle_plan", show=False, id="plan.cycle"),
    Binding("escape", "back", show=False, id="viewer.back"),
    Binding("q", "app.leave", show=False, id="viewer.quit"),
]
ROW_BINDINGS: list[BindingType] = [
    Binding("tab,j", "cursor(1)", show=False, id="viewer.row_down"),
    Binding("shift+tab,k", "cursor(-1)", show=False, id="viewer.row_up"),
    Binding("enter,o", "open", show=False, id="viewer.open"),
    Binding("pageup,b", "page(-1)", show=False, id="viewer.page_up"),
    Binding("pagedown,f", "page(1)", show=False, id="viewer.page_down"),
]
HELP = (
    ("space", "play, pause"),
    ("← →", "a step back, on"),
    ("↑ ↓", "the stage before, the next"),
    ("[ ]", "slower, faster"),
    ("Home End", "the start, the end"),
    ("/ n N", "search, next, before"),
    ("Tab j k", "from row to row"),
    ("Enter o", "open, close a row"),
    ("PgUp PgDn", "scroll"),
    ("y", "copy the row"),
    ("e", "export"),
    ("Ctrl+T", "where the plan is"),
    ("? q", "help, quit"),
)
"""As the help tells them."""
HINT = "space play · ← → step · ↑ ↓ stage · / search · ? help · q quit "
SHORT_HINT = "? help · q quit "
