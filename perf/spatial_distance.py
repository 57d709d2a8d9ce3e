"""Errors of distance in simulated rooms that the model was not made in, beside a constant guess.

    .venv/bin/python -m perf.spatial_distance [FIRST_SEED]

Twelve scenes of three room sizes and two reverberation times, mics 3456, 20 dB SNR. Each model is calibrated without
the scene's own truth, in two ways:
- other scenes: from all frames of the eleven other scenes, whose rooms are other ones;
- few seen: from eight distances of the scene itself as a camera might tell them, each off by a random factor of about
  1.25, and judged on the segments that are not near these.
"""

from __future__ import annotations

import sys
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from soundmark.spatial.arrays import ARIA_PAPER
from soundmark.spatial.coherence import CdrEstimator
from soundmark.spatial.distance import Calibration, DistanceModel, calibrate
from soundmark.spatial.locate import LocateSettings, locate
from tests.support.rooms import room_scene

ROOMS_M = ((7.0, 6.0, 2.8), (6.2, 6.0, 2.5), (9.0, 7.0, 3.2))
N_SCENES = 12
N_SEEN = 8
SEEN_SPREAD = 0.22
APART = 8
"""Segments nearer than this to a known one, which share its place or its median, are not judged."""

DEFAULT = LocateSettings()
ESTIMATORS = {
    "published": replace(DEFAULT, estimator=CdrEstimator.PAPER, smoothed_segments=1),
    "DOA-aware": replace(DEFAULT, smoothed_segments=1),
    "DOA-aware, median of 9": DEFAULT,
}
METHODS = {
    "published": (Calibration.PUBLISHED, Calibration.LARGEST_CLUSTER, Calibration.MEDIAN),
    "DOA-aware": (Calibration.MEDIAN, Calibration.LOG_FIT),
    "DOA-aware, median of 9": (Calibration.PUBLISHED, Calibration.MEDIAN, Calibration.LOG_FIT),
}

Floats = npt.NDArray[np.float64]


def frames(seed: int) -> dict[str, tuple[Floats, Floats]]:
    """Ratios by estimator and true distances, of the segments of one scene in which the talker speaks."""
    room_m = ROOMS_M[seed % len(ROOMS_M)]
    rt60_s = (0.3, 0.6)[seed // len(ROOMS_M) % 2]
    scene = room_scene(ARIA_PAPER.positions_m, rt60_s=rt60_s, n_steps=60, segments_per_step=4, seed=seed, room_m=room_m)
    samples = scene.with_noise(20, np.random.default_rng(seed))
    found = {}
    for name, settings in ESTIMATORS.items():
        located = locate([samples], 48_000, 7, ARIA_PAPER, mics=list("3456"), settings=settings)
        found[name] = (located.smooth_cdrs[scene.active], scene.distances_m[scene.active])
    return found


def judged(model: DistanceModel, ratios: Floats, truths: Floats) -> tuple[float, float, float]:
    """Mean error of the model and of the constant, and the share of truths in the model's interval."""
    found = model.distances(ratios)
    estimate = np.where(np.isnan(found.distances_m), model.constant_m, found.distances_m)
    inside = (found.low_m <= truths) & (truths <= found.high_m)
    return (
        float(np.abs(estimate - truths).mean()),
        float(np.abs(model.constant_m - truths).mean()),
        float(inside.mean()),
    )


def from_others(scenes: list[tuple[Floats, Floats]], k: int, method: Calibration) -> tuple[float, float, float]:
    """Scene k by a model of all others."""
    others = [scene for number, scene in enumerate(scenes) if number != k]
    ratios, truths = (np.concatenate(column) for column in zip(*others, strict=True))
    return judged(calibrate(ratios[::4], truths[::4], method), *scenes[k])


def from_few(scenes: list[tuple[Floats, Floats]], k: int, method: Calibration) -> tuple[float, float, float]:
    """Scene k by a model of eight distances that something else saw, none of them exact."""
    rng = np.random.default_rng(1_000 + k)
    ratios, truths = scenes[k]
    seen = rng.choice(len(truths), N_SEEN, replace=False)
    told = truths[seen] * np.exp(rng.normal(0, SEEN_SPREAD, N_SEEN))
    rest = np.flatnonzero(np.abs(np.arange(len(truths))[:, None] - seen).min(axis=1) > APART)
    return judged(calibrate(ratios[seen], told, method), ratios[rest], truths[rest])


def main() -> None:
    """Print one table for each way to calibrate."""
    first = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    by_scene = [frames(first + k) for k in range(N_SCENES)]
    for title, judge in (
        ("calibrated in the eleven other scenes", from_others),
        ("calibrated by eight rough distances", from_few),
    ):
        print(f"\n{title} (scenes {first} to {first + N_SCENES - 1})\n")
        print(
            "| ratio | calibration | mean error m | worst scene m | constant m | better than it in | in the interval |"
        )
        print("|---|---|---|---|---|---|---|")
        for name, methods in METHODS.items():
            scenes = [scene[name] for scene in by_scene]
            for method in methods:
                results = np.array([judge(scenes, k, method) for k in range(N_SCENES)])
                errors, constants, inside = results.T
                print(
                    f"| {name} | {method.value} | {errors.mean():.2f} | {errors.max():.2f} | {constants.mean():.2f} | "
                    f"{(errors < constants).sum()} of {N_SCENES} | {inside.mean():.0%} |",
                    flush=True,
                )


if __name__ == "__main__":
    main()
