"""AGL1K's table becomes questions: every row one, with what was published beside what is right."""

from __future__ import annotations

import hashlib
from pathlib import Path
from urllib.parse import quote

from soundmark.benchmarks.agl1k.rows import MAX_TEXT_CHARACTERS, Row, RowError, parse_row
from soundmark.benchmarks.agl1k.table import parse_table, table_bytes
from soundmark.benchmarks.errors import PackError
from soundmark.benchmarks.geo_rows import PROMPT
from soundmark.benchmarks.pack import GeoPack, Pack
from soundmark.benchmarks.report import Finding, FindingKind, PackReport
from soundmark.types import Clip, GeoQuestion, GeoTruth, Question, QuestionId, QuestionKind

NAME = "agl1k"
TITLE = "AGL1K"
TABLE_NAME = "geoLocalization_schema.csv"
REPOSITORY = "Rising0321/AGL1K"
REVISION = "8cf2dfce390dafd37e33984dd42659a5a319b0d5"
"""The commit that published the table."""
TABLE_SHA256 = "4f5c09b9336b5cfe689cc76f04eb8eabb794e53763ef6d81eb150bfce08b4f3b"
N_PUBLISHED = 1444
ARCHIVE = "https://archive.org"
LICENCE = "Rights are those of each recording: see its page on archive.org."


def read_agl1k(source: Path) -> GeoPack:
    """Read AGL1K's table as published. Single rows that cannot be used are reported, and the rest plays.

    Question and clip are named by `key`: two pairs of recordings share a file name. The truth holds the place, and the
    names of today: the country's plain English name by its ISO code, and its continent. The tags hold

    - `published_continent`, `published_country`, `published_city`: the cells as they are;
    - `country_code`: ISO 3166-1 alpha-2 of the truth's country;
    - the eight shares of sound categories, `human_sounds` to `source_ambiguous_sounds`, and `has_speech`;
    - `description` and `title` without HTML, and `published_description` and `published_title` where they had some;
    - `altitude_m` and `duration_s`, where they are given.

    The recordings are on archive.org: `clip.address` says where, and betrays the answer, as title and description do.

    Args:
        source: the file, or a folder that holds it under its published name.

    Raises:
        PackError: when it is not AGL1K's table, or no question comes of it.
    """
    path = source / TABLE_NAME if source.is_dir() else source
    return pack_of_table(table_bytes(path), path.name)


def pack_of_table(content: bytes, name: str) -> GeoPack:
    """The same from the bytes of the table; `name` is how messages call the file.

    Raises:
        PackError: as `read_agl1k`.
    """
    table = parse_table(content, name)
    digest = hashlib.sha256(content).hexdigest()
    is_pinned = digest == TABLE_SHA256
    revision = REVISION if is_pinned else f"sha256-{digest[:12]}"
    left_out = list(table.misshapen)
    notes: list[Finding] = []
    questions: dict[str, GeoQuestion] = {}
    for record in table.records:
        try:
            row = parse_row(record.cells)
        except RowError as error:
            left_out.append(Finding(error.kind, f"line {record.line}", str(error)))
            continue
        if row.key in questions:
            left_out.append(Finding(FindingKind.REPEATED_ID, f"line {record.line}", row.key))
            continue
        questions[row.key] = _question(row, revision)
        if any(len(cell) > MAX_TEXT_CHARACTERS for cell in record.cells.values()):
            notes.append(Finding(FindingKind.SHORTENED, row.key))
        notes += [Finding(FindingKind.CORRECTED, row.key, corrected) for corrected in row.names.corrections]
    n_rows = len(table.records) + len(table.misshapen)
    report = PackReport(n_rows=n_rows, n_playable=len(questions), left_out=tuple(left_out), notes=tuple(notes))
    if not questions:
        raise PackError(f"No question comes of this table.\n{report.text()}")
    return Pack(
        benchmark=NAME,
        revision=revision,
        title=TITLE,
        questions=tuple(questions.values()),
        report=report,
        is_synthetic=False,
        notice="" if is_pinned else _other_table(len(questions)),
    )


def _other_table(n_questions: int) -> str:
    return (
        f"This is not the table that {TITLE}'s authors published, or it was changed since: "
        f"{n_questions} questions instead of {N_PUBLISHED}."
        if n_questions != N_PUBLISHED
        else f"This is not byte for byte the table that {TITLE}'s authors published."
    )


def _question(row: Row, revision: str) -> GeoQuestion:
    names = row.names
    return Question(
        question_id=QuestionId(row.key),
        benchmark=NAME,
        revision=revision,
        kind=QuestionKind.GEO,
        prompt=PROMPT,
        clip=Clip(
            path=None,
            key=row.key,
            address=f"{ARCHIVE}/download/{quote(row.key)}/{quote(row.mp3_name)}",
            licence=LICENCE,
            source=f"radio aporee, {row.title or row.key}, {ARCHIVE}/details/{quote(row.key)}",
        ),
        truth=GeoTruth(
            place=row.place,
            continent=names.country.continent,
            country=names.country.name,
            city=names.published_city,
        ),
        tags=_tags(row),
    )


def _tags(row: Row) -> dict[str, str]:
    tags = {
        "published_continent": row.names.published_continent,
        "published_country": row.names.published_country,
        "published_city": row.names.published_city,
        "country_code": row.names.country.iso2,
        "has_speech": "true" if row.has_speech else "false",
        "title": row.title,
        "description": row.description,
        "published_title": row.published_title if row.published_title != row.title else "",
        "published_description": row.published_description if row.published_description != row.description else "",
        "altitude_m": _number(row.altitude_m),
        "duration_s": _number(row.duration_s),
    }
    tags |= {name: _number(share) for name, share in row.shares.items()}
    return {name: value for name, value in tags.items() if value}


def _number(value: float | None) -> str:
    return "" if value is None else repr(value)
