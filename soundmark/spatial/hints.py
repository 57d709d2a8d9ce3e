"""What the numbers of a recording suggest to a person: dead microphones, wrong order of channels, no front and back."""

from __future__ import annotations

import numpy as np

from soundmark.spatial.arrays import MicrophoneArray
from soundmark.spatial.directions import Directions
from soundmark.spatial.steering import line_azimuth_deg

LOW_AGREEMENT = 0.65
"""Speech in rooms and in the right order has a median of 0.75 to 1.0, in a wrong order that matters 0.25 to 0.6."""


def hints(directions: Directions, array: MicrophoneArray, n_bad_samples: int) -> tuple[str, ...]:
    """Sentences for a person; none when there is nothing to say.

    Args:
        directions: of the whole recording.
        array: of the microphones in use.
        n_bad_samples: samples that were NaN or infinite.
    """
    found = [_of_line(array), _of_dead(directions, array), _of_order(directions)]
    if n_bad_samples:
        found.append(f"{n_bad_samples} samples are no finite numbers and count as 0.")
    if np.isnan(directions.peaks_deg).all():
        found.append("Nothing can be heard in this recording.")
    return tuple(sentence for sentence in found if sentence)


def _of_line(array: MicrophoneArray) -> str:
    line_deg = line_azimuth_deg(array.positions_m)
    if line_deg is None:
        return ""
    names = ", ".join(array.mic_names)
    from_left_to_right = abs(abs(line_deg) - 90) < 10
    sides = "front from back" if from_left_to_right else "one side of that line from the other"
    return f"Microphones {names} lie on a line and cannot tell {sides}: two azimuths are given for each segment."


def _of_dead(directions: Directions, array: MicrophoneArray) -> str:
    heard = directions.alive.any(axis=1)
    if not heard.any():
        return ""
    dead = (~directions.alive[heard]).mean(axis=0)
    names = [f"{array.mic_names[k]} (in {dead[k]:.0%} of the segments)" for k in np.flatnonzero(dead > 0.05)]
    return f"Without signal, or 40 dB below the others: microphone {', '.join(names)}." if names else ""


def _of_order(directions: Directions) -> str:
    heard = ~np.isnan(directions.agreements)
    if not heard.any():
        return ""
    # The loud parts only: between them there may be noise from all sides, in the right order too.
    levels = directions.levels_dbfs
    agreements = directions.agreements[heard & (levels > np.percentile(levels[heard], 95) - 10)]
    if not agreements.size or directions.alive.shape[1] < 3 or np.median(agreements) >= LOW_AGREEMENT:
        return ""
    return (
        f"The pairs of microphones do not agree on a direction (median agreement {np.median(agreements):.2f}, usual is "
        "0.75 to 1). Perhaps the channels are in another order than the array, or the array is another one; noise from "
        "all sides looks the same."
    )
