"""The seven microphones of the glasses and where they are in the room."""

from __future__ import annotations

import numpy as np

from demo_scene.layout import EYE_HEIGHT_M, Floats, Layout

ARIA_CAD_M = np.array([
    (0.0459, -0.0279, 0.0067),
    (-0.0092, 0.0102, 0.0173),
    (-0.0459, -0.0279, 0.0067),
    (-0.0635, 0.0120, 0.0056),
    (0.0524, 0.0132, 0.0122),
    (-0.0699, 0.0083, -0.0931),
    (0.0698, 0.0083, -0.0931),
])  # fmt: skip
"""Nominal positions of microphones 0 to 6 (Project Aria, factory CAD): x right, y up, z forward, metres."""


def microphones_m(layout: Layout, at_s: float) -> Floats:
    """The microphones in the world at one time, shape (7, 3).

    A head that looks along f has its right hand at (f_y, -f_x), since the world turns counter-clockwise.
    """
    time = np.array([at_s])
    x, y = layout.wearer_positions_m(time)[0]
    forward_x, forward_y = layout.wearer_forwards(time)[0]
    right, up, ahead = ARIA_CAD_M.T
    return np.stack([
        x + right * forward_y + ahead * forward_x, y - right * forward_x + ahead * forward_y, EYE_HEIGHT_M + up,
    ], axis=1)  # fmt: skip
