"""What was located, as a table: one row a segment."""

from __future__ import annotations

import math

from soundmark.spatial.distance import DistanceModel
from soundmark.spatial.locate import Located

Row = dict[str, float | list[float] | str | None]


def rows(found: Located, model: DistanceModel | None, *, paper: bool) -> list[Row]:
    """One row a segment, everything unknown None: times, azimuth, confidence, ratio, distance, and what became of it.

    Args:
        found: what was located.
        model: of distance, when there is one.
        paper: give the published choice, the first of equals, also where the azimuth is ambiguous.
    """
    directions = found.directions
    azimuths = directions.peaks_deg if paper else directions.azimuths_deg
    distances = None if model is None else found.distances(model)
    return [
        {
            "start_s": round(float(start_s), 4),
            "azimuth_deg": _known(azimuths[k], 1),
            "confidence": _known(directions.confidences[k], 3),
            "cdr": _known(found.cdrs[k], 4),
            "distance_m": None if distances is None else _known(distances.distances_m[k], 2),
            "distance_low_m": None if distances is None else _known(distances.low_m[k], 2),
            "distance_high_m": None if distances is None else _known(distances.high_m[k], 2),
            "found": directions.found(k).value,
            "candidates_deg": [round(deg, 1) for deg in directions.candidates_deg(k)],
            "sharpness": _known(directions.sharpnesses[k], 2),
            "level_dbfs": _known(directions.levels_dbfs[k], 1),
        }
        for k, start_s in enumerate(found.starts_s)
    ]


def _known(value: float, digits: int) -> float | None:
    return round(float(value), digits) + 0.0 if math.isfinite(value) else None
