"""Any table of votes is read; each wrong row is named, and the others count."""

from __future__ import annotations

import csv
import io
import json
from datetime import UTC, datetime
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leaderboard.ratings.counts import RatingError
from leaderboard.ratings.outcomes import Outcome, outcome_of
from leaderboard.ratings.raw_votes import MEANINGS
from leaderboard.ratings.vote_check import checked_votes
from leaderboard.ratings.vote_files import _odd_csv_votes, read_raw_votes
from leaderboard.ratings.vote_report import VoteReport
from leaderboard.ratings.vote_table import VoteFilter, VoteTable

ALL = frozenset(MEANINGS.values())
ROWS = [
    {"model_a": "x", "model_b": "y", "winner": "model_a"},
    {"model_a": "y", "model_b": "x", "winner": "tie (bothbad)"},
    {"model_a": "x", "model_b": "z", "winner": "tie"},
]
SAID = [("x", "y", Outcome.A), ("y", "x", Outcome.BOTH_BAD), ("x", "z", Outcome.TIE)]


def read(path: Path) -> tuple[VoteTable, VoteReport]:
    return checked_votes(read_raw_votes(path, ALL))


def said(votes: VoteTable) -> list[tuple[str, str, Outcome]]:
    columns = zip(votes.a.tolist(), votes.b.tolist(), votes.outcome.tolist(), strict=True)
    return [(votes.models[a], votes.models[b], Outcome(outcome)) for a, b, outcome in columns]


def written(folder: Path, text: str | bytes, name: str = "votes.csv") -> Path:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def wrong(report: VoteReport) -> list[tuple[int, str]]:
    return [(row.number, row.why) for row in report.wrong]


@pytest.mark.parametrize("ending", ["csv", "tsv", "jsonl", "json", "parquet"])
def test_each_form_of_file_says_the_same(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"votes.{ending}"
    if ending == "parquet":
        pq.write_table(pa.Table.from_pylist(ROWS), path)
    elif ending == "json":
        path.write_text(json.dumps(ROWS), encoding="utf-8")
    elif ending == "jsonl":
        path.write_text("\n".join(map(json.dumps, ROWS)), encoding="utf-8")
    else:
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(ROWS[0]), delimiter="\t" if ending == "tsv" else ",")
            writer.writeheader()
            writer.writerows(ROWS)
    votes, report = read(path)
    assert said(votes) == SAID
    assert (report.n_rows, report.n_votes, report.wrong) == (3, 3, ())


@pytest.mark.parametrize(
    ("text", "outcome"),
    [(" Model_A ", Outcome.A), ("LEFT", Outcome.A), ("vote for right", Outcome.B), ("tie (bothbad)", Outcome.BOTH_BAD),
     ("Tie", Outcome.TIE), ("both-bad", Outcome.BOTH_BAD), ("b", Outcome.B), ("model-b", Outcome.B),
     ("1", None), ("", None), ("a or b", None), ("ties!" * 1000, None)],
)  # fmt: skip
def test_winners_are_spelled_in_many_ways(text: str, outcome: Outcome | None) -> None:
    assert outcome_of(text) is outcome


def test_a_winner_may_be_named_by_the_model(tmp_path: Path) -> None:
    votes, report = read(written(tmp_path, "model_a,model_b,winner\ngpt,qwen,qwen\nqwen,gpt,qwen\ngpt,qwen,llama\n"))
    assert said(votes) == [("gpt", "qwen", Outcome.B), ("qwen", "gpt", Outcome.A)]
    assert wrong(report) == [(4, "winner is 'llama', neither a, b, tie nor both_bad")]


def test_each_wrong_row_is_named_and_the_others_count(tmp_path: Path) -> None:
    lines = [
        "model_a,model_b,winner,words_a,words_b",
        "x,y,a,10,20",
        ",y,a,1,1",
        "x,y,1,1,1",
        "x,y",
        "",
        "x,x,a,1,1",
        "x," + "y" * 300 + ",a,1,1",
        "x,y\x1b[31m,a,1,1",
        "x,y,b,-5,1",
        "x,y,b,,",
    ]
    votes, report = read(written(tmp_path, "\n".join(lines).encode() + b"\nx,\xff\xfe,a,1,1\n"))
    assert said(votes) == [("x", "y", Outcome.A), ("x", "y", Outcome.B)]
    assert (report.n_self, report.n_rows) == (1, 10)
    assert [number for number, _ in wrong(report)] == [3, 4, 5, 8, 9, 10, 12]
    assert dict(wrong(report))[5] == "2 fields instead of 5"
    assert dict(wrong(report))[10] == "words_a is no count"
    text = report.text()
    assert text.startswith("2 of 10 rows count as votes.")
    assert all(str(number) in text for number, _ in wrong(report))
    assert "\x1b" not in text


def test_json_that_holds_no_cells_is_wrong_row_by_row(tmp_path: Path) -> None:
    lines = [
        '{"model_a": ["x"], "model_b": "y", "winner": "a"}',
        '{"model_a": "x", "model_b": {"y": 1}, "winner": "a"}',
        '{"model_a": "x", "model_b": "y", "winner": ["a"]}',
        '{"model_a": "x", "model_b": "y", "winner": 1}',
        '{"model_a": "x", "model_b": "y"}',
        '{"model_a": "x", "model_b": NaN, "winner": "a"}',
        "no JSON",
        '{"model_a": 7, "model_b": "y", "winner": "y"}',
    ]
    votes, report = read(written(tmp_path, "\n".join(lines), "votes.jsonl"))
    assert said(votes) == [("7", "y", Outcome.B)]
    assert [number for number, _ in wrong(report)] == [1, 2, 3, 4, 5, 6, 7]


def test_a_quotation_mark_that_never_ends_is_a_wrong_row(tmp_path: Path) -> None:
    votes, report = read(written(tmp_path, 'model_a,model_b,winner\nx,y,a\nx,"y,a\nx,y,b\n'))
    assert said(votes) == [("x", "y", Outcome.A)]
    assert "quotation marks" in report.wrong[0].why


def test_ids_count_once_and_contradictions_not_at_all(tmp_path: Path) -> None:
    lines = [
        "vote_id,model_a,model_b,winner",
        "1,x,y,a",
        "1,x,y,a",
        "2,x,y,a",
        "2,x,y,b",
        "3,y,x,tie",
        ",y,x,a",
        ",y,x,a",
    ]
    for order in (lines, [lines[0], *reversed(lines[1:])]):
        votes, report = read(written(tmp_path, "\n".join(order)))
        assert sorted(said(votes)) == sorted(
            [("x", "y", Outcome.A), ("y", "x", Outcome.TIE)] + [("y", "x", Outcome.A)] * 2
        )
        assert report.n_repeated == 1
        assert [why for _, why in wrong(report)] == ["another row with its vote_id says something else"] * 2


def test_checks_are_judged_here_and_counted(tmp_path: Path) -> None:
    lines = [
        "vote_id,model_a,model_b,vote,responder_kind,check_listened,check_fresh",
        "init-1,x,y,a,human,,",
        "1,x,y,a,human,ok,unavailable",
        "2,x,y,a,human,failed,failed",
        "3,x,y,b,model,ok,ok",
        "4,x,y,b,human,,failed",
        "5,x,y,b,human,maybe,ok",
        "6,x,y,b,human,ok,ok",
    ]
    raw = read_raw_votes(written(tmp_path, "\n".join(lines)), ALL)
    votes, report = checked_votes(raw, withdrawn=["6"])
    assert said(votes) == [("x", "y", Outcome.A)]
    assert (report.n_placeholder, report.n_withdrawn) == (1, 1)
    assert report.excluded == {"not given by human": 1, "check_listened failed": 1, "check_fresh failed": 1}
    assert report.unavailable == {"check_fresh": 1}
    assert wrong(report) == [(7, "check_listened is neither ok, failed nor unavailable")]
    assert checked_votes(raw, with_failed=True)[0].n_votes == 4
    assert said(checked_votes(raw, responders=["model"])[0]) == [("x", "y", Outcome.B)]


def test_votes_are_chosen_by_label_and_time(tmp_path: Path) -> None:
    lines = [
        "model_a,model_b,winner,language,logged_in,voted_at",
        "x,y,a,de,True,2026-03-01T00:00:00+00:00",
        "x,y,b,fr,False,2026-03-02T00:30:00+01:00",
        "x,y,tie,de,True,nonsense",
        "x,y,both_bad,,True,1772496000",
    ]
    votes, report = read(written(tmp_path, "\n".join(lines)))

    def outcomes(**wanted: object) -> list[int]:
        chosen = votes.chosen(VoteFilter(**wanted))  # type: ignore[arg-type]
        return [int(outcome) for outcome in chosen.outcome]

    assert outcomes(labels={"language": frozenset({"de", "fr"})}) == [Outcome.A, Outcome.B, Outcome.TIE]
    assert outcomes(labels={"logged_in": frozenset({"true"}), "language": frozenset({""})}) == [Outcome.BOTH_BAD]
    assert outcomes(until=datetime(2026, 3, 2, tzinfo=UTC)) == [Outcome.A, Outcome.B]
    assert outcomes(since=datetime(2026, 3, 2, tzinfo=UTC)) == [Outcome.BOTH_BAD]
    assert report.n_without_time == 1
    with pytest.raises(RatingError, match="no column task"):
        outcomes(labels={"task": frozenset({"geo"})})


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("votes.csv", "model_a,model_b\nx,y\n", "no column winner"),
        ("votes.csv", "model_a,model_b,winner,winner\nx,y,a,b\n", "twice"),
        ("votes.csv", "", "no column model_a, model_b, winner"),
        ("votes.jsonl", "", "no column"),
        ("votes.json", "[{", "JSON array"),
        ("votes.parquet", "PAR1 nothing of that kind PAR1", "no Parquet file"),
        ("votes.xlsx", "x", "Give a file that ends in"),
    ],
)
def test_a_file_of_no_use_gets_a_sentence(tmp_path: Path, name: str, content: str, sentence: str) -> None:
    with pytest.raises(RatingError, match=sentence):
        read(written(tmp_path, content, name))


def test_a_file_that_is_not_there_gets_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(RatingError, match=r"There is no file gone\.csv"):
        read(tmp_path / "gone.csv")
    with pytest.raises(RatingError, match="cannot be read"):
        folder = tmp_path / "folder.csv"
        folder.mkdir()
        read(folder)


def test_only_columns_names_without_rows_are_no_votes(tmp_path: Path) -> None:
    votes, report = read(written(tmp_path, "model_a,model_b,winner\n"))
    assert (votes.models, votes.n_votes, report.n_rows) == ((), 0, 0)


CELLS = st.text(
    st.one_of(st.sampled_from('"xy '), st.characters(codec="utf-8", exclude_characters="\r\n,")), max_size=6
)


@settings(deadline=None, max_examples=60)
@given(
    st.lists(st.tuples(CELLS, CELLS, st.sampled_from(["a", "b", "tie", "both_bad", "x", " LEFT"])), max_size=8),
    st.booleans(),
)
def test_the_fast_way_and_the_careful_way_read_alike(rows: list[tuple[str, str, str]], all_quoted: bool) -> None:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows([("model_a", "model_b", "winner"), *rows])
    quoted = text.getvalue() if not all_quoted else text.getvalue().replace(",", '","').replace("\n", '"\n"')
    content = (f'"{quoted[:-1]}' if all_quoted else quoted).encode()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Path, "stat", lambda _: type("S", (), {"st_size": len(content)})())
        patch.setattr(Path, "read_bytes", lambda _: content)
        fast = checked_votes(read_raw_votes(Path("votes.csv"), ALL))
    careful = checked_votes(_odd_csv_votes(content, ",", Path("votes.csv"), ALL, ("model_a", "model_b", "winner")))
    assert said(fast[0]) == said(careful[0])
    assert fast[1] == careful[1]
