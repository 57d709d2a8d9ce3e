"""From reasoning to selected clips through the command, with judges that follow a script."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from soundmark.cli import main


def model(name: str, *answers: tuple[str, str], costs: bool = False) -> str:
    """A scripted judge for models.toml: what it answers when something stands in the question ('' for anything)."""
    lines = ["[[models]]", f'name = "{name}"', 'adapter = "scripted"', "inputs = []"]
    for when, answer in answers:
        lines += ["[[models.script]]", *([f'when = "{when}"'] if when else []), f"answers = ['{answer}']"]
        lines += ["input_tokens = 1000", "output_tokens = 1000"] if costs else []
    if costs:
        prices = [f"usd_per_million_{side}_tokens = 1.0" for side in ("input", "output")]
        lines += ["[models.price]", *prices, "[models.parameters]", "max_tokens = 2000"]
    return "\n".join(lines) + "\n"


MODELS = "\n".join(
    (
        model("fair", ("a bell", '{"1": 4, "2": 0}'), ("", '{"1": 1, "2": 3}'), costs=True),
        model("dear", ("", '{"1": 2, "2": 2}'), costs=True),
        model("strict", ("a bell", '{"1": 3, "2": 0}'), ("", '{"1": 0, "2": 3}')),
        model("silent", ("", "I would rather not")),
    )
)
TAGS = """file_name,category,share
near.wav,Church bell,0.8
near.wav,Rain,0.4
far.wav,Rain,0.5
far.wav,Church bell,0.5
new.wav,Church bell,1.0
new.wav,Gong,0.5
"""
ANSWERS = """clip_id,error_km,reasoning
near.wav,10,I hear a bell.
far.wav,5000,Only rain.
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in (("models.toml", MODELS), ("tags.csv", TAGS), ("answers.csv", ANSWERS)):
        (tmp_path / name).write_text(text)
    (tmp_path / "places.csv").write_text("file_name,latitude,longitude\nnear.wav,48.85,2.35\nnew.wav,25.03,121.56\n")
    monkeypatch.setenv("MODELS_FILE", str(tmp_path / "models.toml"))
    return tmp_path


def run(folder: Path, part: str, *arguments: str) -> int:
    return main(["localizability", part, "--tags", str(folder / "tags.csv"), *arguments])


def judge(folder: Path, *arguments: str) -> int:
    own = ["--answers", str(folder / "answers.csv"), "--to", str(folder / "judged.jsonl"), "--data", str(folder)]
    return run(folder, "judge", *own, *arguments)


def fit(folder: Path, *arguments: str) -> int:
    own = ["--answers", str(folder / "answers.csv"), "--judged", str(folder / "judged.jsonl")]
    return run(folder, "fit", *own, "--to", str(folder / "weights.json"), *arguments)


def n_asked(folder: Path) -> int:
    ledgers = (folder / "runs").rglob("*.jsonl")
    return sum(json.loads(line)["event"] == "asked" for path in ledgers for line in path.read_text().splitlines())


def test_from_reasoning_to_selected_clips(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert judge(folder, "--judge", "fair", "--judge", "strict", "--json") == 0
    assert json.loads(capsys.readouterr().out) == {
        "clips": 2, "categories_in_clips": 4, "requests": 4, "judgements": 8, "without_level": 0
    }  # fmt: skip
    rows = [json.loads(line) for line in (folder / "judged.jsonl").read_text().splitlines()]
    # Sounds are listed the longest heard first, and equal ones by name.
    assert rows[0] == {"clip_id": "far.wav", "category": "Church bell", "judge": "fair", "level": 1}
    assert {row["judge"] for row in rows} == {"fair", "strict"}

    assert fit(folder, "--json", "--figures", str(folder / "fit.html")) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["weights"] == json.loads((folder / "weights.json").read_text())
    slopes = {one["category"]: (one["near"]["value"], one["far"]["value"], one["side"])
              for one in found["weights"]["categories"]}  # fmt: skip
    # The bell: the mean of 4/4 and 3/4 over 0.8 of the clip, and of 1/4 and 0 over 0.5. The rain: 0, and 3/4 over 0.5.
    assert slopes == {
        "Church bell": (pytest.approx(0.875 / 0.8), pytest.approx(0.25), "positive"),
        "Rain": (0.0, pytest.approx(1.5), "negative"),
    }
    assert found["agreement"][0]["judges"] == ["fair", "strict"]
    assert [one["judge"] for one in found["without_each_judge"]] == ["fair", "strict"]
    assert found["weights"]["judges"] == ["fair", "strict"]
    assert [one["role"] for one in found["weights"]["sources"]] == ["tags", "answers", "judged"]

    arguments = ["--weights", str(folder / "weights.json"), "--places", str(folder / "places.csv")]
    arguments += ["--to", str(folder / "scores.jsonl"), "--figures", str(folder / "score.html")]
    assert run(folder, "score", *arguments, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    scores = {one["clip_id"]: one for one in told["clips"]}
    assert scores["new.wav"]["localizability"] == pytest.approx(1.09375)
    assert scores["new.wav"]["is_localizable"] and scores["new.wav"]["unknown"] == ["Gong"]
    assert scores["near.wav"]["localizability"] == pytest.approx(0.875 - 0.6)
    assert scores["far.wav"]["localizability"] == pytest.approx(0.546875 - 0.75)
    assert (told["n_localizable"], told["theta"]) == (1, 1.0)
    assert [group["name"] for group in told["continents"]] == ["Asia", "Europe"]
    assert [json.loads(line) for line in (folder / "scores.jsonl").read_text().splitlines()] == told["clips"]
    for page in ("fit.html", "score.html"):
        assert (folder / page).read_text().startswith("<!doctype html>")

    assert run(folder, "score", "--weights", str(folder / "weights.json"), "--theta", "0.2") == 0
    captured = capsys.readouterr()
    assert "Localizable (above 0.2): 2 of 3 clips" in captured.out
    assert "1 category of the tags is not among those that were fitted" in captured.err


def test_nothing_is_paid_twice(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert judge(folder, "--judge", "fair", "--limit", "1") == 0
    assert n_asked(folder) == 1
    assert judge(folder, "--judge", "fair") == 0
    assert n_asked(folder) == 2
    first = (folder / "judged.jsonl").read_text()
    (folder / "judged.jsonl").unlink()
    assert judge(folder, "--judge", "fair", "--resume") == 0
    assert (n_asked(folder), (folder / "judged.jsonl").read_text()) == (2, first)
    (folder / "answers.csv").write_text(ANSWERS.replace("Only rain", "Rain and wind"))
    assert judge(folder, "--judge", "fair") == 0
    assert n_asked(folder) == 3  # another reasoning is another question
    assert judge(folder, "--judge", "fair", "--new") == 0
    assert n_asked(folder) == 5
    (folder / "models.toml").write_text(MODELS.replace("max_tokens = 2000", "max_tokens = 1500"))
    assert judge(folder, "--judge", "fair") == 0
    assert n_asked(folder) == 7  # and so are other parameters
    capsys.readouterr()


def test_a_limit_in_dollars_holds_for_all_judges(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert judge(folder, "--judge", "fair", "--dry-run", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert n_asked(folder) == 0 and 2 * 0.002 < told["worst_usd"] < 2 * 0.003
    # Each reply costs 0.002, and may cost about 0.0025 before it is known.
    assert judge(folder, "--judge", "fair", "--max-usd", "0.0035") == 1
    assert "The limit of 0.0035 US dollars is used up" in capsys.readouterr().err
    assert len((folder / "judged.jsonl").read_text().splitlines()) == 2
    assert judge(folder, "--judge", "strict", "--max-usd", "1") == 2
    assert "names no price for strict" in capsys.readouterr().err
    # Each was asked about one clip. There is room for one more: 0.004 are spent, and each may cost 0.0025.
    assert judge(folder, "--judge", "dear", "--limit", "1") == 0
    assert judge(folder, "--judge", "fair", "--judge", "dear", "--max-usd", "0.0083") == 1
    rows = [json.loads(line) for line in (folder / "judged.jsonl").read_text().splitlines()]
    assert [row["judge"] for row in rows] == ["fair"] * 4 + ["dear"] * 2
    # When the first judge cannot go on, what the next one said before is there all the same.
    assert judge(folder, "--judge", "dear", "--judge", "fair", "--max-usd", "0.0045") == 1
    assert len((folder / "judged.jsonl").read_text().splitlines()) == 6
    assert n_asked(folder) == 3
    capsys.readouterr()


def test_a_limit_needs_a_price(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert judge(folder, "--judge", "fair", "--judge", "strict", "--max-usd", "1") == 2
    assert n_asked(folder) == 0
    assert "names no price for strict" in capsys.readouterr().err


def test_a_judge_that_says_no_level(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert judge(folder, "--judge", "silent") == 1
    captured = capsys.readouterr()
    assert "without_level: 4" in captured.out and "--new" in captured.err
    assert n_asked(folder) == 6  # each clip three times
    assert (folder / "judged.jsonl").read_text() == ""
    assert fit(folder) == 2
    assert "There are no judgements" in capsys.readouterr().err


def test_what_a_person_can_mend(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def told() -> str:
        return capsys.readouterr().err

    assert judge(folder, "--judge", "fair", "--judge", "fair") == 2
    assert "named twice" in told()
    assert judge(folder, "--judge", "nobody") == 2
    assert "nobody" in told()
    (folder / "judged.jsonl").write_text('{"clip_id": "near.wav", "category": "Church bell", "judge": "j", "level": 4}')
    assert fit(folder, "--alpha", "-1") == 2
    assert "alpha is -1" in told()
    assert fit(folder, "--scale", "0,1") == 2
    assert "Give five ascending numbers" in told()
    assert fit(folder, "--figures", str(folder / "none" / "f.html")) == 2
    assert "There is no folder for f.html" in told()
    assert fit(folder) == 0
    assert "The paper averages 3 judges; here are 1." in told()
    weights = ["--weights", str(folder / "weights.json")]
    assert run(folder, "score", *weights, "--theta", "1e308") == 2
    assert "theta is 1e+308" in told()
    assert run(folder, "score", *weights, "--to", str(folder / "s.txt")) == 2
    assert "ends in .csv or .jsonl" in told()
    (folder / "tags.csv").write_text("file_name,category,share\na.wav,Gong,0.5\na.wav,Tuba,7\n")
    assert run(folder, "score", *weights) == 2
    assert "The weights know no category of these tags, as Gong; they know Church bell." in told()
    assert judge(folder, "--judge", "fair") == 2
    assert "No clip has both tags and reasoning: 1 are tagged, and 2 have reasoning" in told()
    with pytest.raises(SystemExit):
        judge(folder, "--judge", "fair", "--min-share", "nan")
    told()


def test_bad_rows_are_named_and_the_others_count(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [{"clip_id": "near.wav", "category": "Church bell", "judge": "j", "level": level} for level in (4, 9)]
    (folder / "judged.jsonl").write_text("\n".join(map(json.dumps, rows)) + "\nno JSON\n")
    (folder / "tags.csv").write_text(TAGS + "near.wav,Wind,nan\n")
    assert fit(folder) == 1
    captured = capsys.readouterr()
    assert "Church bell, 1 clip\n" in captured.out
    assert captured.err.count("Left out: ") == 3
    assert "tags.csv" in captured.err and "its level 9 is none of 0 to 4" in captured.err
