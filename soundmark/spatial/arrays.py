"""Where the microphones of a recording are: the Aria glasses built in, any other array as positions.

Frame of an array: x right, y up, z forward, metres, seen by the wearer. Azimuth: 0 in front, positive to the right.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from soundmark.spatial.errors import ArrayError

Floats = npt.NDArray[np.float64]

MIN_MICROPHONES = 2
MAX_MICROPHONES = 64
MIN_EXTENT_M = 0.005
MAX_EXTENT_M = 3.0
_SAME_PLACE_M = 1e-4


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MicrophoneArray:
    """Microphones that are fixed to one another.

    Attributes:
        name: of the array.
        mic_names: unique names of its m microphones, '0' to 'm-1' for the Aria glasses.
        positions_m: shape (m, 3), x right, y up, z forward.

    Raises:
        ArrayError: for another shape, a value that is not finite, a name or a place used twice, or a size that suggests
            another unit than metres.
    """

    name: str
    mic_names: tuple[str, ...]
    positions_m: Floats

    def __post_init__(self) -> None:
        _check(self)
        self.positions_m.setflags(write=False)

    @classmethod
    def of(cls, name: str, positions_m: npt.ArrayLike, mic_names: Sequence[str] | None = None) -> MicrophoneArray:
        """An array from anything numpy can read as m x 3 metres; microphones are called '0', '1', ... by default.

        Raises:
            ArrayError: see the class.
        """
        try:
            positions = np.array(positions_m, dtype=np.float64)
        except (TypeError, ValueError, OverflowError) as error:
            raise ArrayError(f"{name}: each microphone needs three numbers, x right, y up, z forward.") from error
        names = (
            tuple(mic_names) if mic_names is not None else tuple(str(k) for k in range(len(np.atleast_1d(positions))))
        )
        return cls(name=name, mic_names=names, positions_m=positions)

    @property
    def n_mics(self) -> int:
        """Number of microphones."""
        return len(self.mic_names)

    def subset(self, mics: Sequence[str | int]) -> MicrophoneArray:
        """The array of only these microphones, in this order.

        Args:
            mics: names, or numbers counted from 0 in the array's order where no microphone has that name.

        Raises:
            ArrayError: for an unknown or repeated microphone, or fewer than two.
        """
        indices = self.indices(mics)
        if len(indices) < MIN_MICROPHONES:
            named = ", ".join(self.mic_names[k] for k in indices) or "none"
            raise ArrayError(
                f"A direction needs at least {MIN_MICROPHONES} microphones; named: {named}. "
                f"{self.name} has {', '.join(self.mic_names)}."
            )
        return MicrophoneArray(
            name=self.name,
            mic_names=tuple(self.mic_names[k] for k in indices),
            positions_m=self.positions_m[list(indices)],
        )

    def indices(self, mics: Sequence[str | int]) -> tuple[int, ...]:
        """Which microphones of the array these are, counted from 0.

        Raises:
            ArrayError: for an unknown or repeated microphone.
        """
        found = tuple(self._index(str(mic).strip()) for mic in mics)
        twice = sorted({self.mic_names[k] for k in found if found.count(k) > 1})
        if twice:
            raise ArrayError(f"Microphone {twice[0]} is named twice. Name each microphone once.")
        return found

    def _index(self, mic: str) -> int:
        if mic in self.mic_names:
            return self.mic_names.index(mic)
        if mic.isascii() and mic.isdigit() and len(mic) < 4 and int(mic) < self.n_mics:
            return int(mic)
        known = ", ".join(self.mic_names)
        raise ArrayError(f"The array {self.name} has no microphone {shown(mic)}. It has: {known}.")


def shown(text: str, characters: int = 40) -> str:
    """A text from outside, fit for a message: one line, quoted, short."""
    one_line = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text[: characters + 1])
    return repr(one_line if len(one_line) <= characters else one_line[: characters - 1] + "…")


def _check(array: MicrophoneArray) -> None:
    positions, name = array.positions_m, array.name
    if positions.ndim != 2 or positions.shape[1:] != (3,):
        raise ArrayError(
            f"{name}: positions of shape {positions.shape} cannot be used. "
            "Give one line of three numbers for each microphone, x right, y up, z forward, in metres."
        )
    n = len(positions)
    if not MIN_MICROPHONES <= n <= MAX_MICROPHONES:
        raise ArrayError(
            f"{name} has {n} microphone{'' if n == 1 else 's'}; {MIN_MICROPHONES} to {MAX_MICROPHONES} can be used."
        )
    if len(array.mic_names) != n:
        raise ArrayError(f"{name} has {len(array.mic_names)} names for {n} microphones. Give one name to each.")
    if len(set(array.mic_names)) != n or "" in array.mic_names:
        raise ArrayError(f"{name}: two microphones have the same name, or one has none. Give each a name of its own.")
    bad = np.flatnonzero(~np.isfinite(positions).all(axis=1))
    if bad.size:
        raise ArrayError(f"{name}: the position of microphone {array.mic_names[bad[0]]} is not three finite numbers.")
    _check_places(array)


def _check_places(array: MicrophoneArray) -> None:
    """Distances between microphones that can be those of one device, in metres."""
    gaps = np.linalg.norm(array.positions_m[:, None] - array.positions_m[None], axis=-1)
    extent_m = float(gaps.max())
    if extent_m > MAX_EXTENT_M:
        raise ArrayError(
            f"{array.name}: microphones {extent_m:g} m apart; at most {MAX_EXTENT_M:g} m can be used. "
            'If these are centimetres or millimetres, convert them to metres (or say so with "unit" in the file).'
        )
    np.fill_diagonal(gaps, np.inf)
    first, second = np.unravel_index(int(gaps.argmin()), gaps.shape)
    if gaps[first, second] < _SAME_PLACE_M:
        raise ArrayError(
            f"{array.name}: microphones {array.mic_names[first]} and {array.mic_names[second]} are at the same place. "
            "Correct one, or leave it out."
        )
    if extent_m < MIN_EXTENT_M:
        raise ArrayError(
            f"{array.name}: all microphones lie within {extent_m * 1000:.2g} mm, too close to tell a direction. "
            "Positions must be in metres."
        )


ARIA_PAPER = MicrophoneArray.of(
    "aria_paper",
    [
        [0.05, -0.04, 0.0],
        [-0.005, 0.0, 0.0],
        [-0.05, -0.04, 0.0],
        [-0.07, 0.0, 0.0],
        [0.07, 0.0, 0.0],
        [-0.07, 0.0, -0.10],
        [0.07, 0.0, -0.10],
    ],
)
"""The Aria glasses as SAVVY prints and uses them, rounded to half centimetres (section E.2)."""

ARIA_CAD = MicrophoneArray.of(
    "aria_cad",
    [
        [0.0459, -0.0279, 0.0067],
        [-0.0092, 0.0102, 0.0173],
        [-0.0459, -0.0279, 0.0067],
        [-0.0635, 0.0120, 0.0056],
        [0.0524, 0.0132, 0.0122],
        [-0.0699, 0.0083, -0.0931],
        [0.0698, 0.0083, -0.0931],
    ],
)
"""The Aria glasses by the drawing that the calibration in their VRS files gives: nominal, not per device."""

BUILT_IN = {array.name: array for array in (ARIA_PAPER, ARIA_CAD)}

PAPER_MICS = ("3", "4", "5", "6")
"""The microphones SAVVY works with (Table 4)."""

STEREO_MICS = ("5", "6")
"""What the two channels of SAVVY's prepared files are: the left and the right temple arm."""


def channel_microphones(array: MicrophoneArray, n_channels: int, mics: Sequence[str | int] | None) -> tuple[int, ...]:
    """Which microphone each channel of a recording is.

    Args:
        array: the whole array.
        n_channels: of the recording.
        mics: the microphone of channel 0, 1, ...; None for the order of the array, or microphones 5 and 6 where a
            recording of the Aria glasses has two channels.

    Returns:
        Microphones counted from 0, one for each channel.

    Raises:
        ArrayError: when channels and microphones do not fit.
    """
    if mics is not None:
        if len(mics) != n_channels:
            raise ArrayError(
                f"The channel map names {len(mics)} microphones and the recording has {n_channels} channels. "
                "Name the microphone of every channel, in the recording's order."
            )
        return array.indices(mics)
    if n_channels == array.n_mics:
        return tuple(range(n_channels))
    if n_channels == len(STEREO_MICS) and array.name in BUILT_IN:
        return array.indices(STEREO_MICS)
    raise ArrayError(
        f"The recording has {n_channels} {'channel' if n_channels == 1 else 'channels'} and the array {array.name} has "
        f"{array.n_mics} microphones. Name the array of the recording, or say which microphone each channel is."
    )
