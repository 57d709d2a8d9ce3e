"""What the microphones tell by themselves: directions over time and their picture, worked out once and kept."""

from __future__ import annotations

import dataclasses
import io
import threading
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt

from soundmark.audio.sound import Samples
from soundmark.modes.savvy.excerpt import Part, read_part
from soundmark.spatial.arrays import ARIA_CAD, ARIA_PAPER, MicrophoneArray
from soundmark.spatial.distance import DistanceModel
from soundmark.spatial.locate import Located, LocateSettings, locate
from soundmark.spatial.scene import Track

MICROPHONE_SETS = ("0123456", "3456", "0256", "0234", "02", "34", "56")
"""All, and those of SAVVY's Table 4; digits are the microphones of the glasses."""
HEARINGS_KEPT = 48


@dataclass(frozen=True, slots=True)
class HowHeard:
    """Which microphones, and by which procedure.

    Attributes:
        mics: names of microphones; empty for all that the recording has.
        is_paper: the published procedure with the published positions, else the better one with those of the drawing.
    """

    mics: tuple[str, ...] = ()
    is_paper: bool = False

    @property
    def array(self) -> MicrophoneArray:
        """The glasses as this procedure has them."""
        return ARIA_PAPER if self.is_paper else ARIA_CAD

    @property
    def settings(self) -> LocateSettings:
        """Of this procedure."""
        return LocateSettings.paper() if self.is_paper else LocateSettings()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Hearing:
    """What was heard of a part of a recording.

    Attributes:
        located: its directions, without the peak map.
        image: the peak map, 0 to 255: a row a segment, a column an azimuth from -180 degrees.
        is_paper: ambiguous segments have the published choice, the first of equals.
    """

    located: Located
    image: npt.NDArray[np.uint8]
    is_paper: bool

    def track(self, model: DistanceModel | None = None) -> Track:
        """The directions over time, by the clock of what was heard; with distances where there is a model of them."""
        return self.located.to_track(model, paper=self.is_paper)

    def png(self, told: Part | None = None) -> bytes:
        """The peak map as a grey PNG file, a row a segment from the top.

        Args:
            told: by the clock of what was heard; segments that do not lie in it have no power. None for all.
        """
        if told is None:
            return grey_png(self.image)
        starts_s = self.located.starts_s
        last_s = np.inf if told.end_s is None else told.end_s
        is_told = (starts_s + self.located.segment_s > told.start_s) & (starts_s < last_s)
        return grey_png(np.where(is_told[:, np.newaxis], self.image, np.uint8(0)))


@dataclass(slots=True)
class HearingShelf:
    """Hearings by recording, part and procedure; each is worked out once. Safe to use from several threads."""

    _kept: OrderedDict[tuple[str, str, HowHeard], Hearing] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _working: threading.Lock = field(default_factory=threading.Lock)

    def hearing(self, path: Path, sha256: str, part: Part, how: HowHeard) -> Hearing:
        """The hearing of a part of a recording.

        Args:
            path: of the recording.
            sha256: of its bytes.
            part: of it.
            how: microphones and procedure.

        Raises:
            AudioError: when it cannot be read.
            ArrayError: when it does not have these microphones.
            RecordingError: when it is too short.
        """
        key = (sha256, part.name, how)
        found = self._find(key)
        if found is not None:
            return found
        with self._working:  # one at a time: it takes all the memory bandwidth there is
            found = self._find(key)
            if found is None:
                sound = read_part(path, part)
                found = hear([sound.samples], sound.sample_rate_hz, sound.n_channels, how)
                with self._lock:
                    self._kept[key] = found
                    while len(self._kept) > HEARINGS_KEPT:
                        self._kept.popitem(last=False)
            return found

    def _find(self, key: tuple[str, str, HowHeard]) -> Hearing | None:
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
            return found


def hear(
    blocks: Iterable[Samples],
    sample_rate_hz: float,
    n_channels: int,
    how: HowHeard,
    array: MicrophoneArray | None = None,
) -> Hearing:
    """Find directions, and draw the peak map.

    Args:
        blocks: the recording in order.
        sample_rate_hz: of the recording.
        n_channels: of the recording.
        how: microphones and procedure.
        array: another one than the glasses.

    Raises:
        ArrayError: when channels and microphones do not fit.
        RecordingError: when the recording is too short.
    """
    located = locate(
        blocks,
        sample_rate_hz,
        n_channels,
        array or how.array,
        mics=how.mics or None,
        settings=how.settings,
        keep_map=True,
    )
    image = located.peak_image()
    if image.shape[1] % 2 == 0:  # -179 to 180, which is -180
        image = np.roll(image, 1, axis=1)
    return Hearing(located=dataclasses.replace(located, peak_map=None), image=image, is_paper=how.is_paper)


def grey_png(image: npt.NDArray[np.uint8]) -> bytes:
    """An image as a PNG file: 8 bits, grey."""
    from PIL import Image

    content = io.BytesIO()
    Image.fromarray(image).save(content, format="PNG", optimize=True)
    return content.getvalue()
