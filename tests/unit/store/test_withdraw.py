"""What a player takes back counts no longer, and nobody can take back what is not theirs."""

from __future__ import annotations

import json

import pytest

from soundmark.store import card, schema
from soundmark.store.ids import Player
from soundmark.store.journal import Journal
from soundmark.store.own_answers import own_rows
from soundmark.store.withdraw import WithdrawError, tombstone, withdraw, withdrawn_ids
from soundmark.types import OwnerKey
from tests.support.rows import NOON, geo_row

ANN = Player(OwnerKey("ann"), "a" * 32, "salt1")


def answers(journal: Journal, count: int) -> list[str]:
    rows = [geo_row(responder_id=ANN.responder_id, salt_id=ANN.salt_id, raw_answer="secret") for _ in range(count)]
    for row in rows:
        journal.append(row)
    return [row.response_id for row in rows]


def withdrawn(journal: Journal) -> frozenset[str]:
    return withdrawn_ids(journal.rows("withdrawals"))


def test_all_own_answers_are_taken_back_and_nobody_elses(journal: Journal) -> None:
    own = answers(journal, 3)
    other = geo_row(responder_id="b" * 32, salt_id="salt1")
    journal.append(other)
    assert withdraw(journal, own_rows(journal, ANN), deployment_id="test") == 3
    assert withdrawn(journal) == set(own)
    left = schema.counted(journal.rows("geo"), withdrawn(journal))
    assert [schema.row_id(row) for row in left] == [other.response_id]


def test_a_single_answer_is_taken_back(journal: Journal) -> None:
    first, second = answers(journal, 2)
    assert withdraw(journal, own_rows(journal, ANN), deployment_id="test", only=[second]) == 1
    assert withdrawn(journal) == {second}
    assert [schema.row_id(row) for row in own_rows(journal, ANN)] == [first]


def test_taking_back_twice_leaves_one_tombstone(journal: Journal) -> None:
    answers(journal, 1)
    own = own_rows(journal, ANN)
    assert withdraw(journal, own, deployment_id="test") == 1
    assert withdraw(journal, own, deployment_id="test") == 0
    assert len(list(journal.rows("withdrawals"))) == 1


def test_two_replicas_write_the_same_tombstone_id() -> None:
    row = geo_row()
    first, second = (tombstone(row, deployment_id=name, now=NOON) for name in ("a", "b"))
    assert first.withdrawal_id == second.withdrawal_id
    assert first.withdrawal_id != tombstone(geo_row(), deployment_id="a", now=NOON).withdrawal_id


def test_somebody_elses_answer_cannot_be_taken_back_and_nothing_else_is_then(journal: Journal) -> None:
    own = answers(journal, 1)
    other = geo_row(responder_id="b" * 32, salt_id="salt1")
    journal.append(other)
    with pytest.raises(WithdrawError, match="is not one of your answers"):
        withdraw(journal, own_rows(journal, ANN), deployment_id="test", only=[*own, other.response_id])
    assert withdrawn(journal) == frozenset()


def test_an_id_with_markup_or_of_any_length_is_refused_with_a_short_sentence(journal: Journal) -> None:
    with pytest.raises(WithdrawError) as caught:
        withdraw(journal, [], deployment_id="test", only=["'; DROP TABLE responses; --" * 10_000])
    assert len(str(caught.value)) < 250


def test_without_answers_nothing_is_written(journal: Journal) -> None:
    assert withdraw(journal, [], deployment_id="test") == 0
    assert withdraw(journal, [geo_row()], deployment_id="test", only=[]) == 0
    assert list(journal.rows("withdrawals")) == []


def test_a_tombstone_repeats_nothing_of_the_answer() -> None:
    row = geo_row(raw_answer="secret", salt_id="salt1")
    stone = tombstone(row, deployment_id="test", now=NOON)
    assert json.loads(schema.encode(stone)) == {
        "withdrawal_id": stone.withdrawal_id,
        "schema_version": schema.SCHEMA_VERSION,
        "withdrawn_table": "geo",
        "withdrawn_id": row.response_id,
        "withdrawn_at": "2026-03-20T12:00:00.000000+00:00",
        "app_version": stone.app_version,
        "deployment_id": "test",
        "salt_id": "salt1",
    }


def test_a_tombstone_cannot_be_taken_back() -> None:
    stone = tombstone(geo_row(), deployment_id="test", now=NOON)
    with pytest.raises(WithdrawError):
        tombstone(stone, deployment_id="test", now=NOON)


def test_the_typed_first_row_takes_nothing_back() -> None:
    assert withdrawn_ids([card.init_row("withdrawals"), geo_row()]) == frozenset()
