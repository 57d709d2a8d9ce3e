"""A list of questions whose published answer is disputed, kept by whoever runs the benchmark.

The published answer stays the truth unless such a list says otherwise, and a list never hides anything: figures over
all questions are shown beside those without the excluded ones, and its version stands in the revision that is logged.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from soundmark.audio.errors import shown
from soundmark.benchmarks.answer_key import AnswerKeyError, resolve_answer
from soundmark.benchmarks.errors import PackError
from soundmark.benchmarks.pack import Pack
from soundmark.benchmarks.report import Finding, FindingKind
from soundmark.benchmarks.values import clean_text
from soundmark.types import ChoiceTruth, Question, TruthT_co

FILE_NAMES = ("disputed.json", "disputed.csv")
MAX_FILE_BYTES = 4 * 1024 * 1024
DISPUTED_TAG = "disputed"
_CSV_COLUMNS = ("question_id", "action", "answer")


@dataclass(frozen=True, slots=True, kw_only=True)
class Disputes:
    """A list of disputed questions.

    Attributes:
        version: what the list calls itself.
        digest: eight hex digits of the SHA-256 of the file.
        exclude: ids of questions that a second figure leaves out.
        override: id -> answer key that the owner holds for right.
    """

    version: str
    digest: str
    exclude: frozenset[str] = frozenset()
    override: Mapping[str, object] = field(default_factory=dict)

    @property
    def label(self) -> str:
        """Version and digest, as they stand in a revision."""
        return f"{self.version}-{self.digest}"

    def truth_of(self, question_id: str, options: Sequence[str], published: int) -> tuple[int, str]:
        """The right option after overrides, and a sentence when an override names none: then the old stays."""
        if question_id not in self.override:
            return published, ""
        try:
            return resolve_answer(self.override[question_id], options), ""
        except AnswerKeyError as error:
            return published, f"The override of {shown(question_id)} is not used: {error}."


def disputes_beside(path: Path) -> Disputes | None:
    """The list in a folder, or beside a file; None where there is none.

    Raises:
        PackError: when there are two, or it cannot be read.
    """
    folder = path if path.is_dir() else path.parent
    found = [folder / name for name in FILE_NAMES if (folder / name).is_file()]
    if len(found) > 1:
        raise PackError(f"There are {' and '.join(FILE_NAMES)}. Delete one of them.")
    return read_disputes(found[0]) if found else None


def read_disputes(path: Path) -> Disputes:
    """Read a list.

    JSON: {"version": "2026-01", "exclude": ["clip-12"], "override": {"clip-40": {"answer": "C"}}}. CSV: the columns
    question_id, action (exclude or override) and answer, and a first line `# version: 2026-01`.

    Raises:
        PackError: when it is neither, has no version, or names a question twice.
    """
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise PackError(f"{shown(path.name)} has more than {MAX_FILE_BYTES // 2**20} MB.")
        content = path.read_bytes()
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise PackError(f"{shown(path.name)} is not UTF-8 text.") from error
    except OSError as error:
        raise PackError(f"{shown(path.name)} cannot be read ({error.strerror}).") from error
    try:
        version, exclude, override = _from_csv(text) if path.suffix.lower() == ".csv" else _from_json(text)
    except (ValueError, RecursionError, csv.Error) as error:
        raise PackError(f"{shown(path.name)} is no list of disputed questions: {error}.") from error
    both = exclude & override.keys()
    if both:
        raise PackError(f"{shown(path.name)} excludes and overrides {shown(min(both))}. Choose one.")
    digest = hashlib.sha256(content).hexdigest()[:8]
    return Disputes(version=version, digest=digest, exclude=frozenset(exclude), override=override)


def apply_disputes(pack: Pack[TruthT_co], disputes: Disputes) -> Pack[TruthT_co]:
    """The pack with overridden answers, and the tag `disputed` (excluded or overridden) on questions of the list.

    All questions stay; the list's version is added to the revision; what the list names in vain is noted.
    """
    revision = f"{pack.revision}.disputed-{disputes.label}"
    notes: list[Finding] = []
    questions: list[Question[TruthT_co]] = []
    for question in pack.questions:
        settled, doubt = _settled(question, disputes)
        questions.append(replace(settled, revision=revision))
        notes += [Finding(FindingKind.BAD_VALUE, question.question_id, doubt)] if doubt else []
    unheard = [
        replace(one, question=replace(_settled(one.question, disputes)[0], revision=revision)) for one in pack.unheard
    ]
    known = {question.question_id for question in (*pack.questions, *(one.question for one in unheard))}
    unknown = (disputes.exclude | disputes.override.keys()) - known
    notes += [Finding(FindingKind.BAD_VALUE, name, "disputed, but no question here") for name in sorted(unknown)]
    report = replace(pack.report, notes=(*pack.report.notes, *notes))
    return replace(pack, questions=tuple(questions), unheard=tuple(unheard), revision=revision, report=report)


def _settled(question: Question[TruthT_co], disputes: Disputes) -> tuple[Question[TruthT_co], str]:
    if question.question_id in disputes.exclude:
        return replace(question, tags=question.tags | {DISPUTED_TAG: "excluded"}), ""
    if question.question_id not in disputes.override:
        return question, ""
    truth = question.truth
    if not isinstance(truth, ChoiceTruth):
        return question, "only answers of choice questions can be overridden"
    index, doubt = disputes.truth_of(question.question_id, question.choices, truth.choice_index)
    if doubt:
        return question, doubt
    return replace(
        question, truth=replace(truth, choice_index=index), tags=question.tags | {DISPUTED_TAG: "overridden"}
    ), ""


def _from_json(text: str) -> tuple[str, set[str], dict[str, object]]:
    read = json.loads(text)
    if not isinstance(read, dict):
        raise ValueError("it is no JSON object")
    exclude, override = read.get("exclude", []), read.get("override", {})
    if not isinstance(exclude, list) or not all(isinstance(name, str) for name in exclude):
        raise ValueError("exclude is no list of question ids")
    if not isinstance(override, dict):
        raise ValueError("override is no object of answers by question id")
    answers = {name: told.get("answer") if isinstance(told, dict) else told for name, told in override.items()}
    return _version(read.get("version")), set(exclude), answers


def _from_csv(text: str) -> tuple[str, set[str], dict[str, object]]:
    first, _, rest = text.partition("\n")
    head, _, version = first.partition(":")
    if head.strip().casefold() != "# version":
        raise ValueError("its first line is not `# version: ...`")
    rows = list(csv.DictReader(io.StringIO(rest, newline=""), strict=True))
    if rows and not set(_CSV_COLUMNS) <= set(rows[0]):
        raise ValueError(f"it lacks one of the columns {', '.join(_CSV_COLUMNS)}")
    exclude: set[str] = set()
    override: dict[str, object] = {}
    for row in rows:
        name, action = str(row["question_id"] or "").strip(), str(row["action"] or "").strip().casefold()
        if not name or action not in ("exclude", "override") or name in exclude or name in override:
            raise ValueError(f"a row does not say once what to do: {shown(name)} {shown(action)}")
        if action == "exclude":
            exclude.add(name)
        else:
            override[name] = row["answer"]
    return _version(version), exclude, override


def _version(written: object) -> str:
    """Of a-z, 0-9, '.', '_' and '-', as it stands in revisions."""
    version = clean_text(written) if isinstance(written, str) else ""
    if not version or len(version) > 40 or not all(c.isascii() and (c.isalnum() or c in "._-") for c in version):
        raise ValueError("it has no version, of letters, digits, '.', '_' and '-'")
    return version
