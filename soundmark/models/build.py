"""The one place where a question becomes a request: with its sound, its transcript, or neither of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from soundmark.models.media import read_sound, request_bytes
from soundmark.models.prompts import Prompt, RenderedPrompt, render
from soundmark.models.reply import ModelFailure
from soundmark.models.request import Media, ModelRequest, Parameter, Setting
from soundmark.models.spec import Input, ModelSpec
from soundmark.types import ChoiceTruth, GeoTruth, Question, SpatialTruth


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """A request, and how the question was shown in it."""

    request: ModelRequest
    rendered: RenderedPrompt


def build_request(
    spec: ModelSpec,
    prompt: Prompt,
    question: Question[GeoTruth | ChoiceTruth | SpatialTruth],
    setting: Setting,
    *,
    clip: Path | None = None,
    transcript: str | None = None,
    order: Sequence[int] | None = None,
    language: str | None = None,
) -> Asking:
    """Put together what a model is asked. Reads and encodes the recording: call it in a thread.

    Only the settings `transcript` and `blind` leave the sound away, and only when they are asked for by name.

    Args:
        spec: the model.
        prompt: the words around the question.
        question: the question.
        setting: what the model is given of the clip.
        clip: file of the question's recording; None when it is not on this machine. It is looked at in the setting
            `audio` only.
        transcript: of the recording, for the setting `transcript`.
        order: the choices as they are to be shown, by the benchmark's numbers; None for the benchmark's order.
        language: which of the question's wordings to show; None for its own.

    Raises:
        ModelFailure: with the reason `media` or `transcript`, when what the setting promises is not there, or the
            request would be larger than the model takes.
        PromptError: when the prompt does not fit.
    """
    if setting is Setting.TRANSCRIPT and not (transcript or "").strip():
        text = "This question has no transcript. Give one, or ask in another setting."
        raise ModelFailure(text, reason="transcript")
    rendered = render(
        prompt,
        question,
        setting,
        order=order,
        language=language,
        transcript=transcript if setting is Setting.TRANSCRIPT else None,
        awaits_transcript=setting is Setting.AUDIO and spec.reads_transcripts,
    )
    media = (_sound(spec, clip),) if setting is Setting.AUDIO else ()
    request = ModelRequest(
        text=rendered.text,
        system=rendered.system,
        media=media,
        parameters=sent_parameters(spec, prompt),
        setting=setting,
        transcript_heading=rendered.transcript_heading,
    )
    _check_size(request, spec)
    return Asking(request=request, rendered=rendered)


def _sound(spec: ModelSpec, clip: Path | None) -> Media:
    if Input.AUDIO not in spec.inputs:
        text = f'Model "{spec.name}" takes no sound. Ask it in the setting transcript or blind.'
        raise ModelFailure(text, reason="media", stops_run=True)
    return read_sound(clip, spec.audio, spec.limits)


def sent_parameters(spec: ModelSpec, prompt: Prompt) -> Mapping[str, Parameter]:
    """The prompt's parameters and, stronger, the model's; without those that the model does not accept."""
    merged = {**prompt.parameters, **spec.parameters}
    return MappingProxyType({name: value for name, value in merged.items() if name not in spec.not_accepted})


def _check_size(request: ModelRequest, spec: ModelSpec) -> None:
    size_mb = request_bytes(request.system + request.text, request.media) / 1e6
    if size_mb > spec.limits.max_request_mb:
        raise ModelFailure(
            f"The request has {size_mb:.1f} MB; {spec.limits.max_request_mb:g} MB is the model's max_request_mb. "
            "Nothing is cut. Send a more compact format, by audio.format in the model file.",
            reason="media",
        )
