"""Rows of a dataset of the Hub as a stream, at one commit, with audio as it is in the files."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from soundmark.audio.errors import shown
from soundmark.benchmarks.errors import PackError
from soundmark.benchmarks.fetch.errors import FetchError, FetchReason
from soundmark.benchmarks.fetch.hub_errors import hub_errors
from soundmark.benchmarks.fetch.splits import Choice, chosen
from soundmark.secret import Secret

if TYPE_CHECKING:
    from datasets import Features, IterableDataset

_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,95}")


@dataclass(frozen=True, slots=True, kw_only=True)
class HubStream:
    """A split of a dataset.

    Attributes:
        split: that is read.
        columns: its columns.
        notice: a sentence when the split is not the one that was wanted.
    """

    name: str
    token: Secret
    split: str
    columns: tuple[str, ...]
    notice: str
    stream: IterableDataset
    labels: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def rows(self, limit: int) -> Iterator[dict[str, object]]:
        """The first rows; a number that stands for a label (`ClassLabel`) is given as the label.

        Raises:
            FetchError: when the Hub stops giving them, or they cannot be read.
        """
        rows = iter(self.stream.take(limit))
        while True:
            with _reading_errors(self.name, self.token):
                row = next(rows, None)
            if row is None:
                return
            yield {column: self._labelled(column, value) for column, value in row.items()}

    def _labelled(self, column: str, value: object) -> object:
        labels = self.labels.get(column, ())
        is_place = isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(labels)
        return labels[int(value)] if is_place else value  # type: ignore[call-overload]


def open_hub_stream(
    name: str,
    commit: str,
    *,
    config: str = "",
    split: str = "",
    token: Secret = Secret(""),  # noqa: B008 - frozen
) -> HubStream:
    """Open a dataset as a stream.

    Args:
        name: owner/name.
        commit: 40 hex digits.
        config: may be '' where the dataset has only one.
        split: the same.
        token: may be empty for public data.

    Raises:
        FetchError: when the Hub does not give it.
        PackError: when it has no such configuration or split.
    """
    import datasets

    if config and not _WORD.fullmatch(config):
        raise PackError(f"{shown(config)} is no name of a configuration.")
    where = {"revision": commit, "token": token.value or None}
    with _reading_errors(name, token):
        available = datasets.get_dataset_split_names(name, config or None, **where)
    choice = _split(name, split, [str(found) for found in available])
    with _reading_errors(name, token):
        stream = datasets.load_dataset(name, config or None, split=choice.name, streaming=True, **where)
        features: Features = stream.features or stream._resolve_features().features
        if stream.info.builder_name == "audiofolder":
            from soundmark.benchmarks.sound_paths import as_paths

            stream = datasets.load_dataset(
                name, config or None, split=choice.name, streaming=True, features=as_paths(features), **where
            )
        else:
            for column, feature in features.items():
                if isinstance(feature, datasets.Audio):
                    stream = stream.cast_column(column, datasets.Audio(decode=False))
    labels = {column: f.names for column, f in features.items() if isinstance(f, datasets.ClassLabel)}
    return HubStream(
        name=name,
        token=token,
        split=choice.name,
        columns=tuple(features),
        notice=choice.notice,
        stream=stream,
        labels=labels,
    )


def _split(name: str, wanted: str, available: list[str]) -> Choice:
    """The split that is wanted, or the only one.

    Raises:
        PackError: when none is wanted and there are several.
        FetchError: when the wanted one is not there and several others are, or none.
    """
    if not wanted and len(available) == 1:
        return Choice(available[0])
    if not wanted:
        there = ", ".join(map(shown, available[:20])) or "none"
        raise PackError(f"Name one of the splits of {name} with --split. It has: {there}.")
    return chosen("split", wanted, available, name)


@contextmanager
def _reading_errors(name: str, token: Secret) -> Iterator[None]:
    """Turn whatever `datasets` raises for data that it cannot read into a sentence: it has no error of its own."""
    import pyarrow as pa

    try:
        with hub_errors(name, has_token=bool(token)):
            yield
    except (ValueError, TypeError, KeyError, AttributeError, ImportError, pa.ArrowException) as error:
        said = shown(str(error).split("\n")[0])
        text = f"The rows of {name} cannot be read ({type(error).__name__}: {said}). Look at them on the Hub."
        raise FetchError(FetchReason.BAD_ANSWER, text) from error
