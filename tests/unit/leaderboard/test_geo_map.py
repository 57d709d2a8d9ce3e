"""The map: right pairs and great circles, nothing told too early, and no text that does anything."""

from __future__ import annotations

import itertools
import json
import re
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from geopy.distance import great_circle
from hypothesis import given, settings
from hypothesis import strategies as st

from leaderboard.geo_map import coastlines, map_figure, said
from leaderboard.geo_map_file import as_markup, map_page
from leaderboard.live_figures import LiveFigures
from leaderboard.live_map import NOTHING_OWN, LiveMap
from leaderboard.tables.asked import GEO_COLUMNS, AskedOf
from leaderboard.tables.groups import Who
from leaderboard.tables.kinds import GEO
from leaderboard.tables.trips import Trips, arcs
from soundmark.store.journal import Journal
from soundmark.types import ResponderKind, Status
from tests.support.any_rows import NOON, any_row
from tests.support.marked import Marked
from tests.support.services import services_on

TOKEN = "00000000-0000-4000-8000-000000000001"
HOSTILE = "</script><img src=x onerror=alert(1)>${alert(2)}`+alert(3)+`{{7*7}}\\x3cb\\x3e\u202e\"'"
TRUTHS = {f"q{number}": (float(number), 10.0) for number in range(4)}
places = st.tuples(st.floats(-89, 89), st.floats(-180, 180))


def trips(**changes: Any) -> Trips:
    columns: dict[str, Any] = {
        "who": Who.MODEL, "truths": np.array([[0.0, 170.0], [10.0, 20.0]]), "km": np.array([2223.9, np.nan]),
        "guesses": np.array([[0.0, -170.0], [np.nan, np.nan]]), "numbers": ("aa", "bb"), "places": (HOSTILE, ""),
    }  # fmt: skip
    return Trips(**columns | changes)


def geo(number: int, who: str, question: int, kind: ResponderKind = ResponderKind.HUMAN, **more: Any) -> Any:
    columns: dict[str, Any] = {
        "response_id": f"r{number}", "benchmark": "b", "question_id": f"q{question}", "prompt_id": None,
        "responder_kind": kind, "responder_id": who, "setting": "audio", "imported_from": None, "status": Status.OK,
        "game_id": None, "answered_at": NOON + timedelta(seconds=number), "true_latitude_deg": float(question),
        "true_longitude_deg": 10.0, "latitude_deg": 5.0, "longitude_deg": 6.0, "error_km": 500.0, "points": 1.0,
        "score": 1.0, "hint_cost": 0.0, "true_city": "Oslo", "true_country": "Norway", "salt_id": None,
    }  # fmt: skip
    return any_row("geo", **columns | more)


def live_map(journal: Journal, folder: Path, *rows: Any, truths: Any = TRUTHS) -> LiveMap:
    for row in rows:
        journal.append(row)
    figures = LiveFigures(services_on(journal, folder), GEO)
    figures.views(None, "b", AskedOf(revision="r", columns=GEO_COLUMNS, truths=truths))
    return LiveMap(figures)


def own(journal: Journal, folder: Path, number: int, question: int, **more: Any) -> Any:
    """An answer of the browser with `TOKEN`."""
    player = services_on(journal, folder).players.player(TOKEN)
    return geo(number, str(player.responder_id), question, **{"salt_id": player.salt_id} | more)


@given(a=places, b=places)
@settings(max_examples=60, deadline=None)
def test_lines_follow_the_shortest_way_and_never_jump(a: tuple[float, float], b: tuple[float, float]) -> None:
    path = arcs(np.array([a]), np.array([b]), 16)[0]
    whole_km = great_circle(a, b).km
    if whole_km > 20_000:  # nearly antipodes: every way is as short
        return
    steps = [great_circle(tuple(one), tuple(two)).km for one, two in itertools.pairwise(path)]
    assert sum(steps) == pytest.approx(whole_km, abs=0.1)
    assert path[0] == pytest.approx(a) and path[-1][0] == pytest.approx(b[0], abs=1e-6)
    turns = (path[-1][1] - b[1]) / 360
    assert turns == pytest.approx(round(turns), abs=1e-6)
    assert np.abs(np.diff(path[:, 1])).max() <= 180


def test_antipodes_have_a_line_of_numbers() -> None:
    path = arcs(np.array([[0.0, 0.0], [3.0, 4.0]]), np.array([[0.0, 180.0], [3.0, 4.0]]))
    assert np.isfinite(path).all()


def test_the_figure_holds_truths_guesses_and_coastlines_of_the_install() -> None:
    figure = map_figure(trips(), HOSTILE)
    land, lines, guesses, truths = figure.data
    assert (list(truths.x), list(truths.y)) == ([170.0, 20.0], [0.0, 10.0])
    assert (list(guesses.x), list(guesses.y)) == ([-170.0], [0.0])
    assert next(x for x in lines.x if x is not None) == 170.0 and None in lines.x  # it leaves the map and comes back
    assert max(abs(x) for x in lines.x if x is not None) <= 180
    assert len(land.x) == len(coastlines()[0]) > 5000
    assert max(y for y in land.y if y is not None) > 80
    assert not re.search("<(?!br|b>)", json.dumps([guesses.text, guesses.name, truths.text]))
    assert "tile" not in figure.to_json() and "http" not in figure.to_json().replace(str(figure.layout.template), "")


def test_the_page_to_download_shows_hostile_text_and_runs_none() -> None:
    page = map_page(trips(who=Who.ALL_PEOPLE), HOSTILE)
    for part in ("<img", "${alert", "`+alert", "{{7", "\\x3cb", "\u202e"):
        assert part not in page
    assert page.count("</script>") == page.count("<script")
    held = re.findall(r'"said": "(Question[^"]*)"', page)
    assert len(held) == 3  # two truths and a guess
    assert as_markup("a < b & `c`") == "a &lt; b &amp; &#96;c&#96;"
    asked = set(re.findall(r"https?://([a-z0-9.{}]+)/", page))
    assert asked <= {"cdn.jsdelivr.net", "tile.openstreetmap.org", "www.openstreetmap.org"}, asked


def test_a_line_on_each_answer_says_how_far() -> None:
    assert said(trips(places=("Oslo", ""))) == [
        "Question aa (Oslo): 2,224 km away",
        "Question bb: no place answered",
    ]


def test_a_viewer_sees_places_of_answered_clips_and_the_owner_all(journal: Journal, tmp_path: Path) -> None:
    rows = [geo(number, "m", number, ResponderKind.MODEL) for number in range(4)]
    mine = [own(journal, tmp_path, 10, 1), own(journal, tmp_path, 11, 2, status=Status.SKIPPED, latitude_deg=None),
            own(journal, tmp_path, 12, 3, status=Status.ERROR)]  # fmt: skip
    live = live_map(journal, tmp_path, *rows, *mine)
    seen = live.trips({"player": TOKEN}, "m", every_clip=False)
    assert seen is not None and sorted(seen.truths[:, 0].tolist()) == [1.0, 2.0] and seen.hidden == 2
    figure, text = live.shown({"player": TOKEN}, "m", every_clip=False)
    assert figure is not None and "To clips that you have not answered, and so not shown: 2." in text
    for ticket in (None, {}, {"player": TOKEN.replace("1", "2")}, {"player": "<script>"}, ["x"]):
        assert live.shown(ticket, "m", every_clip=False) == (None, NOTHING_OWN["text"])
        assert live.page(ticket, "m", every_clip=False) == ""
    whole = live.trips(None, "m", every_clip=True)
    assert whole is not None and len(whole) == 4 and whole.hidden == 0
    assert live.shown({}, "no such row", every_clip=True)[0] is None


def test_an_answer_to_what_had_another_truth_shows_nothing(journal: Journal, tmp_path: Path) -> None:
    model = geo(0, "m", 1, ResponderKind.MODEL)
    mine = own(journal, tmp_path, 1, 1, true_latitude_deg=50.0)
    live = live_map(journal, tmp_path, model, mine)
    assert live.shown({"player": TOKEN}, "m", every_clip=False) == (None, NOTHING_OWN["text"])


def test_of_too_many_answers_the_newest_are_drawn(journal: Journal, tmp_path: Path) -> None:
    from leaderboard.tables.trips import trips_of

    rows = [geo(number, "m", number % 4, ResponderKind.MODEL, prompt_id=f"p{number // 4}") for number in range(4)]
    live = live_map(journal, tmp_path, *[replace(row, prompt_id=None) for row in rows])
    found = live.figures.answers_in("m")
    assert found is not None
    kept = trips_of(*found, live.figures.services.players.salt, limit=2)
    assert kept.truths[:, 0].tolist() == [2.0, 3.0] and kept.beyond == 2


def texts_of(figure: Any) -> list[str]:
    drawn = figure.to_plotly_json()
    layout = drawn["layout"]
    titles = [layout[part].get("title", {}).get("text") for part in ("xaxis", "yaxis")] + [
        layout.get("title", {}).get("text"),
        *(one["text"] for one in layout.get("annotations", ())),
    ]
    return [text for text in (*titles, *(one.get("name") for one in drawn["data"])) if text]


def test_every_word_of_every_figure_and_of_the_map_is_said_in_the_reader_s_language(
    journal: Journal, tmp_path: Path
) -> None:
    rows = [geo(number, "m", number, ResponderKind.MODEL, true_continent="Asia") for number in range(4)]
    for people in ([], [geo(10 + number, "ann", number, true_continent="Asia") for number in range(3)]):
        live = live_map(journal, tmp_path, *(people or rows))
        figure, told = live.shown({}, "m", every_clip=True, words=Marked())
        texts = [text for one in live.figures.figures(Marked()) for text in texts_of(one)]
        assert len(texts) > 12 and told.startswith("[")
        # A model's name comes from outside.
        assert [text for text in (*texts, *texts_of(figure)) if not text.startswith("[") and text != "m"] == []
        assert "[Guesses of m (hollow)]" in live.page({}, "m", every_clip=True, words=Marked())
