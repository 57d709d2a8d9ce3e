"""Which recordings sound most alike, by distances between their features. The same recording is never its own peer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

Features = npt.NDArray[np.float64]
"""Shape (n_features,), finite."""


def nearest_first(features: Mapping[str, Features]) -> dict[str, Sequence[str]]:
    """For each recording all others, the most alike first.

    Every feature is scaled to mean 0 and standard deviation 1 over the recordings, and one that never changes is left
    out; then the distance is Euclidean. Equally near ones stand in the order of their keys.

    Args:
        features: by a key that tells recordings apart, such as the digest of their bytes.

    Raises:
        ValueError: when recordings have different numbers of features, or one that is not finite.
    """
    keys = sorted(features)
    if not keys:
        return {}
    matrix = np.stack([np.asarray(features[key], dtype=np.float64) for key in keys])
    if matrix.ndim != 2 or not np.isfinite(matrix).all():
        raise ValueError("Features must be finite numbers, as many for each recording.")
    spread = matrix.std(axis=0)
    varies = spread > 1e-12
    scaled = (matrix[:, varies] - matrix[:, varies].mean(axis=0)) / spread[varies]
    found: dict[str, Sequence[str]] = {}
    for number, key in enumerate(keys):
        # Rounded, so that the last bit of another machine's arithmetic does not decide between equally near ones.
        distances = np.round(np.sqrt(((scaled - scaled[number]) ** 2).sum(axis=1)), 9)
        found[key] = [keys[int(other)] for other in np.argsort(distances, kind="stable") if other != number]
    return found
