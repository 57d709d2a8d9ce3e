"""A split that its owner renamed is found, or the names of those there are told."""

from __future__ import annotations

import pytest

from soundmark.benchmarks.fetch import FetchError
from soundmark.benchmarks.fetch.splits import chosen


@pytest.mark.parametrize(
    ("available", "name", "has_notice"),
    [
        (["train"], "train", True),
        (["train", "test", "human"], "test", False),
        (["default/test"], "test", False),
        (["test", "test_v2"], "test", False),
    ],
)
def test_public_reports(available: list[str], name: str, has_notice: bool) -> None:
    choice = chosen("split", "test", available, "owner/set")
    assert choice.name == name
    assert bool(choice.notice) is has_notice


@pytest.mark.parametrize(("available", "told"), [(["train", "dev"], "It has: train, dev"), ([], "It has: none")])
def test_several_others_are_not_guessed_from(available: list[str], told: str) -> None:
    with pytest.raises(FetchError, match=told):
        chosen("split", "test", available, "owner/set")
