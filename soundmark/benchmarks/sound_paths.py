"""Folders of sounds on the Hub, read as the paths of their files."""

from __future__ import annotations

from collections.abc import Mapping

import datasets


class SoundPath(datasets.Audio):  # type: ignore[misc]
    """The path of a sound in a struct as `datasets.Audio` has it.

    `Audio` itself asks for torch and torchcodec before it passes on the path of a file, even where nothing is decoded.
    The builder of folders looks for features of its class, so that this is one.
    """

    def encode_example(self, value: object) -> dict[str, object]:
        """The path that the builder of folders gives."""
        return {"bytes": None, "path": value if isinstance(value, str) else None}

    def decode_example(
        self, value: dict[str, object], token_per_repo_id: Mapping[str, str | bool | None] | None = None
    ) -> dict[str, object]:
        """The struct as it is."""
        return value


def as_paths(features: datasets.Features) -> datasets.Features:
    """Features with paths in place of sounds."""
    return datasets.Features(
        {name: SoundPath() if isinstance(each, datasets.Audio) else each for name, each in features.items()}
    )
