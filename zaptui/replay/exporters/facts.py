"""A run in a few words: its title, how it ended, what it took."""

from collections.abc import Iterable, Sequence

from zaptui.core.parts import Usage
from zaptui.core.turn import Turn
from zaptui.view.text import duration, one_line


def title_of(prompt: str, *, limit: int = 120) -> str:
    """The first line of a prompt that says anything."""
    first = next((line for line in prompt.split("\n") if line.strip()), "")
    return one_line(first, limit) or "(no prompt)"


def rest_of(prompt: str) -> str:
    """The whole prompt where its title does not tell it all, else nothing."""
    text = prompt.strip()
    return "" if " ".join(text.split()) == title_of(prompt) or not text else text


def facts_of(turn: Turn, *, is_child: bool = False) -> list[str]:
    """Outcome, model, mode, duration, tokens and cost, those that are known.

    The times of a subagent's turn count from the start of its parent's run.
    """
    finished = turn.finished
    facts = [finished.outcome if finished else "not finished"]
    facts += [one_line(turn.started.model, 60), one_line(turn.started.mode, 20)]
    began_at = turn.steps[0].began_at if is_child and turn.steps else 0.0
    if turn.ended_at and turn.ended_at >= began_at:
        facts.append(duration(turn.ended_at - began_at))
    facts.append(tokens_of(usage_of(turn)))
    if finished and finished.cost is not None:
        facts.append(money(finished.cost))
    return [fact for fact in facts if fact]


def total_facts_of(turns: Sequence[Turn]) -> list[str]:
    """What all turns took together."""
    facts = [f"{len(turns)} turns"]
    took = sum(turn.ended_at or 0.0 for turn in turns)
    if took:
        facts.append(duration(took))
    facts.append(tokens_of(total(map(usage_of, turns))))
    costs = [
        turn.finished.cost for turn in turns if turn.finished and turn.finished.cost is not None
    ]
    if costs:
        facts.append(money(sum(costs)))
    return [fact for fact in facts if fact]


def usage_of(turn: Turn) -> Usage:
    """The tokens of a turn: those its end states, else those of its steps."""
    stated = turn.finished.usage if turn.finished else Usage()
    return stated if stated != Usage() else total(s.usage for s in turn.steps if s.usage)


def total(usages: Iterable[Usage]) -> Usage:
    """The sum of tokens."""
    return sum(usages, Usage())


def tokens_of(usage: Usage) -> str:
    """`12.4k tokens in, 800 out`; nothing when none are known."""
    if usage == Usage():
        return ""
    return f"{thousands(usage.input_tokens)} tokens in, {thousands(usage.output_tokens)} out"


def thousands(count: int) -> str:
    """`800`, `12.4k`, `3.1M`."""
    if count < 1000:
        return str(count)
    return f"{count / 1000:.1f}k" if count < 999_950 else f"{count / 1_000_000:.1f}M"


def money(cost: float) -> str:
    """US dollars, with more digits for less."""
    return f"${cost:.2f}" if cost >= 0.01 or cost == 0 else f"${cost:.4f}"


def plural(count: int, word: str) -> str:
    """`1 call`, `3 calls`."""
    return f"{count:,} {word}{'' if count == 1 else 's'}"
