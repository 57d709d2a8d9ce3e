"""A request as Gemini wants it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from soundmark.audio.errors import shown
from soundmark.models.failures import cannot_take
from soundmark.models.reply import ModelFailure
from soundmark.models.request import Media, ModelRequest
from soundmark.models.spec import Input, Json

if TYPE_CHECKING:
    from google.genai.types import GenerateContentConfig, Part

_NAMES: Mapping[str, str] = {"max_tokens": "max_output_tokens", "stop": "stop_sequences"}
"""What OpenAI-compatible endpoints call it -> what Gemini calls it."""
_MIME: Mapping[str, str] = {"audio/mpeg": "audio/mp3"}
"""Gemini's own names where it has some."""


def check_media(media: Media, inputs: frozenset[Input]) -> None:
    """Make sure that the model takes it.

    Raises:
        ModelFailure: when it does not.
    """
    wanted = Input.IMAGE if media.mime_type.startswith("image/") else Input.AUDIO
    if wanted not in inputs:
        raise cannot_take(media.mime_type)


def mime_type_of(media: Media) -> str:
    """As Gemini names it."""
    return _MIME.get(media.mime_type, media.mime_type)


def inline_part(media: Media) -> Part:
    """A sound or picture inside the request."""
    from google.genai.types import Part

    return Part.from_bytes(data=media.data, mime_type=mime_type_of(media))


def config_of(request: ModelRequest, body: Mapping[str, Json], timeout_s: float) -> GenerateContentConfig:
    """Instructions, parameters and what the model file adds.

    Raises:
        ModelFailure: when one of them is none of Gemini's; no request can succeed then.
    """
    from google.genai.types import AutomaticFunctionCallingConfig, GenerateContentConfig, HttpOptions
    from pydantic import ValidationError

    named = {_NAMES.get(name, name): value for name, value in request.parameters.items()}
    try:
        config = GenerateContentConfig.model_validate({**body, **named})
    except ValidationError as error:
        wrong = sorted({".".join(str(step) for step in one["loc"]) for one in error.errors()})
        text = (
            f"Gemini has no such parameters, or not with these values: {shown(', '.join(wrong))}. Mend the model file."
        )
        raise ModelFailure(text, reason="request", stops_run=True) from None
    config.system_instruction = request.system or None
    config.automatic_function_calling = AutomaticFunctionCallingConfig(disable=True)
    config.http_options = HttpOptions(timeout=max(1, round(timeout_s * 1000)))
    return config
