"""When a request is sent again, and after how long. It is the only layer of retries: the clients' own are off."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from soundmark.models.reply import ModelFailure

UNIFORM: Callable[[float, float], float] = random.uniform


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryRules:
    """How often and how patiently.

    Attributes:
        failures: how often a request that brought no reply is sent again.
        invalid: how often a question is asked again whose reply could not be read: 3 as GlobeAudio prescribes
            (appendix A.1), 0 elsewhere.
        first_s, longest_s: the wait after the first failure, doubled each time, and its bound.
        longest_retry_after_s: an endpoint that wants to be left alone for longer ends the run.
    """

    failures: int = 5
    invalid: int = 0
    first_s: float = 1.0
    longest_s: float = 60.0
    longest_retry_after_s: float = 300.0

    def wait_s(self, n_failed: int, retry_after_s: float | None, uniform: Callable[[float, float], float]) -> float:
        """Seconds until a request is sent again.

        Exponential with full jitter (Brooker, "Exponential Backoff And Jitter", 2015), so that many that failed
        together do not come back together; never less than the endpoint asks for.

        Args:
            n_failed: failures so far, from 1.
            retry_after_s: what the endpoint asks for, None when it does not.
            uniform: draws between two bounds.
        """
        bound_s = min(self.longest_s, self.first_s * 2.0 ** min(n_failed - 1, 30))
        jitter_s = uniform(0.0, bound_s)
        return jitter_s if retry_after_s is None else retry_after_s + min(jitter_s, self.first_s)

    def goes_on(self, failure: ModelFailure, n_failed: int) -> bool:
        """Whether a request that failed for the n-th time is sent again."""
        return failure.is_retryable and not self.ends_run(failure) and n_failed <= self.failures

    def ends_run(self, failure: ModelFailure) -> bool:
        """Whether asking anything more is of no use now."""
        return failure.stops_run or (failure.retry_after_s or 0.0) > self.longest_retry_after_s
