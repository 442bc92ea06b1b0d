"""When and how long to wait before a failed request is sent again."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryPolicy:
    """The bounds of trying again. Seconds."""

    tries: int = 6
    """Requests in all, for one reply."""
    first_wait_s: float = 0.5
    longest_wait_s: float = 30.0
    max_wait_s: float = 120.0
    """All the waits for one reply together."""


def wait_before_retry(
    attempt: int,
    policy: RetryPolicy,
    *,
    tries: int | None = None,
    waited_s: float,
    asked_s: float | None,
    jitter: float,
) -> float | None:
    """Seconds to wait after failed try `attempt` (from 1), None to give up.

    `tries` is the error's own bound, where it has one.
    `asked_s` is what the service asked for; a service that asks for more than is left of the bound
    is not waited for at all. `jitter` is from 0 to 1: clients that failed together come back apart.
    """
    if attempt >= min(policy.tries, tries or policy.tries):
        return None
    backoff = min(policy.longest_wait_s, policy.first_wait_s * 2 ** (attempt - 1))
    wait = backoff * (0.5 + jitter / 2)
    if asked_s is not None:
        wait = max(wait, asked_s)
    return wait if waited_s + wait <= policy.max_wait_s else None
