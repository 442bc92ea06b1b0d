"""Every error a user or a model is shown.

    ZapError                  one clear line (`message`), what to do (`hint`); never a traceback
    ├ UsageError         2    a wrong flag or argument
    ├ TranscriptError   65    a transcript that cannot be read
    ├ StateError        74    the state on disk or stdout cannot be written
    │ └ ReaderGone     141    nobody reads stdout any more
    ├ ConfigError       78    a wrong setting; a sandbox that is required and missing
    ├ StaleWrite         1    a plan has another version than its writer expects
    ├ ProviderError      1    the model's service failed; `retryable`: another try may help
    │ ├ AuthError       77    no key, or a key that is not accepted
    │ ├ Unavailable     75    overloaded, unreachable, cut off: worth another try
    │ │ └ EmptyAnswer   75    an answer with nothing in it
    │ └ ContextTooLong   1    the request does not fit the model's window
    └ ToolError          –    for the model: becomes the call's result, never ends a run

Anything else that is raised is a bug: it ends the tape with outcome `error` and then escapes.
"""

from typing import ClassVar


class ZapError(Exception):
    """An error with one line for the user and the exit code of the process."""

    exit_code: ClassVar[int] = 1

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message} — {self.hint}" if self.hint else self.message


class UsageError(ZapError):
    """A wrong flag or argument."""

    exit_code = 2


class TranscriptError(ZapError):
    """A transcript that cannot be read: damaged, foreign, or of a newer format."""

    exit_code = 65


class StateError(ZapError):
    """The transcript, the state folder or stdout cannot be written."""

    exit_code = 74


class ReaderGone(StateError):
    """Whoever read our stdout has closed it, as `| head -1` does: SIGPIPE's exit code."""

    exit_code = 141


class ConfigError(ZapError):
    """A wrong setting, or a sandbox that is required and missing."""

    exit_code = 78


class ProviderError(ZapError):
    """The model's service failed. `retryable`: the same request may succeed later."""

    retryable: ClassVar[bool] = False


class AuthError(ProviderError):
    """No key, or a key that the service does not accept."""

    exit_code = 77


class Unavailable(ProviderError):
    """Overloaded, unreachable, stalled or cut off."""

    exit_code = 75
    retryable = True
    tries: ClassVar[int | None] = None
    """How often to try in all, where that is not left to the policy."""

    def __init__(
        self, message: str, *, hint: str | None = None, retry_after: str | None = None
    ) -> None:
        super().__init__(message, hint=hint)
        self.retry_after = retry_after
        """The header as it came: seconds, a date, or nonsense."""


class EmptyAnswer(Unavailable):
    """The service answered with nothing: worth one more try, not six."""

    tries = 2


class ContextTooLong(ProviderError):
    """The request does not fit the model's context window."""


class ToolError(ZapError):
    """A failure told to the model as the result of its call."""
