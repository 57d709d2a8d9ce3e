"""Direction, coherence and distance of every segment of a recording, in one pass and in little memory."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from soundmark.spatial.arrays import Floats, MicrophoneArray, channel_microphones
from soundmark.spatial.coherence import CdrEstimator, CoherenceMeter, running_median
from soundmark.spatial.directions import DirectionFinder, Directions, joined, without_silence
from soundmark.spatial.distance import DistanceModel, Distances
from soundmark.spatial.errors import RecordingError
from soundmark.spatial.hints import hints
from soundmark.spatial.scene import Track, TrackSource
from soundmark.spatial.segments import Block, SegmentSettings, batches, segment_length
from soundmark.spatial.srp import Curves, SrpSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class LocateSettings:
    """How a recording is heard.

    Attributes:
        segments: how it is cut.
        srp: how directions are found.
        estimator: how the coherent-to-diffuse ratio is.
        drop_dead: leave dead microphones out, segment by segment.
        silence_dbfs: anything quieter has no direction; None for no such gate.
        silence_below_loud_db: nor has anything this much below the loud parts.
        smoothed_segments: ratios that the median of a distance is taken over; 1 for none.
    """

    segments: SegmentSettings = field(default_factory=SegmentSettings)
    srp: SrpSettings = field(default_factory=SrpSettings)
    estimator: CdrEstimator = CdrEstimator.DOA_AWARE
    drop_dead: bool = True
    silence_dbfs: float | None = -80.0
    silence_below_loud_db: float = 40.0
    smoothed_segments: int = 9

    @classmethod
    def paper(cls) -> LocateSettings:
        """The published procedure: every segment has an angle, also silence and the parts that are ambiguous."""
        return cls(
            segments=SegmentSettings.paper(),
            srp=SrpSettings.paper(),
            estimator=CdrEstimator.PAPER,
            drop_dead=False,
            silence_dbfs=None,
            smoothed_segments=1,
        )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Located:
    """What was heard in n consecutive segments.

    Attributes:
        starts_s: when each begins, shape (n,).
        segment_s: how long each is.
        directions: see there.
        cdrs: coherent-to-diffuse ratio, shape (n,), NaN where there is no direction.
        smooth_cdrs: the same as the distances use it.
        azimuths_deg: the columns of the peak map.
        peak_map: power of each azimuth in each segment, float32, shape (n, azimuths); None when not asked for.
        notes: what a person should know, in sentences.
    """

    starts_s: Floats
    segment_s: float
    directions: Directions
    cdrs: Floats
    smooth_cdrs: Floats
    azimuths_deg: Floats
    peak_map: Curves | None
    notes: tuple[str, ...]

    def distances(self, model: DistanceModel) -> Distances:
        """Distances by the model of this room."""
        return model.distances(self.smooth_cdrs)

    def cdrs_at(self, times_s: npt.ArrayLike) -> Floats:
        """The ratios at times of known distance, for `distance.calibrate`; NaN where there is none."""
        times = np.asarray(times_s, dtype=np.float64)
        cdrs = np.full(times.shape, np.nan)
        index = np.floor(np.where(np.isfinite(times), times, -1.0) / self.segment_s)
        inside = (index >= 0) & (index < len(self.starts_s))
        cdrs[inside] = self.smooth_cdrs[index[inside].astype(np.intp)]
        return cdrs

    def to_track(self, model: DistanceModel | None = None, *, paper: bool = False) -> Track:
        """The segments that have one direction as an audio track, at the middle of each segment.

        Args:
            model: of the room; without it the track has no distances.
            paper: as published, where the first of equal maxima is the direction also when front and back are equal.
        """
        azimuths = self.directions.peaks_deg if paper else self.directions.azimuths_deg
        known = ~np.isnan(azimuths)
        distances = np.full(len(azimuths), np.nan) if model is None else self.distances(model).distances_m
        return Track(
            source=TrackSource.AUDIO,
            label="",
            times_s=self.starts_s[known] + self.segment_s / 2,
            azimuths_deg=azimuths[known],
            distances_m=distances[known],
            confidences=self.directions.confidences[known],
        )

    def peak_image(self) -> npt.NDArray[np.uint8]:
        """The peak map for plotting, 0 to 255, shape (n, azimuths): each segment against its own maximum.

        Raises:
            RecordingError: when the map was not kept.
        """
        if self.peak_map is None:
            raise RecordingError("The peak map was not kept. Locate the recording with keep_map.")
        tallest = self.peak_map.max(axis=1, keepdims=True)
        shares = np.divide(self.peak_map, tallest, out=np.zeros_like(self.peak_map), where=tallest > 0)
        shares[np.isnan(self.directions.peaks_deg)] = 0
        image: npt.NDArray[np.uint8] = np.rint(shares.clip(0, 1) * 255).astype(np.uint8)
        return image


def locate(
    blocks: Iterable[Block],
    sample_rate_hz: float,
    n_channels: int,
    array: MicrophoneArray,
    *,
    channel_map: Sequence[str | int] | None = None,
    mics: Sequence[str | int] | None = None,
    settings: LocateSettings | None = None,
    keep_map: bool = False,
) -> Located:
    """Find where the sound of each segment comes from.

    Args:
        blocks: the recording in order, float32 of shape (frames, channels); a list of one array will do.
        sample_rate_hz: of the recording; it is not resampled.
        n_channels: of the recording.
        array: the whole array.
        channel_map: the microphone of each channel; see `channel_microphones` for what is assumed without it.
        mics: the microphones to use; None for all that the recording has.
        settings: the better procedure by default; `LocateSettings.paper()` for the published one.
        keep_map: keep the peak map; an hour needs 20 MB.

    Raises:
        ArrayError: when channels and microphones do not fit, or the microphones cannot tell azimuths.
        RecordingError: when the recording is too short, or a setting cannot be used.
    """
    settings = settings or LocateSettings()
    recorded = channel_microphones(array, n_channels, channel_map)
    chosen, columns = _chosen(array, recorded, mics)
    length = segment_length(settings.segments.segment_s, sample_rate_hz)
    finder = DirectionFinder(chosen.positions_m, sample_rate_hz, length, settings.srp)
    meter = CoherenceMeter(chosen.positions_m, sample_rate_hz, length, settings.estimator, settings.srp.sound_speed_mps)
    parts: list[Directions] = []
    cdrs: list[Floats] = []
    maps: list[Curves] = []
    n_bad = 0
    for batch in batches(blocks, sample_rate_hz, columns, settings.segments):
        part, curves = finder.find(batch, drop_dead=settings.drop_dead)
        parts.append(part)
        cdrs.append(meter.ratios(batch.samples, part.peaks_deg, batch.alive))
        n_bad += batch.n_bad_samples
        if keep_map:
            maps.append(curves)
    directions = _gated(joined(parts), settings)
    ratios = np.where(np.isnan(directions.peaks_deg), np.nan, np.concatenate(cdrs))
    return Located(
        starts_s=np.arange(len(ratios), dtype=np.float64) * float(length / sample_rate_hz),
        segment_s=length / sample_rate_hz,
        directions=directions,
        cdrs=ratios,
        smooth_cdrs=running_median(ratios, settings.smoothed_segments),
        azimuths_deg=finder.azimuths_deg,
        peak_map=np.concatenate(maps) if maps else None,
        notes=hints(directions, chosen, n_bad),
    )


def _gated(directions: Directions, settings: LocateSettings) -> Directions:
    if settings.silence_dbfs is None:
        return directions
    return without_silence(directions, floor_dbfs=settings.silence_dbfs, below_loud_db=settings.silence_below_loud_db)


def _chosen(
    array: MicrophoneArray, recorded: tuple[int, ...], mics: Sequence[str | int] | None
) -> tuple[MicrophoneArray, list[int]]:
    """The array of the microphones to use, and the channel of each."""
    wanted = array.indices(mics) if mics is not None else recorded
    missing = [array.mic_names[k] for k in wanted if k not in recorded]
    if missing:
        have = ", ".join(array.mic_names[k] for k in recorded)
        raise RecordingError(f"The recording does not have microphone {missing[0]}. It has: {have}.")
    return array.subset([array.mic_names[k] for k in wanted]), [recorded.index(k) for k in wanted]
