"""Makes logged answers, as the leaderboard's tests do, and arenas on a journal of the test's own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from soundmark.benchmarks import GeoPack, read_pack
from soundmark.models.script import Rule
from soundmark.store.journal import Journal
from tests.support.arena import Arena, Make, arena
from tests.support.packs import small_pack
from tests.unit.leaderboard.conftest import answer

__all__ = ["answer"]

PLACES = [(48.8566, 2.3522), (-33.8688, 151.2093), (25.033, 121.5654), (-1.2921, 36.8219), (64.1466, -21.9426)]


@pytest.fixture(scope="session")
def pack(tmp_path_factory: pytest.TempPathFactory) -> GeoPack:
    return read_pack(small_pack(tmp_path_factory.mktemp("pack") / "tones", PLACES))


@pytest.fixture
def make(journal: Journal, tmp_path: Path, pack: GeoPack) -> Iterator[Make]:
    made: list[Arena] = []

    def build(rules: Mapping[str, Rule] | None = None, *, publishes: bool = False) -> Arena:
        made.append(arena(journal, tmp_path, [pack], rules, publishes=publishes))
        return made[-1]

    yield build
    for one in made:
        one.play.ring.close()
