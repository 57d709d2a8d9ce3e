"""Accuracy of direction in simulated rooms: both procedures, every group of microphones, four conditions.

    .venv/bin/python -m perf.spatial_rooms [SEEDS]

A talker goes once round the wearer in 60 s at 0.7 to 2.5 m; free-field microphones, no head. Seeds are those given, so
that anyone may take fresh ones. Errors are wrapped, over segments in which the talker speaks at 5 to 175 degrees.
"""

from __future__ import annotations

import sys

import numpy as np

from soundmark.spatial.arrays import ARIA_PAPER
from soundmark.spatial.locate import LocateSettings, locate
from soundmark.spatial.steering import wrapped_deg
from tests.support.rooms import Samples, Scene, room_scene

GROUPS = ("02", "34", "56", "0234", "0256", "3456", "0123456")
ORDERS = ("3061524", "6543210", "0123564", "1032546")
SETTINGS = {"paper": LocateSettings.paper(), "default": LocateSettings()}


def figures(samples: Samples, scene: Scene, mics: str, settings: LocateSettings) -> tuple[float, float, float]:
    """Mean error, and shares of right sides and of right front or back; the choice among two candidates is SRP's."""
    found = locate([samples], 48_000, 7, ARIA_PAPER, mics=list(mics), settings=settings).directions.peaks_deg
    truth, counted = scene.azimuths_deg, scene.counted & ~np.isnan(found)
    errors = np.abs(wrapped_deg(found - truth))[counted]
    sides = ((found > 0) == (truth > 0))[counted]
    fronts = ((np.abs(found) < 90) == (np.abs(truth) < 90))[counted]
    return float(errors.mean()), float(sides.mean()), float(fronts.mean())


def trust(samples: Samples, scene: Scene) -> str:
    """Mean errors of the most confident segments, and confidence by what is wrong with the channels."""
    located = locate([samples], 48_000, 7, ARIA_PAPER, mics=list("3456")).directions
    errors = np.abs(wrapped_deg(located.peaks_deg - scene.azimuths_deg))
    cells = []
    for share in (1.0, 0.75, 0.5):
        for scores in (located.confidences, located.sharpnesses):
            known = scene.counted & ~np.isnan(scores)
            kept = known & (scores >= np.quantile(scores[known], 1 - share))
            cells.append(f"{errors[kept].mean():.1f}")
    silent = ~scene.active & ~np.isnan(located.confidences)
    cells.append(f"{np.nanmedian(located.confidences[scene.counted]):.2f}")
    cells.append(f"{np.median(located.confidences[silent]):.2f}" if silent.any() else "-")
    return " | ".join(cells)


def permuted(samples: Samples, scene: Scene) -> str:
    """Median confidence of all seven microphones in the right order and in others, and whether it is noticed."""
    cells = []
    for order in ("0123456", *ORDERS):
        located = locate([samples[:, [int(mic) for mic in order]]], 48_000, 7, ARIA_PAPER)
        noticed = "hint" if any("another order" in note for note in located.notes) else "-"
        cells.append(f"{np.nanmedian(located.directions.confidences[scene.counted]):.2f} {noticed}")
    return " | ".join(cells)


def main() -> None:
    """Print three tables."""
    seeds = [int(seed) for seed in sys.argv[1:]] or [101, 102, 103]
    scenes = {
        rt60_s: [
            room_scene(ARIA_PAPER.positions_m, rt60_s=rt60_s, n_steps=240, segments_per_step=1, seed=seed)
            for seed in seeds
        ]
        for rt60_s in (0.3, 0.6)
    }
    heard = [
        (f"RT {rt60_s} SNR {snr_db}", [(scene.with_noise(snr_db, np.random.default_rng(snr_db + k)), scene)
                                       for k, scene in enumerate(scenes[rt60_s])])
        for rt60_s in (0.3, 0.6) for snr_db in (20, 10)
    ]  # fmt: skip
    print(f"seeds {seeds}\n\nmean error in degrees (left/right %, front/back %)\n")
    print(f"| mics | procedure | {' | '.join(name for name, _ in heard)} |\n|{'---|' * 6}")
    for mics in GROUPS:
        for label, settings in SETTINGS.items():
            cells = []
            for _, cases in heard:
                means = np.mean([figures(samples, scene, mics, settings) for samples, scene in cases], axis=0)
                cells.append(f"{means[0]:.1f} ({means[1]:.0%}, {means[2]:.0%})".replace("%", ""))
            print(f"| {mics} | {label} | {' | '.join(cells)} |", flush=True)
    print(
        "\nmics 3456, first seed: mean error of the share kept by confidence and by sharpness, in turn; then the median"
    )
    print("confidence with speech and in pauses\n")
    print(
        "| condition | all | all | 75 % | 75 % | 50 % | 50 % | speech | pauses |\n|---|---|---|---|---|---|---|---|---|"
    )
    for name, cases in heard:
        print(f"| {name} | {trust(*cases[0])} |")
    print("\nall seven, first seed: median confidence by order of the channels\n")
    print(f"| condition | right | {' | '.join(ORDERS)} |\n|{'---|' * 6}")
    for name, cases in heard:
        print(f"| {name} | {permuted(*cases[0])} |")


if __name__ == "__main__":
    main()
