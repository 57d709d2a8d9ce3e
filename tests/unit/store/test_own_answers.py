"""A player gets all own rows, nobody else's, in a file that no spreadsheet runs anything from."""

from __future__ import annotations

import csv
import dataclasses
import io

import pandas as pd
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from soundmark.store import schema
from soundmark.store.ids import Player
from soundmark.store.journal import Journal
from soundmark.store.own_answers import as_csv, harmless, own_published, own_rows
from soundmark.store.rounds import RoundBook
from soundmark.store.withdraw import withdraw
from soundmark.types import OwnerKey, QuestionId
from tests.support.any_rows import any_row
from tests.support.rows import geo_row

ANN = Player(OwnerKey("ann"), "a" * 32, "salt1")
NOBODY = Player(OwnerKey("nobody"), None, None)
FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")


def of(player: Player, **changes: object) -> schema.GeoRow:
    return geo_row(**{"responder_id": player.responder_id, "salt_id": player.salt_id, **changes})


def cells(data: bytes, delimiter: str = ",") -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), delimiter=delimiter))


def is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def test_own_rows_are_those_with_the_players_id_in_the_order_they_came(journal: Journal) -> None:
    own = [of(ANN), of(ANN, question_id="q2")]
    for row in (own[0], of(Player(OwnerKey("bob"), "b" * 32, "salt1")), own[1]):
        journal.append(row)
    assert own_rows(journal, ANN) == own


def test_the_same_id_under_another_salt_is_another_person(journal: Journal) -> None:
    journal.append(of(ANN, salt_id="salt2"))
    assert own_rows(journal, ANN) == []


def test_an_id_inside_another_text_does_not_make_a_row_own(journal: Journal) -> None:
    journal.append(geo_row(raw_answer='"responder_id":"' + "a" * 32 + '"', salt_id="salt1"))
    journal.append(geo_row(extra_json='{"responder_id":"' + "a" * 32 + '"}', salt_id="salt1"))
    assert own_rows(journal, ANN) == []


def test_a_player_without_a_logged_id_still_gets_the_rounds_played_here(journal: Journal, book: RoundBook) -> None:
    game = book.start_game("geo", NOBODY.owner, {})
    round_ = book.open_round(game.game_id, 1, QuestionId("q1"))
    row = geo_row(responder_id=None)
    book.settle(round_.round_id, row)
    journal.append(geo_row(responder_id=None))
    assert own_rows(journal, NOBODY) == [row]


def test_votes_are_own_rows_too(journal: Journal) -> None:
    vote = any_row("votes", responder_id=ANN.responder_id, salt_id=ANN.salt_id)
    journal.append(vote)
    assert own_rows(journal, ANN) == [vote]


def test_rows_taken_back_are_not_listed(journal: Journal) -> None:
    kept, gone = of(ANN), of(ANN)
    journal.append(kept)
    journal.append(gone)
    withdraw(journal, own_rows(journal, ANN), deployment_id="test", only=[gone.response_id])
    assert own_rows(journal, ANN) == [kept]


def test_own_rows_among_published_ones() -> None:
    own, gone, other = of(ANN), of(ANN), geo_row()
    found = own_published([own, other, gone, own], ANN, frozenset({gone.response_id}))
    assert found == [own]
    assert own_published([own, geo_row(responder_id=None)], NOBODY, frozenset()) == []


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-33.8", "'-33.8"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'\t'=1"),
        ("\r=1", "'\r'=1"),
        ("  =1", "'  =1"),
        ("＝1", "'＝1"),
        ("a;=1", "a;'=1"),
        ('"=1', "'\"=1"),
        ("1-1=0", "1-1=0"),
        ("[-33.8, -70.6]", "[-33.8, -70.6]"),
        ("台北 @ 101", "台北 @ 101"),
        ("", ""),
    ],
)
def test_a_text_that_could_be_a_formula_gets_an_apostrophe(text: str, safe: str) -> None:
    assert harmless(text) == safe


@given(
    st.lists(st.text(st.sampled_from('=+-@\t\r\n;," \'"a1＝＠|\x0b\x85\u2028音'), max_size=12), min_size=3, max_size=3)
)
@example(['a\n"=1', 'a;"=1', '\n"', ])  # fmt: skip
@settings(deadline=None, max_examples=500)
def test_no_cell_of_any_row_begins_a_formula_however_the_file_is_cut(texts: list[str]) -> None:
    row = geo_row(raw_answer=texts[0], question_id=texts[1], hints=[texts[2]], longitude_deg=-70.6)
    for delimiter in ",;\t":
        for line in cells(as_csv([row]), delimiter):
            for cell in line:
                assert is_number(cell) or not cell.lstrip().startswith(FORMULA), (delimiter, cell)
    (_, line) = cells(as_csv([row]))
    assert not any(cell.startswith(("\t", "\r", "\n")) for cell in line)


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="=+-@＝＋－＠\t\r\n"), max_size=30))
@settings(deadline=None)
def test_other_texts_are_not_changed(text: str) -> None:
    header, line = cells(as_csv([geo_row(raw_answer=text)]))
    assert line[header.index("raw_answer")] == text


def test_numbers_stay_numbers() -> None:
    header, line = cells(as_csv([geo_row(latitude_deg=-33.8, score=0.0, play_count=2)]))
    found = dict(zip(header, line, strict=True))
    assert (found["latitude_deg"], found["score"], found["play_count"]) == ("-33.8", "0.0", "2")
    assert (found["timed_out"], found["status"], found["listened_s"]) == ("false", "ok", "")
    assert found["shown_at"] == "2026-03-20T12:00:00+00:00"


def test_one_file_holds_rows_of_several_tables() -> None:
    header, first, second = cells(as_csv([geo_row(), any_row("votes")]))
    assert header[0] == "table"
    assert len(set(header)) == len(header)
    assert {item.name for item in dataclasses.fields(schema.GeoRow)} <= set(header)
    assert (first[0], second[0]) == ("geo", "votes")
    assert first[header.index("vote")] == ""


def test_a_player_without_answers_gets_a_header() -> None:
    assert cells(as_csv([])) == [["table"]]


def test_pandas_reads_it_with_half_characters_replaced() -> None:
    frame = pd.read_csv(io.BytesIO(as_csv([geo_row(raw_answer="音 \ud83d")])))
    assert frame["raw_answer"].tolist() == ["音 ?"]
