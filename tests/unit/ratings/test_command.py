"""`python -m soundmark rate` prints what it found, and what it left out."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest

from leaderboard.ratings.log_votes import votes_of_log
from leaderboard.ratings.outcomes import Outcome
from leaderboard.ratings.raw_votes import STYLES
from soundmark.cli import main
from soundmark.store.tables.arena import Check, Vote, VoteRow
from soundmark.types import ResponderKind
from tests.support.votes import likeliest, made_up_votes

KINDS = ("human", "model")
WORDS = {Outcome.A: "model_a", Outcome.B: "model_b", Outcome.TIE: "tie", Outcome.BOTH_BAD: "tie (bothbad)"}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    rng = np.random.default_rng(8)
    path = tmp_path / "votes.csv"
    lines = [
        "model_a,model_b,winner,voter,language,voted_at," + ",".join(f"{name}_{x}" for name in STYLES for x in "ab")
    ]
    for number, (a, b, outcome) in enumerate(made_up_votes(rng, [0.0, 0.5, 1.0], 300, 0.4)):
        when = datetime(2026, 3, 1, tzinfo=UTC) + timedelta(minutes=number)
        style = [*rng.poisson(20, 8).tolist(), *rng.choice(["true", "false"], 2)]
        cells = [a, b, WORDS[outcome], f"p{number % 40}", "de" if number % 3 else "fr", when.isoformat(), *style]
        lines.append(",".join(map(str, cells)))
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_json_holds_all_of_it(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--rounds", "60", "--style", "--elo", "--fragility", "--cluster", "voter", "--anchor", "model-0=1000"]
    assert main(["rate", str(file), "--json", *options]) == 0
    found = json.loads(capsys.readouterr().out)
    expected, _ = likeliest(_votes(file))
    shift = 1000 - expected["model-0"]
    ratings = {row["model"]: row["rating"] for row in found["ratings"]}
    assert ratings == pytest.approx({model: rating + shift for model, rating in expected.items()}, abs=0.05)
    assert found["rules"]["clustered_by"] == "voter"
    assert {row["rank"] for row in found["ratings"]} <= {1, 2, 3}
    assert [one["feature"] for one in found["style"]["coefficients"]] == list(STYLES)
    assert len(found["elo"]) == 3
    assert len(found["fragility"]) == 2


def _votes(file: Path) -> list[tuple[str, str, Outcome]]:
    outcomes = {word: outcome for outcome, word in WORDS.items()}
    rows = [line.split(",") for line in file.read_text(encoding="utf-8").splitlines()[1:]]
    return [(a, b, outcomes[winner]) for a, b, winner, *_ in rows]


def test_two_groups_are_compared_and_the_second_is_not_rated(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "votes.csv"
    said = [("a", "a"), ("a", "b"), ("b", "b"), ("tie", "tie (bothbad)")]
    rows = [f"{n},x,y,{vote},{kind}" for n, pair in enumerate(said) for vote, kind in zip(pair, KINDS, strict=True)]
    file.write_text("\n".join(["battle_id,model_a,model_b,winner,responder_kind", *rows]), encoding="utf-8")
    options = ["--rounds", "0", "--agree", "responder_kind=human", "responder_kind=model"]
    assert main(["rate", str(file), "--json", *options]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["agreement"]["verdicts"]["counts"] == [[1, 0, 1], [0, 1, 0], [0, 0, 1]]
    assert (found["agreement"]["overall"]["battles"], found["agreement"]["overall"]["share"]) == (4, 0.75)
    assert [row["votes"] for row in found["ratings"]] == [4, 4]
    assert main(["rate", str(file), *options]) == 0
    assert "the same verdict in 75.0%" in capsys.readouterr().out
    assert main(["rate", str(file), "--agree", "responder_kind=human", "responder_kind=human"]) == 2
    assert "the same one" in capsys.readouterr().err
    assert main(["rate", str(file), "--agree", "language=de", "language=fr"]) == 2
    assert "no column language" in capsys.readouterr().err


def test_the_table_and_what_was_left_out(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with file.open("a", encoding="utf-8") as open_file:
        open_file.write("\nmodel-0,model-1,who knows" + "," * 13)
    assert main(["rate", str(file), "--rounds", "0", "--ties", "davidson", "--only", "language=de"]) == 1
    out, err = capsys.readouterr()
    assert "300 of 301 rows count as votes." in err
    assert "row 302" in err
    assert "Bradley-Terry, 200 votes" in out
    assert "Davidson's nu: " in out
    models = [line.split()[1] for line in out.splitlines() if line.strip().startswith(("1 ", "2 ", "3 "))]
    assert sorted(models) == ["model-0", "model-1", "model-2"]
    assert "Position: side a won" in out


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--cluster", "question"], "no column question"),
        (["--only", "task=geo"], "no column task"),
        (["--anchor", "nobody=1000"], "'nobody' is not among"),
    ],
)
def test_what_cannot_be_done_gets_a_sentence(
    file: Path, options: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rate", str(file), "--rounds", "0", *options]) == 2
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize(
    "options", [["--rounds", "-1"], ["--anchor", "x"], ["--only", "colour=red"], ["--since", "soon"]]
)
def test_wrong_options_are_refused(file: Path, options: list[str]) -> None:
    with pytest.raises(SystemExit):
        main(["rate", str(file), *options])


def test_an_empty_table_is_said_to_be_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "votes.csv"
    path.write_text("model_a,model_b,winner\n", encoding="utf-8")
    assert main(["rate", str(path)]) == 0
    assert "No votes compare two models." in capsys.readouterr().out


def vote(number: int, said: Vote = Vote.A, **changed: object) -> VoteRow:
    when = datetime(2026, 3, 1, tzinfo=UTC) + timedelta(seconds=number)
    values: dict[str, object] = {
        "vote_id": f"vote-{number}",
        "schema_version": 1,
        "battle_id": f"battle-{number}",
        "benchmark": "clips",
        "benchmark_revision": "r1",
        "question_id": "q",
        "responder_kind": ResponderKind.HUMAN,
        "responder_id": "p1",
        "model_a": "x",
        "model_b": "y",
        "vote": said,
        "side_seed": "s",
        "shown_at": when,
        "voted_at": when,
        "app_version": "0",
        "deployment_id": "test",
    }
    return VoteRow(**{**values, **changed})  # type: ignore[arg-type]


def test_votes_of_the_log_are_judged_in_the_same_way() -> None:
    rows = [
        vote(1, words_a=10, words_b=20),
        vote(1, words_a=10, words_b=20),
        vote(2, Vote.BOTH_BAD, responder_id=None),
        vote(3, check_fresh=Check.FAILED),
        vote(4, check_fresh=Check.UNAVAILABLE),
        vote(5, responder_kind=ResponderKind.MODEL, responder_id="judge"),
        vote(6, model_b="x"),
    ]
    votes, report = votes_of_log(rows)
    assert votes.outcome.tolist() == [Outcome.A, Outcome.BOTH_BAD, Outcome.A]
    assert (report.n_repeated, report.n_self, report.unavailable) == (1, 1, {"check_fresh": 1})
    assert report.excluded == {"check_fresh failed": 1, "not given by human": 1}
    assert votes.voter is not None
    assert votes.voter[1] == -1
    assert votes.time_s is not None
    assert np.diff(votes.time_s).tolist() == [1.0, 2.0]
    assert votes.labels["benchmark"].names == ("clips",)
