"""A reply becomes the row of its table, scored by the benchmark's own rule."""

from __future__ import annotations

import json
import math
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from soundmark.evaluation.answered import NOTHING, Answered
from soundmark.evaluation.figures import report_of
from soundmark.evaluation.items import AnyQuestion, Item
from soundmark.evaluation.prepare import read_reply
from soundmark.evaluation.rows import Responder, row_of
from soundmark.models.reply import Reply
from soundmark.store import schema
from soundmark.store.schema import GeoRow, SpatialRow
from soundmark.types import (
    Clip,
    Coordinate,
    GeoTruth,
    Question,
    QuestionId,
    QuestionKind,
    SpatialTruth,
    Status,
)
from tests.support.choices import question
from tests.support.model_runs import a_task, ok

NOW = datetime(2026, 3, 20, tzinfo=UTC)
TASK = a_task(read=read_reply)


def answered(reply: Reply | None, **more: Any) -> Answered:
    values: dict[str, Any] = {
        "key": "k", "run_id": "run", "response_id": "response", "asked_at": NOW,
        "answered_at": NOW + timedelta(seconds=2), "latency_s": 2.0, "reply": reply, "spent": NOTHING,
    }  # fmt: skip
    return Answered(**(values | more))


def row(asked: AnyQuestion, reply: Reply | None, **more: Any) -> Any:
    item = Item(question=asked, order=tuple(range(len(asked.choices))))
    found = row_of(item, answered(reply, **more), TASK, Responder(name="m"))
    assert schema.decode(schema.table_of(found), schema.encode(found)).question_id == asked.question_id  # type: ignore[attr-defined]
    return found


def geo_question(number: int = 1) -> AnyQuestion:
    return Question(
        question_id=QuestionId(f"g{number}"), benchmark="places", revision="r", kind=QuestionKind.GEO, prompt="Where?",
        clip=Clip(path=None), truth=GeoTruth(place=Coordinate(52.52, 13.405), country="Germany", continent="Europe"),
    )  # fmt: skip


def spatial_question(**truth: Any) -> AnyQuestion:
    has_choices = "choice_index" in truth
    return Question(
        question_id=QuestionId("s1"), benchmark="rooms", revision="r", kind=QuestionKind.SPATIAL, prompt="Where is it?",
        clip=Clip(path=None), truth=SpatialTruth(**truth), choices=("left", "right", "back") if has_choices else (),
        tags={"task": "direction_ego" if has_choices else "distance_ego", "level": "simple"},
    )  # fmt: skip


def test_a_place_is_scored_by_its_distance() -> None:
    text = json.dumps(
        {"reason": "Tram bells.", "city": "Potsdam", "country": "Germany", "latitude": 52.39, "longitude": 13.06}
    )
    found = row(geo_question(), ok(text))
    assert isinstance(found, GeoRow)
    # 27.5 km from Berlin to Potsdam by the WGS-84 ellipsoid.
    assert found.error_km is not None and found.error_km == pytest.approx(27.5, abs=0.5)
    assert found.score == pytest.approx(5000 * math.exp(-found.error_km / 1492.7))
    assert (found.guess_country, found.named_city, found.status) == ("DE", "Potsdam", "ok")
    assert json.loads(found.extra_json or "")["reasoning"] == "Tram bells."


def test_a_place_that_is_only_named_is_not_looked_up() -> None:
    found = row(geo_question(), ok('{"city": "Berlin", "country": "Germany", "continent": "Europe"}'))
    assert (found.status, found.status_reason, found.score) == ("unparsed", "no_coordinates", 0)
    assert found.latitude_deg is None and found.named_city == "Berlin"


def test_an_endpoints_own_mark_counts_before_the_text() -> None:
    for status in (Status.REFUSED, Status.UNPARSED):
        found = row(question(0), Reply(status=status, text="B", reason="cut"))
        assert (found.status, found.status_reason, found.score, found.choice_index) == (status, "cut", 0, None)
        assert found.raw_answer == "B"


def test_a_failure_has_no_score_and_is_no_answer() -> None:
    for asked in (question(0), geo_question(), spatial_question(choice_index=1), spatial_question(distance_m=2.0)):
        found = row(asked, None, failure="timeout", failure_text="It took too long.")
        assert (found.status, found.status_reason, found.score, found.raw_answer) == ("error", "timeout", None, None)
        assert json.loads(found.extra_json)["failure"] == "It took too long."


def test_sectors_and_metres() -> None:
    right = row(spatial_question(choice_index=1, azimuth_deg=90.0), ok("B"))
    assert isinstance(right, SpatialRow)
    assert (right.choice_index, right.correct, right.score, right.true_azimuth_deg) == (1, True, 1.0, 90.0)
    near = row(spatial_question(distance_m=2.0), ok("2.25 m"))
    # Below 0.3, 0.4 ... 1.0 m: eight of ten thresholds.
    assert (near.distance_m, near.score, near.correct) == (2.25, pytest.approx(0.8), None)
    assert near.distance_error_m == pytest.approx(0.25)


def test_hostile_replies_fit_the_log() -> None:
    text = "\x00\ud800" + "<b>" * 100_000
    found = row(question(0), ok(text, reasoning="\ud800" * 300_000, details={"x": "y" * 500_000}))
    assert found.status == "unparsed"


def test_figures_of_spatial_rows_leave_failures_out_and_say_so() -> None:
    asked = [spatial_question(choice_index=1), spatial_question(distance_m=2.0)]
    pairs = [(asked[0], row(asked[0], ok("B"))), (asked[0], row(asked[0], ok("A"))), (asked[0], row(asked[0], None))]
    pairs += [(asked[1], row(asked[1], ok("2.25 m")))]
    report = report_of(pairs)
    figures = report.sections["corrected"]
    assert figures["ego_dir_pct"] == 50.0 and figures["ego_dist_pct"] == pytest.approx(80.0)
    assert "1 of 4" in report.remarks[0]


def test_figures_of_choice_and_place_rows() -> None:
    asked = [question(number) for number in range(4)]
    replies = [ok("A"), ok("D"), ok("I am sorry, I cannot hear the audio."), None]
    report = report_of([(one, row(one, reply)) for one, reply in zip(asked, replies, strict=True)])
    assert report.sections["as_published"]["acc"] == 0.25, "a failed call is wrong, as TAU counts"
    assert report.sections["corrected"]["acc"] == pytest.approx(1 / 3)
    assert report.sections["corrected"]["refused_rate"] == 0.25
    place = geo_question()
    geo = report_of([(place, row(place, ok('{"latitude": 52.52, "longitude": 13.405}'))), (place, row(place, None))])
    assert "as_published" not in geo.sections
    assert geo.sections["corrected"]["geoscore"] == pytest.approx(5000.0)
    assert geo.sections["corrected"]["error_rate"] == 0.5
