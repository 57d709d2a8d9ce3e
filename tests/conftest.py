"""Fixtures shared by all tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

from soundmark.store.journal import Journal
from soundmark.store.rounds import RoundBook

# A busy machine is slow now and then; that is no fault of what is tested.
hypothesis.settings.register_profile("soundmark", deadline=None)
hypothesis.settings.load_profile("soundmark")

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    opened = Journal(tmp_path / "journal.sqlite")
    yield opened
    opened.close()


@pytest.fixture
def book(journal: Journal) -> RoundBook:
    return RoundBook(journal)
