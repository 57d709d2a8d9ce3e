"""Rows of answers, judgements and places: what is read, and what is said of rows that are left out."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest

from soundmark.benchmarks.errors import PackError
from soundmark.curation.localizability.answers_file import read_answers
from soundmark.curation.localizability.contributions import Judgement
from soundmark.curation.localizability.errors import LocalizabilityError
from soundmark.curation.localizability.judged_file import NO_JUDGE, judged_lines, read_judged
from soundmark.curation.localizability.places_file import read_continents
from soundmark.curation.localizability.rules import Rules
from soundmark.store.export import export
from soundmark.store.journal import Journal
from soundmark.types import AGENT_SETTING, ResponderKind, Status
from tests.support.rows import NOON, geo_row


def lines(path: Path, *rows: object) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_answers_in_their_own_table(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text(
        "Clip ID,error_km,reasoning\na.wav,12.5,I hear a bell\nb.wav,,none\nc.wav,NaN,x\nd.wav,-1,x\n,3,x\n"
        "e.wav,30000,x\nf.wav,1e400,x\n"
    )
    found = read_answers(path)
    assert {name: (one.error_km, one.reasoning) for name, one in found.answers.items()} == {
        "a.wav": (12.5, "I hear a bell"), "b.wav": (None, "none"),
    }  # fmt: skip
    assert found.errors_km == {"a.wav": 12.5}
    assert [remark.partition(": ")[2] for remark in found.remarks] == [
        "its error_km NaN is no finite number", "its error_km -1 is no distance on Earth",
        "it names no clip (clip_id, file_name, question_id, key)", "its error_km 30000 is no distance on Earth",
        "its error_km 1e400 is no finite number",
    ]  # fmt: skip


def test_an_error_out_of_coordinates(tmp_path: Path) -> None:
    """A degree across 180 at 17 south: a cos(17) / sqrt(1 - e2 sin2(17)) of WGS-84 is 106.486 km along the parallel."""
    path = lines(
        tmp_path / "a.jsonl",
        {"question_id": "q", "predicted_latitude": "-17", "predicted_longitude": "179.5", "true_latitude": -17,
         "true_longitude": -179.5, "model_output": "because"},
        {"question_id": "r", "predicted_latitude": None, "predicted_longitude": None, "true_latitude": 1,
         "true_longitude": 1},
        {"question_id": "s", "predicted_latitude": 95, "predicted_longitude": 0, "true_latitude": 1,
         "true_longitude": 1},
    )  # fmt: skip
    found = read_answers(path)
    assert found.answers["q"].error_km == pytest.approx(106.486, abs=0.001)
    assert found.answers["q"].reasoning == "because"
    assert found.answers["r"].error_km is None
    assert found.remarks == ["a.jsonl, row 3: Latitude 95.0 is not in -90..90 degrees"]


def test_the_exported_log(tmp_path: Path) -> None:
    """Newest answer first, one that failed only where there is no other; thoughts out of extra_json."""
    row = {"question_id": "q", "responder_id": "m", "raw_answer": "raw", "error_km": 5.0, "answered_at": "2026-01-01"}
    thoughts = json.dumps({"reasoning": "thoughts"})
    path = lines(
        tmp_path / "geo.jsonl",
        row,
        row | {"error_km": 7.0, "answered_at": "2026-01-02", "extra_json": thoughts},
        row | {"error_km": None, "answered_at": "2026-01-03"},
        row | {"responder_id": "other", "error_km": 9.0},
    )
    with pytest.raises(LocalizabilityError, match=r"answers of 2 responders: m, other. Name one with --reasoner"):
        read_answers(path)
    found = read_answers(path, "m")
    assert found.reasoner == "m"
    assert (found.answers["q"].error_km, found.answers["q"].reasoning) == (7.0, "thoughts")
    with pytest.raises(LocalizabilityError, match="no answers of nobody"):
        read_answers(path, "nobody")


def test_the_log_as_it_is_exported(journal: Journal, tmp_path: Path) -> None:
    model = {"responder_kind": ResponderKind.MODEL, "responder_id": "m"}
    thoughts = json.dumps({"reasoning": "a bell"})
    journal.append(geo_row(**model, error_km=12.0, raw_answer="{}", extra_json=thoughts))
    journal.append(geo_row(**model, error_km=14.0, raw_answer="later", answered_at=NOON + timedelta(minutes=1)))
    journal.append(geo_row(error_km=3.0))
    own_name = {**model, "setting": AGENT_SETTING, "answered_at": NOON + timedelta(hours=1)}
    journal.append(geo_row(**own_name, error_km=1.0, raw_answer="an agent that calls itself m"))
    journal.append(geo_row(**model, question_id="q2", error_km=None, status=Status.REFUSED, raw_answer="no"))
    export(journal, tmp_path)
    found = read_answers(tmp_path / "geo" / "geo.parquet")
    assert found.reasoner == "m"
    assert {name: (one.error_km, one.reasoning) for name, one in found.answers.items()} == {
        "q1": (14.0, "later"), "q2": (None, "no"),
    }  # fmt: skip
    assert found.remarks == []


def test_answers_that_contradict_each_other_do_not_count(tmp_path: Path) -> None:
    path = lines(
        tmp_path / "a.jsonl", {"key": "a", "error_km": 1}, {"key": "a", "error_km": 2}, {"key": "b", "error_km": 3},
        {"key": "b", "error_km": 3},
    )  # fmt: skip
    found = read_answers(path)
    assert found.errors_km == {"b": 3.0}
    assert found.remarks == ["a.jsonl, row 2: the clip a has another answer too; neither counts"]


def test_two_columns_of_one_name_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("clip_id,error_km,Error KM\na,1,2\n")
    with pytest.raises(LocalizabilityError, match=r"a\.csv has the column error_km twice"):
        read_answers(path)


def test_hostile_ids_are_refused(tmp_path: Path) -> None:
    path = lines(
        tmp_path / "a.jsonl", {"file_name": "../../etc/passwd", "error_km": 1}, {"clip_id": "a\u0000b", "error_km": 1},
        {"clip_id": "x" * 501, "error_km": 1}, {"clip_id": ["a"], "error_km": 1}, {"clip_id": True, "error_km": 1},
        {"clip_id": "\u0065\u0301", "error_km": 1}, {"clip_id": "big", "error_km": 10**400},
        {"clip_id": "long", "error_km": 1, "reasoning": "x" * 200_001},
    )  # fmt: skip
    found = read_answers(path)
    assert list(found.answers) == ["é"]  # composed, as tags have it
    assert len(found.remarks) == 7
    assert all(remark.isprintable() and len(remark) < 300 for remark in found.remarks)


def test_levels_and_contributions(tmp_path: Path) -> None:
    rules = Rules(scale=(0.0, 1.0, 2.0, 3.0, 4.0))
    row = {"clip_id": "a", "category": " Church  bell ", "judge": "j"}
    path = lines(
        tmp_path / "j.jsonl",
        row | {"level": 3}, row | {"level": "2"}, row | {"contribution": 4.0}, row | {"level": 5}, row | {"level": 2.5},
        row | {"contribution": 0.5}, row, row | {"level": 1, "contribution": 1}, row | {"level": True},
        row | {"category": "", "level": 1}, row | {"judge": "x" * 121, "level": 1},
    )  # fmt: skip
    found = read_judged([path], rules)
    assert found.judgements == [Judgement("a", "Church bell", "j", value) for value in (3.0, 2.0, 4.0)]
    assert [remark.partition(": ")[2] for remark in found.remarks] == [
        "its level 5 is none of 0 to 4",
        "its level 2.5 is none of 0 to 4",
        "its contribution 0.5 is none of the five levels 0, 1, 2, 3, 4",
        "it needs a level or a contribution, and not both",
        "it needs a level or a contribution, and not both",
        "its level True is no finite number",
        "it names no category of 1 to 120 characters",
        "its judge has more than 120 characters",
    ]


def test_means_have_no_judge(tmp_path: Path) -> None:
    row = {"clip_id": "a", "category": "Bird"}
    path = lines(tmp_path / "j.jsonl", row | {"contribution": 0.41}, row | {"category": "Rain", "contribution": 1.5})
    found = read_judged([path], Rules())
    assert found.judgements == [Judgement("a", "Bird", NO_JUDGE, 0.41)]
    assert found.remarks == ["j.jsonl, row 2: its contribution 1.5 is not in 0 to 1"]
    with pytest.raises(LocalizabilityError, match="Some judgements name a judge and others do not"):
        read_judged([path, lines(tmp_path / "k.jsonl", row | {"judge": "j", "level": 1})], Rules())


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    path.write_text(judged_lines([('a "b"', "Écho, long", "j", 4)]), encoding="utf-8")
    assert read_judged([path], Rules()).judgements == [Judgement('a "b"', "Écho, long", "j", 1.0)]


def test_no_judgement_at_all(tmp_path: Path) -> None:
    with pytest.raises(LocalizabilityError, match=r"There are no judgements .* The first fault: j.jsonl, row 1"):
        read_judged([lines(tmp_path / "j.jsonl", {"clip_id": "a"})], Rules())
    with pytest.raises(PackError, match="There is no file"):
        read_judged([tmp_path / "none.jsonl"], Rules())


def test_continents(tmp_path: Path) -> None:
    path = lines(
        tmp_path / "p.jsonl",
        {"file_name": "a", "continent": "the Americas"}, {"file_name": "b", "continent": "north america"},
        {"file_name": "c", "latitude": 25.03, "longitude": 121.56}, {"file_name": "d", "continent": "Australia"},
        {"file_name": "e", "latitude": 0, "longitude": -30}, {"file_name": "f"},
        {"file_name": "g", "latitude": 95, "longitude": 0}, {"file_name": "d", "continent": "Asia"},
    )  # fmt: skip
    found, remarks = read_continents(path)
    assert found == {"b": "North America", "c": "Asia"}
    assert [remark.partition(": ")[2] for remark in remarks] == [
        "the Americas is no continent", "its place is on the open sea", "it has neither a continent nor latitude and "
        "longitude", "Latitude 95.0 is not in -90..90 degrees",
        "the clip d is on another continent too; neither counts",
    ]  # fmt: skip
    with pytest.raises(LocalizabilityError, match="tells the continent of no clip"):
        read_continents(lines(tmp_path / "q.jsonl", {"file_name": "a", "continent": "Atlantis"}))
