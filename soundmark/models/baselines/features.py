"""What a recording sounds like, in numbers: statistics of its mel-frequency cepstral coefficients, by librosa."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from soundmark.audio import Sound
from soundmark.models.baselines.neighbours import Features

VERSION = "mfcc20-1"
"""Names the recipe: other numbers for the same sound are another version."""
SAMPLE_RATE_HZ = 22_050
N_MFCC = 20
N_FFT = 2048
HOP = 512
PARAMETERS: Mapping[str, str | int] = {
    "features": VERSION,
    "sample_rate_hz": SAMPLE_RATE_HZ,
    "n_mfcc": N_MFCC,
    "n_fft": N_FFT,
    "hop_length": HOP,
}
N_FEATURES = 4 * N_MFCC


def mfcc_features(sound: Sound) -> Features:
    """Mean and standard deviation over time of 20 MFCCs, and of their differences from frame to frame.

    The channels are averaged and brought to 22,050 Hz, and the sound is scaled to a peak of 1, so that a recording that
    is merely louder is the same.

    Returns:
        Shape (80,), finite; zeros for a sound of nothing but silence.
    """
    import librosa

    mono = sound.samples.mean(axis=1)
    peak = float(np.abs(mono).max())
    if peak < 1e-9:
        return np.zeros(N_FEATURES)
    at_rate = librosa.resample(mono / peak, orig_sr=sound.sample_rate_hz, target_sr=SAMPLE_RATE_HZ)
    if len(at_rate) < N_FFT:
        at_rate = np.pad(at_rate, (0, N_FFT - len(at_rate)))
    mfcc = librosa.feature.mfcc(y=at_rate, sr=SAMPLE_RATE_HZ, n_mfcc=N_MFCC, n_fft=N_FFT, hop_length=HOP)
    changes = np.diff(mfcc, axis=1)
    parts = (mfcc.mean(axis=1), mfcc.std(axis=1), changes.mean(axis=1), changes.std(axis=1))
    return np.concatenate(parts).astype(np.float64)
