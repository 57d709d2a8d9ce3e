"""Models by AGL1K's own rules stand beside every published row, in the columns of both tables."""

from __future__ import annotations

from typing import Any, cast

import pytest

from leaderboard.paper_rules import rules_view
from leaderboard.paper_tables import read_table
from leaderboard.tables import as_published
from leaderboard.tables.answers import Origin
from leaderboard.tables.as_published import Known, PublishedRules, by_published_rules
from leaderboard.tables.groups import GroupKey, Who
from soundmark.evaluation.figures import report_of
from soundmark.types import ResponderKind, Status
from tests.support.any_rows import any_row
from tests.support.choices import pack_of, question


def rules(name: str, answers: int, origin: Origin = Origin.LIVE) -> PublishedRules:
    key = GroupKey(Who.MODEL, name, "audio", "", origin)
    return PublishedRules(key=key, figures={"geoscore": 4000.004, "reject_rate": None}, n={}, answers=answers)


def test_rows_here_and_in_the_paper_share_the_columns_of_both_tables() -> None:
    view = cast("dict[str, Any]", rules_view([rules("mine", 1444), rules("part", 10, Origin.IMPORTED)], 1444))
    rows = {row["label"]: row for row in view["rows"]}
    first, second = read_table("agl1k_table1.csv"), read_table("agl1k_table2.csv")
    shown = {column["id"] for column in view["columns"]}
    assert shown >= {*first[0], *second[0]} - {"group", "model"}
    assert sum(row["published"] for row in rows.values()) == len(first) == 17
    assert all(
        cell is not None for name, cell in rows["Gemini 2.0 Flash-Thinking"]["cells"].items() if name != "answers"
    )
    assert rows["Qwen2.5-Omni"]["cells"]["animal_km"]["text"] == "7723.77"
    assert rows["mine"]["cells"]["geoscore"]["text"] == "4000.00" and rows["mine"]["cells"]["reject_rate"] is None
    assert (rows["mine"]["badge"], rows["part"]["badge"], rows["Qwen2.5-Omni"]["badge"]) == (
        "",
        "imported",
        "published",
    )
    assert rows["part"]["tag"] == "partial: 10 of 1,444 questions" and rows["mine"]["tag"] == ""


def test_only_models_with_other_answers_than_before_are_worked_out_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []

    def counting(answers: Any) -> Any:
        calls.append(len(answers))
        return report_of(answers)

    monkeypatch.setattr(as_published, "report_of", counting)
    pack = pack_of([question(number) for number in range(3)])

    def row(number: int, who: str) -> Any:
        asked = pack.questions[number]
        return any_row("choice", response_id=f"{who}{number}", benchmark=pack.benchmark, question_id=asked.question_id,
                       responder_kind=ResponderKind.MODEL, responder_id=who, status=Status.OK, choice_index=0,
                       true_index=asked.truth.choice_index, imported_from=None)  # fmt: skip

    known: Known = {}
    rows = [row(0, "a"), row(1, "a"), row(0, "b")]
    first = by_published_rules(cast("Any", pack), rows, known)
    again = by_published_rules(cast("Any", pack), [*rows, row(2, "b")], known)
    assert calls == [2, 1, 2] and [one.answers for one in first + again] == [2, 1, 2, 2]
