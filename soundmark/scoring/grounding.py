"""When a sound is and which objects are meant: t-mIoU and referral (SAVVY, section 5.1, Table 3)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from soundmark.scoring.figures import Figure, Floats, Scoring, mean_figure, share_figure

PAPER_THRESHOLDS = tuple(step / 20 for step in range(1, 11))
"""0.05 to 0.5 in steps of 0.05: ten."""
RELEASED_THRESHOLDS = tuple(np.linspace(0.05, 0.5, 11).tolist())
"""What the released code makes of it: eleven, in steps of 0.045."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Referral:
    """How often all objects of a question were described rightly.

    Attributes:
        accuracy: over the questions that were judged.
        n_undecided: questions without a verdict on every object, and without a wrong one; left out.
    """

    accuracy: Figure
    n_undecided: int


def temporal_ious(spans_s: npt.ArrayLike, true_spans_s: npt.ArrayLike) -> Floats:
    """Intersection over union of spans of time, 0 to 1.

    A moment has no length: against a moment, or where a span is missing or ends before it begins, it is 0.

    Args:
        spans_s: shape (n, 2), start and end; NaN where there is no answer.
        true_spans_s: shape (n, 2), finite, the end not before the start.

    Raises:
        ValueError: when the shapes differ or a true span is none.
    """
    found = np.asarray(spans_s, dtype=np.float64).reshape(-1, 2)
    true = np.asarray(true_spans_s, dtype=np.float64).reshape(-1, 2)
    if found.shape != true.shape:
        raise ValueError(f"{len(found)} spans cannot be compared with {len(true)} truths.")
    if not np.isfinite(true).all() or (true[:, 1] < true[:, 0]).any():
        raise ValueError("A true span must have a start and an end not before it.")
    is_span = np.isfinite(found).all(axis=1) & (found[:, 1] >= found[:, 0])
    shared = np.minimum(found[:, 1], true[:, 1]) - np.maximum(found[:, 0], true[:, 0])
    shared = np.where(is_span, np.maximum(shared, 0.0), 0.0)
    union = (found[:, 1] - found[:, 0]) + (true[:, 1] - true[:, 0]) - shared
    known = is_span & (union > 0)
    return np.asarray(np.divide(shared, union, out=np.zeros(len(found)), where=known), dtype=np.float64)


def t_miou(
    spans_s: npt.ArrayLike,
    true_spans_s: npt.ArrayLike,
    scoring: Scoring = Scoring.CORRECTED,
    clusters: Sequence[Hashable] | None = None,
) -> Figure:
    """Recall@1 averaged over thresholds of the temporal IoU, each inclusive.

    Corrected: the paper's ten thresholds, times as they are. Published: the released code's eleven, answered times cut
    to whole seconds, true ones widened to them.

    Raises:
        ValueError: as `temporal_ious`.
    """
    found = np.asarray(spans_s, dtype=np.float64).reshape(-1, 2)
    true = np.asarray(true_spans_s, dtype=np.float64).reshape(-1, 2)
    thresholds = PAPER_THRESHOLDS
    if scoring is Scoring.PUBLISHED:
        thresholds = RELEASED_THRESHOLDS
        found = np.trunc(found)
        true = np.column_stack([np.floor(true[:, 0]), np.ceil(true[:, 1])])
    ious = np.round(temporal_ious(found, true), 12)  # so that one half is not a hair below one half
    return mean_figure((ious[:, np.newaxis] >= np.round(thresholds, 12)).mean(axis=1), clusters)


def referral(verdicts: Sequence[Sequence[bool | None]], clusters: Sequence[Hashable] | None = None) -> Referral:
    """The share of questions whose objects all match: the target, and for allocentric ones reference and facing too.

    Args:
        verdicts: for each question a judge's verdict on each object it needs; None where the judge gave none.
        clusters: as in `figures.mean_figure`.

    Raises:
        ValueError: when a question has no object, or the lengths differ.
    """
    if not all(verdicts):
        raise ValueError("Every question needs a verdict on at least one object.")
    decided = [row for row, objects in enumerate(verdicts) if False in objects or None not in objects]
    is_right = [all(verdicts[row]) for row in decided]
    if clusters is not None and len(clusters) != len(verdicts):
        raise ValueError("Every question needs the cluster it belongs to.")
    names = None if clusters is None else [clusters[row] for row in decided]
    return Referral(accuracy=share_figure(is_right, names), n_undecided=len(verdicts) - len(decided))
