"""A game against somebody over HTTP: who is offered, what is told when, and that nobody can ask for more."""

from __future__ import annotations

import json
from typing import Any

import pytest

from soundmark.benchmarks import GeoPack, read_choice_pack, read_pack, read_spatial_pack
from soundmark.benchmarks.demo import DEMO_SAVVY, DEMO_TAU, demo_savvy_folder, demo_tau_folder
from tests.support.app_process import AppProcess
from tests.support.opponents import OWL, OWL_KEY, SECRETS, THOUGHTS, choice_rows, place_rows, put_opponents, scene_rows
from tests.support.raw_events import Json, RawClient, round_in, values_in

pytestmark = pytest.mark.ui


@pytest.fixture(scope="module")
def places(app: AppProcess) -> GeoPack:
    assert app.clips is not None
    pack = read_pack(app.clips)
    put_opponents(app.data, pack, place_rows(pack))
    return pack


@pytest.fixture(scope="module")
def questions(app: AppProcess) -> None:
    pack = read_choice_pack(demo_tau_folder(), name=DEMO_TAU)
    put_opponents(app.data, pack, choice_rows(pack))


@pytest.fixture(scope="module")
def scenes(app: AppProcess) -> None:
    pack = read_spatial_pack(demo_savvy_folder(), name=DEMO_SAVVY)
    put_opponents(app.data, pack, scene_rows(pack))


def ticket(visitor: RawClient, mode: str, opponent: object = OWL_KEY) -> Json:
    return {**visitor.ticket, "said": {mode: {"opponent": opponent}}}


def with_race(message: Json) -> list[dict[str, Any]]:
    """The values in a message that tell of a race."""
    return [value["race"] for value in values_in(message) if isinstance(value, dict) and "race" in value]


def test_whoever_has_answers_is_offered(app: AppProcess, places: GeoPack, questions: None, scenes: None) -> None:
    visitor = RawClient(app.url)
    for mode, names in (
        ("geo", [OWL, "Any other place of the list", "Middle of the list", "Random"]),
        ("tau", [OWL, "Longest option", "Most frequent position", "Random"]),
        ("savvy", [OWL, "Middle of the list", "Random"]),
    ):
        values = values_in(visitor.open(f"{mode}-opponent"))
        (found,) = [value for value in values if isinstance(value, dict) and "options" in value]
        assert [one["label"] for one in found["options"]] == names
        assert found["default"].startswith("baseline/blind/")


def test_a_race_over_places(app: AppProcess, places: GeoPack) -> None:
    visitor = RawClient(app.url)
    told_before = [visitor.call("geo-play", "click", ticket(visitor, "geo"), 0)]
    for number in (1, 2):
        round_id = round_in(told_before[-1])
        told = json.dumps(told_before)
        # What a finished round told is in the bar: points, and no place.
        assert [secret for secret in SECRETS[:3] if secret in told] == []
        assert number == 2 or SECRETS[3] not in told
        pin = {"round": round_id, "phase": "guess", "guess": {"lat": 1.0, "lon": 2.0, "how": "map"}}
        told_before = [visitor.call("geo-hint-circle", "click", pin)]
        assert [secret for secret in SECRETS[:3] if secret in json.dumps(told_before)] == []
        answer = visitor.call("geo-submit", "click", ticket(visitor, "geo"), pin, None, "", None)
        assert [race["theirs"] for race in with_race(answer)] == [1234.5 * number] * 2  # bar and card
        said = [one for value in values_in(answer) if isinstance(value, dict) for one in value.get("said", ())]
        assert {"kind": "model", "name": OWL, "said": f"{THOUGHTS}"} in said
        told_before = [visitor.call("geo-next", "click", pin)]


def test_a_race_of_a_quiz(app: AppProcess, questions: None) -> None:
    visitor = RawClient(app.url)
    shown = visitor.call("tau-play", "click", ticket(visitor, "tau"))
    assert [race["theirs"] for race in with_race(shown)] == [0]
    assert "kookaburra" not in json.dumps(shown)
    assert '"models"' not in json.dumps(shown)
    card = {"round": round_in(shown), "phase": "ask", "answer": {"position": None, "how": "click"}}
    answer = visitor.call("tau-card", "answer", ticket(visitor, "tau"), card, None)
    assert [(race["own"], race["theirs"]) for race in with_race(answer)] == [(0, 1), (0, 1)]
    assert "kookaburra" in json.dumps(answer)


def test_a_race_of_directions(app: AppProcess, scenes: None) -> None:
    visitor = RawClient(app.url)
    shown = visitor.call("savvy-play", "click", ticket(visitor, "savvy"))
    assert [race["theirs"] for race in with_race(shown)] == [0]
    assert "kookaburra" not in json.dumps(shown)
    assert '"others"' not in json.dumps(shown)
    card = {"round": round_in(shown), "phase": "ask", "answer": {"position": None, "metres": None, "how": "click"}}
    answer = visitor.call("savvy-card", "answer", ticket(visitor, "savvy"), card, None)
    assert [(race["own"], race["theirs"]) for race in with_race(answer)] == [(0, 1), (0, 1)]
    assert "kookaburra" in json.dumps(answer)


@pytest.mark.parametrize("opponent", ["", "model/audio/nobody", {"$ne": ""}, 7])
def test_nobody_is_raced_who_is_not_offered(app: AppProcess, places: GeoPack, opponent: object) -> None:
    visitor = RawClient(app.url)
    assert with_race(visitor.call("geo-play", "click", ticket(visitor, "geo", opponent), 0)) == []
