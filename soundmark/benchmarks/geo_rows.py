"""Rows of recordings with the place they were made at."""

from __future__ import annotations

from collections.abc import Iterator

from soundmark.benchmarks.columns import Record
from soundmark.benchmarks.report import FindingKind
from soundmark.benchmarks.rows import Remark, RowContent, RowError, common_of, remarks_of, short_text
from soundmark.benchmarks.values import parse_place
from soundmark.types import Coordinate, GeoTruth

PROMPT = "Where was this recorded?"
_TYPED = frozenset({"latitude", "longitude", "continent", "country", "city"})


def geo_row(record: Record) -> RowContent[GeoTruth]:
    """The place of a row, under the names the row gives it.

    Raises:
        RowError: when its latitude and longitude are no place.
    """
    try:
        place = parse_place(record.cells["latitude"], record.cells["longitude"])
    except ValueError as error:
        raise RowError(FindingKind.BAD_PLACE, str(error)) from error
    common = common_of(record, _TYPED)
    return RowContent(
        prompt=PROMPT,
        truth=GeoTruth(
            place=place,
            continent=short_text(record, "continent"),
            country=short_text(record, "country"),
            city=short_text(record, "city"),
        ),
        licence=common.licence,
        source=common.source,
        is_synthetic=common.is_synthetic,
        tags=common.tags,
        remarks=tuple(_remarks(record, place)),
    )


def _remarks(record: Record, place: Coordinate) -> Iterator[Remark]:
    if place.latitude_deg == 0 and place.longitude_deg == 0:
        yield FindingKind.NULL_ISLAND, ""
    yield from remarks_of(record)
