"""The reminders channel: short texts by key, told before each step and never stored (R21–R25)."""

from zaptui.core.reminder_block import reminder_block

ONCE = "once:"


class Reminders:
    """A keyed map: `set` replaces, `clear` removes one; the order is that of first insertion."""

    def __init__(self, *, baseline: str | None = None) -> None:
        self._texts: dict[str, str] = {}
        if baseline:
            self.set("baseline", baseline)

    def set(self, key: str, text: str) -> None:
        """Put or replace the text of a producer; a key with the prefix `once:` is shown once."""
        self._texts[key] = text

    def clear(self, key: str) -> None:
        """Remove the text of a producer, if there is one."""
        self._texts.pop(key, None)

    def take(self) -> str | None:
        """The block for the next step, or None; `once:` keys are dropped with it (R22, R24)."""
        block = reminder_block(self._texts.values())
        self._texts = {k: text for k, text in self._texts.items() if not k.startswith(ONCE)}
        return block

    def as_dict(self) -> dict[str, str]:
        """A copy of what is set."""
        return dict(self._texts)
