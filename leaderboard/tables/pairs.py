"""Two rows on the questions that both answered: how far apart they are, and how sure that is."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from leaderboard.intervals import Interval, mean_interval
from leaderboard.notes import fixed
from leaderboard.tables.answers import Answers
from leaderboard.tables.columns import Codes, Floats
from leaderboard.tables.groups import Group
from leaderboard.tables.labels import PERCENT
from leaderboard.tables.metrics import Measured, Metric
from soundmark.types import Note, worded_as


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A paired comparison.

    Attributes:
        questions: that both answered.
        first, second: means over these questions of each question's own mean; None without any.
        difference: first less second.
        interval: 95 %, percentile bootstrap over the questions; None with fewer than two.
        first_higher, second_higher: on how many questions one mean is higher than the other.
    """

    questions: int
    first: float | None
    second: float | None
    difference: float | None
    interval: Interval | None
    first_higher: int
    second_higher: int


def compare(answers: Answers, one: Measured, first: Group, second: Group) -> Pair:
    """Compare two rows by a metric that has values of its own.

    Raises:
        ValueError: for a metric that is a mean of others.
    """
    if one.values is None:
        raise ValueError(f"{one.metric.label} has no value for a single question.")
    n = len(answers.question.words)
    a, b = (_by_question(one.values, answers, group, n) for group in (first, second))
    both = ~np.isnan(a) & ~np.isnan(b)
    a, b = a[both], b[both]
    if not len(a):
        return Pair(
            questions=0, first=None, second=None, difference=None, interval=None, first_higher=0, second_higher=0
        )
    differences = a - b
    return Pair(
        questions=len(a),
        first=math.fsum(a) / len(a),
        second=math.fsum(b) / len(b),
        difference=math.fsum(differences) / len(a),
        interval=mean_interval(differences.tolist()),
        first_higher=int((differences > 0).sum()),
        second_higher=int((differences < 0).sum()),
    )


def _by_question(values: Floats, answers: Answers, group: Group, n: int) -> Floats:
    places: Codes = group.places[~np.isnan(values[group.places])]
    questions = answers.question.codes[places]
    counts = np.bincount(questions, minlength=n)
    with np.errstate(invalid="ignore"):
        return np.asarray(np.bincount(questions, values[places], n) / counts)


def pair_note(pair: Pair, metric: Metric, first: str, second: str) -> Note:
    """A sentence on two rows.

    Args:
        pair: how they compare.
        metric: by which.
        first: what one is called.
        second: what the other is called.
    """
    named = {"first": first, "second": second}
    if pair.difference is None:
        return worded_as("{first} and {second} have no question in common.", "pair_nothing_common", **named)
    scale, unit = (PERCENT, "percentage points") if metric.percent else (1.0, metric.unit)
    ends = pair.interval
    low_high = {} if ends is None else {"low": f"{ends.low * scale:+.1f}", "high": f"{ends.high * scale:+.1f}"}
    interval = (
        worded_as("95 % interval {low} to {high}", "interval", **low_high)
        if low_high
        else worded_as("too few questions for an interval", "pair_no_interval")
    )
    return worded_as(
        "{first} less {second}: {difference} {unit} ({interval}). Questions that both answered: {n}; {first} is higher "
        "on {higher}, lower on {lower}.",
        "pair_difference",
        **named,
        difference=f"{pair.difference * scale:+.1f}",
        unit=fixed(unit),
        interval=interval,
        n=f"{pair.questions:,}",
        higher=f"{pair.first_higher:,}",
        lower=f"{pair.second_higher:,}",
    )
