"""A recording is dropped by exactly the filters that it falls short of."""

from __future__ import annotations

import dataclasses
import math

import pytest

from soundmark.curation.filters import ClipValues, Filter, FilterSettingError, NoValue, Thresholds, dropped_by

GOOD = ClipValues(
    duration_s=10, sample_rate_hz=44_100, n_channels=1, codec="PCM_16", is_lossy=False, n_bad_samples=0, peak=0.5,
    dc_offset=0, rms=0.1, rms_ac=0.1, clipping_ratio=0.0, clipping_ratio_as_published=0.001, spectral_flatness=0.1,
    acoustic_complexity=800, acoustic_complexity_per_band=0.8, n_live_bands=1000,
)  # fmt: skip


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({}, ()),
        ({"rms_ac": 0.0005}, (Filter.ENERGY,)),
        ({"rms_ac": 0.0005, "rms": 0.2, "dc_offset": 0.2}, (Filter.ENERGY,)),
        ({"spectral_flatness": 0.56}, (Filter.FLATNESS,)),
        ({"clipping_ratio": 0.02}, (Filter.CLIPPING,)),
        ({"clipping_ratio_as_published": 0.9}, ()),
        ({"acoustic_complexity_per_band": 0.01}, (Filter.COMPLEXITY,)),
        ({"spectral_flatness": 0.6, "clipping_ratio": 0.5}, (Filter.FLATNESS, Filter.CLIPPING)),
        ({"acoustic_complexity_per_band": None, "no_acoustic_complexity": NoValue.TOO_SHORT}, (Filter.TOO_SHORT,)),
        ({"no_clipping_ratio": NoValue.SILENT, "clipping_ratio": None}, (Filter.SILENT,)),
    ],
)
def test_what_falls_short_is_named(changed: dict[str, object], expected: tuple[Filter, ...]) -> None:
    assert dropped_by(dataclasses.replace(GOOD, **changed), Thresholds()) == expected  # type: ignore[arg-type]


def test_a_value_at_the_threshold_is_kept() -> None:
    assert dropped_by(GOOD, Thresholds(min_rms=0.1, max_flatness=0.1, max_clipping=0.0, min_complexity=0.8)) == ()


def test_filters_that_are_off_drop_nothing_but_silence() -> None:
    off = Thresholds(min_rms=None, max_flatness=None, max_clipping=None, min_complexity=None)
    bad = dataclasses.replace(
        GOOD, rms_ac=1e-9, spectral_flatness=1.0, clipping_ratio=1.0, acoustic_complexity_per_band=0.0
    )
    assert dropped_by(bad, off) == ()
    assert dropped_by(dataclasses.replace(bad, no_clipping_ratio=NoValue.SILENT), off) == (Filter.SILENT,)


@pytest.mark.parametrize("changed", [{"min_rms": 2.0}, {"max_flatness": -0.1}, {"min_complexity": math.nan}])
def test_impossible_thresholds_are_refused(changed: dict[str, float]) -> None:
    with pytest.raises(FilterSettingError, match="Give a number from 0 to"):
        Thresholds(**changed)
