"""The events of the geo tab without a page: where a reload, a link and an odd ticket lead."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from soundmark.games.table import GameTable, PlayError
from soundmark.mode import start_reading
from soundmark.modes.geo import MODE
from soundmark.modes.geo.handlers import GeoHandlers
from soundmark.modes.geo.play import GeoPlay
from soundmark.modes.geo.view import Page, Screen
from soundmark.pack_loader import PackKey
from soundmark.services import Services, open_services
from soundmark.settings import SettingsError, read_settings
from soundmark.store.schema import GeoRow
from soundmark.types import GeoTruth, SoundmarkError, worded
from tests.support.packs import small_pack, tone

GEO_PACK: PackKey[GeoTruth] = PackKey("geo")
PLACES = [(float(number), float(number)) for number in range(8)]


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    variables = {"DATA_DIR": str(tmp_path / "data"), "CLIPS_DIR": str(small_pack(tmp_path / "tones", PLACES))}
    opened = open_services(read_settings(variables))
    start_reading([MODE], opened)
    yield opened
    opened.journal.close()


@pytest.fixture
def handlers(services: Services) -> GeoHandlers:
    play = GeoPlay(
        table=GameTable(
            mode="geo", book=services.book, load_pack=services.packs.of(GEO_PACK).pack, desk=services.clips
        ),
        answers=lambda benchmark, question_id, last: services.answers.rows(
            "geo", benchmark=benchmark, question_id=question_id, last=last
        ),
        deployment="test",
    )
    return GeoHandlers(services, play, lambda path: f"/{path.name}")


def ticket(query: str = "", game: object = "") -> dict[str, object]:
    return {"player": "5f0c9bd5-2c3a-4c8e-9a37-3c6f2f1f7a10", "games": {"geo": game}, "query": query}


def game_of(page: Page) -> object:
    assert page.bar is not None
    return page.bar["game"]


def test_a_first_visit_is_the_welcome(handlers: GeoHandlers) -> None:
    page, said = handlers.open_page(ticket())
    assert (page.screen, said) == (Screen.WELCOME, {"text": ""})


def test_a_link_invites_and_play_follows_it(handlers: GeoHandlers) -> None:
    page, said = handlers.open_page(ticket("?seed=tea&rounds=2"))
    assert page.screen is Screen.WELCOME
    assert said == worded("invited", n=2)
    started = handlers.start(ticket("?seed=tea&rounds=2"), 0)
    assert started.bar is not None
    assert started.bar["total"] == 2


def test_a_link_for_another_clip_list_says_so(handlers: GeoHandlers, services: Services) -> None:
    services.packs.of(GEO_PACK).pack()
    _, said = handlers.open_page(ticket("?seed=tea&rounds=2&clips=0123456789ab"))
    assert said == worded("invited_other_list", n=2)


def test_a_reload_in_mid_game_returns_to_it(handlers: GeoHandlers) -> None:
    started = handlers.start_daily(ticket("?seed=tea"))
    page, _ = handlers.open_page(ticket("", game_of(started)))
    assert page.screen is Screen.GUESS
    assert game_of(page) == game_of(started)


def test_a_new_link_wins_over_the_game_of_the_tab(handlers: GeoHandlers) -> None:
    started = handlers.start(ticket("?seed=tea"), 0)
    page, said = handlers.open_page(ticket("?seed=coffee", game_of(started)))
    assert page.screen is Screen.WELCOME
    assert said["key"] == "invited"


def test_the_time_runs_only_in_a_timed_game(handlers: GeoHandlers) -> None:
    timed, free = handlers.start(ticket(), 60), handlers.start(ticket(), 0)
    assert timed.bar is not None
    assert free.bar is not None
    assert 55 < float(str(timed.bar["left_s"])) <= 60
    assert free.bar["left_s"] is None


@pytest.mark.parametrize("value", [None, [], "x", {"player": 1}, {"player": str(uuid.uuid1())}])
def test_an_odd_ticket_cannot_start(handlers: GeoHandlers, value: object) -> None:
    with pytest.raises(SoundmarkError, match="reload"):
        handlers.start(value, 0)


def test_a_clip_that_was_removed_tells_no_name(handlers: GeoHandlers, services: Services, tmp_path: Path) -> None:
    services.packs.of(GEO_PACK).pack()
    for path in (tmp_path / "tones").glob("*.wav"):
        path.unlink()
    page = handlers.start(ticket(), 0)
    assert page.screen is Screen.RESULT
    assert page.result is not None
    assert page.result["headline"] == worded("geo_not_played")
    assert "tone" not in str(page.result) + str(page.map)


def test_a_clip_that_was_changed_is_not_played(handlers: GeoHandlers, services: Services, tmp_path: Path) -> None:
    services.packs.of(GEO_PACK).pack()
    for path in (tmp_path / "tones").glob("*.wav"):
        tone(path, 2.0, 999.0)
    assert handlers.start(ticket(), 0).screen is Screen.RESULT


def test_a_pack_that_cannot_be_used_tells_players_no_file(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    folder = small_pack(tmp_path / "tones", [(999.0, 0.0)])
    opened = open_services(read_settings({"DATA_DIR": str(tmp_path / "data"), "CLIPS_DIR": str(folder)}))
    with pytest.raises(SoundmarkError) as refusal:
        start_reading([MODE], opened)
        opened.packs.of(GEO_PACK).pack()
    opened.journal.close()
    assert "tone1" not in str(refusal.value)
    assert "tone1" in caplog.text


def test_a_folder_that_is_not_there_is_named_at_the_start(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="nowhere"):
        open_services(read_settings({"DATA_DIR": str(tmp_path / "data"), "CLIPS_DIR": str(tmp_path / "nowhere")}))


def asked(handlers: GeoHandlers) -> dict[str, object]:
    """The map of a fresh round, without a pin."""
    page = handlers.start(ticket(), 0)
    assert page.map is not None
    return dict(page.map)


def test_a_choice_that_is_submitted_at_once_is_taken(handlers: GeoHandlers) -> None:
    options = handlers.typed("Nairobbi").options
    number = next(number for number, option in enumerate(options) if option.label.startswith("Nairobi"))
    page = handlers.submit(ticket(), asked(handlers), None, "Nairobbi", number)
    assert page.screen is Screen.RESULT
    (row,) = handlers.services.journal.rows("geo")
    assert isinstance(row, GeoRow)
    assert (row.guess_country, row.input_method) == ("KE", "typed")


@pytest.mark.parametrize("number", [None, -1, 99, "0", 0.0, [0], {}])
def test_without_a_choice_an_unclear_place_is_asked_again(handlers: GeoHandlers, number: object) -> None:
    with pytest.raises(PlayError, match="Press Set pin to choose"):
        handlers.submit(ticket(), asked(handlers), None, "Nairobbi", number)
    assert not list(handlers.services.journal.rows("geo"))
