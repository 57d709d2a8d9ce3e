"""How the questions of a benchmark are put to a model, and how its replies are read."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeAlias

from soundmark.evaluation.items import Item
from soundmark.models.answer import PlaceAnswer, ReadAnswer
from soundmark.models.request import ModelRequest, Parameter

Reading: TypeAlias = ReadAnswer[int] | ReadAnswer[float] | ReadAnswer[PlaceAnswer]
"""What was read out of a reply: a position among the choices shown, metres, or a place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """The rendered texts of a question: standing instructions ('' for none), and what is asked."""

    system: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """How questions are put to a model, and replies read.

    Attributes:
        setting: what the model is given: audio, transcript, blind, ...
        prompt_id: which wording.
        prompt: that wording, with {} for what a question fills in.
        prompt_sha256: hex digest of all of its words.
        words: renders the texts of an item. Raises `SoundmarkError` when the prompt does not fit.
        compose: makes the request of an item, its recording fetched and encoded; it may take long, and is called in a
            thread. Raises `ModelFailure` when what the setting promises cannot be sent: then nothing is.
        media_recipe: names how media are made of a recording: the same recording and recipe give the same bytes.
        clip_sha256: of an item's recording when it is on this machine, else ''.
        seconds: how long an item's recording is, None while that is not known.
        read: reads a reply.
        parser_version: of the reader.
        language: in which questions are put (BCP 47); '' for each in its own.
        parameters: sent with each request.
    """

    setting: str
    prompt_id: str
    prompt: str
    prompt_sha256: str
    words: Callable[[Item], Words]
    compose: Callable[[Item], ModelRequest]
    media_recipe: str
    read: Callable[[Item, str], Reading]
    parser_version: str
    clip_sha256: Callable[[Item], str] = lambda _: ""
    seconds: Callable[[Item], float | None] = lambda _: None
    language: str = ""
    parameters: Mapping[str, Parameter] = field(default_factory=lambda: MappingProxyType({}))

    def key(self, item: Item, model: str) -> str:
        """Names what is asked: question and repetition, model, rendered texts, order, recipe and parameters.

        Two items of one key are the same request, as long as the recording is the same (`clip_sha256`).
        """
        words = self.words(item)
        parts = [
            [item.question.benchmark, item.question.revision, item.question.question_id, item.repeat],
            [model, self.setting, words.system, words.text, list(item.order), self.media_recipe],
            sorted((name, value) for name, value in self.parameters.items()),
        ]
        return hashlib.sha256(json.dumps(parts, default=str).encode()).hexdigest()
