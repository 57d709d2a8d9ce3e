"""The track filter of SAVVY's released code, kept for comparison (section 4.3; `track_utils.py` at 9ef5d163).

Three passes over a track: points far from the line between their neighbours are dropped, gaps are filled with a point a
second, and a forward Kalman filter with a fixed step of one second runs over what there is, whatever its times.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from soundmark.spatial.scene import Floats

_STEP_S = 1.0
_Track = tuple[Floats, Floats]
"""Times of shape (n,) and positions of shape (n, 2)."""


def released_path(times_s: Floats, positions_m: Floats) -> _Track:
    """All three passes: times of shape (m,) and positions of shape (m, 2), rounded to two decimals but for the first.

    Args:
        times_s: shape (n,), strictly increasing.
        positions_m: shape (n, 2), world.
    """
    kept = without_outliers(times_s, positions_m)
    return forward_filter(*with_filled_gaps(*kept))


def without_outliers(times_s: Floats, positions_m: Floats, threshold_m: float = 1.0) -> _Track:
    """Drop inner points that are too far from the line between their neighbours (as they came, dropped or not).

    The threshold grows up to twofold with the mean speed (m/s), and again up to twofold with the change of speed.
    """
    if len(times_s) < 3:
        return times_s, positions_m
    before_s, after_s = np.diff(times_s)[:-1], np.diff(times_s)[1:]
    whole_s = before_s + after_s
    share = (before_s / whole_s)[:, np.newaxis]
    expected = (1 - share) * positions_m[:-2] + share * positions_m[2:]
    deviations_m = np.hypot(*(positions_m[1:-1] - expected).T)
    lengths_m = np.hypot(*np.diff(positions_m, axis=0).T)
    speed_before, speed_after = lengths_m[:-1] / before_s, lengths_m[1:] / after_s
    speed_factor = np.clip((speed_before + speed_after) / 2, 1.0, 2.0)
    change_factor = np.clip(10 * np.abs(speed_after - speed_before) / whole_s + 1, 1.0, 2.0)
    kept = np.ones(len(times_s), dtype=np.bool_)
    kept[1:-1] = deviations_m <= threshold_m * speed_factor * change_factor
    return times_s[kept], positions_m[kept]


def with_filled_gaps(times_s: Floats, positions_m: Floats) -> _Track:
    """Put points on the line into gaps of more than a second, one a second from the gap's beginning."""
    if len(times_s) < 2:
        return times_s, positions_m
    filled = [times_s[:1]]
    for before_s, after_s in pairwise(times_s.tolist()):
        inner = before_s + _STEP_S * np.arange(1, int((after_s - before_s) / _STEP_S))
        filled.extend((inner[inner < after_s], np.array([after_s])))
    times = np.concatenate(filled)
    return times, np.column_stack([np.interp(times, times_s, positions_m[:, axis]) for axis in (0, 1)])


def forward_filter(times_s: Floats, positions_m: Floats) -> _Track:
    """A constant-velocity Kalman filter that takes every step for one second: Q diag(.01, .01, .1, .1), R .1, P0 1."""
    if len(times_s) < 2:
        return times_s, positions_m
    start = np.concatenate([positions_m[0], np.zeros(2)])
    states = _states(start, np.eye(4), positions_m[1:], np.diag([0.01, 0.01, 0.1, 0.1]))
    return times_s, np.vstack([positions_m[:1], np.round(states[:, :2], 2)])


def carried_on(times_s: Floats, positions_m: Floats, at_s: float) -> Floats:
    """Where the released code puts the target outside its track: the first place before, the last speed after.

    It filters once more with Q .01, R .1 and P0 .1, each the same on all axes.
    """
    if at_s <= times_s[0] or len(times_s) < 2:
        return np.asarray(positions_m[0], dtype=np.float64)
    start = np.concatenate([positions_m[0], np.zeros(2)])
    # The first point is measured as well as given; its gain leaves it where it is and shrinks its covariance.
    cov = np.diag([0.05, 0.05, 0.1, 0.1])
    last = _states(start, cov, positions_m[1:], 0.01 * np.eye(4))[-1]
    return np.asarray(last[:2] + last[2:] * (at_s - times_s[-1]), dtype=np.float64)


def _states(state: Floats, cov: Floats, positions_m: Floats, noise: Floats) -> Floats:
    """States (x, y and their speeds), shape (n, 4), after each of n positions that follow in steps of one second."""
    transition = np.eye(4)
    transition[0, 2] = transition[1, 3] = _STEP_S
    states = []
    for place in positions_m:
        state, cov = transition @ state, transition @ cov @ transition.T + noise
        gain = cov[:, :2] @ np.linalg.inv(cov[:2, :2] + 0.1 * np.eye(2))
        state = state + gain @ (place - state[:2])
        cov = cov - gain @ cov[:2, :]
        states.append(state)
    return np.array(states)


def expected_place(times_s: Floats, positions_m: Floats, at_s: float) -> Floats:
    """Where the released code expects the target: on the line between neighbours, or carried on by the last speed.

    Before the first point it is the first; after the last, the last two are carried on. The code means to smooth them
    beforehand, but hands its filter a table of one track, which it takes for a track of one point and leaves alone.
    """
    if len(times_s) < 2 or at_s <= times_s[-1]:
        return np.array([np.interp(at_s, times_s, positions_m[:, axis]) for axis in (0, 1)])
    speed_m_s = (positions_m[-1] - positions_m[-2]) / (times_s[-1] - times_s[-2])
    return np.asarray(positions_m[-1] + speed_m_s * (at_s - times_s[-1]), dtype=np.float64)


def allowed_step_m(positions_m: Floats) -> float:
    """How far from the expected place a candidate may be: one and a half mean steps, 1 m where there is no step."""
    if len(positions_m) < 2:
        return 1.0
    return 1.5 * float(np.hypot(*np.diff(positions_m, axis=0).T).mean())
