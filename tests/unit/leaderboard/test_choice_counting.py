"""What counts in the leaderboard of a quiz: by hand on small logs, and against pandas on large ones."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pandas as pd
import pytest

from leaderboard.choice import ChoiceTable, count_of, table_for
from leaderboard.choice_answers import ChoiceLedger
from leaderboard.choice_rows import ChoiceRowKind, ChoiceTableRow
from leaderboard.choice_spec import GLOBEAUDIO, TAU, ChoiceSpec
from soundmark.store.schema import ChoiceRow
from soundmark.types import ChoiceQuestion, ChoiceTruth, ResponderKind, Status
from tests.support.choice_log import answered, choice_row, made_up_log
from tests.support.choices import question
from tests.support.rows import NOON

KIND = ChoiceRowKind
ANN, BOB = "a" * 32, "b" * 32
LANGUAGES = ("en", "ru", "zh-Hans", "th", "en-SG", "bn")
HOPS = [question(i, tags={"hop_type": ("Single-hop", "Multi-hop")[i % 2]}) for i in range(24)]
SPOKEN = [question(i, language=LANGUAGES[i % 6]) for i in range(36)]


def table(
    rows: Sequence[ChoiceRow],
    own_id: str | None = None,
    *,
    spec: ChoiceSpec = TAU,
    questions: Sequence[ChoiceQuestion] = HOPS,
    shown_players: int = 200,
) -> ChoiceTable:
    ledger = ChoiceLedger(spec, questions)
    ledger.add(rows)
    return table_for(count_of(ledger), (), own_id, shown_players=shown_players)


def row_of(found: ChoiceTable, label: str) -> ChoiceTableRow:
    (row,) = [row for row in found.rows if row.label == label]
    return row


def values(row: ChoiceTableRow) -> list[float | None]:
    shares = row.figures.shares
    return [share.value for share in (*shares.groups, shares.macro, shares.micro)]


def test_the_figures_of_a_player() -> None:
    found = table(
        [
            choice_row(HOPS[0], responder_id=ANN),
            choice_row(HOPS[2], responder_id=ANN, is_right=False),
            choice_row(HOPS[4], responder_id=ANN),
            answered(choice_row(HOPS[6], responder_id=ANN), Status.SKIPPED),
            choice_row(HOPS[1], responder_id=ANN),
            answered(choice_row(HOPS[3], responder_id=ANN), Status.ERROR),
        ]
    )
    row = row_of(found, "Player aaaaaa")
    # Two of four single-hop questions, the passed one among them; one of one multi-hop question; an error is nothing.
    assert values(row) == [0.5, 1.0, 0.75, 0.6]
    assert row.figures.shares.taken.value == 0.75
    assert (row.figures.answers, row.figures.skipped, row.figures.errors) == (5, 0.2, 1 / 6)
    assert (row.rank, row.is_provisional) == (None, True)


def test_refused_and_unparsed_are_wrong_whatever_choice_they_hold() -> None:
    model = ResponderKind.MODEL
    rows = [choice_row(one, responder_kind=model, responder_id="m", game_id=None) for one in HOPS[:4]]
    rows[1] = dataclasses.replace(rows[1], status=Status.REFUSED)
    rows[2] = dataclasses.replace(rows[2], status=Status.UNPARSED)
    row = row_of(table(rows), "m")
    assert (values(row), row.kind) == ([0.5, 0.5, 0.5, 0.5], KIND.MODEL)
    assert (row.figures.refused, row.figures.unparsed) == (0.25, 0.25)


def test_a_baseline_is_no_person_and_its_newest_answer_to_a_question_counts() -> None:
    rows = [
        choice_row(
            one,
            is_right=is_right,
            responder_kind=ResponderKind.BASELINE,
            responder_id="Longest option",
            setting="blind",
            game_id=None,
            answered_at=NOON + timedelta(minutes=minute),
        )
        for minute, is_right in ((0, False), (1, True))
        for one in HOPS[:2]
    ]
    for order in (rows, rows[::-1]):
        found = table([*order, choice_row(HOPS[0], responder_id=ANN)])
        row = row_of(found, "Longest option")
        assert (row.kind, row.rank, row.figures.answers) == (KIND.BASELINE, None, 2)
        assert row.figures.shares.micro.value == 1.0
        assert row_of(found, "All people").figures.answers == 1


def test_a_question_that_a_model_was_asked_again_counts_once_by_its_newest_answer_and_never_by_an_error() -> None:
    def said(minute: int, *, is_right: bool = False, **changes: object) -> ChoiceRow:
        return choice_row(
            HOPS[0], is_right=is_right, responder_kind=ResponderKind.MODEL, responder_id="m", game_id=None,
            answered_at=NOON + timedelta(minutes=minute), **({"repeat_index": 0} | changes),
        )  # fmt: skip

    failed: dict[str, Any] = {"status": Status.ERROR, "score": None, "correct": None, "choice_index": None}
    rows = [said(0, **failed), said(1), said(2, is_right=True), said(3, **failed)]
    for order in (rows, rows[::-1], [rows[2], rows[0], rows[3], rows[1]]):
        row = row_of(table(order), "m")
        assert (row.figures.answers, row.figures.shares.micro.value, row.figures.errors) == (1, 1.0, 0.0)
    again = [said(4, repeat_index=1), said(5, prompt_id=None)]
    assert row_of(table([*rows, *again]), "m").figures.answers == 2, "a repetition is another"
    assert row_of(table([rows[0], rows[3]]), "m").figures.errors == 1.0


def test_people_stand_together_by_what_they_said() -> None:
    said = {ANN: "lived_in_taiwan:yes", BOB: "language:good lived_in_taiwan:no", "c" * 32: None}
    rows = [
        choice_row(HOPS[i], responder_id=who, self_report=report, is_right=who == ANN)
        for who, report in said.items()
        for i in (0, 1)
    ]
    found = table(rows)
    assert row_of(found, "People who have lived in Taiwan").figures.shares.micro.value == 1.0
    assert row_of(found, "People who have not lived in Taiwan").figures.shares.micro.value == 0.0
    unsaid = row_of(found, "People who did not say whether they have")
    assert (unsaid.kind, unsaid.figures.answers) == (KIND.PEOPLE, 2)
    assert row_of(found, "All people").figures.shares.micro.value == pytest.approx(1 / 3)


def test_both_sides_stand_there_as_soon_as_anybody_answered() -> None:
    found = table([choice_row(HOPS[0], responder_id=ANN, self_report="lived_in_taiwan:yes")])
    empty = row_of(found, "People who have not lived in Taiwan")
    assert (empty.figures.answers, values(empty)) == (0, [None] * 4)
    assert found.rows[-1] is empty
    assert not [row for row in table([]).rows if row.kind is not KIND.BASELINE]


@pytest.mark.parametrize(
    "report",
    ["", "yes", "lived_in_taiwan", "lived_in_taiwan:", "lived_in_taiwan:maybe", ":::", "x" * 9999, "language:yes"],
)
def test_anything_else_that_was_said_is_nothing_said(report: str) -> None:
    found = table([choice_row(HOPS[0], responder_id=ANN, self_report=report)])
    assert row_of(found, "People who did not say whether they have").figures.answers == 1


def test_languages_have_levels_and_a_mean_over_those_present() -> None:
    rows = [
        choice_row(SPOKEN[0], responder_id=ANN, self_report="language:native"),
        choice_row(SPOKEN[6], responder_id=ANN, self_report="language:native", is_right=False),
        choice_row(SPOKEN[3], responder_id=ANN, self_report="language:some"),
    ]
    found = table(rows, spec=GLOBEAUDIO, questions=SPOKEN)
    ann = row_of(found, "Player aaaaaa")
    assert values(ann) == [0.5, None, None, 1.0, None, None, 0.75, pytest.approx(2 / 3)]
    assert row_of(found, "People asked in a native language").figures.answers == 2
    assert row_of(found, "People asked in a language they know a little").figures.answers == 1
    assert row_of(found, "People asked in a language they know well").figures.answers == 0


def test_the_group_is_that_of_the_question_and_not_what_the_row_says() -> None:
    row = choice_row(HOPS[0], responder_id=ANN, hop_type="Multi-hop", language="ru")
    assert values(row_of(table([row]), "Player aaaaaa")) == [1.0, None, 1.0, 1.0]


def test_rows_to_other_questions_or_with_another_truth_do_not_count() -> None:
    other = choice_row(question(99), responder_id=ANN)
    moved = choice_row(dataclasses.replace(HOPS[0], truth=ChoiceTruth(choice_index=3)), responder_id=ANN)
    found = table([other, moved])
    assert not [row for row in found.rows if row.kind is KIND.PLAYER]
    assert (found.count.questions, found.count.damaged) == (0, 0)


@pytest.mark.parametrize(
    "changes", [{"choice_index": 4}, {"choice_index": -1}, {"choice_index": None}, {"response_id": ""}]
)
def test_damaged_rows_are_told_and_the_others_count(changes: dict[str, object]) -> None:
    damaged = dataclasses.replace(choice_row(HOPS[0], responder_id=ANN), **changes)  # type: ignore[arg-type]
    found = table([damaged, choice_row(HOPS[1], responder_id=ANN)])
    assert row_of(found, "Player aaaaaa").figures.answers == 1
    assert found.count.damaged == 1


def test_what_a_row_says_of_itself_is_not_believed() -> None:
    wrong = choice_row(HOPS[0], responder_id=ANN, is_right=False, correct=True, score=1.0)
    assert row_of(table([wrong]), "Player aaaaaa").figures.shares.micro.value == 0.0


def test_the_first_answer_of_a_player_counts_in_whatever_order_rows_come() -> None:
    first = choice_row(HOPS[0], responder_id=ANN, is_right=False, answered_at=NOON)
    again = choice_row(HOPS[0], responder_id=ANN, answered_at=NOON + timedelta(hours=1))
    for rows in ([first, again], [again, first], [again, first, again, first]):
        found = table(rows)
        row = row_of(found, "Player aaaaaa")
        assert (row.figures.answers, row.figures.shares.micro.value, found.count.repeats) == (1, 0.0, 1)


def test_people_without_an_id_are_one_row_and_all_their_answers_count() -> None:
    rows = [choice_row(HOPS[0], responder_id=None, game_id=f"g{i}", is_right=i > 0) for i in range(4)]
    row = row_of(table(rows), "Players without an id")
    assert (row.kind, row.figures.answers, row.figures.shares.micro.value, row.rank) == (KIND.NO_ID, 4, 0.75, None)
    assert row.figures.shares.micro.interval is not None


def test_a_model_in_another_setting_or_with_another_prompt_is_another_row() -> None:
    made = [("audio", "default"), ("transcript", "default"), ("audio", "taiwan"), ("audio", None)]
    rows = [
        choice_row(HOPS[0], responder_kind=ResponderKind.MODEL, responder_id="m", setting=setting, prompt_id=prompt)
        for setting, prompt in made
    ]
    details = {row.detail for row in table(rows).rows if row.kind is KIND.MODEL}
    assert details == {"default", "transcript, default", "taiwan", ""}


def test_imported_answers_never_stand_in_one_row_with_those_given_here() -> None:
    def said(one: ChoiceQuestion, *, is_right: bool, imported_from: str | None) -> ChoiceRow:
        return choice_row(one, is_right=is_right, responder_kind=ResponderKind.MODEL, responder_id="m",
                          imported_from=imported_from)  # fmt: skip

    here = [said(one, is_right=True, imported_from=None) for one in HOPS]
    files = [said(one, is_right=False, imported_from=name) for one in HOPS[:3] for name in ("a", "b")]
    for rows in (here + files, files + here):
        shown = {row.is_imported: row for row in table(rows).rows if row.kind is KIND.MODEL}
        figures = {is_imported: row.figures for is_imported, row in shown.items()}
        assert (figures[False].answers, figures[False].shares.micro.value) == (len(HOPS), 1.0)
        assert (figures[True].answers, figures[True].shares.micro.value) == (6, 0.0)
        assert (shown[False].partial, shown[True].partial) == ("", f"partial: 3 of {len(HOPS)} questions")


def test_a_model_that_is_asked_the_same_again_is_no_surer() -> None:
    model = ResponderKind.MODEL
    once = [choice_row(one, is_right=i % 3 > 0, responder_id="m", responder_kind=model) for i, one in enumerate(HOPS)]
    widths = []
    for times in (1, 5):
        rows = [dataclasses.replace(row, response_id=f"{row.response_id}-{i}") for row in once for i in range(times)]
        interval = row_of(table(rows), "m").figures.shares.micro.interval
        assert interval is not None
        widths.append(interval.high - interval.low)
    assert widths[1] == pytest.approx(widths[0], rel=0.15)


def test_ranks_are_of_settled_players_and_models_and_equal_ones_share_one() -> None:
    def ten(who: str, right: int, kind: ResponderKind = ResponderKind.HUMAN) -> list[ChoiceRow]:
        # As many right ones in both groups, so that mean and whole are the same.
        return [choice_row(HOPS[i], responder_id=who, responder_kind=kind, is_right=i < right) for i in range(10)]

    rows = ten(ANN, 6) + ten(BOB, 6) + ten("m", 8, ResponderKind.MODEL) + ten("c" * 32, 2)
    rows += [choice_row(HOPS[0], responder_id="d" * 32)]
    found = table(rows, ANN)
    ranks = {row.label: row.rank for row in found.rows}
    assert (ranks["m"], ranks["You"], ranks["Player bbbbbb"], ranks["Player cccccc"]) == (1, 2, 2, 4)
    assert ranks["Player dddddd"] is ranks["All people"] is ranks["Chance"] is None
    assert "macro" in row_of(found, "m").best
    assert not row_of(found, "Player dddddd").best  # one right answer is 100 %, and says nothing
    assert [row.is_own for row in found.rows if row.label == "You"] == [True]
    assert not any(row.is_own for row in found.rows if row.label != "You")


def test_a_long_table_keeps_the_viewer() -> None:
    rows = [choice_row(HOPS[i], responder_id=f"{who:032x}", is_right=who > 3) for who in range(9) for i in range(10)]
    found = table(rows, f"{0:032x}", shown_players=3)
    assert found.hidden_players == 5
    assert [row.label for row in found.rows if row.kind is KIND.PLAYER][-1] == "You"


def test_chance_is_that_of_the_questions_that_are_played() -> None:
    pair = [dataclasses.replace(HOPS[0], choices=("a", "b")), HOPS[1]]
    assert values(row_of(table([], questions=pair), "Chance")) == [0.5, 0.25, 0.375, 0.375]


def test_questions_without_groups_are_ranked_by_all_answers() -> None:
    plain = [question(i, tags={}) for i in range(12)]
    found = table([choice_row(one, responder_id=ANN, is_right=i < 9) for i, one in enumerate(plain)], questions=plain)
    assert found.count.groups == ()
    assert (row_of(found, "Player aaaaaa").figures.main.value, row_of(found, "Player aaaaaa").rank) == (0.75, 1)


def frame(rows: Sequence[ChoiceRow], column: dict[str, str]) -> pd.DataFrame:
    """The answers that count, found without the code under test."""
    table = pd.DataFrame(
        [
            (r.response_id, r.question_id, r.responder_kind.value, r.responder_id, r.status.value, r.answered_at,
             r.status is Status.OK and r.choice_index == r.true_index, r.self_report)
            for r in rows
        ],
        columns=["id", "question", "kind", "who", "status", "when", "right", "said"],
    )  # fmt: skip
    table = table[table.status != "error"].sort_values(["when", "id"])
    people = table[table.kind == "human"].drop_duplicates(["who", "question"])
    models = table[table.kind != "human"].drop_duplicates(["who", "question"], keep="last")
    kept = pd.concat([people, models])
    return kept.assign(group=kept.question.map(column))


def expected(part: pd.DataFrame, groups: Sequence[str]) -> list[float | None]:
    by_group = part.groupby("group").right.mean().to_dict()
    return [*(by_group.get(group) for group in groups), sum(by_group.values()) / len(by_group), part.right.mean()]


@pytest.mark.parametrize("spec", [TAU, GLOBEAUDIO])
def test_a_large_log_equals_a_count_with_pandas(spec: ChoiceSpec) -> None:
    questions = HOPS if spec is TAU else SPOKEN
    reports = [f"{spec.asked}:{name}" for name in spec.classes] + [None]
    rows = list(made_up_log(questions, 3000, players=40, reports=reports))
    found = table(rows, spec=spec, questions=questions)
    column = {str(one.question_id): (one.language if spec is GLOBEAUDIO else one.tags["hop_type"]) for one in questions}
    kept, groups = frame(rows, column), tuple(spec.groups)
    humans = kept[kept.kind == "human"]
    parts = {"All people": humans, "model-0": kept[kept.who == "model-0"], "model-1": kept[kept.who == "model-1"]}
    parts |= {label: humans[humans.said == f"{spec.asked}:{name}"] for name, label in spec.classes.items()}
    parts |= {spec.unsaid: humans[humans.said.isna()]}
    for label, part in parts.items():
        row = row_of(found, label)
        assert values(row) == [value if value is None else pytest.approx(value) for value in expected(part, groups)]
        assert row.figures.answers == len(part)
        assert row.figures.skipped == pytest.approx((part.status == "skipped").mean())
        assert row.figures.shares.taken.value == pytest.approx(part[part.status != "skipped"].right.mean())
    players = [row for row in found.rows if row.kind is KIND.PLAYER]
    means = humans.groupby("who").right.mean()
    assert sorted(row.figures.shares.micro.value or 0 for row in players) == pytest.approx(sorted(means))
    of_people = [r for r in rows if r.responder_kind is ResponderKind.HUMAN and r.status is not Status.ERROR]
    assert found.count.repeats == len(of_people) - len(humans)


def test_counting_on_in_any_order_and_pieces_equals_counting_at_once() -> None:
    reports = ["lived_in_taiwan:yes", None]
    rows = list(made_up_log(HOPS, 1500, players=12, reports=reports, seed=4))
    shuffled = random.Random(2).sample(rows, len(rows))
    ledger = ChoiceLedger(TAU, HOPS)
    for start in range(0, len(rows), 70):
        ledger.add(shuffled[max(0, start - 20) : start + 70])  # some come again
        count_of(ledger)
    assert table_for(count_of(ledger)).rows == table(rows).rows


def test_one_right_answer_of_a_kind_is_not_the_best_of_that_kind() -> None:
    rows = [choice_row(HOPS[i], responder_id=ANN, is_right=i % 4 > 0) for i in range(0, 24, 2)]
    rows += [choice_row(HOPS[1], responder_id=ANN)]
    assert row_of(table(rows), "Player aaaaaa").best == {"macro", "micro", "taken", "group_0"}
