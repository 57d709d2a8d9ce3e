"""What is counted of an answer: one column of values for each figure, and where its definition stands."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from leaderboard.tables.answers import STATUSES, Answers
from leaderboard.tables.columns import Floats
from soundmark.types import Status


class Better(StrEnum):
    """Which way a figure is good."""

    MORE = "more"
    LESS = "less"
    NEITHER = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Metric:
    """A figure of a table.

    Attributes:
        name: in files and links.
        label, unit: for people.
        digits: decimals that are shown.
        better: which way it is good.
        parts: names of the metrics of which this is the plain mean; none for one with values of its own.
        quantile: the share below the quantile that this is; None for a mean.
        percent: whether a share, 0 to 1, is shown in per cent.
        says: what it is, in a sentence.
        defined_by: the function, or class, whose docstring tells the rule; None when the sentence says it all.
    """

    name: str
    label: str
    says: str
    unit: str = ""
    digits: int = 1
    better: Better = Better.MORE
    parts: tuple[str, ...] = ()
    quantile: float | None = None
    percent: bool = False
    defined_by: Callable[..., object] | None = None

    def definition(self) -> str:
        """The sentence, and the docstring of the rule without its list of arguments."""
        text = (inspect.getdoc(self.defined_by) or "") if self.defined_by else ""
        rule = text.split("\n\nArgs:")[0].split("\n\nRaises:")[0].split("\n\nReturns:")[0].strip()
        return f"{self.says} {' '.join(rule.split())}".strip()


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """A metric and its values.

    Attributes:
        values: shape (answers,), NaN where an answer does not count for it; None for a mean of other metrics.
    """

    metric: Metric
    values: Floats | None


def share(name: str, label: str, says: str, **more: object) -> Metric:
    """A metric that is a share, shown in per cent."""
    return Metric(name=name, label=label, says=says, unit="%", percent=True, **more)  # type: ignore[arg-type]


def rates(answers: Answers) -> list[Measured]:
    """How often there was no answer, each as a share of the answers that count; errors as a share of all."""
    counted = answers.counts

    def rate(status: Status) -> Floats:
        return np.where(counted, (answers.status == STATUSES[status]).astype(np.float64), np.nan)

    return [
        Measured(SKIPPED, rate(Status.SKIPPED)),
        Measured(REFUSED, rate(Status.REFUSED)),
        Measured(UNPARSED, rate(Status.UNPARSED)),
        Measured(ERRORS, (~counted).astype(np.float64)),
    ]


SKIPPED = share("skipped_rate", "Passed", "Share of the answers that count that were passed.", better=Better.LESS)
REFUSED = share("reject_rate", "Refused", "Share of the answers that count that were refused.", better=Better.LESS)
UNPARSED = share(
    "unparsed_rate", "Not readable", "Share of the answers that count that could not be read.", better=Better.LESS
)
ERRORS = share(
    "error_rate",
    "Errors",
    "Questions that failed for technical reasons, as a share of these and the answers together. They count nowhere "
    "else.",
    better=Better.LESS,
)


def mean_of(name: str, label: str, says: str, parts: Sequence[Metric]) -> Metric:
    """The plain mean of shares, however many answers each has; of those that have answers."""
    return share(name, label, says, parts=tuple(part.name for part in parts))
