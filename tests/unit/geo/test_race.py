"""A game on the map against a model or a baseline: what is told of it, and when."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from typing import Any

import pytest

from soundmark.benchmarks import GeoPack, read_pack
from soundmark.games.deal import GameKind
from soundmark.games.opponents import Opponent
from soundmark.games.table import GameTable, Wish
from soundmark.modes.geo import view
from soundmark.modes.geo.play import GeoPlay
from soundmark.modes.geo.round import Submission
from soundmark.modes.geo.stages import Finished, Settled, Shown
from soundmark.store.ids import Player, new_response_id
from soundmark.store.journal import Journal
from soundmark.store.published import AllRows
from soundmark.store.rounds import RoundBook
from soundmark.types import Coordinate, GeoQuestion, OwnerKey, ResponderKind, Status, worded
from tests.support.choices import StubDesk
from tests.support.packs import small_pack
from tests.support.rows import NOON, geo_row

ANN = Player(OwnerKey("ann"), "a" * 32, "salt")
PLACES = [(48.8566, 2.3522), (-33.8688, 151.2093), (25.033, 121.5654)]
OWL = Opponent(kind=ResponderKind.MODEL, name="owl-7b", setting="audio")
FAR = Coordinate(-41.25, 174.75)
"""Stands for an opponent's guess; no number of it occurs elsewhere."""


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> GeoPack:
    return read_pack(small_pack(tmp_path_factory.mktemp("pack") / "tones", PLACES, seconds=0.2))


@pytest.fixture
def play(book: RoundBook, pack: GeoPack) -> Iterator[GeoPlay]:
    log = AllRows(book.journal)
    yield GeoPlay(
        table=GameTable(mode="geo", book=book, load_pack=lambda: pack, desk=StubDesk(), rounds=3),
        answers=lambda benchmark, question_id, last: log.rows(
            "geo", benchmark=benchmark, question_id=question_id, last=last
        ),
        deployment="test",
        machines=lambda benchmark, question_ids: log.machine_rows(
            "geo", benchmark=benchmark, question_ids=question_ids
        ),
    )


def says(journal: Journal, question: GeoQuestion, points: float | None, **changes: Any) -> None:
    """The model answers a question at a place that is in no text of the page before."""
    truth = question.truth.place
    values: dict[str, Any] = {
        "response_id": new_response_id(),
        "benchmark": question.benchmark,
        "question_id": question.question_id,
        "responder_kind": OWL.kind,
        "responder_id": OWL.name,
        "latitude_deg": FAR.latitude_deg,
        "longitude_deg": FAR.longitude_deg,
        "true_latitude_deg": truth.latitude_deg,
        "true_longitude_deg": truth.longitude_deg,
        "error_km": 9321.5,
        "score": points,
        "points": points or 0.0,
        "raw_answer": "<b>Wellington</b>, I think",
        "extra_json": json.dumps({"reasoning": "A kea calls; <script>alert(1)</script>"}),
    }
    journal.append(geo_row(**values | changes))


def begun(play: GeoPlay) -> Shown:
    stage = play.start(ANN, Wish(kind=GameKind.FREE, opponent=OWL.key))
    assert isinstance(stage, Shown)
    return stage


def page_of(stage: Shown | Settled) -> str:
    page = view.guess_page(stage, now=NOON) if isinstance(stage, Shown) else view.result_page(stage)
    return json.dumps(dataclasses.asdict(page), default=str)


def here(stage: Shown) -> Submission:
    return Submission(guess=stage.seat.question.truth.place, input_method="map")


def test_a_race_from_start_to_end(play: GeoPlay, journal: Journal, pack: GeoPack) -> None:
    for question, points in zip(pack.questions, (4000.0, 3000.0, 2000.0), strict=True):
        says(journal, question, points)
    stage: object = begun(play)
    theirs = 0.0
    for number in range(1, 4):
        assert isinstance(stage, Shown)
        assert stage.race is not None
        assert (stage.race.opponent, stage.race.n, stage.race.theirs) == (OWL, number - 1, theirs)
        told = page_of(stage)
        for secret in ("174.75", "-41.25", "9321.5", "Wellington", "A kea", "4000.0" if not theirs else "9321"):
            assert secret not in told
        settled = play.answer(ANN, stage.seat.record.round_id, here(stage))
        assert settled.race is not None
        theirs = settled.race.theirs
        (guess,) = settled.machines
        assert (guess.who, guess.place, guess.status) == (OWL, FAR, Status.OK)
        told = page_of(settled)
        assert "174.75" in told
        assert "Wellington" in told
        stage = play.flow.after(stage.seat.record.round_id)
    assert isinstance(stage, Finished)
    assert stage.race is not None
    assert (stage.race.n, stage.race.own, stage.race.theirs, stage.race.outcome) == (3, 15_000.0, 9_000.0, "won")
    share = view.summary_page(stage, url="https://example.org").share
    assert share is not None
    assert worded("share_won", name="owl-7b", own="15,000", theirs="9,000") in list(share["share"])  # type: ignore[call-overload]


def test_a_game_against_nobody_says_nothing_of_a_race(play: GeoPlay, journal: Journal, pack: GeoPack) -> None:
    says(journal, pack.questions[0], 4000.0)
    stage = play.start(ANN, Wish(kind=GameKind.FREE))
    assert isinstance(stage, Shown)
    assert stage.race is None
    assert '"race"' not in page_of(stage)
    settled = play.answer(ANN, stage.seat.record.round_id, here(stage))
    assert settled.race is None
    assert '"race"' not in page_of(settled)


def test_what_models_said_is_beside_the_answer_with_its_status(play: GeoPlay, journal: Journal, pack: GeoPack) -> None:
    for question in pack.questions:
        says(journal, question, 4000.0)
        nothing = {"latitude_deg": None, "longitude_deg": None, "error_km": None, "extra_json": None}
        for name, status in (("no", Status.REFUSED), ("huh", Status.UNPARSED), ("gone", Status.ERROR)):
            score = None if status is Status.ERROR else 0.0
            says(journal, question, score, responder_id=name, status=status, raw_answer=f"{name}!", **nothing)
    stage = begun(play)
    page = view.result_page(play.answer(ANN, stage.seat.record.round_id, here(stage)))
    assert page.result is not None
    assert page.map is not None
    answers = {str(row["label"]): (row["points"], row.get("status")) for row in page.result["answers"]}  # type: ignore[attr-defined]
    assert answers["owl-7b"] == (4000.0, None)
    assert answers["no"] == (0.0, {"name": "refused"})
    assert answers["huh"] == (0.0, {"name": "unparsed"})
    assert answers["gone"] == (None, {"name": "error"})
    assert [one["label"] for one in page.map["others"]] == ["owl-7b"]  # type: ignore[attr-defined]
    said = {one["name"]: one["said"] for one in page.result["said"]}  # type: ignore[attr-defined]
    assert said["owl-7b"] == "A kea calls; <script>alert(1)</script>\n\n<b>Wellington</b>, I think"  # text, never HTML
    assert said["huh"] == "huh!"


def test_the_newest_answer_counts_and_one_to_another_truth_does_not(
    play: GeoPlay, journal: Journal, pack: GeoPack
) -> None:
    for question in pack.questions:
        says(journal, question, 100.0)
        says(journal, question, 200.0, answered_at=NOON.replace(hour=14))
        says(journal, question, 300.0, answered_at=NOON.replace(hour=15), true_latitude_deg=1.5)
        says(journal, question, 400.0, answered_at=NOON.replace(hour=16), setting="transcript")
    stage = begun(play)
    settled = play.answer(ANN, stage.seat.record.round_id, here(stage))
    assert settled.race is not None
    assert settled.race.theirs == 200.0
    assert [(one.who.label, one.points) for one in settled.machines] == [
        ("owl-7b", 200.0),
        ("owl-7b (transcript)", 400.0),
    ]


def test_a_round_in_which_one_has_no_answer_does_not_count(play: GeoPlay, journal: Journal, pack: GeoPack) -> None:
    says(journal, pack.questions[0], 0.0, status=Status.REFUSED)
    says(journal, pack.questions[1], None, status=Status.ERROR)
    stage: object = begun(play)
    while isinstance(stage, Shown):
        play.answer(ANN, stage.seat.record.round_id, here(stage))
        stage = play.flow.after(stage.seat.record.round_id)
    assert isinstance(stage, Finished)
    assert stage.race is not None
    assert (stage.race.n, stage.race.own, stage.race.theirs) == (1, 5000.0, 0.0)
