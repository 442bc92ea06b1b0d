"""What a compaction reads and leaves behind: older work as text, sizes in tokens."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from zaptui.core.json import JsonObject, dump_json
from zaptui.core.parts import TextPart, ToolPart
from zaptui.core.result_text import cap, result_text
from zaptui.core.turn import Step, Turn, instructions_in
from zaptui.planning.directives import compacted_history
from zaptui.planning.plan_rows import rows_of

_CHARACTERS_A_TOKEN = 4
_LIMITS = (2_000, 500, 120)
"""Characters of each result and of each call's arguments: the next one where that is too much."""
_PROMPT_LIMIT = 4_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """Where a history is cut: step `step` of turn `turn` and all after it are kept."""

    turn: int
    step: int
    kept: int
    """Steps after the cut."""


def text_tokens(text: str) -> int:
    """About how many tokens a text takes."""
    return len(text) // _CHARACTERS_A_TOKEN + 1


def step_tokens(step: Step, *, limit: int) -> int:
    """About how many tokens a step takes in the history, results of at most `limit` characters."""
    return text_tokens("\n".join(_step_lines(step, limit)))


class HistoryTokens:
    """About how many tokens a history takes; steps that are over are counted once."""

    def __init__(self) -> None:
        self._counted_for: tuple[object, ...] = ()
        self._tokens = 0
        self._next = (0, 0)

    def of(self, turns: Sequence[Turn], *, limit: int) -> int:
        """The tokens of all of it, results of at most `limit` characters."""
        if not turns:
            return 0
        begin = _begin(turns)
        counted_for = begin, limit, sum(turn.late_changes for turn in turns)
        if self._counted_for != counted_for:
            self._counted_for, self._tokens, self._next = counted_for, 0, begin
        number, place = self._next
        while number < len(turns) - 1:
            self._tokens += _sum(turns[number].steps[place:], limit)
            number, place = number + 1, 0
        steps = turns[number].steps
        over = max(place, len(steps) - 1)  # the last step may still change
        self._tokens += _sum(steps[place:over], limit)
        self._next = number, over
        words = "\n".join(_words_between(turns, begin))
        return (
            standing_tokens(turns) + text_tokens(words) + self._tokens + _sum(steps[over:], limit)
        )


def _sum(steps: Sequence[Step], limit: int) -> int:
    return sum(step_tokens(step, limit=limit) for step in steps)


def _words_between(turns: Sequence[Turn], begin: tuple[int, int]) -> Iterator[str]:
    """What of a history is in no step."""
    number, first = begin
    summary = turns[number].summary
    if summary is not None:
        yield summary
    yield from (turn.prompt for turn in turns[number + (first > 0) :])
    yield from (text for turn in turns[number:-1] for text in turn.unheard)


def standing_tokens(turns: Sequence[Turn]) -> int:
    """About how many tokens the standing instructions take; no compaction touches them."""
    told = instructions_in(turns)
    return 0 if told is None else text_tokens(told)


def results_tokens(step: Step, *, limit: int) -> int:
    """About how many tokens the results of a step take."""
    calls = [part for part in step.parts if isinstance(part, ToolPart) and part.finished]
    return sum(text_tokens(cap(result_text(part), limit)) for part in calls)


def kept_tokens(turns: Sequence[Turn], cut: Cut, *, limit: int) -> int:
    """About how many tokens stay after a cut."""
    later = [step for turn in turns[cut.turn + 1 :] for step in turn.steps]
    steps = [*turns[cut.turn].steps[cut.step :], *later]
    return _sum(steps, limit)


def find_cut(turns: Sequence[Turn], *, room: int, limit: int) -> Cut:
    """Keep as many of the last steps as fit into `room` tokens; none of before the last cut."""
    kept = used = 0
    begin, first = _begin(turns)
    for number in reversed(range(begin, len(turns))):
        steps = turns[number].steps
        for place in reversed(range(first if number == begin else 0, len(steps))):
            used += step_tokens(steps[place], limit=limit)
            if used > room:
                return Cut(turn=number, step=place + 1, kept=kept)
            kept += 1
    return Cut(turn=begin, step=first, kept=kept)


def older_text(turns: Sequence[Turn], cut: Cut, *, room: int) -> str:
    """What is before the cut, as text of at most about `room` tokens; empty if nothing is."""
    if (cut.turn, cut.step) == _begin(turns):
        return ""
    most, text = room * _CHARACTERS_A_TOKEN, ""
    for limit in _LIMITS:
        text = "\n\n".join(_written(turns, cut, limit))
        if len(text) <= most:
            return text
    return cap(text, most)


def summary_text(turns: Sequence[Turn], cut: Cut, *, snapshot: JsonObject, summary: str) -> str:
    """What stands for all before the cut: prompts word for word, the plan, the model's summary."""
    prompts = [cap(turn.prompt, _PROMPT_LIMIT) for turn in turns[: cut.turn + 1] if turn.prompt]
    stages = [(row.status, row.content, row.evidence) for row in rows_of(snapshot)]
    return compacted_history(prompts, stages, summary)


def _begin(turns: Sequence[Turn]) -> tuple[int, int]:
    """Where the history begins: the turn and the step of the last cut."""
    for number in reversed(range(len(turns))):
        if turns[number].summary is not None:
            return number, turns[number].summary_at
    return 0, 0


def _written(turns: Sequence[Turn], cut: Cut, limit: int) -> Iterator[str]:
    begin, first = _begin(turns)
    for number in range(begin, cut.turn + 1):
        turn = turns[number]
        from_step = first if number == begin else 0
        if number == begin and turn.summary is not None:
            yield turn.summary
        if from_step == 0:
            yield f"User: {turn.prompt}"
        to_step = cut.step if number == cut.turn else len(turn.steps)
        for step in turn.steps[from_step:to_step]:
            yield from _step_lines(step, limit)
        unheard = turn.unheard if number < cut.turn else ()
        yield from (f"User: {text}" for text in unheard)


def _step_lines(step: Step, limit: int) -> Iterator[str]:
    yield from (f"User: {message}" for message in step.messages)
    for part in step.parts:
        match part:
            case TextPart(discarded=False) if part.text.strip():
                yield f"Assistant: {part.text}"
            case ToolPart(discarded=False, called=True):
                arguments = dump_json(part.input) if part.input is not None else part.raw_input
                yield f"Call: {part.tool} {cap(arguments, limit)}"
                yield f"Result: {cap(result_text(part), limit)}"
            case _:
                pass
