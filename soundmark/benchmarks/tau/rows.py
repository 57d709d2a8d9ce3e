"""A published row of TAU, in any of its layouts, as a question and the name of its clip."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import urlsplit

from soundmark.audio.errors import shown
from soundmark.benchmarks.choice_rows import choice_row
from soundmark.benchmarks.columns import column_name
from soundmark.benchmarks.hops import HOPS
from soundmark.benchmarks.json_table import record_of
from soundmark.benchmarks.report import FindingKind
from soundmark.benchmarks.rows import RowContent, RowError
from soundmark.types import ChoiceTruth

CLIPS_DATASET = "chenjoachim/TAU-dataset"
TYPES = (
    "Retail", "Cultural", "Announcement", "Education", "Transit", "Media", "Entertainment", "Nature", "Emergency",
    "Payment",
)  # fmt: skip
LANGUAGE = "zh-Hant"

_HOST = "huggingface.co"
_CLIP_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,79}\.(?:mp3|wav|flac|ogg|m4a)")
_FOLDER = re.compile(r"(?:[A-Za-z0-9][A-Za-z0-9._-]{0,79}/){0,5}")
_REVISION = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}")
_COPIED = ("question", "answer", "options", "a", "b", "c", "d")
"""Columns that go on under their own names; the description, link and times of a row betray the answer and stay
behind."""


class TauRow:
    """What a row gives.

    Attributes:
        content: the question.
        clip_path: of the sound in the dataset of clips; its name without extension is the clip's key.
    """

    def __init__(self, content: RowContent[ChoiceTruth], clip_path: str) -> None:
        self.content = content
        self.clip_path = clip_path


def tau_row(number: int, written: Mapping[str, object], config: str = "") -> TauRow:
    """A question of a published row.

    Args:
        number: of the row in its file.
        written: the row as it is in the file, with the columns of the current layout (`audioPath`, `options`,
            `hopType`, `uniqueId`, `type`), of the demonstration (with `questionEn` and `optionsEn` besides) or of the
            older one (`audio`, `A` to `D`, `unique_id`, and the type as the name of its configuration).
        config: that the file belongs to, where rows say no type.

    Raises:
        RowError: when no question comes of it.
    """
    row = {column_name(str(name)): value for name, value in written.items()}
    values: dict[str, object] = {name: row[name] for name in _COPIED if name in row}
    values |= {
        "language": LANGUAGE,
        "question_en": row.get("questionen"),
        "options_en": row.get("optionsen"),
        "question_id": _id(row),
        "category": _label(row.get("type") or config, TYPES, "type"),
        "hop_type": _label(row.get("hoptype", row.get("hop_type")), HOPS, "hopType"),
    }
    audio = row.get("audiopath") or row.get("audio_path") or row.get("audio")
    return TauRow(choice_row(record_of(number, values)), clip_path(audio))


def clip_path(audio: object) -> str:
    """Where a sound is in the dataset of clips.

    Args:
        audio: an address of that dataset on the Hub, the name of a file, or a struct with such a `path`.

    Raises:
        RowError: for any other address or path: nothing else is ever fetched.
    """
    if isinstance(audio, Mapping):
        audio = audio.get("path")
    if not isinstance(audio, str) or not audio.strip():
        raise RowError(FindingKind.BAD_VALUE, "no audioPath")
    written = audio.strip()
    if _CLIP_NAME.fullmatch(written):
        return written
    path = _path_of_address(written)
    folder, _, name = path.rpartition("/")
    if not _CLIP_NAME.fullmatch(name) or not _FOLDER.fullmatch(f"{folder}/" if folder else ""):
        raise RowError(FindingKind.BAD_VALUE, f"audioPath {shown(written)} is no https address of {CLIPS_DATASET}")
    return path


def _path_of_address(written: str) -> str:
    """The path in the dataset that an address names, '' for any other address."""
    if len(written) > 500 or not written.isascii() or not written.isprintable():
        return ""
    try:
        parts = urlsplit(written)
        if parts.scheme != "https" or parts.netloc != _HOST or parts.fragment:
            return ""
    except ValueError:  # for instance a bracket that opens an IPv6 address and never closes it
        return ""
    before = f"/datasets/{CLIPS_DATASET}/resolve/"
    if parts.query not in ("", "download=true") or not parts.path.startswith(before):
        return ""
    revision, _, path = parts.path.removeprefix(before).partition("/")
    return path if _REVISION.fullmatch(revision) else ""


def _id(row: Mapping[str, object]) -> str:
    found = row.get("uniqueid", row.get("unique_id"))
    text = str(found).strip() if isinstance(found, str | int) and not isinstance(found, bool) else ""
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,64}", text):
        raise RowError(FindingKind.BAD_VALUE, f"uniqueId {shown(text)}" if text else "no uniqueId")
    return text


def _label(value: object, labels: tuple[str, ...], column: str) -> str:
    """One of the published labels in its published letters; '' where the layout has none."""
    if value is None or value == "":
        return ""
    for label in labels:
        if isinstance(value, str) and column_name(value) == column_name(label):
            return label
    raise RowError(FindingKind.BAD_VALUE, f"{column} {shown(str(value)[:200])} is none of {', '.join(labels)}")
