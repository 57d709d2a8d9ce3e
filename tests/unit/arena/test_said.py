"""Answers of the log are shown as they were given, and what would tell who gave them is not."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import pytest

from soundmark.benchmarks import GeoPack, read_pack
from soundmark.models.baselines.places import PLACES
from soundmark.modes.arena.baseline_answers import BaselineAnswers
from soundmark.modes.arena.markdown import plain, tree
from soundmark.modes.arena.said import NO_REASONS, logged_answers
from soundmark.store.schema import GeoRow
from soundmark.types import ResponderKind, Status
from tests.support.packs import small_pack
from tests.unit.leaderboard.conftest import Answer

SPOTS = [(48.8566, 2.3522), (-33.8688, 151.2093), (25.033, 121.5654)]


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> GeoPack:
    return read_pack(small_pack(tmp_path_factory.mktemp("said") / "tones", SPOTS))


def row(pack: GeoPack, make: Answer, **changes: Any) -> GeoRow:
    base = make("owl-4", pack.questions[0].question_id, kind=ResponderKind.MODEL)
    given: dict[str, Any] = {
        "latitude_deg": 40.0,
        "longitude_deg": -3.7,
        "named_city": "Madrid",
        "named_country": "Spain",
    }
    return dataclasses.replace(base, **(given | changes))


def shown(pack: GeoPack, *rows: GeoRow) -> dict[str, str]:
    question = next(one for one in pack.questions if one.question_id == pack.questions[0].question_id)
    return {name: plain(tree(said.text)) for name, said in logged_answers(rows, question).items()}


def test_reasons_and_place_are_shown(pack: GeoPack, answer: Answer) -> None:
    raw = json.dumps({"reasoning": "Swifts and *Spanish* voices.", "latitude": 40.0, "longitude": -3.7})
    for text in (raw, f"Here it is:\n```json\n{raw}\n```"):
        found = shown(pack, row(pack, answer, raw_answer=text))["owl-4"]
        assert found.startswith("Swifts and Spanish voices.")
        assert "Madrid, Spain (40" in found
    prose = "I hear swifts and voices in Spanish, so this may well be the centre of Madrid in June."
    assert shown(pack, row(pack, answer, raw_answer=prose))["owl-4"].startswith(prose)


def test_of_a_baseline_its_rule_is_not_shown(pack: GeoPack, answer: Answer) -> None:
    rule = "Always the middle of all places of the list: the direction of the mean of their unit vectors."
    logged = row(
        pack,
        answer,
        responder_kind=ResponderKind.BASELINE,
        responder_id="Middle of the list",
        raw_answer=rule,
        extra_json=json.dumps({"reasoning": rule}),
    )
    assert shown(pack, logged)["Middle of the list"].startswith(NO_REASONS)


@pytest.mark.parametrize(
    "changes",
    [
        {"status": Status.REFUSED},
        {"status": Status.UNPARSED},
        {"status": Status.ERROR},
        {"responder_kind": ResponderKind.HUMAN},
        {"responder_id": None},
        {"latitude_deg": None},
        {"question_id": "another"},
    ],
)
def test_what_is_no_answer_of_a_model_to_this_question_is_not_shown(
    pack: GeoPack, answer: Answer, changes: dict[str, object]
) -> None:
    assert shown(pack, row(pack, answer, **changes)) == {}


def test_an_agent_is_not_taken_for_the_model_whose_name_it_gave_itself(pack: GeoPack, answer: Answer) -> None:
    of_model, of_agent = row(pack, answer), row(pack, answer, setting="agent", named_city="Lima")
    assert shown(pack, of_agent) == {}
    assert shown(pack, of_model, of_agent) == shown(pack, of_model)


def test_the_newest_answer_is_shown_and_names_of_places_are_text(pack: GeoPack, answer: Answer) -> None:
    old = row(pack, answer)
    new = row(pack, answer, named_city="**Bold** <b>x</b> [y](http://203.0.113.1/)", named_country="")
    assert "**Bold** <b>x</b> [y](http://203.0.113.1/) (40" in shown(pack, old, new)["owl-4"]


@pytest.mark.parametrize("raw", ["{" * 5000, '{"reasoning": 5}', '{"reasoning": ""}', "null", "[]", "{}", "Madrid"])
def test_odd_texts_have_no_reasons(pack: GeoPack, answer: Answer, raw: str) -> None:
    assert shown(pack, row(pack, answer, raw_answer=raw))["owl-4"].startswith(NO_REASONS)


def test_a_baseline_says_the_same_before_and_after_its_answer_is_in_the_log(pack: GeoPack, answer: Answer) -> None:
    computed = BaselineAnswers().to(pack, pack.questions[0])["Any other place of the list"]
    assert computed.place is not None
    logged = row(
        pack, answer, responder_kind=ResponderKind.BASELINE, responder_id=computed.name, named_city=None,
        named_country=None, latitude_deg=computed.place.latitude_deg, longitude_deg=computed.place.longitude_deg,
    )  # fmt: skip
    assert shown(pack, logged) == {computed.name: plain(tree(computed.text))}
    assert any(country in computed.text for country in ("Australia", "Taiwan"))


def test_built_in_baselines_answer_every_question_without_a_log(pack: GeoPack) -> None:
    answers = BaselineAnswers()
    for question in pack.questions:
        found = answers.to(pack, question)
        assert set(found) == {one.name for one in PLACES}
        assert all(said.text.startswith(NO_REASONS) and said.place is not None for said in found.values())
