"""The figures equal those that pandas works out by itself from random logs with every status, and from hostile ones."""

from __future__ import annotations

import math
import random
from dataclasses import asdict
from datetime import timedelta
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from leaderboard.choice_spec import GLOBEAUDIO, TAU
from leaderboard.geo import count_answers, table_for
from leaderboard.geo_rows import RowKind
from leaderboard.tables.answers import Origin, answers_of
from leaderboard.tables.groups import GroupKey, Who
from leaderboard.tables.kinds import GEO, SPATIAL, TableKind, choice_kind
from leaderboard.tables.source import table_of_rows
from leaderboard.tables.table import FigureTable, TableRules, figure_table
from soundmark.store.schema import ChoiceRow, GeoRow, SpatialRow
from soundmark.types import ResponderKind, Status
from tests.support.any_rows import NOON, any_row

Rows = list[Any]
SKIPPED, REFUSED, UNPARSED, ERROR, OK = Status.SKIPPED, Status.REFUSED, Status.UNPARSED, Status.ERROR, Status.OK
EVERYBODY = TableRules(shown_players=1000, has_intervals=False)
WITHIN_KM = (1, 10, 100, 500, 1000)
LANGUAGES = {"en": "en", "ru": "ru", "zh-Hans": "zh_hans", "th": "th", "en-SG": "en_sg", "bn": "bn"}


def asked(rng: random.Random, number: int) -> dict[str, Any]:
    """Who answers which question when, and how: people with and without an id, models, imported ones, baselines."""
    kind = rng.choice([ResponderKind.HUMAN] * 6 + [ResponderKind.MODEL] * 3 + [ResponderKind.BASELINE])
    is_human = kind is ResponderKind.HUMAN
    who = (
        rng.choice([None, "ann", "bob", "cem", "Dé 中", "<script>alert(1)</script>"]) if is_human else rng.choice("mn")
    )
    return {
        "response_id": f"id-{rng.randrange(10**9):09}-{number}",
        "question_id": f"q{rng.randrange(12)}",
        "responder_kind": kind,
        "responder_id": who,
        "game_id": rng.choice([None, "g1", "g2"]) if is_human else None,
        "setting": "audio" if is_human else rng.choice(["audio", "blind"]),
        "prompt_id": None if is_human else rng.choice(["p", None]),
        "imported_from": None if is_human or rng.random() < 0.6 else "file sha256:0",
        "status": rng.choice([OK] * 6 + [SKIPPED, REFUSED, UNPARSED, ERROR]),
        "answered_at": NOON + timedelta(seconds=rng.randrange(60)),  # some at the same time
        "repeat_index": None if is_human else rng.choice([None, 0, 1]),
    }


def geo_log(rng: random.Random, n: int) -> Rows:
    rows = []
    for number in range(n):
        km = rng.choice([0.0, 1.0, 9.99, 500.0, rng.uniform(0, 20000)])
        hint = rng.choice([0.0, 0.2])
        common = asked(rng, number)
        has_guess = common["status"] is OK
        score = 5000 * math.exp(-km / 1492.7) if has_guess else 0.0
        rows.append(any_row("geo", **common, true_latitude_deg=1.0, true_longitude_deg=2.0, score=score,
                            error_km=km if has_guess else None, points=score * (1 - hint), hint_cost=hint))  # fmt: skip
    return rows


def choice_log(rng: random.Random, n: int) -> Rows:
    return [
        any_row(
            "choice",
            **asked(rng, number),
            choice_index=rng.randrange(4),
            true_index=rng.randrange(4),
            hop_type=rng.choice(["Single-hop", "Multi-hop", None]),
            language=rng.choice(["en", "zh-Hans", "bn", "xx", None]),
            self_report=rng.choice(["lived_in_taiwan:yes", "lived_in_taiwan:no", None]),
        )
        for number in range(n)
    ]


def spatial_log(rng: random.Random, n: int) -> Rows:
    rows = []
    for number in range(n):
        task = rng.choice(["direction_ego", "direction_exo", "distance_ego", "distance_exo"])
        is_direction = task.startswith("direction")
        rows.append(any_row(
            "spatial", **asked(rng, number), task=task, level=rng.choice(["simple", "hard"]),
            choice_index=rng.randrange(4) if is_direction else None,
            true_choice_index=rng.randrange(4) if is_direction else None,
            distance_m=None if is_direction else rng.choice([2.0, 2.05, 2.31, 3.0]),
            true_distance_m=None if is_direction else 2.0,
        ))  # fmt: skip
    return rows


def frame_of(rows: Rows) -> pd.DataFrame:
    """The rows that count, and errors, by rules written down here once more."""
    frame = pd.DataFrame([asdict(row) for row in rows])
    frame["kind"] = [row.responder_kind.value for row in rows]
    frame["is_error"] = frame.status == "error"
    frame = frame.drop_duplicates("response_id").sort_values(["answered_at", "response_id"])
    is_player = (frame.kind == "human") & frame.responder_id.notna() & ~frame.is_error
    first = frame[is_player].drop_duplicates(["responder_id", "question_id"])
    is_machine = frame.kind != "human"
    machines = frame[is_machine].sort_values(["is_error", "answered_at", "response_id"], ascending=[False, True, True])
    machines = machines.assign(repeat_index=machines.repeat_index.fillna(0))
    is_model = machines.kind == "model"
    asked = ["responder_id", "setting", "question_id"]
    given = [*asked, "prompt_id", "imported_from", "repeat_index"]
    newest = [machines[is_model].drop_duplicates(given, keep="last"),
              machines[~is_model].drop_duplicates(asked, keep="last")]  # fmt: skip
    return pd.concat([first, frame[~is_player & ~is_machine], *newest])


def groups_of(frame: pd.DataFrame) -> dict[GroupKey, pd.DataFrame]:
    people = frame[frame.kind == "human"]
    found = {GroupKey(Who.ALL_PEOPLE): people, GroupKey(Who.NO_ID): people[people.responder_id.isna()]}
    found |= {GroupKey(Who.PLAYER, str(name)): part for name, part in people.groupby("responder_id")}
    given = ["kind", "responder_id", "setting", "prompt_id", "imported_from"]
    for values, part in frame[frame.kind != "human"].groupby(given, dropna=False):
        kind, who, setting, prompt, imported = values
        origin = Origin.LIVE if pd.isna(imported) else Origin.IMPORTED
        found[GroupKey(Who(kind), who, setting, "" if pd.isna(prompt) else prompt, origin)] = part
    return {key: part for key, part in found.items() if len(part)}


def mean(values: Any) -> float | None:
    kept = [float(value) for value in values if not pd.isna(value)]
    return sum(kept) / len(kept) if kept else None


def rates_of(part: pd.DataFrame) -> dict[str, float | None]:
    counted = part[~part.is_error]
    named = {"skipped_rate": "skipped", "reject_rate": "refused", "unparsed_rate": "unparsed"}
    return {name: mean(counted.status == status) for name, status in named.items()} | {
        "error_rate": mean(part.is_error)
    }


def geo_figures(part: pd.DataFrame) -> dict[str, float | None]:
    counted = part[~part.is_error]
    km = counted.error_km.where(counted.status == "ok").astype(float)
    kept = km.dropna()
    return {
        "geoscore": mean((5000 * np.exp(-km / 1492.7)).fillna(0.0)),
        "points": mean(counted.points.where(counted.status == "ok", 0.0)),
        "distance_km": mean(km),
        **{name: (float(kept.quantile(q)) if len(kept) else None)
           for name, q in (("q25_km", 0.25), ("q50_km", 0.5), ("q75_km", 0.75))},
        **{f"acc_lt{limit}km": mean(km < limit) for limit in WITHIN_KM},
        **rates_of(part),
    }  # fmt: skip


def choice_figures(part: pd.DataFrame) -> dict[str, float | None]:
    counted = part[~part.is_error]
    right = (counted.status == "ok") & (counted.choice_index == counted.true_index)
    single, multi = (mean(right[counted.hop_type == hop]) for hop in ("Single-hop", "Multi-hop"))
    return {
        "acc_macro": mean([value for value in (single, multi) if value is not None]),
        "acc_single_hop": single,
        "acc_multi_hop": multi,
        "acc_micro": mean(right),
        "acc_taken": mean(right[counted.status != "skipped"]),
        **rates_of(part),
    }


def spoken_figures(part: pd.DataFrame) -> dict[str, float | None]:
    counted = part[~part.is_error]
    right = ((counted.status == "ok") & (counted.choice_index == counted.true_index)).astype(float)
    by_language = {f"acc_{column}": mean(right[counted.language == name]) for name, column in LANGUAGES.items()}
    return {
        "acc_macro": mean([value for value in by_language.values() if value is not None]),
        **by_language,
        "acc_micro": mean(right),
        "acc_taken": mean(right[counted.status != "skipped"]),
        **rates_of(part),
    }


def spatial_figures(part: pd.DataFrame) -> dict[str, float | None]:
    counted = part[~part.is_error].copy()
    answered = counted.status == "ok"
    is_direction = counted.task.str.startswith("direction")
    sector = (counted.choice_index == counted.true_choice_index).astype(float)
    error = (counted.distance_m.astype(float) - counted.true_distance_m.astype(float)).abs().round(9)
    thresholds = sum((error < step / 10).astype(float) for step in range(1, 11)) / 10
    points = sector.where(is_direction, thresholds).where(answered, 0.0)
    names = {"ego_dir": "direction_ego", "ego_dist": "distance_ego", "allo_dir": "direction_exo",
             "allo_dist": "distance_exo"}  # fmt: skip
    tasks = {name: mean(points[counted.task == task]) for name, task in names.items()}
    hard = points[(counted.task == "direction_ego") & (counted.level == "hard")]
    return {
        "overall": mean([value for value in tasks.values() if value is not None]),
        **tasks,
        "ego_dir_hard": mean(hard),
        "acc_micro": mean(points),
        **rates_of(part),
    }


CASES = [
    ("geo", GeoRow, geo_log, GEO, geo_figures),
    ("choice", ChoiceRow, choice_log, choice_kind(TAU), choice_figures),
    ("choice", ChoiceRow, choice_log, choice_kind(GLOBEAUDIO), spoken_figures),
    ("spatial", SpatialRow, spatial_log, SPATIAL, spatial_figures),
]


def table_of(rows: Rows, name: str, kind: TableKind, rules: TableRules = EVERYBODY) -> FigureTable:
    answers = answers_of(table_of_rows(name, rows, kind.columns), kind.is_sound)
    return figure_table(answers, kind.measure(answers), rules)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("name", "_row", "log", "kind", "figures"), CASES, ids=["geo", "tau", "globeaudio", "spatial"])
def test_figures_are_those_of_pandas(seed: int, name: str, _row: Any, log: Any, kind: Any, figures: Any) -> None:
    rng = random.Random(f"{name} {seed}")
    rows = log(rng, rng.choice([1, 7, 250]))
    rows += rng.sample(rows, len(rows) // 5)  # some rows come twice
    rng.shuffle(rows)
    table = table_of(rows, name, kind)
    expected = groups_of(frame_of(rows))
    assert {row.key for row in table.rows if row.key.who is not Who.PEOPLE} == set(expected)
    assert table.damaged == 0
    names = [metric.name for metric in table.metrics]
    for row in table.rows:
        if row.key.who is Who.PEOPLE:
            continue
        part = expected[row.key]
        assert row.answers == int((~part.is_error).sum())
        assert row.questions == part[~part.is_error].question_id.nunique()
        found = dict(zip(names, row.figures, strict=True))
        for figure, value in figures(part).items():
            if figure in found:
                assert found[figure].value == (None if value is None else pytest.approx(value, abs=1e-9)), (
                    row.key,
                    figure,
                )


@pytest.mark.parametrize("seed", range(4))
def test_the_ranking_of_places_is_that_of_pandas(seed: int) -> None:
    rng = random.Random(f"ranking {seed}")
    rows = geo_log(rng, 250)
    rows += rng.sample(rows, 50)
    rng.shuffle(rows)
    found = table_for(count_answers(rows))
    frame = frame_of(rows)
    people, machines = frame[frame.kind == "human"], frame[frame.kind != "human"]
    parts = {(RowKind.ALL_PEOPLE, "All people", "", False): people}
    parts[RowKind.NO_ID, "Players without an id", "", False] = people[people.responder_id.isna()]
    for who, part in people.groupby("responder_id"):
        parts[RowKind.PLAYER, f"Player {str(who)[:6]}", "", False] = part
    models = machines[machines.kind == "model"]
    models = models.assign(is_imported=models.imported_from.notna(), prompt_id=models.prompt_id.fillna(""))
    for values, part in models.groupby(["responder_id", "setting", "prompt_id", "is_imported"]):
        who, setting, prompt, is_imported = values
        n = part[~part.is_error].question_id.nunique()
        partial = f"partial: {n} of {found.count.listed} questions" if n < 0.95 * found.count.listed else ""
        given = ["" if setting == "audio" else setting, prompt, partial]
        parts[RowKind.MODEL, who, ", ".join(filter(None, given)), is_imported] = part
    listed = [row for row in found.rows if row.kind is not RowKind.PEOPLE and row not in found.count.guessers]
    baselines = [row for row in listed if row.kind is RowKind.BASELINE]
    assert len(listed) - len(baselines) == len(parts)
    for row in (row for row in listed if row not in baselines):
        part = parts[row.kind, row.label, row.detail, row.is_imported]
        counted, figures = part[~part.is_error], row.figures
        km = counted.error_km.where(counted.status == "ok").astype(float)
        named = [figures.skipped, figures.refused, figures.unparsed, figures.errors]
        assert figures.answers == len(counted)
        assert figures.mean_points == pytest.approx(mean(counted.points.where(counted.status == "ok", 0.0)))
        assert figures.median_km == (pytest.approx(float(km.median())) if km.notna().any() else None)
        assert figures.within == pytest.approx([float((km <= limit).mean()) for limit in WITHIN_KM])
        assert named == pytest.approx(list(rates_of(part).values()))


def test_people_are_told_apart_by_what_they_said_when_they_answered() -> None:
    rows = choice_log(random.Random(5), 300)
    table = table_of(
        rows, "choice", choice_kind(TAU), TableRules(classes=choice_kind(TAU).classes, has_intervals=False)
    )
    frame = frame_of(rows)
    people = frame[(frame.kind == "human") & ~frame.is_error]
    by_class = {row.key.name: row.answers for row in table.rows if row.key.who is Who.PEOPLE}
    said = people.self_report.map({"lived_in_taiwan:yes": "yes", "lived_in_taiwan:no": "no"}).fillna("")
    assert by_class == said.value_counts().to_dict()


@pytest.mark.parametrize(
    "damage",
    [
        {"error_km": math.nan}, {"error_km": -1.0}, {"error_km": 30_000.0}, {"error_km": math.inf},
        {"points": math.nan}, {"points": 1e9}, {"true_latitude_deg": 91.0}, {"true_longitude_deg": math.nan},
        {"question_id": ""}, {"response_id": ""}, {"status": None}, {"responder_kind": None}, {"answered_at": None},
    ],
    ids=str,
)  # fmt: skip
def test_a_damaged_row_is_left_out_counted_and_the_others_kept(damage: dict[str, Any]) -> None:
    rows = geo_log(random.Random(1), 40)
    good = table_of_rows("geo", rows, GEO.columns)
    broken = asdict(any_row("geo", **asked(random.Random(2), 99) | {"status": OK}, points=1.0, error_km=1.0,
                            true_latitude_deg=0.0, true_longitude_deg=0.0)) | damage  # fmt: skip
    bad = pa.table({field.name: pa.array([broken[field.name]], field.type) for field in good.schema})
    whole, mixed = answers_of(good, GEO.is_sound), answers_of(pa.concat_tables([good, bad]), GEO.is_sound)
    assert (len(mixed), mixed.damaged, mixed.repeats) == (len(whole), 1, whole.repeats)


def test_rows_that_were_taken_back_are_gone() -> None:
    rows = geo_log(random.Random(3), 60)
    table = table_of_rows("geo", rows, GEO.columns)
    gone = {row.response_id for row in rows[:30]}
    left = answers_of(table, GEO.is_sound, gone)
    kept = answers_of(table_of_rows("geo", rows[30:], GEO.columns), GEO.is_sound)
    assert sorted(left.table["response_id"].to_pylist()) == sorted(kept.table["response_id"].to_pylist())
    assert left.damaged == 0


def test_the_order_of_the_log_decides_nothing() -> None:
    rows = choice_log(random.Random(8), 200)
    rules = TableRules(classes=choice_kind(TAU).classes, shown_players=3)
    first = table_of(rows, "choice", choice_kind(TAU), rules)
    random.Random(9).shuffle(rows)
    second = table_of(rows, "choice", choice_kind(TAU), rules)
    assert [(row.key, row.figures) for row in first.rows] == [(row.key, row.figures) for row in second.rows]


def test_an_empty_log_gives_an_empty_table() -> None:
    for name, _, _, kind, _ in CASES:
        assert table_of([], name, kind).rows == ()
