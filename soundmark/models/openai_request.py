"""A request as OpenAI-compatible chat endpoints want it, in each of their dialects."""

from __future__ import annotations

import base64
import json
import secrets
from collections.abc import Mapping

from soundmark.models.failures import cannot_take
from soundmark.models.reply import ModelFailure
from soundmark.models.request import Media, ModelRequest, whole_characters
from soundmark.models.spec import Dialect, Input

_FORMATS: Mapping[str, str] = {"audio/wav": "wav", "audio/mpeg": "mp3", "audio/flac": "flac"}
_STREAMED: Mapping[str, object] = {"stream": True}
_COUNTED: Mapping[str, object] = {"stream_options": {"include_usage": True}}


def chat_body(
    model_id: str,
    request: ModelRequest,
    dialect: Dialect,
    inputs: frozenset[Input],
    extra: Mapping[str, object],
    *,
    streams: bool = False,
) -> bytes:
    """The body of a request, byte for byte as the openai SDK would write it.

    Writing megabytes of base64 as JSON, which looks at each character, takes longer than all else that a request needs.
    Base64 has no character that JSON escapes; so the rest is written with a boundary in its place, as in MIME (RFC
    2046, section 5.1.1), and the base64 put there. The boundary is random: no text can hold it.

    Args:
        model_id: as the endpoint calls the model.
        request: what is asked.
        dialect: how the endpoint wants sound.
        inputs: what the model takes.
        extra: further members of the body; they win over those of the same name.
        streams: whether the reply is to come in pieces, with what was counted at its end.

    Raises:
        ModelFailure: when the model does not take a sound or picture, or what is added would take the question's place.
    """
    if "messages" in extra:
        raise ModelFailure(
            "The model file has messages of its own, which would be sent in the place of each question. Remove them.",
            reason="request",
            stops_run=True,
        )
    boundary = secrets.token_hex(16)
    head: Mapping[str, object] = {"model": model_id, **(_STREAMED if streams else {})}
    messages = _messages(request, dialect, inputs, boundary)
    members = {**head, "messages": messages, **(_COUNTED if streams else {}), **extra}
    text = json.dumps(members, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    between = whole_characters(text).encode().split(boundary.encode())
    pieces = [between[0]]
    for media, rest in zip(request.media, between[1:], strict=True):
        pieces += (base64.b64encode(media.data), rest)
    return b"".join(pieces)


def _messages(
    request: ModelRequest, dialect: Dialect, inputs: frozenset[Input], boundary: str
) -> list[dict[str, object]]:
    """The messages: instructions, and what is asked with its sounds and pictures before it.

    Raises:
        ModelFailure: when the model does not take one of them.
    """
    system: list[dict[str, object]] = [{"role": "system", "content": request.system}] if request.system else []
    parts = [_part(media, dialect, inputs, boundary) for media in request.media]
    # A plain text where there is nothing else: endpoints of text models know no parts.
    content: object = [*parts, {"type": "text", "text": request.text}] if parts else request.text
    return [*system, {"role": "user", "content": content}]


def _part(media: Media, dialect: Dialect, inputs: frozenset[Input], data: str) -> dict[str, object]:
    """One sound or picture, with `data` for its base64."""
    data_url = {"url": f"data:{media.mime_type};base64,{data}"}
    if media.mime_type.startswith("image/") and Input.IMAGE in inputs:
        return {"type": "image_url", "image_url": data_url}
    if media.mime_type not in _FORMATS or Input.AUDIO not in inputs:
        raise cannot_take(f"{media.mime_type}")
    if dialect is Dialect.AUDIO_URL:
        return {"type": "audio_url", "audio_url": data_url}
    sent = f"data:;base64,{data}" if dialect is Dialect.DATA_URL else data
    return {"type": "input_audio", "input_audio": {"data": sent, "format": _FORMATS[media.mime_type]}}
