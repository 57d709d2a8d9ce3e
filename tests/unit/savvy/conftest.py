"""The built-in scenes as the spatial mode plays it, without a page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from soundmark.benchmarks.question_scene import ScenePack
from soundmark.clip_desk import ClipDesk
from soundmark.games.table import GameTable
from soundmark.modes.savvy.clips import open_pack
from soundmark.modes.savvy.copies import SceneDesk
from soundmark.modes.savvy.films import FilmDesk
from soundmark.modes.savvy.hearing import HearingShelf
from soundmark.modes.savvy.play import MODE_ID, ROUNDS, SavvyPlay
from soundmark.modes.savvy.round import template_of
from soundmark.modes.savvy.telling import Tellings
from soundmark.settings import read_settings
from soundmark.store.journal import Journal
from soundmark.store.published import AllRows
from soundmark.store.rounds import RoundBook

MakePlay = Callable[..., SavvyPlay]


@pytest.fixture(scope="session")
def pack(tmp_path_factory: pytest.TempPathFactory) -> ScenePack:
    settings = read_settings({"DATA_DIR": str(tmp_path_factory.mktemp("savvy")), "HF_HUB_OFFLINE": "1"})
    opened = open_pack(settings, lambda done, total: None)
    assert isinstance(opened, ScenePack)
    return opened


@pytest.fixture(scope="session")
def shelf() -> HearingShelf:
    """What was heard once serves all tests."""
    return HearingShelf()


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("copies")


@pytest.fixture
def make_play(pack: ScenePack, shelf: HearingShelf, cache: Path, tmp_path: Path) -> Iterator[MakePlay]:
    """Makes engines on one journal."""
    journal = Journal(tmp_path / "journal.sqlite")
    tellings = Tellings()
    desk = SceneDesk(ClipDesk(public_dir=tmp_path / "public", cache_dir=cache))

    def make(others: Iterable[object] = (), *, keeps_apart: bool = True) -> SavvyPlay:
        rows = list(others)
        return SavvyPlay(
            table=GameTable(
                mode=MODE_ID,
                book=RoundBook(journal),
                load_pack=lambda: pack,
                desk=desk,
                rounds=ROUNDS,
                class_of=template_of,
                gives_away=tellings.gives_away if keeps_apart else None,
            ),
            desk=desk,
            films=FilmDesk(desk.clips),
            shelf=shelf,
            answers=lambda benchmark, question_id, last: rows,
            deployment="test",
            machines=lambda benchmark, question_ids: AllRows(journal).machine_rows(
                "spatial", benchmark=benchmark, question_ids=question_ids
            ),
        )

    yield make
    journal.close()
