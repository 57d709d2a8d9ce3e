"""A request as OpenAI-compatible chat endpoints want it, in each of their dialects."""

from __future__ import annotations

import base64
from collections.abc import Mapping

from soundmark.models.failures import cannot_take
from soundmark.models.request import Media, ModelRequest
from soundmark.models.spec import Dialect, Input

_FORMATS: Mapping[str, str] = {"audio/wav": "wav", "audio/mpeg": "mp3", "audio/flac": "flac"}


def chat_messages(request: ModelRequest, dialect: Dialect, inputs: frozenset[Input]) -> list[dict[str, object]]:
    """The messages: instructions, and what is asked with its sounds and pictures before it.

    Raises:
        ModelFailure: when the model does not take one of them.
    """
    system: list[dict[str, object]] = [{"role": "system", "content": request.system}] if request.system else []
    parts = [_part(media, dialect, inputs) for media in request.media]
    # A plain text where there is nothing else: endpoints of text models know no parts.
    content: object = [*parts, {"type": "text", "text": request.text}] if parts else request.text
    return [*system, {"role": "user", "content": content}]


def _part(media: Media, dialect: Dialect, inputs: frozenset[Input]) -> dict[str, object]:
    if media.mime_type.startswith("image/") and Input.IMAGE in inputs:
        return {"type": "image_url", "image_url": {"url": _data_url(media)}}
    if media.mime_type not in _FORMATS or Input.AUDIO not in inputs:
        raise cannot_take(f"{media.mime_type}")
    if dialect is Dialect.AUDIO_URL:
        return {"type": "audio_url", "audio_url": {"url": _data_url(media)}}
    data = base64.b64encode(media.data).decode("ascii")
    if dialect is Dialect.DATA_URL:
        data = f"data:;base64,{data}"
    return {"type": "input_audio", "input_audio": {"data": data, "format": _FORMATS[media.mime_type]}}


def _data_url(media: Media) -> str:
    return f"data:{media.mime_type};base64,{base64.b64encode(media.data).decode('ascii')}"
