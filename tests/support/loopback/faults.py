"""What a test may change: faults, tokens, quota; and the request log."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.support.loopback.errors import HubError

FAULT_KINDS = ("before", "after", "drop_before", "drop_after", "hang", "hang_after")


@dataclass
class FaultRule:
    """What to do to the next ``times`` requests whose "METHOD path" matches.

    Attributes:
        match: regular expression searched in "METHOD path"; the first rule with times left that matches is used.
        when: before (answer ``status``, nothing applied), after (applied, then ``status``), drop_before, drop_after
            (socket cut without an answer), hang (wait ``delay`` s, then apply and answer), hang_after (apply, wait,
            answer). A client that gives up during a hang does not stop the request from being applied.
        status, headers, message: the answer.
        times: how often.
        delay: seconds, for the hangs.
    """

    match: str
    when: str
    status: int = 500
    times: int = 1
    delay: float = 0.0
    headers: dict[str, str] = field(default_factory=dict)
    message: str = "injected fault"

    def __post_init__(self) -> None:
        """Refuse a rule that could never fire as meant."""
        re.compile(self.match)
        if self.when not in FAULT_KINDS:
            raise ValueError(f"when must be one of {', '.join(FAULT_KINDS)}")


@dataclass
class LogEntry:
    """One served request; ``status`` stays None when the connection was cut."""

    method: str
    path: str
    query: str
    request_bytes: int
    fault: str | None
    status: int | None = None


@dataclass
class CommitLimit:
    """At most ``commits`` per ``window_s`` seconds, over all users together."""

    commits: int
    window_s: float


@dataclass
class Controls:
    """Everything a test may change or read besides the repositories."""

    faults: list[FaultRule] = field(default_factory=list)
    log: list[LogEntry] = field(default_factory=list)
    revoked: set[str] = field(default_factory=set)
    read_only: set[str] = field(default_factory=set)
    limit: CommitLimit | None = None
    commit_times: list[float] = field(default_factory=list)

    def set_faults(self, rules: Sequence[Mapping[str, Any]]) -> None:
        """Replace all fault rules; they are tried in this order."""
        self.faults = [FaultRule(**rule) for rule in rules]

    def set_tokens(self, revoked: Sequence[str] = (), read_only: Sequence[str] = ()) -> None:
        """Replace the tokens answered with 401 and with 403 on writes."""
        self.revoked, self.read_only = set(revoked), set(read_only)

    def set_limit(self, limit: Mapping[str, Any] | None) -> None:
        """Set or lift the commit limit."""
        self.limit = CommitLimit(**limit) if limit else None
        self.commit_times.clear()

    def take_fault(self, request_line: str) -> FaultRule | None:
        """Return the first rule that matches, using up one of its times."""
        for rule in self.faults:
            if rule.times > 0 and re.search(rule.match, request_line):
                rule.times -= 1
                return rule
        return None

    def check_commit_limit(self) -> None:
        """Answer 429 with Retry-After when the window is full."""
        if self.limit is None:
            return
        now, window = time.monotonic(), self.limit.window_s
        self.commit_times = [t for t in self.commit_times if now - t < window]
        if len(self.commit_times) >= self.limit.commits:
            wait = int(window - (now - self.commit_times[0])) + 1
            raise HubError(
                429,
                f"You have exceeded the rate limit for repository commits ({self.limit.commits} per {window:g} s).",
                headers={"Retry-After": str(wait)},
            )

    def reset(self) -> None:
        """Go back to a Hub without faults, limits or log."""
        self.set_faults([])
        self.set_tokens()
        self.set_limit(None)
        self.log.clear()
