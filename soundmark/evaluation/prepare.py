"""From a model of the model file and a benchmark to the task of a run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

from soundmark.benchmarks.clips import ClipSource, ClipUnavailable
from soundmark.evaluation.items import Item
from soundmark.evaluation.task import Reading, Task, Words
from soundmark.models.build import build_request, sent_parameters
from soundmark.models.parsing import PARSER_VERSION, parse_choice, parse_distance, parse_place
from soundmark.models.parsing.options import OptionsError, options_from
from soundmark.models.prompts import Prompt, render
from soundmark.models.reply import ModelFailure
from soundmark.models.request import ModelRequest, Setting
from soundmark.models.spec import AudioForm, ModelSpec
from soundmark.types import QuestionKind

Transcripts: TypeAlias = Mapping[str, str]
"""Question id -> what is said in its recording."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """How a model is to be asked.

    Attributes:
        spec: the model.
        prompt: the words around questions.
        setting: what it is given of the recordings.
        clips: gets those onto this machine.
        language: which of a question's wordings is shown; None for its own.
        transcripts: for the setting `transcript`.
    """

    spec: ModelSpec
    prompt: Prompt
    setting: Setting
    clips: ClipSource
    language: str | None = None
    transcripts: Transcripts = field(default_factory=lambda: MappingProxyType({}))


def task_of(asking: Asking) -> Task:
    """The task of asking a model so."""
    spec, prompt = asking.spec, asking.prompt
    return Task(
        setting=asking.setting.value,
        prompt_id=prompt.prompt_id,
        prompt=prompt.wording(asking.language or "en", asking.setting),
        prompt_sha256=prompt.sha256,
        words=lambda item: words_of(asking, item),
        compose=lambda item: _compose(asking, item),
        media_recipe=recipe_of(spec.audio) if asking.setting is Setting.AUDIO else "",
        read=read_reply,
        parser_version=PARSER_VERSION,
        clip_sha256=lambda item: _clip_sha256(asking, item),
        seconds=lambda item: _seconds(asking, item),
        language=asking.language or "",
        parameters=sent_parameters(spec, prompt),
    )


def read_reply(item: Item, text: str) -> Reading:
    """What a reply states: a position among the choices shown, metres, or a place."""
    if item.question.choices:
        return parse_choice(text, item.shown_choices)
    if item.question.kind is QuestionKind.GEO:
        return parse_place(text, needs_coordinates=False)
    return parse_distance(text)


def recipe_of(form: AudioForm) -> str:
    """In which form sound is sent, in words."""
    rate = "its own rate" if form.sample_rate_hz is None else f"{form.sample_rate_hz} Hz"
    return f"{form.format} {rate} {'mono' if form.n_channels == 1 else 'stereo'}"


def words_of(asking: Asking, item: Item) -> Words:
    """The rendered texts of an item.

    Raises:
        PromptError: when the prompt is not for such questions, this setting or this language.
    """
    rendered = render(
        asking.prompt,
        item.question,
        asking.setting,
        order=item.order,
        language=asking.language,
        transcript=transcript_of(asking, item) or "" if asking.setting is Setting.TRANSCRIPT else None,
        awaits_transcript=asking.setting is Setting.AUDIO and asking.spec.reads_transcripts,
    )
    return Words(system=rendered.system, text=rendered.text)


def transcript_of(asking: Asking, item: Item) -> str | None:
    """What is said in an item's recording; None where nobody wrote it down."""
    question = item.question
    return asking.transcripts.get(str(question.question_id)) or question.tags.get("transcript")


def _compose(asking: Asking, item: Item) -> ModelRequest:
    """The request, its recording fetched and encoded.

    Raises:
        ModelFailure: when what the setting promises cannot be sent.
    """
    if item.unheard:
        raise ModelFailure(item.unheard, reason="media")
    _check_choices(item)
    clip = None
    if asking.setting is Setting.AUDIO:
        try:
            clip = asking.clips.fetch(item.question.clip).path
        except ClipUnavailable as error:
            raise ModelFailure(str(error), reason="media") from error
    return build_request(
        asking.spec,
        asking.prompt,
        item.question,
        asking.setting,
        clip=clip,
        transcript=transcript_of(asking, item),
        order=item.order,
        language=asking.language,
    ).request


def _check_choices(item: Item) -> None:
    """Find out whether an answer could be told at all.

    Raises:
        ModelFailure: when two choices are alike, or there are too many for letters: then nothing is asked.
    """
    if item.question.choices:
        try:
            options_from(item.shown_choices)
        except OptionsError as error:
            raise ModelFailure(str(error), reason="options") from error


def _clip_sha256(asking: Asking, item: Item) -> str:
    """Of the recording, when it is on this machine; '' in settings without sound."""
    if asking.setting is not Setting.AUDIO:
        return ""
    here = asking.clips.at_hand(item.question.clip)
    return "" if here is None else here.sha256


def _seconds(asking: Asking, item: Item) -> float | None:
    """As the benchmark says, else as the header of a recording on this machine does: good enough for an estimate."""
    try:
        return float(item.question.tags["duration_s"])
    except (KeyError, ValueError):
        pass
    here = asking.clips.at_hand(item.question.clip)
    return None if here is None else _header_s(here.path)


def _header_s(path: Path) -> float | None:
    import soundfile

    try:
        with path.open("rb") as file:
            return float(soundfile.info(file).duration)
    except (OSError, soundfile.LibsndfileError):
        return None
