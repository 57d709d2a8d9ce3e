"""What a model file says of a model: how it is spoken to, what it takes, what it costs and how fast it may be asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import TypeAlias

from soundmark.models.price import Price
from soundmark.models.request import Parameter
from soundmark.models.script import Rule
from soundmark.secret import Secret

Json: TypeAlias = "Mapping[str, Json] | Sequence[Json] | str | int | float | bool | None"
"""A value that is sent as JSON, as the model file gives it."""


class AdapterKind(StrEnum):
    """Which protocol a model speaks, or how it is put together."""

    OPENAI = "openai"
    GEMINI = "gemini"
    TRANSCRIPTION = "transcription"
    CASCADE = "cascade"
    SCRIPTED = "scripted"


class Dialect(StrEnum):
    """How an OpenAI-compatible endpoint wants sound: bare base64, a data URL in its place, or a part `audio_url`."""

    RAW_BASE64 = "raw_base64"
    DATA_URL = "data_url"
    AUDIO_URL = "audio_url"


class Input(StrEnum):
    """What a model takes besides text."""

    AUDIO = "audio"
    IMAGE = "image"


class AudioFormat(StrEnum):
    """A file format in which sound is sent."""

    WAV = "wav"
    FLAC = "flac"
    MP3 = "mp3"


FORM_VERSION = "v1"
"""Changes with every change of how media are made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AudioForm:
    """The form in which sound is sent.

    Attributes:
        format: of the file; wav and flac have 16 bits.
        sample_rate_hz: None keeps the recording's own.
        n_channels: at most so many; 1 mixes to mono.
    """

    format: AudioFormat = AudioFormat.WAV
    sample_rate_hz: int | None = 16_000
    n_channels: int = 1

    @property
    def recipe(self) -> str:
        """Names the form: the same recording and the same recipe give the same bytes."""
        rate = f"{self.sample_rate_hz} Hz" if self.sample_rate_hz else "own rate"
        return f"{self.format} {rate} {self.n_channels} ch {FORM_VERSION}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How a model may be asked. None means that there is no such limit.

    Attributes:
        concurrency: requests under way at once.
        timeout_s: until a whole reply must have come.
        max_audio_s: longest sound that it takes; a longer one is an error, it is never cut.
        max_request_mb: largest request in units of 10^6 bytes, with its sound in base64.
    """

    concurrency: int = 4
    requests_per_minute: float | None = None
    tokens_per_minute: float | None = None
    timeout_s: float = 120.0
    max_audio_s: float | None = None
    max_request_mb: float = 50.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelSpec:
    """A model of the model file.

    Attributes:
        name: how commands and the log call it.
        model_id: how its endpoint calls it.
        endpoint: base address; not shown in a repr, never logged and never published.
        key_variable: the environment variable that holds the key; '' for an endpoint without one.
        inputs: what it takes besides text.
        languages: that it is meant for (BCP 47); empty for all.
        parameters: sent with every request, as temperature; a prompt's own give way to them.
        not_accepted: parameters that it does not take, and that are therefore not sent even where a prompt has them.
        body: further members of the request, sent as they are, as what turns thinking on or off.
        streams_only: whether the endpoint answers only in pieces.
        transcriber, reader: of a cascade, the names of the models that write the transcript and read it.
        rules, seed: of a scripted model.
        off: a sentence on why it cannot be used now; '' when it can.
    """

    name: str
    adapter: AdapterKind
    model_id: str = ""
    endpoint: str = field(default="", repr=False)
    key_variable: str = ""
    key: Secret = field(default_factory=lambda: Secret(""))
    dialect: Dialect = Dialect.RAW_BASE64
    inputs: frozenset[Input] = frozenset({Input.AUDIO})
    languages: tuple[str, ...] = ()
    audio: AudioForm = AudioForm()
    price: Price | None = None
    limits: Limits = Limits()
    parameters: Mapping[str, Parameter] = field(default_factory=lambda: MappingProxyType({}))
    body: Mapping[str, Json] = field(default_factory=lambda: MappingProxyType({}))
    not_accepted: frozenset[str] = frozenset()
    streams_only: bool = False
    transcriber: str = ""
    reader: str = ""
    rules: tuple[Rule, ...] = ()
    seed: int = 0
    off: str = ""

    @property
    def reads_transcripts(self) -> bool:
        """Whether the sound reaches the answering model as a transcript only."""
        return self.adapter is AdapterKind.CASCADE
