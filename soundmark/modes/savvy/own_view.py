"""Somebody's own recording on the stage, as JSON. Only whoever uploaded it is told where its sound is."""

from __future__ import annotations

import base64
import secrets

import numpy as np

from soundmark.modes.savvy.excerpt import Part
from soundmark.modes.savvy.own import OwnResult
from soundmark.modes.savvy.own_sound import OwnCopies
from soundmark.modes.savvy.stage_view import AddressOf, JsonValue, track_json
from soundmark.modes.savvy.window import Window

N_WAVE = 200
QUIETEST_DBFS = -60.0


def own_stage(result: OwnResult, copies: OwnCopies | None, address_of: AddressOf) -> JsonValue:
    """Directions over time, the peak map and the sound, without a question.

    Args:
        result: what was heard.
        copies: to listen to; None when none could be made.
        address_of: gives the address of a file in the served folder.
    """
    located = result.hearing.located
    return {
        "round": f"own-{secrets.token_hex(8)}",
        "phase": "told",
        "duration_s": round(result.duration_s, 3),
        "span": None,
        "clips": {
            "stereo": None if copies is None else {"src": address_of(copies.stereo)},
            "mono": None if copies is None else {"src": address_of(copies.mono)},
        },
        "video": None,
        "waveform": outline(located.directions.levels_dbfs),
        "events": [],
        "peak_map": {
            "src": "data:image/png;base64," + base64.b64encode(result.hearing.png()).decode("ascii"),
            "n_segments": len(located.starts_s),
            "segment_s": located.segment_s,
            "n_angles": len(located.azimuths_deg),
        },
        "tracks": [track_json(result.hearing.track(), "", Window.of(Part()))],
        "map": None,
        "truth": None,
        "own": None,
        "field_of_view_deg": 0,
    }


def outline(levels_dbfs: np.typing.NDArray[np.float64]) -> list[float]:
    """The loudness of segments as at most 200 heights from 0 to 1, over 60 dB."""
    heights = np.clip(1 - np.asarray(levels_dbfs) / QUIETEST_DBFS, 0, 1)
    parts = np.array_split(heights, min(N_WAVE, len(heights)))
    return [round(float(part.max()), 3) for part in parts]


def summary_of(result: OwnResult) -> JsonValue:
    """How many segments have what, as a note."""
    found = [row["found"] for row in result.rows]
    counts = {"n": len(found), "found": found.count("direction"), "unclear": found.count("ambiguous")}
    return {"key": "own_found", "params": counts}
