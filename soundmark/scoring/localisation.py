"""How well directions and places were found: loc_acc, theta_err, r_err (SAVVY, section 5.1), and the sides of DoA.

Published figures inherit faults of the released code: angles are subtracted without wrapping, so that 179 against -179
counts as 358 degrees, and an item without an estimate counts as an error of 0 degrees and 0 m.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from soundmark.scoring.figures import Figure, Floats, Scoring, mean_figure, share_figure

MAX_ANGLE_ERROR_DEG = 45.0
MAX_DISTANCE_ERROR_M = 1.0
IGNORED_CONE_DEG = 5.0
"""Truths this near to straight ahead or behind are left out: section 4.2 and the released code."""
_Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True)
class Localisation:
    """Tables 4 and 5.

    Attributes:
        loc_acc: share of items within 45 degrees and 1 m, both inclusive.
        theta_err_deg, r_err_m: mean absolute errors; corrected, of the items with an estimate only.
        n_missing: items without an estimate.
    """

    loc_acc: Figure
    theta_err_deg: Figure
    r_err_m: Figure
    n_missing: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Sides:
    """How often the right side was heard: of truths on the left, on the right, and so on, and pooled."""

    left: Figure
    right: Figure
    front: Figure
    back: Figure
    left_right: Figure
    front_back: Figure


def angle_errors_deg(
    answered_deg: npt.ArrayLike, truths_deg: npt.ArrayLike, scoring: Scoring = Scoring.CORRECTED
) -> Floats:
    """Absolute errors, 0 to 180; published, up to 360. NaN where there is no estimate."""
    differences = np.asarray(answered_deg, dtype=np.float64) - np.asarray(truths_deg, dtype=np.float64)
    if scoring is Scoring.CORRECTED:
        differences = np.mod(differences + 180.0, 360.0) - 180.0
    return np.asarray(np.abs(differences), dtype=np.float64)


def localisation(
    azimuths_deg: npt.ArrayLike,
    distances_m: npt.ArrayLike,
    true_azimuths_deg: npt.ArrayLike,
    true_distances_m: npt.ArrayLike,
    *,
    scoring: Scoring = Scoring.CORRECTED,
    clusters: Sequence[Hashable] | None = None,
) -> Localisation:
    """Score estimates of places.

    Args:
        azimuths_deg: shape (n,), NaN where there is no estimate.
        distances_m: shape (n,), NaN where there is no estimate.
        true_azimuths_deg: shape (n,), finite.
        true_distances_m: shape (n,), finite.
        scoring: corrected, an item without an estimate is not located and has no error.
        clusters: as in `figures.mean_figure`.

    Raises:
        ValueError: when the shapes differ or a truth is not finite.
    """
    angle = angle_errors_deg(*_checked(azimuths_deg, true_azimuths_deg), scoring)
    distance = np.abs(np.subtract(*_checked(distances_m, true_distances_m)))
    if angle.shape != distance.shape:
        raise ValueError(f"{len(angle)} azimuths cannot go with {len(distance)} distances.")
    missing = np.isnan(angle) | np.isnan(distance)
    located = ~missing & (angle <= MAX_ANGLE_ERROR_DEG) & (distance <= MAX_DISTANCE_ERROR_M)
    names = None if clusters is None else np.asarray(clusters, dtype=np.object_)
    if scoring is Scoring.PUBLISHED:
        angle, distance = np.where(missing, 0.0, angle), np.where(missing, 0.0, distance)
    return Localisation(
        loc_acc=share_figure(located, clusters),
        theta_err_deg=_known_mean(angle, names),
        r_err_m=_known_mean(distance, names),
        n_missing=int(missing.sum()),
    )


def sides(azimuths_deg: npt.ArrayLike, true_azimuths_deg: npt.ArrayLike) -> Sides:
    """Left against right and front against back, by the sign and size of azimuths.

    Truths within 5 degrees of straight ahead or behind are left out. No estimate, and one on the border itself, is on
    no side and counts as wrong; a truth exactly at the side is neither in front nor behind and is left out of those.

    Args:
        azimuths_deg: shape (n,), -180 to 180, NaN where there is no estimate.
        true_azimuths_deg: shape (n,), finite, -180 to 180.

    Raises:
        ValueError: when the shapes differ, a truth is not finite, or an azimuth is out of range.
    """
    answers, truths = _checked(azimuths_deg, true_azimuths_deg)
    if (np.abs(truths) > 180).any() or (np.abs(answers) > 180).any():
        raise ValueError("Azimuths must be in -180 to 180 degrees.")
    usable = outside_cone(truths)
    answers, truths = answers[usable], truths[usable]
    on_border = (answers == 0) | (np.abs(answers) == 180)
    # NaN equals nothing, so that no estimate and one on a border are on no side.
    side, true_side = np.sign(np.where(on_border, np.nan, answers)), np.sign(truths)
    ends, true_ends = np.sign(np.abs(answers) - 90.0), np.sign(np.abs(truths) - 90.0)
    return _sides_of(
        (side == true_side, true_side < 0, true_side > 0),
        (ends == true_ends, true_ends < 0, true_ends > 0),
    )


def published_sides(
    azimuths_deg: npt.ArrayLike, true_azimuths_deg: npt.ArrayLike, true_labels: Sequence[str] | None = None
) -> Sides:
    """The same by the labels of the released code.

    A label is front within 2 degrees of straight ahead, back within 2 of straight behind, else a quadrant. Pairs in
    which one label has no side are left out. A missing estimate is a miss on all four sides at once.

    Args:
        azimuths_deg: shape (n,), NaN where there is no estimate.
        true_azimuths_deg: shape (n,), finite.
        true_labels: as the key frames have them, which are narrower than quadrants; else made from the azimuths.

    Raises:
        ValueError: when the lengths differ or a truth is not finite.
    """
    answers, truths = _checked(azimuths_deg, true_azimuths_deg)
    labels = [direction_label(truth) for truth in truths.tolist()] if true_labels is None else list(true_labels)
    hits: dict[str, list[bool]] = {"left": [], "right": [], "front": [], "back": []}
    opposite = {"left": "right", "right": "left", "front": "back", "back": "front"}
    for answer, label, is_usable in zip(answers.tolist(), labels, outside_cone(truths).tolist(), strict=True):
        if not is_usable:
            continue
        answered = direction_label(answer)
        for word, found in hits.items():
            if answered is None:
                found.append(False)
            elif word in (label or "") and (word in answered or opposite[word] in answered):
                found.append(word in answered)
    return Sides(
        left=share_figure(hits["left"]),
        right=share_figure(hits["right"]),
        front=share_figure(hits["front"]),
        back=share_figure(hits["back"]),
        left_right=share_figure(hits["left"] + hits["right"]),
        front_back=share_figure(hits["front"] + hits["back"]),
    )


def direction_label(azimuth_deg: float) -> str | None:
    """The released code's name of a direction; None for no estimate."""
    if np.isnan(azimuth_deg):
        return None
    if abs(azimuth_deg) < 2:
        return "front"
    if abs(azimuth_deg) > 178:
        return "back"
    return f"{'front' if abs(azimuth_deg) < 90 else 'back'}-{'left' if azimuth_deg < 0 else 'right'}"


def outside_cone(azimuths_deg: Floats, cone_deg: float = IGNORED_CONE_DEG) -> _Bools:
    """Whether azimuths are farther than the cone from straight ahead and from straight behind."""
    away = np.abs(azimuths_deg)
    return np.asarray((away > cone_deg) & (away < 180.0 - cone_deg))


def _sides_of(left_right: tuple[_Bools, _Bools, _Bools], front_back: tuple[_Bools, _Bools, _Bools]) -> Sides:
    """Figures from, for each pair of sides: whether the side is right, and which truths are on each."""
    is_side, is_left, is_right = left_right
    is_end, is_front, is_back = front_back
    return Sides(
        left=share_figure(is_side[is_left]),
        right=share_figure(is_side[is_right]),
        front=share_figure(is_end[is_front]),
        back=share_figure(is_end[is_back]),
        left_right=share_figure(is_side[is_left | is_right]),
        front_back=share_figure(is_end[is_front | is_back]),
    )


def _known_mean(errors: Floats, clusters: npt.NDArray[np.object_] | None) -> Figure:
    known = np.isfinite(errors)
    return mean_figure(errors[known], None if clusters is None else clusters[known].tolist())


def _checked(answers: npt.ArrayLike, truths: npt.ArrayLike) -> tuple[Floats, Floats]:
    found, true = np.asarray(answers, dtype=np.float64), np.asarray(truths, dtype=np.float64)
    if found.shape != true.shape or found.ndim != 1:
        raise ValueError(f"{found.shape} estimates cannot be compared with {true.shape} truths.")
    if not np.isfinite(true).all():
        raise ValueError("A truth is not a finite number.")
    return found, true
