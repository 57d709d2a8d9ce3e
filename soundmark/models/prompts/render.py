"""Puts a question into a prompt, its choices in the order in which they are shown."""

from __future__ import annotations

import re
import string
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from soundmark.models.prompts.prompt import Prompt, PromptError, PromptText
from soundmark.models.request import Setting, whole_characters, with_transcript
from soundmark.types import ChoiceTruth, GeoTruth, Question, SpatialTruth, Wording

LETTERS = string.ascii_uppercase
_SLOT = re.compile(r"\{(question|options|letters|letter|choice)\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderedPrompt:
    """A question as a model is asked it.

    Attributes:
        text: with the transcript above it where there is one.
        system: standing instructions; '' for none.
        transcript_heading: the words to put above a transcript that is still to be made; '' when none is to be.
        order: the choices as they are shown, by the benchmark's numbers.
        language: in which question and choices are shown (BCP 47).
    """

    text: str
    system: str
    transcript_heading: str
    order: tuple[int, ...]
    language: str

    @property
    def letters(self) -> str:
        """The letters before the choices, in the order shown."""
        return LETTERS[: len(self.order)]


def render(
    prompt: Prompt,
    question: Question[GeoTruth | ChoiceTruth | SpatialTruth],
    setting: Setting,
    *,
    order: Sequence[int] | None = None,
    language: str | None = None,
    transcript: str | None = None,
    awaits_transcript: bool = False,
) -> RenderedPrompt:
    """Put a question into a prompt.

    Args:
        prompt: the words around it.
        question: the question.
        setting: what the model is given of the clip.
        order: the choices as they are to be shown, by the benchmark's numbers; None for the benchmark's order.
        language: which of the question's wordings to show (BCP 47); None for its own.
        transcript: of the clip; needed in the setting `transcript` unless one is awaited.
        awaits_transcript: the adapter will put a transcript above the text.

    Raises:
        PromptError: when the prompt is not for such questions or this setting, or there is no such wording.
        ValueError: when the order is none, or a transcript is missing or not wanted.
    """
    if question.kind not in prompt.kinds:
        kinds = " and ".join(sorted(prompt.kinds))
        raise PromptError(f"The prompt {prompt.prompt_id} is for {kinds} questions. Choose one for {question.kind}.")
    wording = _wording(question, language)
    shown_in = language or question.language
    return render_text(
        prompt,
        wording,
        setting,
        order=order,
        language=shown_in,
        transcript=transcript,
        awaits_transcript=awaits_transcript,
    )


def render_text(
    prompt: Prompt,
    wording: Wording,
    setting: Setting,
    *,
    order: Sequence[int] | None = None,
    language: str = "en",
    transcript: str | None = None,
    awaits_transcript: bool = False,
) -> RenderedPrompt:
    """Put a text and its choices into a prompt; see `render`.

    Raises:
        PromptError: when the prompt is not for this setting, or there are more choices than letters.
        ValueError: when the order is none, or a transcript is missing or not wanted.
    """
    if setting not in prompt.settings:
        known = ", ".join(sorted(prompt.settings))
        raise PromptError(f"The prompt {prompt.prompt_id} is not made for {setting}. It can be used for {known}.")
    shown = _checked_order(wording, order)
    if (transcript is not None) != (setting is Setting.TRANSCRIPT):
        raise ValueError(f"A transcript is {'missing' if transcript is None else 'not wanted'} in {setting}.")
    text = prompt.texts[prompt.language_for(language)]
    as_read = Setting.TRANSCRIPT if awaits_transcript else setting
    body = _filled(text.body_for(as_read, has_choices=bool(shown)), _slots(text, wording, shown))
    if transcript is not None:
        body = with_transcript(text.transcript_heading, transcript, body)
    return RenderedPrompt(
        text=whole_characters(body),
        system=prompt.system,
        transcript_heading=text.transcript_heading if awaits_transcript else "",
        order=shown,
        language=language,
    )


def _wording(question: Question[GeoTruth | ChoiceTruth | SpatialTruth], language: str | None) -> Wording:
    if language is None or language == question.language:
        return Wording(prompt=question.prompt, choices=question.choices)
    found = question.wordings.get(language)
    if found is None:
        there_are = ", ".join(sorted({question.language, *question.wordings}))
        raise PromptError(f"A question is not worded in {language}. It is in {there_are}.")
    return found


def _checked_order(wording: Wording, order: Sequence[int] | None) -> tuple[int, ...]:
    n_choices = len(wording.choices)
    if n_choices > len(LETTERS):
        raise PromptError(f"A question has {n_choices} choices. At most {len(LETTERS)} can be told by a letter.")
    shown = tuple(range(n_choices)) if order is None else tuple(order)
    if sorted(shown) != list(range(n_choices)):
        raise ValueError(f"{shown} is no order of {n_choices} choices.")
    return shown


def _slots(text: PromptText, wording: Wording, order: tuple[int, ...]) -> dict[str, str]:
    letters = LETTERS[: len(order)]
    options = [
        _filled(text.option, {"letter": letter, "choice": wording.choices[index]})
        for letter, index in zip(letters, order, strict=True)
    ]
    return {
        "question": wording.prompt,
        "options": text.between_options.join(options),
        "letters": _listed(letters, text),
    }


def _listed(letters: str, text: PromptText) -> str:
    if len(letters) < 2:
        return letters
    return text.between_letters.join(letters[:-1]) + text.before_last_letter + letters[-1]


def _filled(template: str, slots: Mapping[str, str]) -> str:
    """The template filled in one pass, so that a question that writes `{options}` stays as it is."""
    return _SLOT.sub(lambda match: slots.get(match.group(1), match.group()), template)
