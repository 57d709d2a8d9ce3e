"""The recording: every sound carried to seven moving microphones by image sources.

The simulator knows no movement. The dry sound is cut into short overlapping pieces that add up to the whole; each piece
is sent through the room as it stands at the middle of the piece, and what arrives is added up (a cross-fade).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
import pyroomacoustics as pra
from demo_pack.dsp import SAMPLE_RATE_HZ, Mono, samples

from demo_scene.array import microphones_m
from demo_scene.layout import Floats, Layout

_MAX_ORDER = 10
_STEP_S = 0.02
"""At 0.7 m/s a path changes by 14 mm a step: a cross-fade of the two dulls nothing below 12 kHz."""
FILTER_DELAY = 40
"""Samples by which pyroomacoustics delays everything: half of its 81-tap fractional delay."""


def recorded(layout: Layout, sounds: Mapping[str, Mono], seconds: float) -> Floats:
    """What the microphones hear, shape (n, 7), the simulator's own delay taken off."""
    length = samples(seconds)
    heard = np.zeros((length + SAMPLE_RATE_HZ, len(microphones_m(layout, 0.0))))
    absorption, _ = pra.inverse_sabine(layout.reverberation_s, layout.room_m)
    step = samples(_STEP_S)
    window = np.hanning(2 * step + 1)[:-1]
    for centre in range(0, length + 1, step):
        pieces = {target: _piece(sound, centre, window) for target, sound in sounds.items()}
        sounding = {target: piece for target, piece in pieces.items() if np.any(piece)}
        if sounding:
            _add_piece(heard, sounding, centre - step, _standing(layout, sounding, centre / SAMPLE_RATE_HZ, absorption))
    return heard[FILTER_DELAY : FILTER_DELAY + length]


def _piece(sound: Mono, centre: int, window: Mono) -> Mono:
    half = len(window) // 2
    piece = np.zeros(len(window))
    first, last = max(centre - half, 0), min(centre + half, len(sound))
    piece[first - centre + half : last - centre + half] = sound[first:last]
    return piece * window


def _standing(layout: Layout, targets: Iterable[str], at_s: float, absorption: float) -> pra.ShoeBox:
    """The room as it stands at one time, with a source for each target."""
    room = pra.ShoeBox(
        layout.room_m, fs=SAMPLE_RATE_HZ, materials=pra.Material(absorption), max_order=_MAX_ORDER, air_absorption=False
    )
    for target in targets:
        room.add_source(layout.positions_m(target, np.array([at_s]))[0])
    room.add_microphone_array(pra.MicrophoneArray(microphones_m(layout, at_s).T, SAMPLE_RATE_HZ))
    return room


def _add_piece(heard: Floats, pieces: Mapping[str, Mono], start: int, room: pra.ShoeBox) -> None:
    room.compute_rir()
    for number, piece in enumerate(pieces.values()):
        for microphone, responses in enumerate(room.rir):
            response = responses[number]
            size = 1 << (len(piece) + len(response) - 1).bit_length()
            arrived = np.fft.irfft(np.fft.rfft(piece, size) * np.fft.rfft(response, size), size)
            first = max(-start, 0)
            last = min(len(piece) + len(response) - 1, len(heard) - start)
            heard[start + first : start + last, microphone] += arrived[first:last]
