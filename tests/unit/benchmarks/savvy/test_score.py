"""Files of answers become the figures of SAVVY's Table 2, by the released rules and by what replies state."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from soundmark.benchmarks.entry import Access, Figures
from soundmark.benchmarks.savvy.entry import SAVVY
from soundmark.benchmarks.savvy.predictions import PredictionsError
from soundmark.cli import main
from tests.support import savvy_files as made


@pytest.fixture
def access(tmp_path: Path) -> Access:
    return Access(cache_dir=tmp_path / "cache", offline=True)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return made.write_json(tmp_path / "source" / "savvy_bench_file.json", made.items())


def scored(replies: dict[str, Any], tmp_path: Path, source: Path | None, access: Access) -> dict[str, Figures]:
    rows = [{"id": made.PREFIX + name, "prediction": reply} for name, reply in replies.items()]
    assert SAVVY.score is not None
    report = SAVVY.score(made.write_json(tmp_path / "predavmap.json", rows), source, access)
    json.dumps(report.sections, allow_nan=False)
    return dict(report.sections)


ALL_RIGHT = {
    "direction_ego_hard_3": "B", "direction_ego_simple_4": "B", "direction_exo_hard_12": "C",
    "direction_exo_simple_13": "A", "distance_ego_hard_20": made.SQRT_2, "distance_exo_hard_21": "5.0",
}  # fmt: skip


def test_all_right_is_a_hundred_in_each_task_and_overall(tmp_path: Path, source: Path, access: Access) -> None:
    sections = scored(ALL_RIGHT, tmp_path, source, access)
    assert sections["corrected"]["unread_rate"] == 0
    for figures in sections.values():
        for name in ("ego_dir_pct", "ego_dist_pct", "allo_dir_pct", "allo_dist_pct", "overall_pct"):
            assert figures[name] == pytest.approx(100)


def test_the_four_tasks_count_alike_and_a_distance_by_its_ten_thresholds(
    tmp_path: Path, source: Path, access: Access
) -> None:
    """One of two directions right, errors of 0.45 and 3 m: (50 + 60 + 100 + 0) / 4, thresholds 0.5 to 1.0 of ten."""
    replies = ALL_RIGHT | {
        "direction_ego_simple_4": "A", "distance_ego_hard_20": made.SQRT_2 + 0.45, "distance_exo_hard_21": "8",
    }  # fmt: skip
    for figures in scored(replies, tmp_path, source, access).values():
        assert figures["ego_dir_pct"] == pytest.approx(50)
        assert figures["ego_dir_hard_pct"] == pytest.approx(100)
        assert figures["ego_dir_simple_pct"] == pytest.approx(0)
        assert figures["ego_dist_pct"] == pytest.approx(60)
        assert figures["allo_dir_pct"] == pytest.approx(100)
        assert figures["allo_dist_pct"] == pytest.approx(0)
        assert figures["overall_pct"] == pytest.approx(52.5)
        assert figures["n"] == {
            "ego_dir_pct": 2, "ego_dist_pct": 1, "allo_dir_pct": 2, "allo_dist_pct": 1, "overall_pct": 6,
            "ego_dir_simple_pct": 1, "ego_dir_hard_pct": 1, "allo_dir_simple_pct": 1, "allo_dir_hard_pct": 1,
        }  # fmt: skip


def test_where_the_released_rules_misread_the_figures_stand_apart(tmp_path: Path, source: Path, access: Access) -> None:
    """ "The answer is B" is T by its first letter, "back-left" is B, and the last number of "5 m (16 ft)" is 16."""
    replies = {
        "direction_ego_hard_3": "back-left",  # truth B: right as published, wrong as meant
        "direction_exo_hard_12": "The answer is C",
        "distance_ego_hard_20": None,
        "distance_exo_hard_21": "5 m (16.4 ft)",
    }
    sections = scored(replies, tmp_path, source, access)
    published, corrected = sections["as_published"], sections["corrected"]
    assert published["ego_dir_pct"] == pytest.approx(100)
    assert corrected["ego_dir_pct"] == pytest.approx(0)
    assert published["allo_dir_pct"] == pytest.approx(0)
    assert corrected["allo_dir_pct"] == pytest.approx(100)
    assert published["allo_dist_pct"] == pytest.approx(0)
    assert corrected["allo_dist_pct"] == pytest.approx(100)
    assert published["ego_dist_pct"] == pytest.approx(0)
    assert corrected["ego_dist_pct"] == pytest.approx(0)
    assert corrected["unread_rate"] == pytest.approx(0.25)
    assert corrected["abstained_rate"] == pytest.approx(0.25)


def test_without_a_task_there_is_no_overall_and_the_gaps_are_told(tmp_path: Path, source: Path, access: Access) -> None:
    rows = [{"id": f"{made.PREFIX}direction_ego_hard_3", "prediction": "B"}, {"id": "other", "prediction": "B"}]
    assert SAVVY.score is not None
    report = SAVVY.score(made.write_json(tmp_path / "answers.json", rows), source, access)
    assert report.sections["corrected"]["overall_pct"] is None
    told = "\n".join(report.remarks)
    assert "Without an answer, and in no figure, as published: 5 of 6 questions." in told
    assert "ego_dist_pct, allo_dir_pct, allo_dist_pct" in told
    assert "other" in told


def test_questions_beside_the_answers_are_used(tmp_path: Path, access: Access) -> None:
    made.write_json(tmp_path / "savvy_bench_file.json", made.items())
    assert scored(ALL_RIGHT, tmp_path, None, access)["as_published"]["overall_pct"] == pytest.approx(100)


def test_without_questions_there_is_a_sentence(tmp_path: Path, access: Access) -> None:
    with pytest.raises(PredictionsError, match="--source"):
        scored(ALL_RIGHT, tmp_path, None, access)


def test_the_entry_reads_counts_and_checks_scenes(tmp_path: Path) -> None:
    clone = made.write_clone(tmp_path)
    (clone / "SAVVY" / "data" / "vis_gt_keyframes_all" / f"{made.VIDEO}.json").write_text("{")
    pack = SAVVY.read(clone)
    assert any("not JSON" in note.detail for note in pack.report.notes)
    counts = SAVVY.counts(pack)
    assert counts["Tasks"] == {"direction_ego": 2, "direction_exo": 2, "distance_ego": 1, "distance_exo": 1}
    assert counts["Answers"] == {"4 choices": 2, "3 choices": 2, "metres": 2}
    assert counts["Scenes"] == {"with a map": 4, "with a path": 6, "with an audio track": 6, "with sound": 0}


def test_the_commands_know_the_benchmark(tmp_path: Path, source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["benchmarks", "list"]) == 0
    assert "SAVVY-Bench (spatial questions)" in capsys.readouterr().out
    assert main(["benchmarks", "check", "savvy", "--source", str(source)]) == 0
    out = capsys.readouterr().out
    assert "Questions: 6" in out
    assert "Tasks (4): direction_ego 2, direction_exo 2" in out
    answers = made.write_json(
        tmp_path / "a.json", [{"id": made.PREFIX + name, "prediction": r} for name, r in ALL_RIGHT.items()]
    )
    assert main(["score", "savvy", str(answers), "--source", str(source), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["as_published"]["overall_pct"] == pytest.approx(100)


def test_a_lost_question_makes_the_check_fail(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = made.items()
    rows[0]["groundtruth"] = "E"
    path = made.write_json(tmp_path / "savvy_bench_file.json", rows)
    assert main(["benchmarks", "check", "savvy", "--source", str(path)]) == 1
    assert "1 question has no answer that can be told" in capsys.readouterr().out
