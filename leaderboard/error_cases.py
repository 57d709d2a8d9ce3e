"""Which answers of models name the wrong country, what the owner says of them, and the shares of each class. Pure.

AGL1K (section 4.5) annotates country-level misclassifications by seven classes; so does this.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from leaderboard.intervals import Interval
from leaderboard.soundness import asked_of, is_sound
from leaderboard.tables.answers import origin_of
from leaderboard.tables.groups import GroupKey, Who
from leaderboard.tables.labels import label_of, marks_of, with_marks
from leaderboard.tables.measure_geo import same_country
from soundmark.scoring.proportion import wilson_interval
from soundmark.store.schema import AnnotationRow, ErrorType, GeoRow, is_init
from soundmark.types import AGENT_SETTING, ResponderKind, Status

LABELS: Mapping[ErrorType, str] = MappingProxyType(
    {
        ErrorType.BIRD_BIAS: "Bird bias",
        ErrorType.LANGUAGE_AMBIGUITY: "Language ambiguity",
        ErrorType.OVER_COMMITMENT: "Over-commitment",
        ErrorType.OVER_REASONING: "Over-reasoning",
        ErrorType.LABEL_MISIDENTIFICATION: "Label misidentification",
        ErrorType.EDUCATED_GUESS: "Educated guess",
        ErrorType.REFUSAL: "Refusal",
    }
)
MEANINGS: Mapping[ErrorType, str] = MappingProxyType(
    {
        ErrorType.BIRD_BIAS: "misled by birds of another region",
        ErrorType.LANGUAGE_AMBIGUITY: "heard the right language, chose another place where it is spoken",
        ErrorType.OVER_COMMITMENT: "saw several places as possible, and was sure of one all the same",
        ErrorType.OVER_REASONING: "had the right place at first, and reasoned it away",
        ErrorType.LABEL_MISIDENTIFICATION: "heard something wrong, as a language for another",
        ErrorType.EDUCATED_GUESS: "said that there was too little to go by, and guessed",
        ErrorType.REFUSAL: "would not answer",
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeShare:
    """How often a class was found among the errors that were looked at.

    Attributes:
        n: errors of this class.
        share: 0 to 1.
        interval: 95 %, Wilson's.
    """

    n: int
    share: float
    interval: Interval


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorShares:
    """What is known of the errors of a model.

    Attributes:
        label: of the model with what it was given.
        errors: all answers that name the wrong country, or none because the model refused.
        sorted_n: how many of them have a class.
        shares: of each class among these; empty without any.
    """

    label: str
    errors: int
    sorted_n: int
    shares: Mapping[ErrorType, TypeShare]


def country_errors(rows: Iterable[GeoRow]) -> dict[str, list[GeoRow]]:
    """The answers of each model that was run that name the wrong country or were refused, in a fixed order.

    Of several answers to the same only the newest counts. Answers that could not be read and recordings whose list
    names no country are left out. The order is that of the digests of their ids: whoever sorts the first of them sorts
    a random sample.

    Args:
        rows: answers to questions of one list.
    """
    newest: dict[tuple[str, ...], GeoRow] = {}
    for row in rows:
        if row.responder_kind is ResponderKind.MODEL and row.setting != AGENT_SETTING and is_sound(row):
            earlier = newest.get(asked_of(row))
            if earlier is None or earlier.precedence < row.precedence:
                newest[asked_of(row)] = row
    found: dict[str, list[GeoRow]] = {}
    for row in newest.values():
        if is_country_error(row):
            found.setdefault(label_of_row(row), []).append(row)
    return {label: sorted(found[label], key=_by_chance) for label in sorted(found)}


def _by_chance(row: GeoRow) -> str:
    return hashlib.sha256(row.response_id.encode("utf-8", "replace")).hexdigest()


def is_country_error(row: GeoRow) -> bool:
    """Whether an answer names another country than the true one, or was refused."""
    if not row.true_country:
        return False
    said = row.named_country or row.guess_country or ""
    return row.status is Status.REFUSED or (row.status is Status.OK and not same_country(said, row.true_country))


def label_of_row(row: GeoRow) -> str:
    """What the model of an answer is called, with what it was given."""
    origin = origin_of(row.imported_from)
    key = GroupKey(Who.MODEL, row.responder_id or "", row.setting, row.prompt_id or "", origin)
    return with_marks(label_of(key, {}), marks_of(key))


def error_types(rows: Iterable[object]) -> dict[str, ErrorType]:
    """What the newest annotation says of each answer; nothing where it takes an earlier one back.

    Args:
        rows: of the table annotations; rows of others are passed over.
    """
    newest: dict[str, AnnotationRow] = {}
    for row in rows:
        if isinstance(row, AnnotationRow) and row.annotated_table == "geo" and not is_init(row.annotation_id):
            earlier = newest.get(row.annotated_id)
            if earlier is None or _order(earlier) < _order(row):
                newest[row.annotated_id] = row
    return {name: row.error_type for name, row in newest.items() if row.error_type is not None}


def _order(row: AnnotationRow) -> tuple[object, str]:
    return row.annotated_at, row.annotation_id


def shares_of(label: str, errors: Sequence[GeoRow], types: Mapping[str, ErrorType]) -> ErrorShares:
    """The shares of each class among the errors of a model that were looked at."""
    found = [types[row.response_id] for row in errors if row.response_id in types]
    n = len(found)
    shares = {kind: _share(found.count(kind), n) for kind in ErrorType} if n else {}
    return ErrorShares(label=label, errors=len(errors), sorted_n=n, shares=shares)


def _share(count: int, n: int) -> TypeShare:
    return TypeShare(n=count, share=count / n, interval=Interval(*wilson_interval(count, n)))


def next_unsorted(errors: Sequence[GeoRow], types: Mapping[str, ErrorType], passed: Collection[str]) -> GeoRow | None:
    """The first error without a class that was not passed over just now; None when all have one."""
    left = [row for row in errors if row.response_id not in types]
    return next((row for row in left if row.response_id not in passed), left[0] if left else None)
