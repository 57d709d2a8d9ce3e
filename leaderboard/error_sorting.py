"""The owner's page of model errors as the log is now: what comes next, and what was said of it. No gradio."""

from __future__ import annotations

import threading
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from leaderboard.board import GEO_PACK, answers_to
from leaderboard.error_cases import ErrorShares, country_errors, error_types, next_unsorted, shares_of
from leaderboard.tables.labels import plain
from leaderboard.tables.questions import number_of_question
from soundmark import __version__
from soundmark.audio import Published, PublishError
from soundmark.benchmarks.clips import ClipUnavailable
from soundmark.clip_desk import ClipGone
from soundmark.geography.country import countries
from soundmark.services import Services
from soundmark.store.ids import new_response_id
from soundmark.store.schema import SCHEMA_VERSION, AnnotationRow, ErrorType, GeoRow
from soundmark.types import SoundmarkError, Status

MAX_PLACE_CHARS = 120


class SortingError(SoundmarkError):
    """An annotation that cannot be kept."""


@dataclass(frozen=True, slots=True)
class _Known:
    state: tuple[str, ...]
    errors: Mapping[str, list[GeoRow]]
    types: Mapping[str, ErrorType]


@dataclass(slots=True)
class ErrorSorting:
    """Errors of models on the clip list that is being played, and their classes.

    Attributes:
        services: what the app gives.
    """

    services: Services
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _known: _Known | None = None

    def shares(self) -> list[ErrorShares]:
        """What is known of each model's errors.

        Raises:
            JournalError: when the log cannot be read.
        """
        known = self._now()
        return [shares_of(label, errors, known.types) for label, errors in known.errors.items()]

    def next(self, label: object, passed: Collection[str] = ()) -> GeoRow | None:
        """The next error of a model without a class; None when there is none.

        Raises:
            JournalError: when the log cannot be read.
        """
        known = self._now()
        return next_unsorted(known.errors.get(str(label), ()), known.types, passed)

    def keep(self, response_id: object, error_type: ErrorType | None) -> None:
        """Write down why an answer went wrong, or with None that it is to be sorted again.

        Raises:
            SortingError: when the log has no such error.
            JournalError: when it could not be stored.
        """
        rows = (row for errors in self._now().errors.values() for row in errors)
        row = next((row for row in rows if row.response_id == response_id), None)
        if row is None:
            raise SortingError("This answer is no longer among the errors. Go on with the next one.")
        self.services.journal.append(
            AnnotationRow(
                annotation_id=new_response_id(),
                schema_version=SCHEMA_VERSION,
                annotated_table="geo",
                annotated_id=row.response_id,
                benchmark=row.benchmark,
                question_id=row.question_id,
                error_type=error_type,
                annotated_at=datetime.now(UTC),
                app_version=__version__,
                deployment_id=self.services.settings.deployment,
            )
        )

    def told(self, row: GeoRow) -> str:
        """What is to be known of an error, as text."""
        truth = _place(row.true_city, row.true_country)
        said = _place(row.named_city, row.named_country or _name_of(row.guess_country))
        number = number_of_question(self.services.players.salt, row.question_id)
        answered = "the model refused" if row.status is Status.REFUSED else f"the model says {said or 'no country'}"
        far = "" if row.error_km is None or row.status is not Status.OK else f", {row.error_km:,.0f} km away"
        return f"Question {number}: recorded in {truth}; {answered}{far}."

    def clip(self, row: GeoRow) -> Published | None:
        """A copy of the recording that may be served; None where it cannot be had."""
        pack = self.services.packs.if_ready(GEO_PACK)
        question = None if pack is None else pack.question(row.question_id)
        if pack is None or question is None:
            return None
        try:
            return self.services.clips.publish(question, pack.clips)
        except (ClipGone, ClipUnavailable, PublishError):
            return None

    def _now(self) -> _Known:
        answers = self.services.answers
        pack = self.services.packs.if_ready(GEO_PACK)
        with self._lock:
            names = ("", "") if pack is None else (pack.benchmark, pack.revision)
            state = (*names, *map(str, answers.version()))
            if self._known is None or self._known.state != state:
                rows = () if pack is None else answers_to(pack, answers.rows("geo", benchmark=pack.benchmark))
                types = error_types(answers.rows("annotations", benchmark=names[0] or None))
                self._known = _Known(state, country_errors(rows), types)
            return self._known


def _name_of(iso2: str | None) -> str:
    country = countries().get(iso2 or "")
    return iso2 or "" if country is None else country.name


def _place(city: str | None, country: str | None) -> str:
    return ", ".join(plain(part)[:MAX_PLACE_CHARS] for part in (city, country) if part)
