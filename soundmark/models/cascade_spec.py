"""What a cascade takes over from the two models that it is made of."""

from __future__ import annotations

import dataclasses
from types import MappingProxyType

from soundmark.models.price import Price
from soundmark.models.spec import AudioForm, ModelSpec


def cascade_of(model: ModelSpec, transcriber: ModelSpec, reader: ModelSpec) -> ModelSpec:
    """A cascade that sends sound as its transcriber takes it, no more of it, and costs what both cost.

    Its text goes to the reader with the reader's parameters, and without those that the reader does not accept.

    Args:
        model: the cascade; what its own table says is stronger.
        transcriber: writes the transcript.
        reader: answers by it.
    """
    limits = model.limits
    lengths_s = [length for length in (limits.max_audio_s, transcriber.limits.max_audio_s) if length is not None]
    return dataclasses.replace(
        model,
        audio=transcriber.audio if model.audio == AudioForm() else model.audio,
        price=model.price or _price_of_both(transcriber.price, reader.price),
        parameters=MappingProxyType({**reader.parameters, **model.parameters}),
        not_accepted=model.not_accepted | reader.not_accepted,
        limits=dataclasses.replace(
            limits,
            max_audio_s=min(lengths_s, default=None),
            max_request_mb=min(limits.max_request_mb, transcriber.limits.max_request_mb),
        ),
    )


def _price_of_both(transcriber: Price | None, reader: Price | None) -> Price | None:
    """One list for both; none where it would mix up the tokens of two models."""
    if transcriber is None or reader is None:
        return None
    tokens = dataclasses.replace(transcriber, usd_per_request=0.0, usd_per_audio_minute=0.0)
    if tokens not in (Price(), Price(usd_per_million_audio_tokens=0.0)):
        return None
    return dataclasses.replace(
        reader,
        usd_per_request=transcriber.usd_per_request + reader.usd_per_request,
        usd_per_audio_minute=transcriber.usd_per_audio_minute,
    )
