"""What a model is asked: instructions, a text, and the sounds or pictures that go with it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType

Parameter = str | int | float | bool | None
"""A value of a request's parameters, as a model file and the log hold it."""


class Setting(StrEnum):
    """What a model is given of a question's clip: its sound, its transcript, or nothing at all."""

    AUDIO = "audio"
    TRANSCRIPT = "transcript"
    BLIND = "blind"


@dataclass(frozen=True, kw_only=True)
class Media:
    """A sound, picture or film as it is sent: the bytes and what they are.

    Attributes:
        data: the encoded bytes.
        mime_type: as audio/wav or image/jpeg.
        form: in words, for the log, as "wav 16000 Hz mono 12.5 s"; never a file name.
        duration_s: of a sound or film, in seconds.
    """

    data: bytes = field(repr=False)
    mime_type: str
    form: str
    duration_s: float | None = None

    def __post_init__(self) -> None:
        if not self.data:
            raise ValueError("A sound or picture without bytes cannot be sent.")

    @property
    def is_sound(self) -> bool:
        """Whether it is heard: a sound, or a film with one."""
        return self.mime_type.startswith(("audio/", "video/"))

    @cached_property
    def sha256(self) -> str:
        """Hex digest of the bytes that are sent."""
        return hashlib.sha256(self.data).hexdigest()


@dataclass(frozen=True, kw_only=True)
class ModelRequest:
    """One thing that is asked of a model once.

    Attributes:
        text: the whole rendered question.
        system: standing instructions; '' for none.
        media: what the model hears or sees, before the text.
        parameters: sent as they are, as temperature or max_tokens; what is not named is left to the endpoint.
        setting: what the model is given of a question's clip; None for what is no question about a clip. A request
            whose setting is the sound cannot be made without one, and the other two not with one.
        transcript_heading: for a model that reads a transcript of the sound: the words to put above it.
    """

    text: str
    system: str = ""
    media: tuple[Media, ...] = ()
    parameters: Mapping[str, Parameter] = field(default_factory=lambda: MappingProxyType({}))
    setting: Setting | None = None
    transcript_heading: str = ""

    def __post_init__(self) -> None:
        has_sound = any(media.is_sound for media in self.media)
        if self.setting is not None and has_sound != (self.setting is Setting.AUDIO):
            raise ValueError(f"A request in the setting {self.setting} {'has' if has_sound else 'lacks'} a sound.")


def with_transcript(heading: str, transcript: str, text: str) -> str:
    """A question with the transcript of its clip above it."""
    return whole_characters(f"{heading}\n{transcript.strip()}\n\n{text}")


def whole_characters(text: str) -> str:
    """The text with U+FFFD for every half of a surrogate pair, which no endpoint can be sent."""
    return _HALF.sub("\N{REPLACEMENT CHARACTER}", text)


_HALF = re.compile("[\ud800-\udfff]")
