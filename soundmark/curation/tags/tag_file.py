"""Tags that somebody else worked out: a CSV or JSON lines file instead of a tagger that listens."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from soundmark.audio.errors import shown
from soundmark.audio.sound import Sound
from soundmark.benchmarks.table import MAX_TABLE_BYTES
from soundmark.benchmarks.values import relative_name
from soundmark.curation.tags.shares import TagsError, TagShares
from soundmark.curation.tags.tag_rows import BadRow, TagRow, csv_rows, json_rows

MAX_CATEGORIES_A_CLIP = 2000
"""AudioSet has 527; a file with more for one clip holds something else."""

_BAD_ROWS_TOLD = 20


@dataclass(frozen=True, slots=True)
class TagFile:
    """A tagger that looks clips up in a file.

    Attributes:
        shares: tags by the clip's path inside its folder, in composed letters (NFC).
        bad_rows: sentences about rows that were left out.
        file_name, sha256: of the file, for the record.
    """

    shares: Mapping[str, TagShares]
    bad_rows: tuple[str, ...]
    file_name: str
    sha256: str

    @property
    def provenance(self) -> str:
        """The file, and the start of its digest."""
        return f"tags from {self.file_name} (sha256 {self.sha256[:12]})"

    @property
    def needs_sound(self) -> bool:
        """False: it does not listen."""
        return False

    def tag(self, name: str, sound: Sound | None = None) -> TagShares | None:
        """The tags of a clip, or None where the file has no row for it."""
        del sound
        return self.shares.get(_composed(name))

    def unused(self, names: Iterable[str]) -> tuple[str, ...]:
        """Clips of the file that are not among the given ones, sorted: most of them means a wrong folder or prefix."""
        return tuple(sorted(self.shares.keys() - {_composed(name) for name in names}))

    def told_bad_rows(self) -> tuple[str, ...]:
        """The first sentences about rows that were left out, and how many more there are."""
        more = len(self.bad_rows) - _BAD_ROWS_TOLD
        return (*self.bad_rows[:_BAD_ROWS_TOLD], *([f"and {more} more"] if more > 0 else []))


def read_tag_file(path: Path) -> TagFile:
    """Read a file of tags. Rows that cannot be used are left out and named, the others count.

    Three shapes are understood; a share is a number from 0 to 1, the part of a clip's time with that category:

    - CSV with the columns file_name, category, share: a row a category of a clip.
    - CSV with file_name and a column a category: a row a clip; an empty cell is 0.
    - JSON lines, `{"file_name": "a.wav", "tags": {"Speech": 0.4}}`: an object a clip.

    Where a clip and category stand twice with different shares, that category of the clip is left out.

    Raises:
        TagsError: when the file cannot be read, or no row of it can be used.
    """
    content = _content(path)
    name = shown(path.name)
    is_json = path.suffix.lower() in (".jsonl", ".ndjson", ".json")
    rows = json_rows(content, name) if is_json else csv_rows(content, name)
    gathered = _Gathered()
    for row in rows:
        gathered.add(row)
    shares = gathered.shares()
    if not shares:
        first = f" The first: {gathered.bad_rows[0]}" if gathered.bad_rows else ""
        raise TagsError(
            f"No row of {name} can be used as tags.{first} Give file_name, category and share (0 to 1) as CSV, or an "
            'object a line: {"file_name": "a.wav", "tags": {"Speech": 0.4}}.'
        )
    return TagFile(shares, tuple(gathered.bad_rows), name, hashlib.sha256(content).hexdigest())


class _Gathered:
    """Rows put together by clip."""

    def __init__(self) -> None:
        self._clips: dict[str, dict[str, float]] = {}
        self._disputed: set[tuple[str, str]] = set()
        self.bad_rows: list[str] = []

    def add(self, row: TagRow | BadRow) -> None:
        if isinstance(row, BadRow):
            self.bad_rows.append(f"{row.where}: {row.why}.")
            return
        try:
            name = _composed(str(relative_name(row.file_name.strip())))
        except ValueError as error:
            self.bad_rows.append(f"{row.where}: {shown(row.file_name)} is refused, {error}.")
            return
        known = self._clips.setdefault(name, {})
        for category, share in row.shares.items():
            self._add_share(row.where, name, known, category, share)

    def _add_share(self, where: str, name: str, known: dict[str, float], category: str, share: float) -> None:
        if (name, category) in self._disputed:
            return
        if category in known and known[category] != share:
            del known[category]
            self._disputed.add((name, category))
            why = f"{shown(category)} has two different shares, and none of them counts"
            self.bad_rows.append(f"{where}: {shown(name)}: {why}.")
        elif category not in known and len(known) >= MAX_CATEGORIES_A_CLIP:
            why = f"more than {MAX_CATEGORIES_A_CLIP} categories; {shown(category)} is left out"
            self.bad_rows.append(f"{where}: {shown(name)} has {why}.")
        else:
            known[category] = share

    def shares(self) -> dict[str, TagShares]:
        return {name: TagShares(known) for name, known in self._clips.items()}


def _content(path: Path) -> bytes:
    name = shown(path.name)
    try:
        if not path.is_file():
            raise TagsError(f"There is no file of tags {name}. Check the name.")
        if path.stat().st_size > MAX_TABLE_BYTES:
            raise TagsError(f"{name} has more than {MAX_TABLE_BYTES // 2**20} MB. Leave out shares that are 0.")
        return path.read_bytes()
    except OSError as error:
        raise TagsError(f"{name} cannot be read ({error.strerror}). Check its permissions.") from error


def _composed(name: str) -> str:
    return unicodedata.normalize("NFC", name)
