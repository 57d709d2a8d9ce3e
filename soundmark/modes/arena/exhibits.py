"""What battles are about: questions of the benchmarks that are read, with their answers, and what visitors bring."""

from __future__ import annotations

import json
import logging
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import combinations
from pathlib import Path
from random import Random

from soundmark.audio import publish_bytes
from soundmark.benchmarks.clips import ClipUnavailable
from soundmark.clip_desk import ClipDesk, ClipGone
from soundmark.modes.arena.asking import Ask
from soundmark.modes.arena.baseline_answers import BaselineAnswers
from soundmark.modes.arena.battle import UPLOAD, Runs, Subject, Truth
from soundmark.modes.arena.contenders import default_prompt
from soundmark.modes.arena.identity import Names
from soundmark.modes.arena.pairing import Pair, ordered
from soundmark.modes.arena.prompts import edited_prompt, words_of
from soundmark.modes.arena.refusals import UploadError
from soundmark.modes.arena.said import KINDS, AnyQuestion, Said, logged_answers
from soundmark.modes.arena.shelf import Shelf
from soundmark.modes.arena.shown import Asked, Found, Shown
from soundmark.modes.arena.upload import Exhibit, ExhibitKind
from soundmark.pack_loader import AnyPack, NotReady
from soundmark.store.journal import AnswerTable, Journal
from soundmark.store.schema import ResponseRow, Row
from soundmark.types import AGENT_SETTING, ChoiceTruth, GeoTruth, QuestionKind, ResponderKind, Status

log = logging.getLogger(__name__)

DRAWS = 8
"""Questions among which that with most answers of models is taken."""
TRIES = 3
"""Clips that may turn out not to be playable before a visitor is told."""
REPORT_NOTE = "arena_report:"
OPEN = "open"
"""Task of a battle about words of the visitor's own."""
PROMPT_LANGUAGE = "en"
"""Of the words in which models are asked where something is (`contenders.default_prompt`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exhibits:
    """Where battles find what they are about.

    Attributes:
        packs: every list of questions that is read.
        answers: logged answers of models and baselines, given table, benchmark and questions.
        desk: makes playable copies of clips.
        shelf: keeps uploads.
        journal: keeps reports.
    """

    packs: Callable[[], list[AnyPack]]
    answers: Callable[[AnswerTable, str, Collection[str]], Iterable[Row]]
    desk: ClipDesk
    shelf: Shelf
    journal: Journal
    baselines: BaselineAnswers = field(default_factory=BaselineAnswers)

    # Questions

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
            shown = self._playable(pack, question)
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
            shown = self._playable(pack, question)
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

    def _playable(self, pack: AnyPack, question: AnyQuestion) -> Shown | None:
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
            question=question,
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

    # Uploads

    def brought(self, name: str, prompt: str) -> Asked:
        """What a visitor brought, for models that are to be asked.

        Raises:
            UploadError: when it is gone.
            PromptEditError: when an edited prompt cannot be sent.
        """
        exhibit = self.shelf.exhibit(name)
        words, prompt_id = default_prompt(exhibit.kind)
        edited = edited_prompt(prompt)
        is_edited = bool(edited) and edited != words
        subject = Subject(
            kind=exhibit.kind,
            benchmark=UPLOAD,
            revision=exhibit.kind.value,
            question_id=name.partition(".")[0],
            prompt=edited or words,
            prompt_id=None if is_edited else prompt_id,
            runs=Runs.LIVE,
            task=OPEN if is_edited else QuestionKind.GEO.value,
            language=None if is_edited else PROMPT_LANGUAGE,
        )
        ask = Ask(prompt=edited or words, path=self.shelf.path(name), is_sound=exhibit.kind is ExhibitKind.SOUND)
        return Asked(subject=subject, shown=self.show(exhibit), ask=ask)

    def show(self, exhibit: Exhibit) -> Shown:
        """Publish a copy of an upload for the page of whoever brought it.

        Raises:
            PublishError: when it cannot be written.
        """
        path = publish_bytes(exhibit.data, self.desk.public_dir, suffix=exhibit.suffix)
        return Shown(kind=exhibit.kind, path=path, duration_s=exhibit.duration_s, waveform=exhibit.waveform)

    def shown_again(self, subject: Subject, clip_name: str) -> Shown:
        """The clip or photo of a battle, for a page that was reloaded.

        Raises:
            UploadError, ClipGone, ClipUnavailable, PublishError: when it cannot be had any more.
        """
        if subject.is_upload:
            self._unpublish(clip_name)
            return self.show(self.shelf.exhibit(_upload_name(subject)))
        found = self.question(subject)
        shown = None if found is None else self._playable(*found)
        if shown is None:
            raise ClipGone
        return shown

    def duration_s(self, subject: Subject) -> float | None:
        """Of the sound of an upload, in seconds; None where the least time to listen is the usual one."""
        if subject.is_upload and subject.kind is ExhibitKind.SOUND:
            try:
                return self.shelf.exhibit(_upload_name(subject)).duration_s
            except UploadError:
                return None
        return None

    def hide(self, subject: Subject, clip_name: str) -> None:
        """Show an upload to nobody any more.

        Raises:
            UploadError: when it is gone.
        """
        self._unpublish(clip_name)
        self.shelf.hide(_upload_name(subject))

    def _unpublish(self, clip_name: str) -> None:
        """Remove a published copy of an upload; the name is one that this server made."""
        if clip_name:
            (self.desk.public_dir / Path(clip_name).name).unlink(missing_ok=True)

    def note_report(self, subject: Subject, why: str, battle_id: str, now: datetime) -> None:
        """Keep a report for the owner.

        Raises:
            JournalError: when it could not be stored.
        """
        about = {"why": why, "benchmark": subject.benchmark, "question_id": subject.question_id, "at": now.isoformat()}
        self.journal.set_note(f"{REPORT_NOTE}{battle_id}", json.dumps(about))


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


def _upload_name(subject: Subject) -> str:
    return f"{subject.question_id}.{'mp3' if subject.kind is ExhibitKind.SOUND else 'jpg'}"


def _alike(answers: dict[str, Said]) -> frozenset[Pair]:
    """Pairs whose answers are the same word for word: there would be nothing to judge."""
    return frozenset(
        ordered(one.name, other.name) for one, other in combinations(answers.values(), 2) if one.text == other.text
    )
