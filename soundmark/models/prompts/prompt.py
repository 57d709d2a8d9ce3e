"""A prompt: the words around a question, in the languages it has, and a digest that names them for good."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from soundmark.models.request import Parameter, Setting
from soundmark.types import QuestionKind, SoundmarkError


class PromptError(SoundmarkError):
    """A prompt that there is not, or that does not fit what is asked."""


class ReplyForm(StrEnum):
    """What a prompt asks the reply to look like."""

    LETTER = "letter"
    LETTER_OR_NUMBER = "letter_or_number"
    JSON_PREDICTION = "json_prediction"
    JSON_PLACE = "json_place"
    FREE_PLACE = "free_place"


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptText:
    """The words in one language.

    Attributes:
        body: with `{question}`, `{options}` and `{letters}` where the question's own words go.
        bodies: by setting, where it is not `body`.
        body_without_choices: for questions without choices; '' when `body` is for them.
        option: one choice, with `{letter}` and `{choice}`.
        between_options: what stands between two choices.
        between_letters, before_last_letter: how `{letters}` are listed.
        transcript_heading: what stands above a transcript.
    """

    body: str
    bodies: Mapping[Setting, str] = field(default_factory=lambda: MappingProxyType({}))
    body_without_choices: str = ""
    option: str = "{letter}. {choice}"
    between_options: str = "\n"
    between_letters: str = ", "
    before_last_letter: str = ", or "
    transcript_heading: str = "Transcript of the recording:"

    def body_for(self, setting: Setting, *, has_choices: bool) -> str:
        """The template for a question."""
        if not has_choices and self.body_without_choices:
            return self.body_without_choices
        return self.bodies.get(setting, self.body)


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """A prompt.

    Attributes:
        prompt_id: in commands and in the log.
        source: where it was published, and what of it is ours.
        kinds: of questions it is for.
        settings: it can be used in.
        reply_form: what it asks for. Only `JSON_PREDICTION` lets a model decline, by null.
        texts: by language (BCP 47); English is among them.
        system: standing instructions; '' for none.
        parameters: that its source prescribes; those of the model file are stronger.
    """

    prompt_id: str
    source: str
    kinds: frozenset[QuestionKind]
    reply_form: ReplyForm
    texts: Mapping[str, PromptText]
    settings: frozenset[Setting] = frozenset(Setting)
    system: str = ""
    parameters: Mapping[str, Parameter] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def sha256(self) -> str:
        """Hex digest of all its words and forms, in all languages and settings."""
        words = {language: _words(text) for language, text in self.texts.items()}
        content = {"system": self.system, "reply_form": self.reply_form.value, "texts": words}
        canonical = json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        return hashlib.sha256(canonical.encode()).hexdigest()

    def language_for(self, language: str) -> str:
        """Which of its languages comes nearest: the same, one that is written and spoken alike, or English."""
        if language in self.texts:
            return language
        first = language.partition("-")[0]
        return next((known for known in self.texts if known.partition("-")[0] == first), "en")

    def wording(self, language: str, setting: Setting) -> str:
        """Instructions and template, as a run's row in the log holds them."""
        text = self.texts[self.language_for(language)]
        body = text.body_for(setting, has_choices=True)
        if setting is Setting.TRANSCRIPT:
            body = f"{text.transcript_heading}\n{{transcript}}\n\n{body}"
        return f"{self.system}\n\n{body}" if self.system else body


def _words(text: PromptText) -> dict[str, object]:
    return {
        "body": text.body,
        "bodies": {setting.value: body for setting, body in text.bodies.items()},
        "body_without_choices": text.body_without_choices,
        "option": text.option,
        "between_options": text.between_options,
        "between_letters": text.between_letters,
        "before_last_letter": text.before_last_letter,
        "transcript_heading": text.transcript_heading,
    }
