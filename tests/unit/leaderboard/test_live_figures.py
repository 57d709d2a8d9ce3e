"""The views beside a ranking: own row, fair questions, pairs, Parquet, figures; ten thousand players; hostile names."""

from __future__ import annotations

import io
import json
from datetime import timedelta
from pathlib import Path
from typing import Any, cast

import numpy as np
import pyarrow.parquet as pq
import pytest

from leaderboard.board import own_id
from leaderboard.boards import boards_of
from leaderboard.geo_view import NO_ANSWERS
from leaderboard.live_figures import LiveFigures
from leaderboard.spatial_board import PACK, SpatialBoard
from leaderboard.tables.answers import answers_of
from leaderboard.tables.asked import SPATIAL_COLUMNS, AskedOf
from leaderboard.tables.estimates import with_intervals
from leaderboard.tables.figures import confusion
from leaderboard.tables.kinds import GEO, SPATIAL, choice_kind
from leaderboard.tables.measure_choice import MICRO
from leaderboard.tables.metrics import Measured, Metric
from leaderboard.tables.source import table_of_rows
from soundmark.benchmarks.pack import Pack, SpatialPack
from soundmark.benchmarks.report import PackReport
from soundmark.store.journal import Journal
from soundmark.types import AGENT_SETTING, ResponderKind, Status
from tests.support.any_rows import NOON, any_row
from tests.support.services import services_on

TOKEN = "00000000-0000-4000-8000-000000000001"
HOSTILE = ["<script>alert(1)</script>", "\u202egpj.exe", "a" * 5000, "=1+1", "名前😀", "\x00\x1b[31m", "  ", "%s{x}"]


def spatial(
    number: int, who: str, *, is_right: bool = True, kind: ResponderKind = ResponderKind.HUMAN, **more: Any
) -> Any:
    columns: dict[str, Any] = {
        "response_id": f"{who[:20]}-{number}", "benchmark": "b", "question_id": f"q{number}", "responder_kind": kind,
        "responder_id": who, "setting": "audio", "prompt_id": None, "imported_from": None, "status": Status.OK,
        "task": "direction_ego", "level": "hard", "choice_index": int(is_right), "true_choice_index": 1,
        "distance_m": None, "true_distance_m": None, "answered_at": NOON + timedelta(seconds=number),
    }  # fmt: skip
    return any_row("spatial", **columns | more)


def live(journal: Journal, folder: Path) -> LiveFigures:
    return LiveFigures(services_on(journal, folder), SPATIAL)


def labelled(view: Any) -> dict[str, Any]:
    return {row["label"]: row for row in view["rows"]}


def test_the_viewers_row_is_marked_and_only_for_the_viewer(journal: Journal, tmp_path: Path) -> None:
    figures = live(journal, tmp_path)
    me = own_id(figures.services, {"player": TOKEN})
    journal.append(spatial(0, str(me)))
    journal.append(spatial(0, "somebody"))
    mine = labelled(figures.views({"player": TOKEN}, "b", None)[0])
    assert mine["You"]["own"] and not mine["Player somebo"]["own"]
    assert "You" not in labelled(figures.views(None, "b", None)[0])


def test_a_new_answer_is_seen_and_answers_to_other_questions_are_not(journal: Journal, tmp_path: Path) -> None:
    figures = live(journal, tmp_path)
    assert figures.views(None, "b", None) == []
    journal.append(spatial(0, "ann"))
    journal.append(spatial(1, "ann", is_right=False))
    assert figures.last_views(None) == []
    views = figures.views(None, "b", None)
    assert figures.last_views(None) == views
    assert labelled(views[0])["All people"]["cells"]["ego_dir"]["value"] == 50.0
    other = LiveFigures(figures.services, SPATIAL)
    asked = AskedOf(revision="r", columns=SPATIAL_COLUMNS, truths={"q0": (1, None), "q1": (3, None)})
    assert labelled(other.views(None, "b", asked)[0])["All people"]["cells"]["ego_dir"]["value"] == 100.0


def test_only_questions_that_both_answered_make_people_and_models_comparable(journal: Journal, tmp_path: Path) -> None:
    for number in range(4):
        journal.append(spatial(number, "ann", is_right=number < 1))
    for number in range(2):
        journal.append(spatial(number, "m", is_right=True, kind=ResponderKind.MODEL))
    for number in range(4):  # an agent names itself, and is no model that was run
        journal.append(spatial(number, "agent", is_right=False, kind=ResponderKind.MODEL, setting=AGENT_SETTING))
    figures = live(journal, tmp_path)
    views = {view["id"]: view for view in cast("list[Any]", figures.views(None, "b", None))}
    assert labelled(views["figures"])["All people"]["cells"]["ego_dir"]["value"] == 25.0
    assert labelled(views["both"])["All people"]["cells"]["ego_dir"]["value"] == 50.0
    questions = views["questions"]["rows"]
    assert len(questions) == 4 and not any("q0" in json.dumps(row) for row in questions)
    of_models = [row["cells"]["models"] for row in questions]
    assert [cell["value"] for cell in of_models if cell is not None] == [100.0, 100.0]
    pair = figures.compared("m", "All people")
    assert "Questions that both answered: 2; m is higher on 1, lower on 0" in str(pair["text"])
    assert str(pair["text"]).startswith("m less All people: +50.0 percentage points (95 % interval +0.0 to +100.0)")
    assert pair["key"] == "pair_difference"
    assert figures.compared("m", "no such row")["key"] == "pair_choose"
    assert figures.compared(None, ["All people"])["key"] == "pair_choose"
    assert ("All people", "All people") in figures.choices() and ("m", "m") in figures.choices()


def test_all_figures_are_saved_as_parquet(journal: Journal, tmp_path: Path) -> None:
    figures = live(journal, tmp_path)
    assert figures.parquet() == b"" and figures.figures() == []
    for number in range(12):
        journal.append(spatial(number, "ann", is_right=number % 2 == 0))
    figures.views(None, "b", None)
    saved = pq.read_table(io.BytesIO(figures.parquet())).to_pylist()
    assert {row["label"]: row["ego_dir"] for row in saved} == {
        "All people": 0.5, "Player ann": 0.5, "People in their first 10 questions": 0.5,
        "People in questions 11 to 50": 0.5,
    }  # fmt: skip
    assert len(figures.figures()) == figures.n_figures


def test_the_board_of_directions_has_the_published_rows_beside_those_of_the_log(
    journal: Journal, tmp_path: Path
) -> None:
    board = SpatialBoard(services_on(journal, tmp_path))
    assert board.value(None) == {"message": NO_ANSWERS}
    journal.append(spatial(0, "ann"))
    rows = labelled(SpatialBoard(services_on(journal, tmp_path)).value(None))
    assert rows["Human-Level"]["badge"] == "published" and rows["Human-Level"]["kind"] == "human"
    assert {name: cell["value"] for name, cell in rows["SAVVY"]["cells"].items() if cell} == {
        "overall": 58.0, "ego_dir": 84.7, "ego_dist": 62.9, "allo_dir": 44.0, "allo_dist": 40.2
    }  # fmt: skip
    assert rows["All people"]["cells"]["ego_dir"]["value"] == 100.0
    services = services_on(journal, tmp_path)
    report = PackReport(n_rows=0, n_playable=0)
    pack: SpatialPack = Pack(benchmark="b", revision="r", title="B", questions=(), report=report, is_synthetic=True)
    services.packs.start(PACK, lambda _: pack)
    assert list(boards_of(services)) == ["savvy"]


def test_continents_that_were_answered_stand_by_row_of_the_true_one() -> None:
    said = [
        ("Europe", "Europe", None),
        ("Europe", None, "Asia"),
        ("Europe", "asia", "Europe"),
        ("Oceania", "Australia", None),
    ]
    rows = [
        any_row("geo", response_id=f"r{number}", question_id=f"q{number}", responder_kind=ResponderKind.MODEL,
                status=Status.OK, true_latitude_deg=0.0, true_longitude_deg=0.0, points=1.0, error_km=1.0,
                true_continent=truth, named_continent=named, guess_continent=pointed)
        for number, (truth, named, pointed) in enumerate(said)
    ]  # fmt: skip
    answers = answers_of(table_of_rows("geo", rows, GEO.columns), GEO.is_sound)
    names, shares, totals = confusion(answers, people=False)
    assert names == ["Asia", "Europe", "Oceania"] and totals.tolist() == [0, 3, 1]
    assert shares[1].tolist() == pytest.approx([2 / 3, 1 / 3, 0]) and shares[2].tolist() == [0, 0, 1]
    assert np.isnan(shares[0]).all()


def test_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    """Means over answers of people who differ: 95 % of 200 intervals, give or take, hold the mean of all people."""
    rng = np.random.default_rng(11)
    held = {"mean": 0, "median": 0}
    for _ in range(200):
        skills = rng.normal(0, 1, 60)
        clusters = np.repeat(np.arange(60), 8)
        values = skills[clusters] + rng.normal(0, 1, len(clusters))
        measured = [
            Measured(Metric(name="mean", label="", says=""), values),
            Measured(Metric(name="median", label="", says="", quantile=0.5), values),
        ]
        for one, found in zip(measured, with_intervals(measured, np.arange(len(values)), clusters), strict=True):
            assert found.interval is not None
            held[one.metric.name] += found.interval.low <= 0 <= found.interval.high
    assert 180 <= held["mean"] <= 199 and 180 <= held["median"] <= 200


def test_every_figure_says_what_it_is_out_of_the_rules_docstring() -> None:
    assert "exp(-error / 1492.7 km)" in next(
        one.metric.definition() for one in GEO.measure(_empty("geo")) if one.metric.name == "geoscore"
    )
    assert "failed call" in MICRO.definition() and "Args" not in MICRO.definition()
    for kind, name in ((GEO, "geo"), (SPATIAL, "spatial"), (choice_kind(next(iter(_specs()))), "choice")):
        for one in kind.measure(_empty(name)):
            assert len(one.metric.definition()) > 20 and one.metric.label


def _specs() -> Any:
    from leaderboard.choice_spec import SPECS

    return SPECS


def _empty(name: str) -> Any:
    kind = {"geo": GEO, "spatial": SPATIAL, "choice": choice_kind(next(iter(_specs())))}[name]
    return answers_of(table_of_rows(name, [], kind.columns), kind.is_sound)
