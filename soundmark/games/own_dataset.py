"""The dataset of the Hub that whoever runs the app has set: it becomes the folder of sounds that is played."""

from __future__ import annotations

import dataclasses
import logging

from soundmark.benchmarks.mapped import MappedDataset
from soundmark.benchmarks.mapped_folder import DEFAULT_ROWS, fetch_folder
from soundmark.benchmarks.mapping import OWN_NAMES, parse_map
from soundmark.games.opening import access_of
from soundmark.settings import DatasetChoice, Settings

log = logging.getLogger(__name__)

TELL_EVERY = 100


def with_fetched_dataset(settings: Settings) -> Settings:
    """The settings with the folder of the dataset that is set, which is fetched when it is not on this machine.

    Raises:
        FetchError: when it cannot be had; a sentence says what to do.
        PackError: when its columns are not as the mapping says, or no question comes of it.
    """
    choice = settings.clips_dataset
    if choice is None:
        return settings

    def tell(n_questions: int) -> None:
        if n_questions % TELL_EVERY == 0:
            log.info("%d questions of %s are here.", n_questions, choice.name)

    fetched = fetch_folder(
        mapped_dataset(choice), access_of(settings), limit=choice.limit or DEFAULT_ROWS, on_progress=tell
    )
    if fetched.report is not None:
        log.info("%s: %s %s", choice.name, fetched.report.text(), fetched.notice)
    return dataclasses.replace(settings, clips_dir=fetched.path)


def mapped_dataset(choice: DatasetChoice) -> MappedDataset:
    """The dataset and its mapping.

    Raises:
        PackError: when the mapping cannot be read.
    """
    return MappedDataset(
        name=choice.name,
        columns=parse_map(choice.columns) if choice.columns else OWN_NAMES,
        config=choice.config,
        split=choice.split,
        revision=choice.revision,
    )
