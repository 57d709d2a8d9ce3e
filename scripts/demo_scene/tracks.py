"""Tracks as a camera's object finders might give them: simulated, with noise, gaps and a few gross errors.

They are named after SAVVY's sources: the snapshot descriptor (sd), which looks at a few moments, and segmentation
(seg), which looks often. Neither sees what is outside the camera's field of view.
"""

from __future__ import annotations

import zlib
from typing import TypedDict

import numpy as np

from demo_scene.layout import SECONDS, Floats, Layout
from demo_scene.questions import azimuth_deg

FIELD_OF_VIEW_DEG = 110.0
_OUTLIER_SHARE = 0.05
_RATE_HZ = {"sd": 1.0, "seg": 4.0}
_ANGLE_NOISE_DEG = {"sd": 6.0, "seg": 3.0}
_DISTANCE_NOISE = {"sd": 0.15, "seg": 0.08}
_SEEN_SHARE = {"sd": 0.8, "seg": 0.7}


class Sighting(TypedDict):
    """An object in one frame."""

    time_s: float
    azimuth_deg: float
    distance_m: float
    confidence: float


def visual_track(layout: Layout, source: str, label: str) -> list[Sighting]:
    """All sightings of an object by one source, in the order of time."""
    rng = np.random.default_rng(zlib.crc32(f"{layout.seen_seed}{source}/{label}".encode()))
    at_s = np.arange(0, SECONDS, 1 / _RATE_HZ[source])
    offsets = layout.positions_m(label, at_s)[:, :2] - layout.wearer_positions_m(at_s)
    sightings = []
    for time_s, offset, forward in zip(at_s, offsets, layout.wearer_forwards(at_s), strict=True):
        sighting = _sighting(rng, source, float(time_s), offset, forward)
        if sighting is not None:
            sightings.append(sighting)
    return sightings


def _sighting(rng: np.random.Generator, source: str, time_s: float, offset: Floats, forward: Floats) -> Sighting | None:
    angle, distance = azimuth_deg(offset, forward), float(np.hypot(*offset))
    seen, is_outlier = rng.uniform() < _SEEN_SHARE[source], rng.uniform() < _OUTLIER_SHARE
    turned, stretched = rng.normal(0, _ANGLE_NOISE_DEG[source]), float(np.exp(rng.normal(0, _DISTANCE_NOISE[source])))
    wrong_angle, wrong_distance = rng.uniform(-FIELD_OF_VIEW_DEG / 2, FIELD_OF_VIEW_DEG / 2), rng.uniform(0.5, 5)
    confidence = rng.uniform(0.3, 0.6) if is_outlier else rng.uniform(0.6, 0.98)
    if not seen or abs(angle) > FIELD_OF_VIEW_DEG / 2:
        return None
    return Sighting(
        time_s=round(time_s, 3),
        azimuth_deg=round(float(wrong_angle if is_outlier else angle + turned), 2),
        distance_m=round(float(wrong_distance if is_outlier else distance * stretched), 3),
        confidence=round(float(confidence), 3),
    )
