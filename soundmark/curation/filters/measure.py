"""All filters over one decoded recording."""

from __future__ import annotations

import dataclasses

from soundmark.audio.measure import levels
from soundmark.audio.sound import Sound
from soundmark.curation.filters.clipping import clipping_ratio_as_published
from soundmark.curation.filters.complexity import ComplexitySum
from soundmark.curation.filters.flatness import MeanFlatness
from soundmark.curation.filters.mix import mono_of
from soundmark.curation.filters.settings import SpectrumSettings
from soundmark.curation.filters.spectrum import power_blocks
from soundmark.curation.filters.values import ClipValues, NoValue

DEFAULT_SETTINGS = SpectrumSettings()


def measure(sound: Sound, settings: SpectrumSettings = DEFAULT_SETTINGS) -> ClipValues:
    """The values of a recording, from one pass over its samples and one over its spectrum.

    RMS is sqrt(1/N sum x[n]^2) (AGL1K A.3), with and without the mean; the other formulas stand in
    `clipping_ratio_as_published`, `flatness_of_frames` and `acoustic_complexity`.

    Args:
        sound: as `soundmark.audio.decode` gives it.
        settings: of the spectrum.
    """
    level = levels(sound)
    values = ClipValues(
        duration_s=sound.duration_s,
        sample_rate_hz=sound.sample_rate_hz,
        n_channels=sound.n_channels,
        codec=sound.codec,
        is_lossy=sound.is_lossy,
        n_bad_samples=sound.n_bad_samples,
        peak=level.peak,
        dc_offset=level.dc_offset,
        rms=level.rms,
        rms_ac=level.rms_ac,
    )
    if level.is_silent:
        silent = NoValue.SILENT
        return dataclasses.replace(
            values, no_clipping_ratio=silent, no_spectral_flatness=silent, no_acoustic_complexity=silent
        )
    values = dataclasses.replace(
        values,
        clipping_ratio=level.clipping_ratio,
        clipping_ratio_as_published=clipping_ratio_as_published(sound.samples, level.peak),
    )
    return _with_spectrum(values, sound, settings)


def _with_spectrum(values: ClipValues, sound: Sound, settings: SpectrumSettings) -> ClipValues:
    mono = mono_of(sound.samples, values.peak)
    flatness, complexity = MeanFlatness(), ComplexitySum(settings.complexity_of)
    for power in power_blocks(mono.samples, settings):
        flatness.add(power)
        complexity.add(power)
    found_flatness, found_complexity = flatness.value(), complexity.value()
    return dataclasses.replace(
        values,
        spectrum_of=mono.channel,
        spectral_flatness=found_flatness,
        n_silent_frames=flatness.n_silent_frames,
        no_spectral_flatness=_reason(found_flatness, complexity.n_frames, 1),
        acoustic_complexity=None if found_complexity is None else found_complexity.total,
        acoustic_complexity_per_band=None if found_complexity is None else found_complexity.per_band,
        n_live_bands=0 if found_complexity is None else found_complexity.n_live_bands,
        no_acoustic_complexity=_reason(found_complexity, complexity.n_frames, 2),
    )


def _reason(value: object, n_frames: int, n_needed: int) -> NoValue | None:
    if value is not None:
        return None
    return NoValue.TOO_SHORT if n_frames < n_needed else NoValue.SILENT
