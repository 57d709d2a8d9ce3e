"""TAU's published files become questions."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path, PurePosixPath

from soundmark.audio.errors import shown
from soundmark.benchmarks.columns import column_name
from soundmark.benchmarks.disputes import FILE_NAMES, apply_disputes, disputes_beside
from soundmark.benchmarks.errors import PackError
from soundmark.benchmarks.pack import ChoicePack, Pack
from soundmark.benchmarks.report import Finding, FindingKind, PackReport
from soundmark.benchmarks.row_files import ENDINGS, FileRows, read_row_file
from soundmark.benchmarks.rows import RowError
from soundmark.benchmarks.tau.rows import CLIPS_DATASET, TYPES, TauRow, tau_row
from soundmark.types import ChoiceQuestion, Clip, Question, QuestionId, QuestionKind

NAME = "tau"
TITLE = "TAU"
DATASET = "chenjoachim/TAU-Benchmark"
LICENCE = "Its authors state no licence."
N_PUBLISHED = 1794

_AUDIO = frozenset({"audiopath", "audio_path", "audio"})
_IDS = frozenset({"uniqueid", "unique_id"})


def read_tau(source: Path, *, revision: str = "", disputes_in: Path | None = None) -> ChoicePack:
    """Read TAU's rows as published, in any layout; single rows that cannot be used are reported, and the rest plays.

    Questions are in Traditional Chinese (zh-Hant); where rows have English, it is the wording `en`. Tags are `category`
    (one of ten types) and `hop_type`. A clip's key is the name of its file without the extension, and its address is
    on the Hub; where the file lies beside the rows, or in a folder `audio` there, the clip has its path.

    Args:
        source: a Parquet, JSONL, JSON or CSV file, or a folder with such files, in which each of the older layout may
            lie in a folder named by its type.
        revision: commit of the source; by default a digest of the questions.
        disputes_in: folder that may hold a list of disputed questions; by default that of the source.

    Raises:
        PackError: when there are no rows of TAU, or no question comes of them.
    """
    questions: dict[str, ChoiceQuestion] = {}
    left_out: list[Finding] = []
    notes: list[Finding] = []
    paths: dict[str, str] = {}
    n_rows = 0
    for path, file in _files(source):
        config = _config(path)
        left_out += file.misshapen
        n_rows += len(file.rows) + len(file.misshapen)
        for row in file.rows:
            subject = f"{path.name} {row.number}"
            try:
                read = tau_row(row.number, row.values, config)
            except (RowError, ValueError) as error:
                kind = error.kind if isinstance(error, RowError) else FindingKind.BAD_ROW
                left_out.append(Finding(kind, subject, str(error)))
                continue
            question_id = read.content.question_id
            if question_id in questions:
                left_out.append(Finding(FindingKind.REPEATED_ID, subject, question_id))
                continue
            if paths.setdefault(PurePosixPath(read.clip_path).stem, read.clip_path) != read.clip_path:
                left_out.append(Finding(FindingKind.BAD_VALUE, subject, "another clip has the same name"))
                continue
            questions[question_id] = _question(read, path.parent)
            notes += [Finding(kind, question_id, detail) for kind, detail in read.content.remarks]
    report = PackReport(n_rows=n_rows, n_playable=len(questions), left_out=tuple(left_out), notes=tuple(notes))
    if not questions:
        raise PackError(f"No question of TAU comes of {shown(source.name)}.\n{report.text()}")
    pack = _pack(list(questions.values()), report, revision)
    disputes = disputes_beside(disputes_in or source)
    return pack if disputes is None else apply_disputes(pack, disputes)


def _pack(questions: list[ChoiceQuestion], report: PackReport, revision: str) -> ChoicePack:
    state = revision or _digest(questions)
    return Pack(
        benchmark=NAME,
        revision=state,
        title=TITLE,
        questions=tuple(replace(question, revision=state) for question in questions),
        report=report,
        is_synthetic=False,
    )


def _digest(questions: list[ChoiceQuestion]) -> str:
    listed = sorted([q.question_id, q.prompt, q.choices, q.clip.key, asdict(q.truth)] for q in questions)
    return "sha256-" + hashlib.sha256(json.dumps(listed).encode("ascii")).hexdigest()[:12]


def _question(read: TauRow, folder: Path) -> ChoiceQuestion:
    content = read.content
    name = PurePosixPath(read.clip_path)
    beside = (folder / name.name, folder / "audio" / name.name)
    return Question(
        question_id=QuestionId(content.question_id),
        benchmark=NAME,
        revision="",
        kind=QuestionKind.CHOICE,
        prompt=content.prompt,
        choices=content.choices,
        language=content.language,
        wordings=content.wordings,
        clip=Clip(
            path=next((path for path in beside if path.is_file()), None),
            key=name.stem,
            address=f"https://huggingface.co/datasets/{CLIPS_DATASET}/resolve/main/{name}",
            licence=LICENCE,
            source=f"TAU, {CLIPS_DATASET}",
        ),
        truth=content.truth,
        tags=content.tags,
    )


def _files(source: Path) -> Iterator[tuple[Path, FileRows]]:
    """The files that hold rows of TAU; others in a folder, as the leaderboard's, are passed over."""
    if not source.is_dir():
        file = read_row_file(source)
        _check_columns(source, file)
        yield source, file
        return
    paths = sorted(path for path in source.rglob("*") if path.suffix.lower() in ENDINGS and path.is_file())
    files = [(path, read_row_file(path)) for path in paths if path.name not in FILE_NAMES and path.name[0] != "."]
    found = [(path, file) for path, file in files if "question" in map(column_name, file.columns)]
    if not found:
        raise PackError(f"The folder {shown(source.name)} holds no rows of TAU. Get them from {DATASET}.")
    for path, file in found:
        _check_columns(path, file)
        yield path, file


def _check_columns(path: Path, file: FileRows) -> None:
    """Look for the columns that every layout has.

    Raises:
        PackError: when one is missing: then it is another file, or a column has got another name.
    """
    names = {column_name(name) for name in file.columns}
    lacking = [name for name in ("question", "answer") if name not in names]
    lacking += [] if names & _AUDIO else ["audioPath"]
    lacking += [] if names & _IDS else ["uniqueId"]
    lacking += [] if "options" in names or {"a", "b", "c", "d"} <= names else ["options"]
    if lacking:
        raise PackError(
            f"{shown(path.name)} is no file of TAU: it lacks the columns {', '.join(lacking)}. Get it from {DATASET}."
        )


def _config(path: Path) -> str:
    """The type that a file of the older layout belongs to, told by its folder or name; '' where neither says one."""
    for name in (path.parent.name, path.stem, path.stem.partition("-")[0]):
        for label in TYPES:
            if name.casefold() == label.casefold():
                return label
    return ""
