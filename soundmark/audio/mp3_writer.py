"""A recording of any length as MP3, block by block; the rules are those of `encode_mp3`."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import Self

from soundmark.audio.encode import MP3_OPTIONS, playable_rate_hz
from soundmark.audio.resample import StreamResampler
from soundmark.audio.sound import Samples


class Mp3Writer:
    """An MP3 file that is being written; use it in a `with` statement.

    Args:
        path: of the new file.
        sample_rate_hz: of what will be written; a rate that MP3 lacks is raised to the next one it has.
        n_channels: 1 or 2.

    Raises:
        AudioError: when the rate has to be changed and PyAV is not installed.
        OSError: when the file cannot be written.
    """

    def __init__(self, path: Path, sample_rate_hz: int, n_channels: int) -> None:
        import soundfile

        rate_hz = playable_rate_hz(sample_rate_hz)
        self._resampler = (
            None if rate_hz == sample_rate_hz else StreamResampler(sample_rate_hz, rate_hz, n_channels=n_channels)
        )
        try:
            self._file = soundfile.SoundFile(path, "w", rate_hz, n_channels, **MP3_OPTIONS)
        except soundfile.LibsndfileError as error:
            raise OSError(f"{path.name} cannot be written") from error

    def write(self, block: Samples) -> None:
        """Add samples of shape (n_frames, n_channels), full scale -1 to 1."""
        self._put(block if self._resampler is None else self._resampler.next(block))

    def close(self) -> None:
        """Finish the file."""
        if self._resampler is not None:
            self._put(self._resampler.rest())
        self._file.close()

    def _put(self, samples: Samples) -> None:
        if len(samples):
            self._file.write(samples)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
