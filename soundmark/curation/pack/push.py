"""A pack as a dataset of the Hub."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from soundmark.audio.errors import shown
from soundmark.benchmarks.table import METADATA_NAME
from soundmark.curation.pack.clip import PackWriteError
from soundmark.curation.pack.folder import AUDIO_FOLDER, COPIES_FOLDER, COPY_NAME, README_NAME, is_written_here
from soundmark.store.hub_client import XET_TIMEOUTS, HubRepo, hub_api
from soundmark.store.hub_errors import Place, translated_errors
from soundmark.store.xet_limit import xet_time_limit
from soundmark.variables import HUB_NAME

if TYPE_CHECKING:
    from huggingface_hub import CommitOperationAdd, CommitOperationDelete

MESSAGE = "A pack of Soundmark"
SLOWEST_BYTES_PER_S = 100_000
_HUBS_OWN = frozenset({".gitattributes"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Pushed:
    """What was sent.

    Attributes:
        revision: the dataset's head after it.
        n_files: files of the pack.
        n_deleted: clips of an earlier pack that went.
    """

    revision: str
    n_files: int
    n_deleted: int


def push_pack(folder: Path, repo: HubRepo, *, private: bool = True) -> Pushed:
    """Send a pack that `write_pack` wrote to the Hub, in one commit.

    Clips of an earlier pack that are no longer in it are deleted there. Only files of the pack are sent, whatever else
    lies in the folder.

    Args:
        folder: of the pack.
        repo: owner/name, with a token that may write.
        private: whether a dataset that has to be created is private. That of one that is there already stays as it is.

    Raises:
        PackWriteError: when the folder is no finished pack, or the dataset holds something else.
        HubError: when the Hub does not take it; asking again is right where it is not a `HubRefusal`.
    """
    from huggingface_hub import CommitOperationAdd, CommitOperationDelete

    if not HUB_NAME.fullmatch(repo.name):
        raise PackWriteError(f"{shown(repo.name)} cannot be a dataset on the Hub. Give it as owner/name.")
    files = _files_of(folder)
    there, head = _there(repo, private=private)
    gone = sorted(path for path in there if _is_clip(path) and path not in files)
    operations: list[CommitOperationAdd | CommitOperationDelete] = [
        CommitOperationAdd(path_in_repo=path, path_or_fileobj=folder / path) for path in files
    ]
    operations += [CommitOperationDelete(path_in_repo=path) for path in gone]
    size = sum((folder / path).stat().st_size for path in files)
    limit_s = XET_TIMEOUTS * repo.timeout_s + size / SLOWEST_BYTES_PER_S
    with translated_errors(_place(repo)), xet_time_limit(limit_s):
        done = hub_api(repo.token, repo.endpoint, repo.timeout_s).create_commit(
            repo.name, operations, commit_message=MESSAGE, repo_type="dataset", parent_commit=head
        )
    return Pushed(revision=str(done.oid), n_files=len(files), n_deleted=len(gone))


def _place(repo: HubRepo) -> Place:
    return Place(repo.name, setting="the name of the dataset")


def _files_of(folder: Path) -> list[str]:
    """Table, README and the clips that the table names, by their paths in the folder.

    Raises:
        PackWriteError: when it is no pack, or one that is not finished.
    """
    name = shown(folder.name)
    if not is_written_here(folder) or not (folder / METADATA_NAME).is_file():
        raise PackWriteError(f"{name} is no pack that Soundmark wrote. Write it with curate first.")
    if (folder / COPIES_FOLDER).exists():
        raise PackWriteError(f"The pack {name} is not finished. Run curate again, and push it then.")
    try:
        with (folder / METADATA_NAME).open(encoding="utf-8", newline="") as file:
            clips = sorted({row.get("file_name") or "" for row in csv.DictReader(file)})
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise PackWriteError(f"The table of {name} cannot be read. Write the pack anew.") from error
    for clip in clips:
        if not _is_clip(clip) or not (folder / clip).is_file() or (folder / clip).is_symlink():
            raise PackWriteError(f"{name} lacks the clip {shown(clip)} of its table. Write the pack anew.")
    return [README_NAME, METADATA_NAME, *clips]


def _is_clip(path: str) -> bool:
    return path.startswith(f"{AUDIO_FOLDER}/") and COPY_NAME.fullmatch(path[len(AUDIO_FOLDER) + 1 :]) is not None


def _there(repo: HubRepo, *, private: bool) -> tuple[list[str], str]:
    """The files of the dataset, which is created when it is not there, and its head.

    Raises:
        PackWriteError: when some of them are of no pack.
    """
    with translated_errors(_place(repo)):
        api = hub_api(repo.token, repo.endpoint, repo.timeout_s)
        if not api.repo_exists(repo.name, repo_type="dataset"):
            api.create_repo(repo.name, repo_type="dataset", private=private, exist_ok=True)
        head = repo.head()
        files = repo.files("", head)
    others = [path for path in files if path not in {*_HUBS_OWN, README_NAME, METADATA_NAME} and not _is_clip(path)]
    if others:
        raise PackWriteError(
            f"The dataset {repo.name} holds {shown(others[0])}, which is no part of a pack. Name another dataset."
        )
    if README_NAME in files and METADATA_NAME not in files:
        raise PackWriteError(f"The dataset {repo.name} has a README of something else. Name another dataset.")
    return files, head
