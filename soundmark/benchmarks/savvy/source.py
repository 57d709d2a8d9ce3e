"""SAVVY-Bench from where its authors put it: single files, fetched when they are needed, kept as in a clone."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Callable
from pathlib import Path, PurePosixPath

from soundmark.benchmarks.entry import Access
from soundmark.benchmarks.errors import PackError
from soundmark.benchmarks.fetch import AllowedHosts, FetchError, FetchReason, FileCache, HubDataset, WebFiles
from soundmark.benchmarks.fetch.whole_files import written_whole
from soundmark.benchmarks.savvy.json_files import MAX_JSON_BYTES
from soundmark.benchmarks.savvy.layout import BENCH_DATA, PIPELINE_DATA, QUESTION_NAMES, SavvyFiles
from soundmark.benchmarks.savvy.reader import SAVVY_BENCHMARK, SavvyBenchmark, build_savvy
from soundmark.benchmarks.savvy.rows import read_rows

REPOSITORY = "shlizee/savvy"
REVISION = "9ef5d1635cf8f442feb9d12f8a733c51986e3cbd"
"""The commit of the repository that everything is read at."""

DATASET = "uwneuroai/SAVVY-Bench"
"""The authors' dataset on the Hub: questions only."""

GITHUB = AllowedHosts(names=("raw.githubusercontent.com",))
ADDRESS = "https://raw.githubusercontent.com"
QUESTIONS_PATH = f"{BENCH_DATA}/spatial_avqa/test/{QUESTION_NAMES[0]}.json"

_UNIQUE_NAMES = frozenset({"gtavmap.json", "human_eval_id.json", "kdrr.json"})

PAUSE_S = 60.0
"""After a failure nobody is asked for so long: a scene has half a dozen files, and each would wait by itself."""


def open_savvy(
    access: Access, media: Path | None = None, *, hosts: AllowedHosts = GITHUB, address: str = ADDRESS
) -> SavvyBenchmark:
    """SAVVY-Bench out of its authors' repository at a pinned commit: questions, maps, paths and tracks.

    The files of a scene are fetched when it is first asked for, and kept. Recordings are never fetched.

    Args:
        access: where to keep files; `revisions['savvy']` names another commit.
        media: the user's own recordings; None for none.
        hosts: that may be asked.
        address: of the server of the repository's files.

    Raises:
        FetchError: when the questions are not on this machine and cannot be had.
        PackError: when what came holds no question, or the folder of media is not there.
    """
    revision = access.revisions.get(SAVVY_BENCHMARK, REVISION)
    folder = access.cache_dir / SAVVY_BENCHMARK
    cache = FileCache(folder / "arriving", max_bytes=2 * MAX_JSON_BYTES)
    web = WebFiles(cache, hosts=hosts, max_file_bytes=MAX_JSON_BYTES, offline=access.offline)

    def bring(name: str, target: Path) -> None:
        whole = f"{address}/{REPOSITORY}/{revision}/{name}"
        _keep(web.fetch(whole, whole).path, target)
        cache.remove(whole)

    kept = KeptFiles(folder / "files" / revision.replace("/", "--"), bring, lambda _: True)
    return _opened(kept, QUESTIONS_PATH, media, revision)


def open_savvy_dataset(access: Access, media: Path | None = None, *, dataset: str = DATASET) -> SavvyBenchmark:
    """SAVVY-Bench out of a dataset of the Hub, with those other published files that it holds under their names.

    Args:
        access: where to keep files, and which Hub to ask; `revisions['savvy']` names a commit.
        media: the user's own recordings; None for none.
        dataset: owner/name, the authors' or a copy.

    Raises:
        FetchError: when the questions are not on this machine and cannot be had.
        PackError: when the dataset holds no file of questions, or no question comes of it.
    """
    folder = access.cache_dir / SAVVY_BENCHMARK / dataset.replace("/", "--")
    hub = HubDataset(
        dataset,
        revision=access.revisions.get(SAVVY_BENCHMARK, "main"),
        state_dir=folder,
        token=access.hub_token,
        endpoint=access.hub_endpoint,
        offline=access.offline,
    )
    commit = hub.commit()
    listing = _Listing(hub, folder / commit / "listing.txt")

    def bring(name: str, target: Path) -> None:
        path = listing.path_of(name)
        if path is None:
            raise FetchError(FetchReason.MISSING, f"{dataset} holds no {PurePosixPath(name).name}.")
        _keep(hub.download(path, folder / "arriving"), target)

    kept = KeptFiles(folder / commit / "files", bring, lambda name: listing.path_of(name) is not None)
    questions = next((path for path in listing.paths() if _is_questions(path)), None)
    if questions is None:
        raise PackError(f"The dataset {dataset} holds no {QUESTION_NAMES[0]}.json. It may have moved; name a copy.")
    return _opened(kept, questions, media, commit)


class KeptFiles:
    """Published files by their names in the repository: from the folder, or brought into it. Safe in several threads.

    Args:
        folder: takes the form of a clone.
        bring: writes a file of the repository to a path, or raises `FetchError`.
        is_published: whether there is a file of this name, as far as that is known without asking.
    """

    def __init__(self, folder: Path, bring: Callable[[str, Path], None], is_published: Callable[[str], bool]) -> None:
        self.folder = folder
        self._bring, self._is_published = bring, is_published
        self._absent: set[str] = set()
        self._failed: tuple[float, FetchError] | None = None
        self._lock = threading.Lock()

    def offers(self, name: str) -> bool:
        """Whether there is a file of this name, as far as that is known without asking."""
        return name not in self._absent and ((self.folder / name).is_file() or self._is_published(name))

    def get(self, name: str) -> Path | None:
        """A file, or None when there is none of this name.

        Args:
            name: in the repository; what comes from data in it was checked by `values.id_of`.

        Raises:
            FetchError: when it is not here and cannot be had now.
        """
        path = self.folder / name
        if path.is_file():
            return path
        with self._lock:
            if path.is_file():  # another thread was faster
                return path
            if name in self._absent:
                return None
            if self._failed is not None and time.monotonic() - self._failed[0] < PAUSE_S:
                raise self._failed[1]
            try:
                self._bring(name, path)
            except FetchError as error:
                if error.reason is FetchReason.MISSING:
                    self._absent.add(name)
                    return None
                self._failed = (time.monotonic(), error)
                raise
            return path


class _Listing:
    """Paths of the JSON files of a dataset, kept, so that they are known without network."""

    def __init__(self, hub: HubDataset, kept: Path) -> None:
        self._hub, self._kept = hub, kept
        self._paths: tuple[str, ...] | None = None

    def paths(self) -> tuple[str, ...]:
        """All of them, sorted."""
        if self._paths is None:
            try:
                self._paths = tuple(self._kept.read_text(encoding="utf-8").splitlines())
            except (OSError, UnicodeDecodeError):
                found = (file.path for ending in (".json", ".jsonl") for file in self._hub.files(ends=ending))
                self._paths = tuple(sorted(path for path in found if path.isprintable()))
                _write(self._kept, "\n".join(self._paths))
        return self._paths

    def path_of(self, name: str) -> str | None:
        """Where a file of the repository is in the dataset: anywhere, with as much of its path as makes it unique."""
        wanted = name.removeprefix(f"{PIPELINE_DATA}/").removeprefix(f"{BENCH_DATA}/")
        if PurePosixPath(wanted).name in _UNIQUE_NAMES:
            wanted = PurePosixPath(wanted).name
        return next((path for path in self.paths() if path == wanted or path.endswith(f"/{wanted}")), None)


def _is_questions(path: str) -> bool:
    return PurePosixPath(path).name.split(".")[0] in QUESTION_NAMES


def _opened(kept: KeptFiles, questions: str, media: Path | None, revision: str) -> SavvyBenchmark:
    path = kept.get(questions)
    if path is None:
        raise PackError(f"There is no {QUESTION_NAMES[0]}.json at the revision {revision} any more. Name another one.")
    rows, left_out = read_rows(path)
    files = SavvyFiles(kept.folder, path, kept)
    return build_savvy(rows, files, media, left_out=left_out, revision=revision)


def _keep(arrived: Path, target: Path) -> None:
    """Put a file that has arrived in its place, whole or not at all.

    Raises:
        FetchError: when it cannot be written.
    """
    with written_whole(target) as part:
        shutil.copyfile(arrived, part)


def _write(path: Path, text: str) -> None:
    with written_whole(path) as part:
        part.write_text(text, encoding="utf-8")
