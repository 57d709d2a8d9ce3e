"""GlobeAudio: four-choice questions in six languages over clips of everyday speech (Hub dataset iNLP-Lab/GlobeAudio).

The published set is some 12 GB of Parquet. Its texts are read without the sound at the first start and kept; the sound
comes by whole row groups through a rolling pool.
"""

from __future__ import annotations

import hashlib
import logging
import re
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from soundmark.benchmarks.answer_key import AnswerKeyError, plain_options, resolve_answer
from soundmark.benchmarks.block import Block
from soundmark.benchmarks.errors import PackError
from soundmark.benchmarks.fetch.cache import FileCache
from soundmark.benchmarks.fetch.errors import FetchError
from soundmark.benchmarks.fetch.hub_files import HubDataset, HubFile
from soundmark.benchmarks.fetch.opening import benchmark_dir, open_cache, open_dataset
from soundmark.benchmarks.fetch.splits import chosen
from soundmark.benchmarks.globeaudio_clips import GlobeAudioClips, Place
from soundmark.benchmarks.globeaudio_index import Progress, Shard, note_path, read_index, read_note
from soundmark.benchmarks.pack import ChoicePack, Pack
from soundmark.benchmarks.pool import DEFAULT_AHEAD, ClipPool
from soundmark.benchmarks.report import Finding, FindingKind, PackReport
from soundmark.benchmarks.values import clean_text
from soundmark.settings import Settings
from soundmark.types import ChoiceQuestion, ChoiceTruth, Clip, Question, QuestionId, QuestionKind

log = logging.getLogger(__name__)

GLOBEAUDIO_BENCHMARK = "globeaudio"
GLOBEAUDIO_DATASET = "iNLP-Lab/GlobeAudio"
GLOBEAUDIO_REVISION = "main"
"""Not verified against the published files: the commit that this names at the first contact is kept from then on."""
SPLIT = "train"
TITLE = "GlobeAudio"
LICENCE = "CC-BY-NC-4.0"
SOURCE = "GlobeAudio (iNLP-Lab), cut from a YouTube video; not for commercial use"
MAX_TEXT_CHARACTERS = 2000

LANGUAGES = MappingProxyType({"en": "en", "zh": "zh-Hans", "sg": "en-SG", "ru": "ru", "th": "th", "bn": "bn"})
"""BCP 47 code by configuration. The paper (section 2.2) has English of the United States, Chinese of China, Singlish of
Singapore (sg), Russian of Russia, Thai of Thailand and Bengali of India."""
PUBLISHED_COUNTS = MappingProxyType({"en": 1274, "ru": 924, "zh": 1072, "th": 1145, "bn": 719, "sg": 503})
"""Questions by configuration (paper, table 2)."""

_SHARD = re.compile(r"data/(?P<config>[^/]+)/(?:(?P<split>[^/]+?)-)?(?:\d+-of-\d+|[^/-]+)?\.parquet")


@dataclass(frozen=True, slots=True)
class GlobeAudio:
    """The benchmark as it was read.

    Attributes:
        pack: its questions; the pool is their clip source.
        pool: brings the clips; not started yet.
        remarks: sentences about what differs from the paper, for whoever runs the app.
    """

    pack: ChoicePack
    pool: ClipPool
    remarks: tuple[str, ...]


def read_globeaudio(
    dataset: HubDataset,
    cache: FileCache,
    *,
    index_dir: Path,
    configs: tuple[str, ...] = tuple(LANGUAGES),
    ahead: int = DEFAULT_AHEAD,
    on_progress: Progress | None = None,
) -> GlobeAudio:
    """Read the texts of GlobeAudio, from the Hub at the first time and from this machine later.

    Args:
        dataset: iNLP-Lab/GlobeAudio or a copy of the same form, at its revision.
        cache: for the clips; its limit is what they may take of the disk.
        index_dir: where the texts are kept between starts.
        configs: of `LANGUAGES`.
        ahead: clips of each language to keep ready.
        on_progress: told (shards read, shards in all).

    Raises:
        FetchError: when the dataset cannot be had; the text says what to do.
        PackError: when no question comes of it.
    """
    shards, remarks, missing = _shards(dataset, index_dir, configs)
    index = read_index(dataset, shards, index_dir, on_progress)
    reading = _Reading(dataset)
    for shard in index:
        reading.take(shard)
    reading.left_out += missing
    report = PackReport(n_rows=reading.n_rows, n_playable=len(reading.questions), left_out=tuple(reading.left_out))
    if not reading.questions:
        raise PackError(f"No question comes of {dataset.name}.\n{report.text()}")
    remarks += _count_remarks(reading, configs)
    for remark in remarks:
        log.warning("%s", remark)
    pool = ClipPool(reading.blocks, GlobeAudioClips(dataset, cache, reading.places), cache, ahead=ahead)
    pack = Pack(
        benchmark=GLOBEAUDIO_BENCHMARK, revision=dataset.commit(), title=TITLE, questions=tuple(reading.questions),
        report=report, is_synthetic=False, clips=pool,
        blocks={QuestionId(key): block.block_id for block in reading.blocks for key in block.keys},
    )  # fmt: skip
    return GlobeAudio(pack, pool, tuple(remarks))


def open_globeaudio(settings: Settings, on_progress: Progress | None = None) -> GlobeAudio:
    """GlobeAudio as the settings want it.

    Raises:
        FetchError, PackError: as `read_globeaudio`.
    """
    dataset = open_dataset(settings, GLOBEAUDIO_BENCHMARK, GLOBEAUDIO_DATASET, GLOBEAUDIO_REVISION)
    cache = open_cache(settings, GLOBEAUDIO_BENCHMARK)
    folder = benchmark_dir(settings, GLOBEAUDIO_BENCHMARK)
    return read_globeaudio(dataset, cache, index_dir=folder, on_progress=on_progress)


def _shards(
    dataset: HubDataset, index_dir: Path, configs: tuple[str, ...]
) -> tuple[list[tuple[str, str]], list[str], list[Finding]]:
    """(configuration, path) of what is to be read; remarks; configurations that are not there."""
    kept = read_note(note_path(dataset, index_dir))
    if kept is not None and (dataset.offline or {shard.config for shard in kept} >= set(configs)):
        return [(shard.config, shard.path) for shard in kept if shard.config in configs], [], []
    files = dataset.files("data", ends=".parquet")
    shards: list[tuple[str, str]] = []
    remarks: list[str] = []
    missing: list[Finding] = []
    for config in configs:
        found, notice = _of_config(config, files, dataset.name)
        shards += [(config, path) for path in found]
        remarks += [notice] if notice and found else []
        if not found:
            missing.append(Finding(FindingKind.MISSING, f"configuration {config}", notice or _there(files)))
    return shards, remarks, missing


def _of_config(config: str, files: tuple[HubFile, ...], name: str) -> tuple[list[str], str]:
    """Paths of a configuration's shards, of the one split that there is, and a notice when its name is another."""
    matches = [match for match in (_SHARD.fullmatch(file.path) for file in files) if match is not None]
    by_split: dict[str, list[str]] = {}
    for match in matches:
        if match["config"] == config:
            split = SPLIT if match["split"] in (None, config) else match["split"]
            by_split.setdefault(split, []).append(match[0])
    if not by_split:
        return [], ""
    try:
        choice = chosen("split", SPLIT, by_split, f"The configuration {config} of {name}")
    except FetchError as error:
        return [], str(error)
    return by_split[choice.name], choice.notice


def _there(files: tuple[HubFile, ...]) -> str:
    found = {match["config"] for match in (_SHARD.fullmatch(file.path) for file in files) if match is not None}
    return f"the dataset has {', '.join(sorted(found)) or 'none'}"


class _Reading:
    """What has been read so far."""

    def __init__(self, dataset: HubDataset) -> None:
        self._dataset = dataset
        self._n_of: dict[str, int] = {}
        self.questions: list[ChoiceQuestion] = []
        self.left_out: list[Finding] = []
        self.blocks: list[Block] = []
        self.places: dict[str, Place] = {}
        self.n_rows = 0

    def n_rows_of(self, config: str) -> int:
        """Rows of one configuration."""
        return self._n_of.get(config, 0)

    def take(self, shard: Shard) -> None:
        """Make questions of a shard's rows; rows are counted on over the shards of a configuration."""
        if shard.fault:
            self.left_out.append(Finding(FindingKind.UNREADABLE, shard.path, shard.fault))
        for number, group in enumerate(shard.groups):
            address = f"hf://datasets/{self._dataset.name}@{self._dataset.commit()}/{shard.path}#row-group={number}"
            block_id = f"{shard.path}#{number}"
            made = [self._question(shard.config, cells, address) for cells in group.rows]
            clips = tuple(question.clip for question in made if question is not None)
            self.questions += [question for question in made if question is not None]
            self.places[block_id] = Place(shard.path, number, tuple(q.clip.key if q else "" for q in made))
            if clips:
                self.blocks.append(Block(block_id=block_id, clips=clips, group=shard.config))

    def _question(self, config: str, cells: tuple[str | None, ...], address: str) -> ChoiceQuestion | None:
        row = self._n_of.get(config, 0)
        self._n_of[config] = row + 1
        self.n_rows += 1
        try:
            return self._made(config, row, _texts(cells), address)
        except _RowError as error:
            self.left_out.append(Finding(error.kind, f"{config} row {row}", str(error)))
            return None

    def _made(self, config: str, row: int, texts: tuple[str, ...], address: str) -> ChoiceQuestion:
        prompt, choices = clean_text(texts[0]), _choices(texts[1:5])
        digest = hashlib.sha256(texts[0].encode("utf-8", "surrogatepass")).hexdigest()[:8]
        key = f"{config}-{row:05d}-{digest}"
        return Question(
            question_id=QuestionId(key),
            benchmark=GLOBEAUDIO_BENCHMARK,
            revision=self._dataset.commit(),
            kind=QuestionKind.CHOICE,
            prompt=prompt,
            choices=choices,
            language=LANGUAGES.get(config, config),
            clip=Clip(path=None, key=key, address=address, licence=LICENCE, source=SOURCE),
            truth=ChoiceTruth(choice_index=_truth(texts[5], choices)),
            tags={"config": config, "clip_language": LANGUAGES.get(config, config)},
        )


class _RowError(ValueError):
    """Why a row makes no question."""

    def __init__(self, kind: FindingKind, text: str) -> None:
        super().__init__(text)
        self.kind = kind


def _texts(cells: tuple[str | None, ...]) -> tuple[str, ...]:
    names = ("question", "option1", "option2", "option3", "option4", "target")
    texts = []
    for name, cell in zip(names, cells, strict=True):
        if cell is None or not clean_text(cell):
            kind = FindingKind.BAD_ANSWER if name == "target" else FindingKind.BAD_VALUE
            raise _RowError(kind, f"{name} is empty or no text")
        if len(cell) > MAX_TEXT_CHARACTERS:
            raise _RowError(FindingKind.BAD_VALUE, f"{name} has {len(cell)} characters")
        texts.append(cell)
    return tuple(texts)


def _choices(published: tuple[str, ...]) -> tuple[str, ...]:
    try:
        choices = tuple(clean_text(choice) for choice in plain_options(published))
    except AnswerKeyError as error:
        raise _RowError(FindingKind.BAD_VALUE, str(error)) from error
    if not all(choices):
        raise _RowError(FindingKind.BAD_VALUE, "an option is a letter and nothing else")
    return choices


def _truth(target: str, choices: tuple[str, ...]) -> int:
    try:
        return resolve_answer(clean_text(target), choices)
    except AnswerKeyError as error:
        raise _RowError(FindingKind.BAD_ANSWER, str(error)) from error


def _count_remarks(reading: _Reading, configs: tuple[str, ...]) -> list[str]:
    """A changed size is explained, and no error: the owner may add or correct questions."""
    counted = [(config, reading.n_rows_of(config), PUBLISHED_COUNTS.get(config)) for config in configs]
    return [
        f"{TITLE} has {found} questions in {config} at this revision; the paper has {published}."
        for config, found, published in counted
        if found and published is not None and found != published
    ]
