"""The one clear report on a folder pack: what is left out and why, what plays with a remark, and what to do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from soundmark.audio.errors import AudioReason, shown

_NAMES_SHOWN = 20


class FindingKind(StrEnum):
    """What was noticed about a row or a file."""

    BAD_ROW = "bad_row"
    BAD_NAME = "bad_name"
    BAD_PLACE = "bad_place"
    TWO_PLACES = "two_places"
    MISSING = "missing"
    NO_ROW = "no_row"
    EMPTY = "empty"
    NOT_AUDIO = "not_audio"
    UNREADABLE = "unreadable"
    TOO_LONG = "too_long"
    TOO_LARGE = "too_large"
    UNSUPPORTED = "unsupported"
    NO_DECODER = "no_decoder"
    SILENT = "silent"
    MISLABELLED = "mislabelled"
    REPAIRED = "repaired"
    REPEATED_ROW = "repeated_row"
    SAME_SOUND = "same_sound"
    NULL_ISLAND = "null_island"
    BAD_FLAG = "bad_flag"
    SHORTENED = "shortened"
    BAD_VALUE = "bad_value"
    BAD_ANSWER = "bad_answer"
    REPEATED_ID = "repeated_id"
    BAD_WORDING = "bad_wording"
    CORRECTED = "corrected"


KIND_OF_REASON: dict[AudioReason, FindingKind] = {
    reason: FindingKind.MISSING if reason is AudioReason.CHANGED else FindingKind(reason.value)
    for reason in AudioReason
}

_SENTENCES = {
    FindingKind.BAD_ROW: ("row cannot be read", "rows cannot be read", "Give every row as many fields as the header."),
    FindingKind.BAD_NAME: (
        "file name is refused", "file names are refused",
        "Put the file into the pack's folder and write its path from there, with /.",
    ),
    FindingKind.BAD_PLACE: (
        "place cannot be used", "places cannot be used",
        "Write latitude (-90 to 90) and longitude (-180 to 180) in degrees, as 48.8566 and 2.3522.",
    ),
    FindingKind.TWO_PLACES: (
        "recording has rows with different places", "recordings have rows with different places",
        "Keep the row that is right.",
    ),
    FindingKind.MISSING: (
        "file is not in the folder", "files are not in the folder", "Put them there or delete their rows.",
    ),
    FindingKind.NO_ROW: (
        "audio file has no row in the table", "audio files have no row in the table",
        "Add a row, or delete the file.",
    ),
    FindingKind.EMPTY: ("file holds no sound", "files hold no sound", "Replace or delete them."),
    FindingKind.NOT_AUDIO: (
        "file is not audio, or of an unknown format", "files are not audio, or of unknown formats",
        "Use wav, flac, ogg, mp3 or m4a.",
    ),
    FindingKind.UNREADABLE: ("file is damaged", "files are damaged", "Replace them."),
    FindingKind.TOO_LONG: ("recording is too long", "recordings are too long", "Cut out the part that matters."),
    FindingKind.TOO_LARGE: ("file is too large", "files are too large", "Cut or compress them."),
    FindingKind.UNSUPPORTED: (
        "recording has an unusual rate or number of channels", "recordings have unusual rates or numbers of channels",
        "Convert them to stereo at 48 kHz.",
    ),
    FindingKind.NO_DECODER: (
        "file needs PyAV to be read", "files need PyAV to be read",
        "Install it (pip install av), or convert them to wav, flac or ogg.",
    ),
    FindingKind.SILENT: ("recording is silent", "recordings are silent", "Replace or delete them."),
    FindingKind.MISLABELLED: (
        "file is of another format than its extension says", "files are of other formats than their extensions say",
        "They play; rename them when convenient.",
    ),
    FindingKind.REPAIRED: (
        "recording holds samples that are no numbers", "recordings hold samples that are no numbers",
        "Those samples play as silence; export the files again to be sure.",
    ),
    FindingKind.REPEATED_ROW: (
        "recording has several rows", "recordings have several rows", "The first one counts; delete the others.",
    ),
    FindingKind.SAME_SOUND: (
        "file has the same content as another", "files have the same content as others",
        "Each is a question of its own; delete what is not meant.",
    ),
    FindingKind.NULL_ISLAND: (
        "recording is placed at 0, 0 in the Atlantic", "recordings are placed at 0, 0 in the Atlantic",
        "If the place is not known, delete the row.",
    ),
    FindingKind.BAD_FLAG: (
        "value is neither yes nor no", "values are neither yes nor no", "They are ignored; write true or false.",
    ),
    FindingKind.SHORTENED: ("text is very long", "texts are very long", "They were cut."),
    FindingKind.BAD_VALUE: (
        "row holds a value that cannot be used", "rows hold a value that cannot be used", "Correct it in the source.",
    ),
    FindingKind.BAD_ANSWER: (
        "question has no answer that can be told", "questions have no answer that can be told",
        "Name one of the choices, by its letter, its number or its text.",
    ),
    FindingKind.REPEATED_ID: (
        "question has the id of another", "questions have the ids of others", "The first one counts.",
    ),
    FindingKind.BAD_WORDING: (
        "question has a translation that cannot be used", "questions have translations that cannot be used",
        "They are asked without it; a translation needs its question and as many options.",
    ),
    FindingKind.CORRECTED: (
        "published value stands beside a corrected one", "published values stand beside corrected ones",
        "Both are kept.",
    ),
}  # fmt: skip
"""Kind -> (what one is, what several are, what to do)."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing noticed.

    Attributes:
        kind: what sort of thing.
        subject: the file, as the row names it, or the row ('line 7').
        detail: what exactly, where the kind does not say it all; '' else.
    """

    kind: FindingKind
    subject: str
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PackReport:
    """What reading a pack brought to light.

    Attributes:
        n_rows: rows of the table.
        n_playable: questions that came of them.
        left_out: rows and files that do not play, each named once.
        notes: remarks on what plays nevertheless.
    """

    n_rows: int
    n_playable: int
    left_out: tuple[Finding, ...] = ()
    notes: tuple[Finding, ...] = ()

    def text(self) -> str:
        """The report in plain sentences: one line a kind, at most 20 names in each, no markup, control characters out.

        Names come from files and tables: whoever shows the text in a page must escape it as any other text.
        """
        lines = [f"{self.n_playable} of {_count(self.n_rows, 'row', 'rows')} can be played."]
        lines += _section("Left out:", self.left_out)
        lines += _section("Playing, with a remark:", self.notes)
        return "\n".join(lines)


def main_fault(findings: Sequence[Finding]) -> str:
    """What is wrong with most of what was left out, in a line as those of a report; '' for nothing."""
    counted = Counter(finding.kind for finding in findings)
    if not counted:
        return ""
    kind = max(counted, key=lambda one: counted[one])
    return _line(kind, [finding for finding in findings if finding.kind is kind]).removeprefix("- ")


def _section(title: str, findings: tuple[Finding, ...]) -> list[str]:
    kinds = [kind for kind in FindingKind if any(finding.kind is kind for finding in findings)]
    lines = [_line(kind, [finding for finding in findings if finding.kind is kind]) for kind in kinds]
    return [title, *lines] if lines else []


def _line(kind: FindingKind, findings: list[Finding]) -> str:
    one, several, advice = _SENTENCES[kind]
    names = ", ".join(_name(finding) for finding in findings[:_NAMES_SHOWN])
    n_more = len(findings) - _NAMES_SHOWN
    more = f" and {n_more} more" if n_more > 0 else ""
    return f"- {_count(len(findings), one, several)}: {names}{more}. {advice}"


def _name(finding: Finding) -> str:
    return shown(finding.subject) + (f" ({shown(finding.detail)})" if finding.detail else "")


def _count(n: int, one: str, several: str) -> str:
    return f"{n} {one if n == 1 else several}"
