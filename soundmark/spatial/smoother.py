"""The path of something that moves, from places seen now and then, some of them wrong.

A Kalman filter with constant velocity and white acceleration, over whatever times there are, which rejects what is too
far from its prediction; then the Rauch-Tung-Striebel pass backwards (Sarkka 2013, *Bayesian Filtering and Smoothing*,
sections 4.3 and 8.2), so that a gap is filled from both sides and its uncertainty is known.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from soundmark.spatial.scene import Floats, SceneError

_OBSERVE = np.hstack([np.eye(2), np.zeros((2, 2))])
_START_TRIALS = 8
_START_WINDOW = 48
"""The filter must not start from an outlier: it tries the first few, on no more observations than these."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Motion:
    """How the thing may move, and what is believed of a sighting.

    Attributes:
        acceleration_m2_s3: spectral density of the white acceleration on each axis; a walking person needs about 0.3.
        speed_m_s: standard deviation of the speed on each axis before anything is known.
        gate: squared Mahalanobis distance above which a sighting is rejected; 13.8 is 99.9 % for two dimensions.
    """

    acceleration_m2_s3: float = 0.3
    speed_m_s: float = 1.0
    gate: float = 13.8


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SmoothPath:
    """A path at the times asked for.

    Attributes:
        times_s: shape (m,).
        positions_m: shape (m, 2), world.
        std_m: shape (m,), square root of the larger variance of the position along any direction.
        is_used: shape (n,), which sightings were within the gate.
    """

    times_s: Floats
    positions_m: Floats
    std_m: Floats
    is_used: npt.NDArray[np.bool_]


@dataclass(slots=True)
class _Pass:
    """States and covariances of a forward pass; `predicted` before, `filtered` after each sighting."""

    predicted: list[Floats]
    predicted_cov: list[Floats]
    filtered: list[Floats]
    filtered_cov: list[Floats]
    is_used: npt.NDArray[np.bool_]


def smooth(
    times_s: npt.ArrayLike,
    positions_m: npt.ArrayLike,
    variances_m2: npt.ArrayLike,
    at_s: npt.ArrayLike,
    motion: Motion | None = None,
) -> SmoothPath:
    """The most probable path given all sightings within the gate.

    Args:
        times_s: shape (n,), not decreasing; several sightings may share a time.
        positions_m: shape (n, 2), world.
        variances_m2: one variance for all, or one each (n,), or covariances (n, 2, 2).
        at_s: shape (m,), any times; before the first and after the last sighting the path goes straight on, and
            `std_m` says how little that means.
        motion: how it may move.

    Raises:
        SceneError: when there is no sighting, shapes do not fit, times decrease, or a value is not finite.
    """
    times, places, covariances = _checked(times_s, positions_m, variances_m2)
    wanted = np.asarray(at_s, dtype=np.float64)
    model = motion or Motion()
    first = _best_start(times, places, covariances, model)
    # Times asked for become steps without a sighting, so that one pass serves all.
    later = wanted[wanted > times[first]]
    steps = np.concatenate([times[first:], later])
    order = np.argsort(steps, kind="stable")
    steps = steps[order]
    sightings = np.concatenate([np.arange(first, len(times)), np.full(len(later), -1)])[order]
    run = _forward(steps, sightings, places, covariances, model)
    states, state_covs = _backward(steps, run)

    used = np.zeros(len(times), dtype=np.bool_)
    used[sightings[sightings >= 0]] = run.is_used[sightings >= 0]
    positions, stds = np.empty((len(wanted), 2)), np.empty(len(wanted))
    for row, time_s in enumerate(wanted):
        step = max(0, int(np.searchsorted(steps, time_s, side="right")) - 1)
        state, cov = states[step], state_covs[step]
        if time_s < steps[0]:
            state, cov = _moved(state, cov, float(time_s - steps[0]), model)
        positions[row] = state[:2]
        stds[row] = np.sqrt(max(0.0, float(np.linalg.eigvalsh(cov[:2, :2])[-1])))
    return SmoothPath(times_s=wanted, positions_m=positions, std_m=stds, is_used=used)


def _checked(
    times_s: npt.ArrayLike, positions_m: npt.ArrayLike, variances_m2: npt.ArrayLike
) -> tuple[Floats, Floats, Floats]:
    times, places = np.asarray(times_s, dtype=np.float64), np.asarray(positions_m, dtype=np.float64)
    given = np.asarray(variances_m2, dtype=np.float64)
    if times.ndim != 1 or places.shape != (len(times), 2) or not len(times):
        raise SceneError("A path needs at least one sighting: n times and n x 2 positions.")
    if given.shape in ((), times.shape):
        given = np.broadcast_to(given, times.shape)[:, np.newaxis, np.newaxis] * np.eye(2)
    if given.shape != (len(times), 2, 2):
        raise SceneError("The variances of a path are one number, n numbers, or n matrices of 2 x 2.")
    if not (np.isfinite(times).all() and np.isfinite(places).all() and np.isfinite(given).all()):
        raise SceneError("A sighting holds a value that is not a finite number.")
    if (np.diff(times) < 0).any():
        raise SceneError("The times of sightings must not decrease.")
    if (np.linalg.eigvalsh(given)[:, 0] <= 0).any():
        raise SceneError("The variance of a sighting must be above zero.")
    return times, places, given


def _best_start(times: Floats, places: Floats, covariances: Floats, motion: Motion) -> int:
    """The early sighting from which most of the following ones are within the gate."""
    window = min(len(times), _START_WINDOW)
    best, most = 0, -1
    for first in range(min(_START_TRIALS, window)):
        sightings = np.arange(first, window)
        run = _forward(times[first:window], sightings, places, covariances, motion)
        if run.is_used.sum() > most:
            best, most = first, int(run.is_used.sum())
    return best


def _moved(state: Floats, cov: Floats, dt_s: float, motion: Motion) -> tuple[Floats, Floats]:
    """A state carried over a time, forwards or backwards; the uncertainty grows either way."""
    transition = np.eye(4)
    transition[0, 2] = transition[1, 3] = dt_s
    return transition @ state, transition @ cov @ transition.T + _noise(abs(dt_s), motion)


def _noise(dt_s: float, motion: Motion) -> Floats:
    block = np.array([[dt_s**3 / 3, dt_s**2 / 2], [dt_s**2 / 2, dt_s]])
    return np.asarray(motion.acceleration_m2_s3 * np.kron(block, np.eye(2)), dtype=np.float64)


def _forward(
    steps: Floats, sightings: npt.NDArray[np.int64], places: Floats, covariances: Floats, motion: Motion
) -> _Pass:
    first = int(sightings[0])
    state = np.concatenate([places[first], np.zeros(2)])
    cov = np.zeros((4, 4))
    cov[:2, :2] = covariances[first]
    cov[2:, 2:] = motion.speed_m_s**2 * np.eye(2)
    run = _Pass([state], [cov], [state], [cov], np.zeros(len(steps), dtype=np.bool_))
    run.is_used[0] = True
    for step in range(1, len(steps)):
        state, cov = _moved(state, cov, float(steps[step] - steps[step - 1]), motion)
        run.predicted.append(state)
        run.predicted_cov.append(cov)
        if sightings[step] >= 0:
            updated = _updated(state, cov, places[sightings[step]], covariances[sightings[step]], motion.gate)
            run.is_used[step] = updated is not None
            state, cov = updated or (state, cov)
        run.filtered.append(state)
        run.filtered_cov.append(cov)
    return run


def _updated(state: Floats, cov: Floats, place: Floats, place_cov: Floats, gate: float) -> tuple[Floats, Floats] | None:
    """The state after a sighting, or None when the sighting is outside the gate."""
    surprise = place - state[:2]
    inverse = np.linalg.inv(cov[:2, :2] + place_cov)
    if float(surprise @ inverse @ surprise) > gate:
        return None
    gain = cov[:, :2] @ inverse
    keep = np.eye(4) - gain @ _OBSERVE
    # Joseph's form stays positive definite where rounding would spoil the shorter one.
    return state + gain @ surprise, keep @ cov @ keep.T + gain @ place_cov @ gain.T


def _backward(steps: Floats, run: _Pass) -> tuple[list[Floats], list[Floats]]:
    states, covs = list(run.filtered), list(run.filtered_cov)
    for step in range(len(steps) - 2, -1, -1):
        transition = np.eye(4)
        transition[0, 2] = transition[1, 3] = float(steps[step + 1] - steps[step])
        gain = np.linalg.solve(run.predicted_cov[step + 1], transition @ run.filtered_cov[step]).T
        states[step] = run.filtered[step] + gain @ (states[step + 1] - run.predicted[step + 1])
        difference = covs[step + 1] - run.predicted_cov[step + 1]
        covs[step] = run.filtered_cov[step] + gain @ difference @ gain.T
    return states, covs
