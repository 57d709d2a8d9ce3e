"""Two hundred damaged tables: each is refused with a sentence, or its damaged rows are reported and the others kept.

What is kept is held against the undamaged table. A flipped byte changes single characters of a cell and never its
length; a cell that slipped under another column's name would.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from soundmark.benchmarks import PackError
from soundmark.benchmarks.agl1k import read_agl1k
from soundmark.types import GeoQuestion
from tests.support.agl1k import COLUMNS, PUBLISHED_HEADER, sample_rows, table_text

ROWS = sample_rows(40)
CONTENT = table_text(ROWS).encode()
MAX_FLIPS = 40
WRONG = [
    "",
    "n/a",
    "NaN",
    "1e999",
    "true",
    "-",
    "0x1F",
    "12,5",
    "52.5.1",
    "[1, 2]",
    "{'a': 1}",
    "\x00",
    "١٢",
    "9" * 400,
]
OPTIONAL = {"altitude": "altitude_m", "mp3seconds": "duration_s"}
TEXTS = {"description", "title", "city"}

Damage = Callable[[random.Random], bytes]


def cut(rng: random.Random) -> bytes:
    return CONTENT[: rng.randrange(len(CONTENT))]


def flipped(rng: random.Random) -> bytes:
    content = bytearray(CONTENT)
    for _ in range(rng.randint(1, MAX_FLIPS)):
        content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
    return bytes(content)


def flipped_into_commas(rng: random.Random) -> bytes:
    """The worst case: in one row a comma goes and another comes, so that the number of fields stays right."""
    lines = CONTENT.split(b"\r\n")
    for _ in range(10):
        number = rng.randrange(1, len(lines) - 1)
        line = bytearray(lines[number])
        commas = [index for index, byte in enumerate(line) if byte == ord(",")]
        others = [index for index, byte in enumerate(line) if byte not in b',"']
        line[rng.choice(commas)] = ord("x")
        line[rng.choice(others)] = ord(",")
        lines[number] = bytes(line)
    return b"\r\n".join(lines)


def renamed(rng: random.Random) -> bytes:
    names = rng.choice([PUBLISHED_HEADER.split(","), list(COLUMNS)])
    for _ in range(rng.randint(1, 3)):
        index = rng.randrange(len(names))
        names[index] = rng.choice([names[index].upper(), "x", "", *COLUMNS, names[index] + "_2", "lat", "country_name"])
    return table_text(ROWS, ",".join(names)).encode()


def retyped(rng: random.Random) -> bytes:
    column = rng.randrange(len(COLUMNS))
    everywhere = rng.random() < 0.5
    value = rng.choice(WRONG)
    rows = [
        [value if index == column and (everywhere or rng.random() < 0.3) else cell for index, cell in enumerate(row)]
        for row in ROWS
    ]
    return table_text(rows).encode()


def dropped(rng: random.Random) -> bytes:
    column = rng.randrange(len(COLUMNS))
    rows = [row[:column] + row[column + 1 :] if rng.random() < 0.5 else row for row in ROWS]
    return table_text(rows).encode()


def kept(folder: Path, content: bytes) -> list[GeoQuestion]:
    """The questions that come of a damaged table; none when it is refused. Anything but a sentence fails the test."""
    path = folder / "table.csv"
    path.write_bytes(content)
    try:
        pack = read_agl1k(path)
    except PackError as error:
        assert str(error).strip().endswith(".")
        return []
    report = pack.report
    assert report.n_rows == len(pack.questions) + len(report.left_out)
    assert len(report.text()) < 60_000
    return list(pack.questions)


@pytest.fixture(scope="module")
def undamaged(tmp_path_factory: pytest.TempPathFactory) -> dict[str, GeoQuestion]:
    questions = kept(tmp_path_factory.mktemp("agl1k"), CONTENT)
    assert len(questions) == len(ROWS)
    return {str(question.question_id): question for question in questions}


def without(tags: dict[str, str], *names: str) -> dict[str, str]:
    return {name: value for name, value in tags.items() if name not in names}


@pytest.mark.parametrize("seed", range(60))
def test_bytes_flipped(tmp_path: Path, undamaged: dict[str, GeoQuestion], seed: int) -> None:
    damage: Damage = flipped_into_commas if seed % 3 == 0 else flipped
    for question in kept(tmp_path, damage(random.Random(seed))):
        was = undamaged.get(str(question.question_id))
        if was is None:
            continue  # a flipped digit of the key, in both places where it stands
        for tag in set(COLUMNS[12:]) | {"published_continent", "published_country"}:
            assert differing(question.tags.get(tag, ""), was.tags.get(tag, "")) <= MAX_FLIPS
        for one, other in [(question.clip.address, was.clip.address), (question.truth.city, was.truth.city)]:
            is_as_long = len(one.encode()) == len(other.encode()) or is_without_invisible(one, other)
            assert is_as_long or "," in one + other or damage is flipped_into_commas
        if damage is flipped_into_commas:
            # Description and title are both free texts: a comma that moves between the two goes unseen.
            assert without(
                question.tags, "title", "description", "published_title", "published_description"
            ) == without(was.tags, "title", "description", "published_title", "published_description")
            assert (question.truth, question.clip.address) == (was.truth, was.clip.address)


def is_without_invisible(one: str, other: str) -> bool:
    """Whether a text is the other without a character or two, as when flipped ones cannot be seen and are left out."""
    characters = iter(other)
    return len(other) - len(one) <= 2 and all(character in characters for character in one)


def differing(one: str, other: str) -> int:
    return sum(a != b for a, b in zip(one, other, strict=False))


@pytest.mark.parametrize("seed", range(50))
def test_cut(tmp_path: Path, undamaged: dict[str, GeoQuestion], seed: int) -> None:
    """All whole lines before the cut are there as they were; of the last one nothing wrong."""
    content = cut(random.Random(seed))
    questions = kept(tmp_path, content)
    whole = max(0, content.count(b"\r\n") - 1)
    assert whole <= len(questions) <= whole + 1
    for question in questions[:whole]:
        was = undamaged[str(question.question_id)]
        assert (question.truth, question.tags, question.clip) == (was.truth, was.tags, was.clip)


@pytest.mark.parametrize("seed", range(30))
def test_columns_renamed(tmp_path: Path, undamaged: dict[str, GeoQuestion], seed: int) -> None:
    for question in kept(tmp_path, renamed(random.Random(seed))):
        was = undamaged[str(question.question_id)]
        assert (question.truth, question.tags, question.clip) == (was.truth, was.tags, was.clip)


@pytest.mark.parametrize("seed", range(40))
def test_types_changed(tmp_path: Path, undamaged: dict[str, GeoQuestion], seed: int) -> None:
    """Only texts, and what can be done without, may differ in a question that is kept."""
    free = [*TEXTS, *OPTIONAL.values(), "published_title", "published_description", "published_city"]
    for question in kept(tmp_path, retyped(random.Random(seed))):
        was = undamaged[str(question.question_id)]
        assert question.truth.place == was.truth.place
        assert question.clip.address == was.clip.address
        changed = {
            tag
            for tag in without(question.tags | was.tags, *free)
            if question.tags.get(tag, "") != was.tags.get(tag, "")
        }
        # An empty cell is a blank continent or country, which the published table has as well.
        assert changed <= {"published_continent", "published_country", "country_code"}


@pytest.mark.parametrize("seed", range(20))
def test_fields_dropped(tmp_path: Path, undamaged: dict[str, GeoQuestion], seed: int) -> None:
    for question in kept(tmp_path, dropped(random.Random(seed))):
        was = undamaged[str(question.question_id)]
        assert (question.truth, question.tags) == (was.truth, was.tags)
