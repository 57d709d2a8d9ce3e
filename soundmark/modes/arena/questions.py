"""Questions of the benchmarks that are read, for battles: with answers that are there, or to be asked now."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

from soundmark.benchmarks.clips import ClipUnavailable
from soundmark.clip_desk import ClipDesk, ClipGone
from soundmark.modes.arena.asking import Ask
from soundmark.modes.arena.baseline_answers import BaselineAnswers
from soundmark.modes.arena.battle import OPEN, Runs, Subject, Truth
from soundmark.modes.arena.identity import Names
from soundmark.modes.arena.pairing import Pair, ordered
from soundmark.modes.arena.prompts import PROMPT_LANGUAGE, edited_prompt, words_of
from soundmark.modes.arena.said import KINDS, AnyQuestion, Said, logged_answers
from soundmark.modes.arena.shown import Asked, Found, Shown
from soundmark.modes.arena.upload import ExhibitKind
from soundmark.pack_loader import AnyPack, NotReady
from soundmark.store.journal import AnswerTable
from soundmark.store.schema import ResponseRow, Row
from soundmark.types import AGENT_SETTING, ChoiceTruth, GeoTruth, QuestionKind, ResponderKind, Status

log = logging.getLogger(__name__)

DRAWS = 8
"""Questions among which that with most answers of models is taken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Questions:
    """Where battles find questions.

    Attributes:
        packs: every list of questions that is read.
        answers: logged answers of models and baselines, given table, benchmark and questions.
        desk: makes playable copies of clips.
        baselines: what the built-in baselines say.
    """

    packs: Callable[[], list[AnyPack]]
    answers: Callable[[AnswerTable, str, Collection[str]], Iterable[Row]]
    desk: ClipDesk
    baselines: BaselineAnswers

    def draw(self, seen: Collection[str], chance: Random, *, any_kind: bool = False) -> Found:
        """A question that at least two answer differently, one that the visitor has not met if there is any.

        Args:
            seen: questions that the visitor has met.
            chance: draws.
            any_kind: of any kind, and not about places alone.

        Raises:
            NotReady: while no list is read.
            ClipUnavailable: when no clip of several could be had.
        """
        for pack, question in self._candidates(seen, chance, any_kind=any_kind):
            answers = self._answers(pack, question)
            barred = _alike(answers)
            if len(answers) * (len(answers) - 1) / 2 <= len(barred):
                continue
            shown = self.playable(pack, question)
            if shown is not None:
                return Found(
                    subject=_subject(question, question.prompt, None, Runs.LOG, pack.revision),
                    shown=shown,
                    answers=answers,
                    barred=barred,
                )
        raise NotReady(
            "No clip with two answers can be played just now. Please try again in a moment.", key="err_arena_unanswered"
        )

    def asked(self, seen: Collection[str], chance: Random, prompt: str, *, any_kind: bool = False) -> Asked:
        """A question that models are to be asked now; see `draw`.

        Raises:
            NotReady: while no list is read.
            PromptEditError: when an edited prompt cannot be sent.
        """
        for pack, question in self._candidates(seen, chance, any_kind=any_kind):
            shown = self.playable(pack, question)
            if shown is not None:
                words, prompt_id = words_of(question)
                edited = edited_prompt(prompt)
                path = pack.clips.fetch(question.clip).path
                choices = () if edited else question.choices
                return Asked(
                    subject=_subject(
                        question,
                        edited or words,
                        None if edited else prompt_id,
                        Runs.LIVE,
                        pack.revision,
                        is_edited=bool(edited),
                    ),
                    shown=shown,
                    ask=Ask(prompt=edited or words, path=path, is_sound=True, choices=choices),
                )
        raise NotReady("No clip can be played just now. Please try again in a moment.", key="err_arena_unplayable")

    def _candidates(
        self, seen: Collection[str], chance: Random, *, any_kind: bool
    ) -> list[tuple[AnyPack, AnyQuestion]]:
        """A few questions, in the order in which they are to be tried: of models' answers most, unmet ones first."""
        packs = [pack for pack in self.packs() if any(one.kind in KINDS for one in pack.questions)]
        if not packs:
            raise NotReady("The clips are still being checked. Please try again soon.", key="err_arena_checking")
        of_places = [pack for pack in packs if any(one.kind is QuestionKind.GEO for one in pack.questions)]
        pack = chance.choice(packs if any_kind or not of_places else of_places)
        questions = [one for one in pack.questions if one.kind in KINDS]
        unmet = [one for one in questions if one.question_id not in seen]
        drawn = chance.sample(unmet or questions, min(DRAWS, len(unmet or questions)))
        n_models = self._n_models(pack, drawn)
        drawn.sort(key=lambda one: -n_models[one.question_id])
        return [(pack, question) for question in drawn]

    def _n_models(self, pack: AnyPack, questions: Sequence[AnyQuestion]) -> Counter[str]:
        """How many models have answered each question."""
        kinds = {one.kind for one in questions}
        ids = [one.question_id for one in questions]
        rows = [row for kind in kinds for row in self.answers(KINDS[kind], pack.benchmark, ids)]
        answered = {
            (row.question_id, row.responder_id)
            for row in rows
            if isinstance(row, ResponseRow)
            and row.responder_kind is ResponderKind.MODEL
            and row.status is Status.OK
            and row.setting != AGENT_SETTING
        }
        return Counter(question_id for question_id, _ in answered)

    def _answers(self, pack: AnyPack, question: AnyQuestion) -> dict[str, Said]:
        return self._nameless(
            pack, question, self.answers(KINDS[question.kind], pack.benchmark, [question.question_id])
        )

    def _nameless(self, pack: AnyPack, question: AnyQuestion, rows: Iterable[Row]) -> dict[str, Said]:
        """What can be shown without telling who said it."""
        found = {**self.baselines.to(pack, question), **logged_answers(rows, question)}
        names = Names.of(found)
        return {name: said for name, said in found.items() if not names.given_away(said.text)}

    def playable(self, pack: AnyPack, question: AnyQuestion) -> Shown | None:
        """A copy of a question's clip that can be played; None when it cannot be had."""
        try:
            published = self.desk.publish(question, pack.clips)
        except (ClipGone, ClipUnavailable) as error:
            log.info("A clip of the arena cannot be played: %s", error)
            return None
        return Shown(
            kind=ExhibitKind.SOUND,
            path=published.path,
            duration_s=published.duration_s,
            waveform=published.waveform,
        )

    def question(self, subject: Subject) -> tuple[AnyPack, AnyQuestion] | None:
        """The question that a battle is about; None for an upload, or when its list is not played any more."""
        for pack in self.packs():
            edition = pack.edition(subject.benchmark, subject.revision)
            found = None if edition is None else edition.question(subject.question_id)
            if edition is not None and found is not None:
                return edition, found
        return None

    def truth(self, subject: Subject) -> Truth:
        """What is right; nothing where nobody knows it."""
        found = self.question(subject)
        truth = None if found is None else found[1].truth
        if isinstance(truth, GeoTruth):
            return Truth.of_place(truth)
        return Truth(choice_index=truth.choice_index) if isinstance(truth, ChoiceTruth) else Truth()


def _subject(
    question: AnyQuestion, prompt: str, prompt_id: str | None, runs: Runs, revision: str, *, is_edited: bool = False
) -> Subject:
    # Models are asked about places in the app's own words, whatever the language of the benchmark's.
    language = PROMPT_LANGUAGE if runs is Runs.LIVE and not question.choices else question.language
    return Subject(
        kind=ExhibitKind.SOUND,
        benchmark=question.benchmark,
        revision=revision,
        question_id=question.question_id,
        prompt=prompt,
        prompt_id=prompt_id,
        runs=runs,
        task=OPEN if is_edited else question.kind.value,
        language=None if is_edited else language,
    )


def _alike(answers: dict[str, Said]) -> frozenset[Pair]:
    """Pairs whose answers are the same word for word: there would be nothing to judge."""
    return frozenset(
        ordered(one.name, other.name) for one, other in combinations(answers.values(), 2) if one.text == other.text
    )
