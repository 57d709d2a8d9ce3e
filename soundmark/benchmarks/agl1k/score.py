"""A published file of AGL1K's answers becomes figures, as published and corrected."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from soundmark.benchmarks.agl1k.predictions import Prediction, PredictionsError, read_predictions
from soundmark.benchmarks.agl1k.published_table import cached_table
from soundmark.benchmarks.agl1k.questions import TABLE_NAME, read_agl1k
from soundmark.benchmarks.agl1k.rows import country_of_label
from soundmark.benchmarks.agl1k.table import CATEGORIES
from soundmark.benchmarks.entry import Access, Figure, ScoreReport
from soundmark.benchmarks.errors import PackError
from soundmark.geography.same_names import continent_of_name, is_city, is_country
from soundmark.scoring.agl1k import (
    NamedPlaces,
    PublishedAnswers,
    Section,
    Shares,
    Verdicts,
    answered_only,
    as_published,
    corrected,
)
from soundmark.scoring.bootstrap import Floats
from soundmark.scoring.geo import error_km
from soundmark.types import Coordinate, GeoQuestion, Status

OTHER_PLACE_KM = 1.0
"""A file whose truth is so far from the table's is about other recordings."""

_NUMBER = re.compile(r"[+-]?[0-9]{1,20}(?:\.[0-9]{0,40})?(?:[eE][+-]?[0-9]{1,3})?")
_DECLINED = frozenset({"null", "none", "n/a", "na", "unknown", "unable", "cannot"})
_NO_TAGS = (
    f"The figures by sound category are missing: they need AGL1K's table. Name it with --source, or put {TABLE_NAME} "
    "beside the file of answers."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Truth:
    """What is right: the place, and the names as published and by today's codes ('' where there is none)."""

    place: Coordinate
    published_continent: str | None
    published_country: str | None
    published_city: str | None
    continent: str
    iso2: str
    city: str


Judged = tuple[Prediction, _Truth]


def score_agl1k(path: Path, source: Path | None, access: Access) -> ScoreReport:
    """The figures of a published file of answers.

    The right answers are those in the file; where it has none, those of the table. Sound categories are in the table
    only: it is the one named, else the one in the cache, else one that lies beside the file of answers.

    Args:
        path: the file of answers.
        source: AGL1K's table, or the folder that holds it.
        access: where fetched tables are kept.

    Raises:
        PredictionsError: when the file cannot be scored.
        PackError: when the source that was named is not AGL1K's table.
    """
    predictions = read_predictions(path)
    table, remarks = table_for(path, source, access)
    return report_on(predictions.answers, table, remarks=(*predictions.remarks, *remarks))


def report_on(
    answers: Sequence[Prediction], table: Mapping[str, GeoQuestion], *, remarks: Sequence[str] = ()
) -> ScoreReport:
    """The figures of answers.

    Args:
        answers: with their own right places; one without takes that of the table.
        table: AGL1K's questions by id; without them the figures by sound category are missing.
        remarks: sentences that come first.

    Raises:
        PredictionsError: when no answer has a right place.
    """
    judged = [(answer, _truth(answer, table.get(answer.question_id))) for answer in answers]
    kept: list[Judged] = [(answer, truth) for answer, truth in judged if truth is not None]
    if not kept:
        raise PredictionsError("No answer has a right place: the file lacks true_latitude and true_longitude.")
    doubts = _doubts(kept, table)
    if len(kept) < len(judged):
        doubts = [f"Left out {_answers(len(judged) - len(kept))} without a right place.", *doubts]
    shares = _shares(kept, table) if table else None
    distance_km = np.array([_distance_km(answer, truth.place) for answer, truth in kept], dtype=np.float64)
    verdicts = _verdicts(kept, distance_km)
    sections = {
        "as_published": as_published(_published(kept, distance_km), shares),
        "corrected": corrected(verdicts, shares),
        "answered_only": answered_only(verdicts, shares),
    }
    return ScoreReport(
        sections={name: _figures(section) for name, section in sections.items()}, remarks=(*remarks, *doubts)
    )


def table_for(path: Path, source: Path | None, access: Access) -> tuple[dict[str, GeoQuestion], list[str]]:
    """AGL1K's questions by id, none without a table, and remarks on that.

    Args:
        path: a file of answers, beside which the table may lie.
        source: the table, or a folder that holds it, where one is named.
        access: where a fetched one is kept.

    Raises:
        PackError: when the source that was named is not AGL1K's table.
    """
    beside = path.parent / TABLE_NAME
    found = source or cached_table(access) or (beside if beside.is_file() else None)
    if found is None:
        return {}, [_NO_TAGS]
    try:
        pack = read_agl1k(found)
    except PackError as error:
        if source is not None:
            raise
        return {}, [f"{error} {_NO_TAGS}"]
    remarks = [pack.notice] if pack.notice else []
    return {str(question.question_id): question for question in pack.questions}, remarks


def _truth(answer: Prediction, question: GeoQuestion | None) -> _Truth | None:
    """The right answer: the file's own, else the table's."""
    place = _place(answer.true_latitude, answer.true_longitude)
    if place is None:
        return None if question is None else _truth_of_table(question)
    country = country_of_label(answer.true_country or "", place)
    return _Truth(
        place=place,
        published_continent=answer.true_continent,
        published_country=answer.true_country,
        published_city=answer.true_city,
        continent=continent_of_name(answer.true_continent or "") or (country.continent if country else ""),
        iso2=country.iso2 if country else "",
        city=answer.true_city or "",
    )


def _truth_of_table(question: GeoQuestion) -> _Truth:
    truth, tags = question.truth, question.tags
    return _Truth(
        place=truth.place,
        published_continent=tags.get("published_continent", ""),
        published_country=tags.get("published_country", ""),
        published_city=tags.get("published_city", ""),
        continent=truth.continent,
        iso2=tags["country_code"],
        city=truth.city,
    )


def place_of(answer: Prediction) -> Coordinate | None:
    """The place of an answer whose `status_of` is ok."""
    return _place(answer.latitude, answer.longitude)


def _place(latitude: str | None, longitude: str | None) -> Coordinate | None:
    """The point of two plain numbers of degrees in range; None for anything else."""
    if latitude is None or longitude is None:
        return None
    texts = (latitude.strip(), longitude.strip())
    if not all(_NUMBER.fullmatch(text) for text in texts):
        return None
    latitude_deg, longitude_deg = map(float, texts)
    if abs(latitude_deg) > 90 or abs(longitude_deg) > 180:
        return None
    return Coordinate.wrapped(latitude_deg, longitude_deg)


def _distance_km(answer: Prediction, truth: Coordinate) -> float:
    """The distance that the published rules see: any number that Python reads, any longitude; NaN without one."""
    try:
        guess = Coordinate.wrapped(float(answer.latitude or ""), float(answer.longitude or ""))
    except ValueError:
        return math.nan
    return error_km(guess, truth)


def status_of(answer: Prediction) -> Status:
    """What became of a question, read out of a published file.

    Latitude and longitude both 0 are the default of the authors' parser: the model gave no place. A single 0 or -1 is
    a place. Text that is neither number nor a word of refusal is `unparsed`, and so is an absent value.
    """
    place = _place(answer.latitude, answer.longitude)
    is_default = place is not None and place.latitude_deg == 0 and place.longitude_deg == 0
    output = (answer.output or "").strip().lower()
    if (place is None or is_default) and (output == "error" or output.startswith("error:")):
        return Status.ERROR
    declined = any((text or "").strip().lower() in _DECLINED for text in (answer.latitude, answer.longitude))
    if is_default or declined:
        return Status.REFUSED
    return Status.UNPARSED if place is None else Status.OK


def _verdicts(kept: Sequence[Judged], distance_km: Floats) -> Verdicts:
    status = [status_of(answer) for answer, _ in kept]
    return Verdicts(
        status=status,
        distance_km=np.where([found is Status.OK for found in status], distance_km, np.nan),
        continent_right=_right(
            [(t.continent, continent_of_name(a.continent or "") == t.continent) for a, t in kept],
        ),
        country_right=_right([(t.iso2, is_country(a.country or "", t.iso2)) for a, t in kept]),
        city_right=_right([(t.city, is_city(a.city or "", t.city)) for a, t in kept]),
    )


def _right(found: Sequence[tuple[str, bool]]) -> Floats:
    return np.array([float(is_right) if wanted else math.nan for wanted, is_right in found], dtype=np.float64)


def _published(kept: Sequence[Judged], distance_km: Floats) -> PublishedAnswers:
    return PublishedAnswers(
        latitudes=[answer.latitude for answer, _ in kept],
        longitudes=[answer.longitude for answer, _ in kept],
        distance_km=distance_km,
        named=NamedPlaces(
            continents=[answer.continent for answer, _ in kept],
            countries=[answer.country for answer, _ in kept],
            cities=[answer.city for answer, _ in kept],
        ),
        truth=NamedPlaces(
            continents=[truth.published_continent for _, truth in kept],
            countries=[truth.published_country for _, truth in kept],
            cities=[truth.published_city for _, truth in kept],
        ),
    )


def _shares(kept: Sequence[Judged], table: Mapping[str, GeoQuestion]) -> Shares:
    def share(answer: Prediction, category: str) -> float:
        question = table.get(answer.question_id)
        return math.nan if question is None else float(question.tags[category])

    return {
        category: np.array([share(answer, category) for answer, _ in kept], dtype=np.float64) for category in CATEGORIES
    }


def _doubts(kept: Sequence[Judged], table: Mapping[str, GeoQuestion]) -> list[str]:
    """Sentences on answers that the table does not know, or places elsewhere."""
    if not table:
        return []
    unknown = sum(answer.question_id not in table for answer, _ in kept)
    pairs = [(truth.place, table[a.question_id].truth.place) for a, truth in kept if a.question_id in table]
    elsewhere = sum(there != here and error_km(here, there) > OTHER_PLACE_KM for here, there in pairs)
    found = [f"Not in AGL1K's table: the questions of {_answers(unknown)}."] if unknown else []
    if elsewhere:
        has = "has" if elsewhere == 1 else "have"
        found.append(f"{_answers(elsewhere)} {has} another right place than AGL1K's table: the file's own counts.")
    return found


def _answers(n: int) -> str:
    return "1 answer" if n == 1 else f"{n} answers"


def _figures(section: Section) -> dict[str, Figure | dict[str, Figure]]:
    values: dict[str, Figure | dict[str, Figure]] = {
        name: section[name].value if name in section else None for name in FIGURES
    }
    values |= {name: estimate.value for name, estimate in section.items() if name not in values}
    values["intervals_95"] = {name: list(e.interval) for name, e in section.items() if e.interval is not None}
    values["n"] = {name: estimate.n for name, estimate in section.items()}
    return values


FIGURES = (
    "distance_km", "geoscore", "continent_acc", "country_acc", "city_acc", "reject_rate", "unparsed_rate", "error_rate",
    "acc_lt1km", "acc_lt10km", "acc_lt100km", "acc_lt500km", "acc_lt1000km", "speech_km", "nonspeech_km",
    "q25_km", "q50_km", "q75_km", "animal_km", "music_km", "nature_km", "things_km",
)  # fmt: skip
"""All figures in the order in which they are printed."""
