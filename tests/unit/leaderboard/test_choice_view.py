"""What reaches the browser of a quiz's leaderboard, and that published figures are said to be that."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from typing import Any

import pytest

from leaderboard.choice import count_of, table_for
from leaderboard.choice_answers import ChoiceLedger
from leaderboard.choice_spec import GLOBEAUDIO, SPECS, TAU, ChoiceSpec
from leaderboard.choice_view import NOT_READ, columns_mean, table_value
from leaderboard.paper_tables import read_table
from leaderboard.published_rows import published_rows
from soundmark.modes.globeaudio.published import PUBLISHED as SHOWN_GLOBEAUDIO
from soundmark.modes.tau.published import PUBLISHED as SHOWN_TAU
from soundmark.store.schema import ChoiceRow
from soundmark.types import ResponderKind, Status
from tests.conftest import ROOT
from tests.support.choice_log import answered, choice_row
from tests.support.choices import question

HOPS = [question(i, tags={"hop_type": ("Single-hop", "Multi-hop")[i % 2]}) for i in range(24)]
HOSTILE = [
    "<img src=x onerror=alert(1)>",
    "${alert(1)}",
    "{{value}}",
    "\u202eevil",
    "a" * 5000,
    "\ud800",
    "\x00\x1b[31m",
]
REFERENCE = ROOT.parent / "shared" / "reference"


def value(rows: Sequence[ChoiceRow], own_id: str | None = None, *, spec: ChoiceSpec = TAU, **options: Any) -> Any:
    ledger = ChoiceLedger(spec, HOPS if spec is TAU else [question(i, language="en") for i in range(4)])
    ledger.add(rows)
    table = table_for(count_of(ledger), published_rows(spec), own_id, shown_players=3)
    return json.loads(json.dumps(table_value(table, **({"benchmark": spec.benchmark} | options)), allow_nan=False))


def labels(made: Any, **having: object) -> list[str]:
    return [row["label"] for row in made["rows"] if all(row[name] == wanted for name, wanted in having.items())]


def test_every_column_has_a_cell_in_every_row_and_every_best_one_a_column() -> None:
    rows = [choice_row(one, responder_id="a" * 32) for one in HOPS[:12]]
    rows.append(answered(choice_row(HOPS[12], responder_id="a" * 32), Status.SKIPPED))
    made = value(rows, "a" * 32)
    ids = {column["id"] for column in made["columns"]}
    assert {"macro", "group_0", "group_1", "micro", "taken", "answers", "skipped"} <= ids
    for row in made["rows"]:
        assert ids - {"who"} <= set(row["cells"])
        assert set(row["best"]) <= ids | {"taken"}
    (own,) = [row for row in made["rows"] if row["own"]]
    assert (own["kind"], own["label"], own["cells"]["rank"]) == ("you", "You", 1)


def test_columns_of_passes_and_failures_stand_only_where_there_was_one() -> None:
    rare = {"skipped", "taken", "refused", "unparsed", "errors"}
    calm = value([choice_row(HOPS[0])])
    assert not rare & {column["id"] for column in calm["columns"]}
    states = (Status.SKIPPED, Status.REFUSED, Status.UNPARSED, Status.ERROR)
    asked = zip(HOPS, states, strict=False)
    stormy = value([answered(choice_row(one, responder_kind=ResponderKind.MODEL), status) for one, status in asked])
    assert rare <= {column["id"] for column in stormy["columns"]}


@pytest.mark.parametrize("name", HOSTILE)
def test_foreign_names_stay_text_and_short(name: str) -> None:
    model = choice_row(HOPS[0], responder_kind=ResponderKind.MODEL, responder_id=name, setting=name, prompt_id=name)
    made = value([model, choice_row(HOPS[1], responder_id=name, self_report=name)], benchmark=name)
    (shown,) = [row for row in made["rows"] if row["kind"] == "model" and not row["published"]]
    assert len(shown["label"]) <= 60
    assert len(shown["tag"]) <= 140
    assert len(made["caption"]["params"]["list"]) <= 80
    assert (shown["label"] + shown["tag"]).isprintable()
    assert shown["label"]


def test_published_rows_are_marked_have_no_rank_and_stand_where_their_figure_puts_them() -> None:
    made = value([choice_row(one, responder_id="a" * 32, is_right=i % 5 > 0) for i, one in enumerate(HOPS)])
    published = [row for row in made["rows"] if row["published"]]
    assert len(published) == 23
    assert all(row["badge"] == "published" and row["cells"]["rank"] is None for row in published)
    assert all("Table" in row["tag"] and not row["muted"] and not row["best"] for row in published)
    assert not labels(made, published=False, badge="published")
    macros = [row["cells"]["macro"]["value"] for row in made["rows"] if row["cells"]["macro"]]
    assert macros == sorted(macros, reverse=True)
    assert made["toggles"] == [
        {"field": "single", "label": "Single players"},
        {"field": "published", "label": "Published figures"},
    ]


@pytest.mark.parametrize(("benchmark", "is_said"), [("tau", False), ("soundmark-demo-tau", True)])
def test_other_questions_than_the_published_are_said_to_be_others(benchmark: str, is_said: bool) -> None:
    made = value([choice_row(HOPS[0])], benchmark=benchmark)
    assert any(note["key"] == "board_note_caution" for note in made["note"]) is is_said
    assert labels(made, published=True)


def test_until_the_questions_are_read_published_figures_stand_alone() -> None:
    table = table_for(count_of(ChoiceLedger(TAU, ())), published_rows(TAU))
    made: Any = table_value(table, benchmark="", is_read=False)
    assert made["note"] == [NOT_READ]
    assert all(row["published"] for row in made["rows"])
    assert {column["id"] for column in made["columns"]} >= {"macro", "group_0", "group_1"}


def cells(made: Any, label: str, tag: str) -> dict[str, float]:
    (row,) = [row for row in made["rows"] if row["label"] == label and tag in row["tag"] and row["published"]]
    return {name: cell["value"] for name, cell in row["cells"].items() if isinstance(cell, dict)}


def test_figures_of_the_papers() -> None:
    tau, globeaudio = value([]), value([], spec=GLOBEAUDIO)
    assert cells(tau, "Human topline", "Table 1") == {"group_0": 0.84, "group_1": 0.833, "macro": 0.8365}
    assert cells(tau, "Gemini 2.5 Pro", "Table 2") == {"group_0": 0.706, "group_1": 0.718, "macro": 0.712}
    assert cells(tau, "LLaMA-3.1", "Table 1, default prompt; gets the question alone")["group_1"] == 0.414
    # Columns of the paper: en ru zh th sg bn, and Avg.
    found = cells(globeaudio, "Gemini 3.1 Pro", "Table 3")
    assert found == {
        "group_0": 0.7826, "group_1": 0.9004, "group_2": 0.7034,
        "group_3": 0.8157, "group_4": 0.9006, "group_5": 0.8581, "macro": 0.8268,
    }  # fmt: skip


def test_the_papers_own_mean_is_the_plain_mean_of_its_languages() -> None:
    for record in read_table("globeaudio_table3.csv"):
        languages = [float(record[name]) for name in ("en", "ru", "zh", "th", "sg", "bn")]
        assert float(record["avg"]) == pytest.approx(sum(languages) / 6, abs=0.011), record["model"]


def test_figures_after_a_game_are_those_of_the_leaderboard() -> None:
    for shown, spec in ((SHOWN_TAU, TAU), (SHOWN_GLOBEAUDIO, GLOBEAUDIO)):
        known = [
            {group: pytest.approx(float(record[column]) / 100) for column, group in table.columns.items()}
            for table in spec.published
            for record in read_table(table.file)
        ]
        assert all(row["shares"] in known for row in shown)


def test_files_of_figures_are_as_transcribed() -> None:
    names = {
        "tau_table1.csv": "tau_table1_default_prompt.csv",
        "tau_table2.csv": "tau_table2_taiwan_prompt.csv",
        "globeaudio_table3.csv": "globeaudio_table3.csv",
    }
    if not REFERENCE.exists():
        pytest.skip("the folder shared/reference is not here")
    for name, source in names.items():
        with (REFERENCE / source).open(encoding="utf-8", newline="") as file:
            assert read_table(name) == list(csv.DictReader(file))


@pytest.mark.parametrize("spec", SPECS)
def test_texts_are_complete(spec: ChoiceSpec) -> None:
    assert [spec.mean_is] in [headers for headers, _ in columns_mean(spec)]
    assert set(spec.published[0].columns.values()) == set(spec.groups)
