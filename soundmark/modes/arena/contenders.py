"""The models of the model file that can be asked now, and what they are asked."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType

from soundmark.models.adapters import open_adapter
from soundmark.models.media import read_image, read_sound
from soundmark.models.model_file import ModelFile, models_of
from soundmark.models.prompts import find_prompt
from soundmark.models.request import ModelRequest, Setting
from soundmark.models.spec import AdapterKind, Input, ModelSpec
from soundmark.modes.arena.asking import Ask, LiveModel
from soundmark.modes.arena.identity import Names
from soundmark.modes.arena.upload import ExhibitKind
from soundmark.settings import Settings
from soundmark.types import SoundmarkError

log = logging.getLogger(__name__)

SOUND_PROMPT_ID = "place-explained"
PHOTO_PROMPT_ID = "photo-explained"
PHOTO_PROMPT = (
    "Where on Earth was this photo most likely taken? Name the place as precisely as the picture allows: country, "
    "region, city, and coordinates if you can. Explain which things in it led you there, and how sure you are."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Contenders:
    """The models that can be asked.

    Attributes:
        models: by name.
        names: that no answer may hold.
    """

    models: dict[str, LiveModel] = field(default_factory=dict)
    names: Names = field(default_factory=lambda: Names.of(()))

    def able(self, kind: ExhibitKind) -> list[str]:
        """The names of those that take sounds, or photos."""
        return [one.name for one in self.models.values() if (one.hears if kind is ExhibitKind.SOUND else one.sees)]

    def can_meet(self, kind: ExhibitKind) -> bool:
        """Whether there are two that take it."""
        return len(self.able(kind)) >= 2


def default_prompt(kind: ExhibitKind) -> tuple[str, str]:
    """What is asked of an upload when nobody edits it: the words, and what names them."""
    if kind is ExhibitKind.PHOTO:
        return PHOTO_PROMPT, PHOTO_PROMPT_ID
    return find_prompt(SOUND_PROMPT_ID).texts["en"].body, SOUND_PROMPT_ID


def contenders_of(settings: Settings) -> Contenders:
    """The models of this deployment that answer questions; a model file that cannot be read is logged, and has none."""
    try:
        file = models_of(settings)
    except SoundmarkError as error:
        log.error("The arena has no models to ask. %s", error)
        return Contenders()
    for sentence in file.sentences:
        log.warning("Not in the arena: %s", sentence)
    usable = [spec for spec in file.usable if spec.adapter is not AdapterKind.TRANSCRIPTION]
    known = [name for spec in file.models.values() for name in (spec.name, spec.model_id) if name]
    return Contenders(models={spec.name: _live(spec, file) for spec in usable}, names=Names.of(known))


def _live(spec: ModelSpec, file: ModelFile) -> LiveModel:
    return LiveModel(
        name=spec.name,
        hears=Input.AUDIO in spec.inputs,
        sees=Input.IMAGE in spec.inputs,
        open=partial(open_adapter, spec, file),
        request_for=partial(request_for, spec),
        at_once=spec.limits.concurrency,
    )


def request_for(spec: ModelSpec, ask: Ask) -> ModelRequest:
    """What a model is asked: the words, and the sound or photo in a form without tags.

    Raises:
        ModelFailure: when the sound or photo cannot be sent.
    """
    prompt = find_prompt(SOUND_PROMPT_ID)
    parameters = {**prompt.parameters, **spec.parameters}
    return ModelRequest(
        text=ask.prompt,
        system=prompt.system if ask.is_sound else "",
        media=(read_sound(ask.path, spec.audio, spec.limits) if ask.is_sound else read_image(ask.path),),
        parameters=MappingProxyType(
            {name: value for name, value in parameters.items() if name not in spec.not_accepted}
        ),
        setting=Setting.AUDIO if ask.is_sound else None,
        transcript_heading=prompt.texts["en"].transcript_heading if spec.reads_transcripts else "",
    )
