"""Every mode of the registry builds, stands in a tab of its own, takes an answer, and logs one row of its table."""

from __future__ import annotations

import json
import re
import uuid
from collections import Counter
from collections.abc import Iterator

import pytest

from components.texts import LANGUAGES, say_class, texts
from soundmark.registry import enabled_modes, mode_ids
from soundmark.store import schema
from tests.conftest import ROOT
from tests.support.app_process import AppProcess
from tests.support.gradio_visitor import GradioVisitor
from tests.support.mode_drivers import DRIVERS, logged
from tests.support.raw_events import Json, RawClient

pytestmark = pytest.mark.ui


@pytest.fixture(scope="module")
def client(app: AppProcess) -> GradioVisitor:
    """Gradio's own client; one for all modes, as it takes its time to read the page."""
    return GradioVisitor(app.url)


def test_every_mode_is_driven_here() -> None:
    assert set(DRIVERS) == set(mode_ids()), "give each mode a driver that answers one of its questions"


def test_modes_have_titles_and_places_of_their_own() -> None:
    modes = enabled_modes()
    assert [mode.mode_id for mode in sorted(modes, key=lambda mode: mode.order)] == [mode.mode_id for mode in modes]
    for facts in ([mode.title for mode in modes], [mode.order for mode in modes]):
        assert max(Counter(facts).values()) == 1


def inside(tree: Json, wanted: int) -> Iterator[int]:
    """Ids of what stands inside a component of the page's layout."""

    def walk(node: Json, is_inside: bool) -> Iterator[int]:
        here = is_inside or node["id"] == wanted
        if here:
            yield int(str(node["id"]))
        children = node.get("children") or []
        assert isinstance(children, list)
        for child in children:
            yield from walk(child, here)

    yield from walk(tree, False)


@pytest.mark.parametrize("mode", DRIVERS)
def test_a_mode_stands_in_a_tab_of_its_own(visitor: RawClient, mode: str) -> None:
    config = visitor.config()
    components, layout = config["components"], config["layout"]
    assert isinstance(components, list)
    assert isinstance(layout, dict)
    (tab,) = [one for one in components if one["type"] == "tabitem" and one["props"]["id"] == mode]
    assert tab["props"]["label"]
    ids = set(inside(layout, tab["id"]))
    of_mode = {one["id"] for one in components if str(one["props"].get("elem_id", "")).startswith(f"{mode}-")}
    assert len(of_mode) > 5
    assert of_mode <= ids


CONSENTS = {"arena": "consent_to_vote"}
"""Texts of modes that have a consent of their own."""
STARTS = ("play", "arena_start")
"""Texts of the buttons that start."""


@pytest.mark.parametrize("mode", DRIVERS)
def test_who_starts_a_mode_is_told_before_that_answers_are_logged(visitor: RawClient, mode: str) -> None:
    """The line names the button that starts, in each language, and stands above the box that keeps answers unlogged."""
    config = visitor.config()
    components, layout = config["components"], config["layout"]
    assert isinstance(components, list)
    assert isinstance(layout, dict)
    by_id = {one["id"]: one for one in components}
    (tab,) = [one for one in components if one["type"] == "tabitem" and one["props"]["id"] == mode]
    key, order = CONSENTS.get(mode, "consent"), [by_id[found] for found in inside(layout, tab["id"])]
    named = {one["props"].get("elem_id"): number for number, one in enumerate(order)}
    (line,) = [number for number, one in enumerate(order) if f'["p", "{key}"]' in json.dumps(one).replace('\\"', '"')]
    assert line == named[f"{mode}-unlogged"] - 1
    (start,) = [name for name in STARTS if say_class(name) in order[named[f"{mode}-play"]]["props"]["elem_classes"]]
    for language in LANGUAGES:
        assert texts(language)[start] in texts(language)[key]


@pytest.mark.parametrize("mode", DRIVERS)
def test_an_answer_is_one_valid_row_of_the_modes_table(app: AppProcess, client: GradioVisitor, mode: str) -> None:
    client.player = str(uuid.uuid4())
    driver, before = DRIVERS[mode], logged(app)
    result = driver.play(client)
    assert result["success"], result
    after = logged(app)
    new = {table: rows[len(before[table]) :] for table, rows in after.items() if len(rows) > len(before[table])}
    assert {table: len(rows) for table, rows in new.items()} == dict.fromkeys(
        filter(None, (driver.table, driver.beside)), 1
    )
    (row,) = new[driver.table]
    assert isinstance(row, schema.ResponseRow | schema.VoteRow)
    assert schema.decode(driver.table, schema.encode(row)) == row
    assert row.responder_kind == "human"
    if isinstance(row, schema.ResponseRow):
        assert row.status == "ok"
        assert row.setting.startswith("audio")
    assert row.responder_id
    assert row.shown_at <= (row.answered_at if isinstance(row, schema.ResponseRow) else row.voted_at)
    assert row.listened_s


def test_only_the_modes_that_are_wanted_are_there() -> None:
    for mode in DRIVERS:
        assert [one.mode_id for one in enabled_modes([mode])] == [mode]


ENGINE = (
    "soundmark/quiz",
    "soundmark/games",
    "components/choice_card",
    "components/about_you",
    "components/quiz_summary",
)
OF_A_BENCHMARK = re.compile(
    r"\btau\b|taiwan|globe|\bhop\b|single-hop|multi-hop|chinese|mandarin|singapore|russian|\bthai\b|bengali|\bzh\b|gemini",
    re.IGNORECASE,
)


def test_the_engine_holds_no_word_of_a_benchmark() -> None:
    files = [ROOT / "soundmark" / "modes" / "quiz.py"]
    files += [path for room in ENGINE for path in (ROOT / room).rglob("*") if path.suffix in {".py", ".js"}]
    assert len(files) > 20
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in files
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if OF_A_BENCHMARK.search(line)
    ]
    assert found == []
