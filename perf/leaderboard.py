"""How long it takes to work out a leaderboard of a million logged answers, beside pandas and DuckDB doing the same.

    .venv/bin/python -m perf.leaderboard [--rows 1000000] [--players 10000]

All three are given the same Arrow table of the log and work out, for every player, every model and all people: accuracy
by hop, their plain mean, accuracy over all answers, and the four rates; each id once, only a player's first answer to a
question and a model's newest, errors in their own rate only. Their results are compared. Then the same with 95 %
intervals for the rows that a page shows, which neither peer has.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pandas as pd
import pyarrow as pa

from leaderboard.choice_spec import TAU
from leaderboard.tables.answers import answers_of
from leaderboard.tables.groups import player_numbers
from leaderboard.tables.kinds import choice_kind
from leaderboard.tables.table import TableRules, figure_table, means_by

QUESTIONS = 1794
"""As many as TAU has."""
TRIES = 3
KIND = choice_kind(TAU)
SQL = """
WITH once AS (SELECT * FROM log QUALIFY row_number() OVER (PARTITION BY response_id) = 1),
first AS (
    SELECT * FROM once WHERE responder_kind = 'human' AND responder_id IS NOT NULL AND status <> 'error'
    QUALIFY row_number() OVER (PARTITION BY responder_id, question_id ORDER BY answered_at, response_id) = 1
    UNION ALL
    SELECT * FROM once WHERE responder_kind = 'human' AND NOT (responder_id IS NOT NULL AND status <> 'error')
    UNION ALL
    SELECT * FROM once WHERE responder_kind <> 'human'
    QUALIFY row_number() OVER (
        PARTITION BY responder_id, setting, prompt_id, question_id, imported_from
        ORDER BY status <> 'error' DESC, answered_at DESC, response_id DESC
    ) = 1
),
judged AS (
    SELECT responder_kind, responder_id, setting, prompt_id, hop_type, status,
        CASE WHEN status = 'error' THEN NULL ELSE (status = 'ok' AND choice_index = true_index)::INT END AS is_right
    FROM first
),
parts AS (
    SELECT responder_kind, responder_id, setting, prompt_id,
        avg(is_right) FILTER (hop_type = 'Single-hop') AS single,
        avg(is_right) FILTER (hop_type = 'Multi-hop') AS multi,
        avg(is_right) AS micro, avg(is_right) FILTER (status <> 'skipped') AS taken,
        avg((status = 'skipped')::INT) FILTER (status <> 'error') AS skipped,
        avg((status = 'refused')::INT) FILTER (status <> 'error') AS refused,
        avg((status = 'unparsed')::INT) FILTER (status <> 'error') AS unparsed,
        avg((status = 'error')::INT) AS errors
    FROM judged GROUP BY GROUPING SETS ((responder_kind, responder_id, setting, prompt_id), (responder_kind))
)
SELECT *, (single + multi) / 2 AS macro FROM parts
"""


@dataclass(frozen=True, slots=True)
class Took:
    """Seconds of a run: of the clock, and of all processors together."""

    wall_s: float
    cpu_s: float


def made_up(rows: int, players: int) -> pa.Table:
    """A log: 95 % people, who answer some questions again, and eight models."""
    rng = np.random.default_rng(7)
    is_model = rng.random(rows) < 0.05
    who = np.where(is_model, rng.integers(0, 8, rows), rng.integers(0, players, rows))
    names = np.array([f"{number * 7919:032x}" for number in range(players)])
    statuses = np.array(["ok"] * 8 + ["skipped", "error", "refused", "unparsed"])
    hops = np.array(["Single-hop", "Multi-hop"])
    question = rng.integers(0, QUESTIONS, rows)
    return pa.table(
        {
            "response_id": [f"0197-{number:032x}" for number in range(rows)],
            "benchmark": pa.array(["tau"] * rows),
            "question_id": np.array([f"question-{number:05}" for number in range(QUESTIONS)])[question],
            "responder_kind": np.where(is_model, "model", "human"),
            "responder_id": np.where(is_model, np.char.add("model-", who.astype(str)), names[who]),
            "setting": pa.array(["audio"] * rows),
            "prompt_id": np.where(is_model, "default", "people-1"),
            "status": statuses[rng.integers(0, len(statuses), rows)],
            "answered_at": pa.array(1_700_000_000_000_000 + rng.permutation(rows), pa.timestamp("us", tz="UTC")),
            "game_id": pa.nulls(rows, pa.string()),
            "imported_from": pa.nulls(rows, pa.string()),
            "choice_index": pa.array(rng.integers(0, 4, rows), pa.int64()),
            "true_index": pa.array(question % 4, pa.int64()),
            "hop_type": hops[question % 2],
            "clip_language": pa.nulls(rows, pa.string()),
            "category": pa.nulls(rows, pa.string()),
            "self_report": pa.nulls(rows, pa.string()),
        }
    )


def ours(log: pa.Table) -> dict[str, float]:
    """The plain mean of both hops, by who."""
    answers = answers_of(log, KIND.is_sound)
    measured = KIND.measure(answers)
    numbers, names = player_numbers(answers)
    values, _ = means_by(measured, numbers, len(names))
    found = {name: float(values[number, 0]) for number, name in enumerate(names) if not np.isnan(values[number, 0])}
    rules = TableRules(shown_players=0, has_intervals=False)
    for row in figure_table(answers, measured, rules).rows:
        found[row.key.name or row.key.who.value] = row.figures[0].value or 0.0
    return found


def by_pandas(log: pa.Table) -> dict[str, float]:
    """The same with pandas."""
    frame = log.to_pandas().drop_duplicates("response_id")
    is_error = frame.status == "error"
    is_player = (frame.responder_kind == "human") & frame.responder_id.notna() & ~is_error
    first = (
        frame[is_player].sort_values(["answered_at", "response_id"]).drop_duplicates(["responder_id", "question_id"])
    )
    is_machine = frame.responder_kind != "human"
    machines = frame[is_machine].assign(works=frame.status != "error")
    newest = machines.sort_values(["works", "answered_at", "response_id"]).drop_duplicates(
        ["responder_id", "setting", "prompt_id", "question_id", "imported_from"], keep="last"
    )
    kept = pd.concat([first, frame[~is_player & ~is_machine], newest])
    counted = kept[kept.status != "error"].copy()
    counted["right"] = (counted.status == "ok") & (counted.choice_index == counted.true_index)
    for status in ("skipped", "refused", "unparsed"):
        counted[status] = counted.status == status
    kept["failed"] = kept.status == "error"
    found: dict[str, float] = {}
    given = ["responder_kind", "responder_id", "setting", "prompt_id"]
    for by in (given, ["responder_kind"]):
        hops = counted.groupby([*by, "hop_type"], dropna=False, observed=True).right.mean().unstack()
        counted.groupby(by, dropna=False)[["right", "skipped", "refused", "unparsed"]].mean()
        counted[counted.status != "skipped"].groupby(by, dropna=False).right.mean()
        kept.groupby(by, dropna=False).failed.mean()
        for key, value in hops.mean(axis=1).items():
            found[key[1] if isinstance(key, tuple) else "all people" if key == "human" else ""] = float(value)
    return found


def by_duckdb(log: pa.Table) -> dict[str, float]:
    """The same with DuckDB."""
    import duckdb

    connection = duckdb.connect()
    connection.register("log", log)
    records = connection.execute(SQL).fetchall()
    names = [column[0] for column in connection.description or ()]
    found = {}
    for record in records:
        row = dict(zip(names, record, strict=True))
        if row["macro"] is not None:
            found[row["responder_id"] or ("all people" if row["responder_kind"] == "human" else "")] = row["macro"]
    return found


def with_intervals(log: pa.Table) -> int:
    """The rows that a page shows, with intervals."""
    answers = answers_of(log, KIND.is_sound)
    return len(figure_table(answers, KIND.measure(answers), TableRules(shown_players=200)).rows)


def timed(run: Callable[[pa.Table], object], log: pa.Table) -> Took:
    """The best of a few tries, by processor time."""
    tries = []
    for _ in range(TRIES):
        wall, cpu = time.perf_counter(), time.process_time()
        run(log)
        tries.append(Took(time.perf_counter() - wall, time.process_time() - cpu))
    return Took(statistics.median(one.wall_s for one in tries), min(one.cpu_s for one in tries))


def main() -> None:
    """Make a log, count it three ways, compare the results, and print Markdown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--players", type=int, default=10_000)
    options = parser.parse_args()
    log = made_up(options.rows, options.players)
    results = {name: run(log) for name, run in (("ours", ours), ("pandas", by_pandas), ("duckdb", by_duckdb))}
    names = set(results["ours"])
    assert all(set(other) - {""} == names for other in results.values()), "the three found different rows"
    same = [
        name for name in names if all(abs(other[name] - results["ours"][name]) < 1e-9 for other in results.values())
    ]
    print(f"{len(same)} of {len(names)} rows are the same in all three.\n")
    took = {name: timed(run, log) for name, run in (("ours", ours), ("pandas", by_pandas), ("DuckDB", by_duckdb))}
    took["ours, with intervals"] = timed(with_intervals, log)
    fastest = min(took["pandas"].cpu_s, took["DuckDB"].cpu_s)
    print(f"| {options.rows:,} answers | s | CPU s | of the faster peer's CPU |\n|---|---|---|---|")
    for name, one in took.items():
        print(f"| {name} | {one.wall_s:.2f} | {one.cpu_s:.2f} | {one.cpu_s / fastest:.2f} |")


if __name__ == "__main__":
    main()
