"""What the built-in baselines say about questions, as texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar, cast

from soundmark.models.baselines.baseline import Baseline
from soundmark.models.baselines.choices import CHOICES
from soundmark.models.baselines.places import PLACES
from soundmark.modes.arena.said import NO_REASONS, AnyQuestion, Said, bare_place, choice_text
from soundmark.pack_loader import AnyPack
from soundmark.types import ChoiceQuestion, Coordinate, GeoQuestion, QuestionKind, ResponderKind

QuestionT = TypeVar("QuestionT", GeoQuestion, ChoiceQuestion)
AnswerT = TypeVar("AnswerT", Coordinate, int)
ByName = dict[str, Said]
ByQuestion = dict[str, ByName]


@dataclass(frozen=True, slots=True)
class BaselineAnswers:
    """What the built-in baselines say, computed once for each list of questions."""

    _by_list: dict[tuple[str, str], ByQuestion] = field(default_factory=dict)

    def to(self, pack: AnyPack, question: AnyQuestion) -> Mapping[str, Said]:
        """The answers to a question of a list, by the baseline's name."""
        key = (pack.benchmark, pack.revision)
        known = self._by_list.get(key)
        if known is None:
            known = self._by_list[key] = _computed(pack)
        return known.get(question.question_id, {})


def _computed(pack: AnyPack) -> ByQuestion:
    places = [cast("GeoQuestion", one) for one in pack.questions if one.kind is QuestionKind.GEO]
    choices = [cast("ChoiceQuestion", one) for one in pack.questions if one.kind is QuestionKind.CHOICE]
    found: ByQuestion = {}
    _add(found, PLACES, places, _place)
    _add(found, CHOICES, choices, _choice)
    return found


def _add(
    found: ByQuestion,
    baselines: Sequence[Baseline[QuestionT, AnswerT]],
    questions: Sequence[QuestionT],
    said: Callable[[str, str, QuestionT, AnswerT], Said],
) -> None:
    """Keep what each baseline answers.

    Args:
        found: is added to.
        baselines: who answers.
        questions: all of the list that they can answer.
        said: puts into words what the baseline of a name, in its setting, answers to a question.
    """
    for baseline in baselines:
        for question, answer in zip(questions, baseline.answers(questions), strict=True):
            if answer is not None:
                of_question = found.setdefault(question.question_id, {})
                of_question[baseline.name] = said(baseline.name, baseline.setting, question, answer)


def _place(name: str, setting: str, _question: GeoQuestion, place: Coordinate) -> Said:
    text = f"{NO_REASONS}\n\n{bare_place(place)}"
    return Said(name=name, kind=ResponderKind.BASELINE, text=text, place=place, setting=setting)


def _choice(name: str, setting: str, question: ChoiceQuestion, choice: int) -> Said:
    text = f"{NO_REASONS}\n\n{choice_text(question.choices[choice])}"
    return Said(name=name, kind=ResponderKind.BASELINE, text=text, choice_index=choice, setting=setting)
