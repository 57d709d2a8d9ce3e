"""A person sees, saves and takes back own answers, and nobody else's."""

from __future__ import annotations

import csv
import io
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from leaderboard.own import OwnAnswers
from soundmark.services import Services, open_services
from soundmark.settings import read_settings
from soundmark.store.ids import PlayerError
from tests.support.packs import small_pack
from tests.support.rows import geo_row

ANN, BOB = ({"player": str(uuid.UUID(int=number, version=4))} for number in (1, 2))


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    variables = {"DATA_DIR": str(tmp_path / "data"), "CLIPS_DIR": str(small_pack(tmp_path / "tones", [(1.0, 2.0)]))}
    opened = open_services(read_settings(variables))
    for ticket in (ANN, ANN, BOB):
        player = opened.players.player(ticket["player"])
        opened.journal.append(geo_row(responder_id=player.responder_id, salt_id=player.salt_id, raw_answer="=1+1"))
    yield opened
    opened.close()


def test_answers_are_counted_by_their_owner(services: Services) -> None:
    own = OwnAnswers(services)
    assert own.told(ANN)[0] == {"key": "own_count", "params": {"n": "2"}}
    assert own.told(BOB)[0] == {"key": "own_count", "params": {"n": "1"}}
    assert own.told({"player": str(uuid.uuid4())})[0] == {"key": "own_none", "params": {}}


def test_own_answers_are_listed_and_nobody_elses(services: Services) -> None:
    listed = OwnAnswers(services).told(BOB)[1]["answers"]
    assert isinstance(listed, list)
    assert [answer["mode"] for answer in listed] == ["Where on Earth?"]
    OwnAnswers(services).take_back(BOB)
    assert OwnAnswers(services).told(BOB)[1]["answers"] == []


def test_the_file_holds_them_and_no_formula(services: Services) -> None:
    value = OwnAnswers(services).file(ANN)
    rows = list(csv.DictReader(io.StringIO(str(value["text"]).removeprefix("\ufeff"))))
    assert len(rows) == 2
    assert {row["raw_answer"] for row in rows} == {"'=1+1"}


def test_what_was_taken_back_is_counted_nowhere_and_others_stay(services: Services) -> None:
    own = OwnAnswers(services)
    assert own.take_back(ANN) == {"key": "own_taken_back", "params": {"n": "2"}}
    assert own.take_back(ANN) == {"key": "own_nothing_back", "params": {}}
    assert own.told(ANN)[0] == {"key": "own_none", "params": {}}
    left = [row.responder_id for row in services.answers.rows("geo")]  # type: ignore[attr-defined]
    assert left == [services.players.player(BOB["player"]).responder_id]


@pytest.mark.parametrize("ticket", [None, {}, {"player": "me"}, []])
def test_a_browser_without_an_id_is_told_to_reload(services: Services, ticket: object) -> None:
    for call in (OwnAnswers(services).told, OwnAnswers(services).file, OwnAnswers(services).take_back):
        with pytest.raises(PlayerError, match="reload"):
            call(ticket)
