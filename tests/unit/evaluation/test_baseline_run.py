"""Baselines go through a list once, whatever happens in between, and are scored like everybody else."""

from __future__ import annotations

import math
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import pytest
from geographiclib.geodesic import Geodesic

from soundmark.benchmarks.entry import AnyPack
from soundmark.evaluation.baseline_log import BaselineLog
from soundmark.evaluation.baseline_run import blind_baselines, listening_baseline, run_baseline
from soundmark.models.baselines.places import MIDDLE, OTHER_PLACE, RANDOM
from soundmark.store import schema
from soundmark.store.journal import Journal, JournalError
from soundmark.store.published import PublishedLog
from soundmark.store.schema import ChoiceRow, GeoRow, RunRow, SpatialRow
from soundmark.types import Coordinate, QuestionKind, ResponderKind, Status
from tests.support.baseline_packs import choices, list_of, places, scenes
from tests.support.baseline_questions import place_question

NAMES = {
    QuestionKind.GEO: [RANDOM, OTHER_PLACE, MIDDLE],
    QuestionKind.CHOICE: [RANDOM, "Most frequent position", "Longest option"],
    QuestionKind.SPATIAL: [RANDOM, MIDDLE],
}


def no_rest(_: float) -> None:
    """Work on at once."""


def run_all(pack: AnyPack, journal: Journal) -> list[bool]:
    kind, into = pack.questions[0].kind, BaselineLog(journal)
    return [run_baseline(one, pack, into, deployment="test", rest=no_rest) for one in blind_baselines(kind)]


def ids(journal: Journal, *tables: str) -> list[str]:
    return sorted(schema.row_id(row) for table in tables for row in journal.rows(table))


def geo_rows(journal: Journal) -> list[GeoRow]:
    return [row for row in journal.rows("geo") if isinstance(row, GeoRow)]


@pytest.mark.parametrize(("pack", "table"), [(places(30), "geo"), (choices(), "choice"), (scenes(), "spatial")])
def test_every_question_is_answered_once_by_each_baseline(journal: Journal, pack: AnyPack, table: str) -> None:
    names = NAMES[pack.questions[0].kind]
    assert run_all(pack, journal) == [True] * len(names)
    rows = [row for row in journal.rows(table) if isinstance(row, schema.ResponseRow)]
    assert sorted((row.responder_id, row.question_id) for row in rows) == sorted(
        (name, one.question_id) for name in names for one in pack.questions
    )
    assert {(row.responder_kind, row.setting, row.status) for row in rows} == {("baseline", "blind", "ok")}
    assert all(row.salt_id is None and row.raw_answer and row.extra_json for row in rows)
    runs = {row.responder_id: row for row in journal.rows("runs") if isinstance(row, RunRow)}
    assert sorted(runs) == sorted(names)
    for name, run in runs.items():
        own = [row for row in rows if row.responder_id == name]
        assert {row.run_id for row in own} == {run.run_id}
        scores = [row.score for row in own if row.score is not None]
        assert run.score_mean == pytest.approx(math.fsum(scores) / len(pack.questions))
        assert (run.is_complete, run.question_count, run.answer_count) == (True, len(own), len(own))
        assert "seed" in str(run.parameters_json)


def test_places_are_scored_as_geodesy_says(journal: Journal) -> None:
    run_all(places(20), journal)
    for row in geo_rows(journal):
        assert row.latitude_deg is not None
        assert row.longitude_deg is not None
        metres = Geodesic.WGS84.Inverse(
            row.latitude_deg, row.longitude_deg, row.true_latitude_deg, row.true_longitude_deg
        )["s12"]
        assert row.error_km == pytest.approx(metres / 1000)
        assert row.points == row.score == pytest.approx(5000 * math.exp(-metres / 1000 / 1492.7))


def test_random_lands_where_theory_says_in_the_log(journal: Journal) -> None:
    """A quarter of the circumference, and one choice in four: within four standard deviations."""
    run_all(places(60), journal)
    run_all(choices(400), journal)
    errors = [row.error_km for row in geo_rows(journal) if row.responder_id == RANDOM and row.error_km is not None]
    deviation_km = 6371.0088 * math.sqrt(math.pi**2 / 4 - 2) / math.sqrt(60)
    assert sum(errors) / 60 == pytest.approx(10_007.5, abs=4 * deviation_km)
    answers = [row for row in journal.rows("choice") if isinstance(row, ChoiceRow)]
    right = [row.correct for row in answers if row.responder_id == RANDOM]
    assert sum(map(bool, right)) / 400 == pytest.approx(0.25, abs=4 * math.sqrt(0.25 * 0.75 / 400))
    usual = [row.correct for row in answers if row.responder_id == "Most frequent position"]
    assert sum(map(bool, usual)) == 100


def test_sectors_and_metres_have_their_own_scores(journal: Journal) -> None:
    run_all(scenes(), journal)
    usual = [row for row in journal.rows("spatial") if isinstance(row, SpatialRow) and row.responder_id == MIDDLE]
    # The mean of 2.0 and 2.4 m is 0.2 m off both, which is below eight of the ten thresholds of 0.1 to 1.0 m.
    assert [row.score for row in usual] == [1, 1, 0, 0.8, 0.8]
    assert [row.correct for row in usual] == [True, True, False, None, None]
    assert [row.distance_m for row in usual] == [None, None, None, 2.2, 2.2]


def test_the_next_start_runs_nothing_again_and_another_revision_does(journal: Journal) -> None:
    pack = places(10)
    run_all(pack, journal)
    before = ids(journal, "geo", "runs")
    assert run_all(pack, journal) == [False] * 3
    assert ids(journal, "geo", "runs") == before
    assert run_all(list_of(pack.questions, revision="r2"), journal) == [True] * 3
    assert len(ids(journal, "geo")) == 60


class PulledPlug(Exception):
    """The process ends here."""


def test_a_run_that_was_cut_off_is_finished_without_a_row_twice(journal: Journal) -> None:
    pack, (baseline, *_) = places(60), blind_baselines(QuestionKind.GEO)

    def cut(_: float) -> None:
        raise PulledPlug

    with pytest.raises(PulledPlug):
        run_baseline(baseline, pack, BaselineLog(journal), deployment="test", rest=cut)
    assert 0 < len(ids(journal, "geo")) < 60
    assert ids(journal, "runs") == []
    assert run_baseline(baseline, pack, BaselineLog(journal), deployment="test", rest=no_rest)
    assert len(ids(journal, "geo")) == 60
    assert len(ids(journal, "runs")) == 1


def test_two_replicas_give_one_set_of_rows(journal: Journal, tmp_path: Path) -> None:
    pack, other = choices(), Journal(tmp_path / "other.sqlite")
    both = [threading.Thread(target=run_all, args=(pack, journal)) for _ in range(2)]
    for thread in both:
        thread.start()
    run_all(pack, other)
    for thread in both:
        thread.join()
    assert ids(journal, "choice", "runs") == ids(other, "choice", "runs")
    answers = [
        {row.response_id: (row.choice_index, row.score) for row in one.rows("choice") if isinstance(row, ChoiceRow)}
        for one in (journal, other)
    ]
    assert answers[0] == answers[1]
    other.close()


@dataclass
class HasEverything:
    """A published log with every run in it."""

    revision: str = "abc"

    def has(self, table: str, row_id: str) -> bool:
        return table == "runs" and bool(row_id)


def test_what_is_published_is_not_run_again_on_an_empty_disk(journal: Journal) -> None:
    into = BaselineLog(journal, cast("PublishedLog", HasEverything()))
    for baseline in blind_baselines(QuestionKind.CHOICE):
        assert not run_baseline(baseline, choices(), into, deployment="test", rest=no_rest)
    assert ids(journal, "choice", "runs") == []


def test_a_rule_that_has_nothing_to_say_is_refused_and_scores_nothing(journal: Journal) -> None:
    run_all(list_of([place_question(1, Coordinate(1, 2))]), journal)
    (row,) = [row for row in geo_rows(journal) if row.responder_id == OTHER_PLACE]
    assert (row.status, row.score, row.points, row.raw_answer) == (Status.REFUSED, 0.0, 0.0, None)
    assert row.responder_kind is ResponderKind.BASELINE


def test_a_closed_journal_ends_the_run_with_a_sentence(tmp_path: Path) -> None:
    closed = Journal(tmp_path / "closed.sqlite")
    closed.close()
    with pytest.raises(JournalError, match="stopping"):
        BaselineLog(closed).write([])


def test_scenes_have_no_baseline_that_listens() -> None:
    assert listening_baseline(scenes(), {}) is None
    assert listening_baseline(places(2), {}) is not None
    assert listening_baseline(list_of([]), {}) is None
