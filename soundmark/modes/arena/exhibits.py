"""What battles are about: questions of the benchmarks that are read, with their answers, and what visitors bring."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from datetime import datetime

from soundmark.clip_desk import ClipDesk, ClipGone
from soundmark.modes.arena.baseline_answers import BaselineAnswers
from soundmark.modes.arena.battle import Subject
from soundmark.modes.arena.own_files import OwnFiles
from soundmark.modes.arena.questions import Questions
from soundmark.modes.arena.shelf import Shelf
from soundmark.modes.arena.shown import Shown
from soundmark.pack_loader import AnyPack
from soundmark.store.journal import AnswerTable, Journal
from soundmark.store.schema import Row

REPORT_NOTE = "arena_report:"


@dataclass(frozen=True, slots=True, kw_only=True)
class Exhibits:
    """Where battles find what they are about.

    Attributes:
        packs: every list of questions that is read.
        answers: logged answers of models and baselines, given table, benchmark and questions.
        desk: makes playable copies of clips.
        shelf: keeps uploads.
        journal: keeps reports.
        baselines: what the built-in baselines say.
    """

    packs: Callable[[], list[AnyPack]]
    answers: Callable[[AnswerTable, str, Collection[str]], Iterable[Row]]
    desk: ClipDesk
    shelf: Shelf
    journal: Journal
    baselines: BaselineAnswers = field(default_factory=BaselineAnswers)

    @property
    def questions(self) -> Questions:
        """Those of the benchmarks."""
        return Questions(packs=self.packs, answers=self.answers, desk=self.desk, baselines=self.baselines)

    @property
    def own_files(self) -> OwnFiles:
        """What visitors brought."""
        return OwnFiles(shelf=self.shelf, public_dir=self.desk.public_dir)

    def shown_again(self, subject: Subject, clip_name: str) -> Shown:
        """The clip or photo of a battle, for a page that was reloaded.

        Raises:
            UploadError, ClipGone, ClipUnavailable, PublishError: when it cannot be had any more.
        """
        if subject.is_upload:
            return self.own_files.shown_again(subject, clip_name)
        found = self.questions.question(subject)
        shown = None if found is None else self.questions.playable(*found)
        if shown is None:
            raise ClipGone
        return shown

    def note_report(self, subject: Subject, why: str, battle_id: str, now: datetime) -> None:
        """Keep a report for the owner.

        Raises:
            JournalError: when it could not be stored.
        """
        about = {"why": why, "benchmark": subject.benchmark, "question_id": subject.question_id, "at": now.isoformat()}
        self.journal.set_note(f"{REPORT_NOTE}{battle_id}", json.dumps(about))
