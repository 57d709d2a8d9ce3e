"""Any dataset of a Hub becomes questions by a mapping of its columns, through the real `datasets` client."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from huggingface_hub import HfApi

from tests.conftest import ROOT
from tests.hub.conftest import TOKEN
from tests.support.loopback_hub import RunningHub

RUN = """
import contextlib, io, json, sys
from pathlib import Path
from soundmark.benchmarks.entry import Access
from soundmark.benchmarks.mapped import MappedDataset, read_mapped
from soundmark.benchmarks.mapping import parse_map
from soundmark.cli import main
done = []
for arguments in json.loads(sys.argv[1]):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(arguments)
    done.append([code, out.getvalue(), err.getvalue()])
access = Access(cache_dir=Path(sys.argv[2]))
source = MappedDataset(name="alice/choices", columns=parse_map(sys.argv[3]))
first = read_mapped(source, access, keep_clips=True).questions[0]
again = read_mapped(source, access, keep_clips=True)
done.append([first.question_id, first.prompt, list(first.choices), first.truth.choice_index, first.language,
             again.clips.at_hand(first.clip).path.read_bytes().decode()])
print(json.dumps(done))
"""
CHOICES = "audio=sound,question=Q,options=choices,answer=label,language==zh,question_en=Q2,options_en=en"


def upload(endpoint: str, repo: str, files: dict[str, bytes]) -> None:
    api = HfApi(endpoint=endpoint, token=TOKEN)
    api.create_repo(repo, repo_type="dataset", exist_ok=True)
    for path, content in files.items():
        api.upload_file(path_or_fileobj=content, path_in_repo=path, repo_id=repo, repo_type="dataset")


def parquet(rows: list[dict[str, Any]], features: dict[str, Any]) -> bytes:
    """Parquet as `push_to_hub` writes it, with the features beside the schema."""
    table = pa.Table.from_pylist(rows)
    table = table.replace_schema_metadata({"huggingface": json.dumps({"info": {"features": features}})})
    file = io.BytesIO()
    pq.write_table(table, file)
    return file.getvalue()


def text(name: str = "string") -> dict[str, str]:
    return {"dtype": name, "_type": "Value"}


@pytest.fixture
def datasets_of_others(server: RunningHub) -> str:
    choices = [
        {
            "sound": {"bytes": f"sound {number}".encode(), "path": f"{number}.wav"},
            "Q": f"第 {number} 題",
            "choices": ["甲", "乙", "丙"],
            "label": number % 3 if number < 5 else 7,
            "Q2": f"Item {number}",
            "en": ["one", "two", "three"],
        }
        for number in range(6)
    ]
    labels = {"names": ["A", "B", "C", "D", "E", "F", "G", "H"], "_type": "ClassLabel"}
    features = {
        "sound": {"_type": "Audio"}, "Q": text(), "choices": {"feature": text(), "_type": "List"}, "label": labels,
        "Q2": text(), "en": {"feature": text(), "_type": "List"},
    }  # fmt: skip
    places = "".join(
        json.dumps({"file": f"clips/{number}.mp3", "lat": 10 + number, "lon": "121,5", "where": {"city": "Taipei"}})
        + "\n"
        for number in range(3)
    )
    spatial = "file,q,what,metres\na.wav,How far?,distance_ego,2.5\nhttp://169.254.169.254/a.wav,How?,distance_ego,1\n"
    upload(server.endpoint, "alice/choices", {"data/train-00000-of-00001.parquet": parquet(choices, features)})
    upload(server.endpoint, "alice/places", {"train.jsonl": places.encode(), "test.jsonl": places.encode()})
    upload(server.endpoint, "alice/distances", {"train.csv": spatial.encode()})
    upload(server.endpoint, "alice/pack", {
        "metadata.csv": b"file_name,latitude,longitude,category\naudio/a.mp3,25,121.5,Rain\naudio/b.mp3,95,121.5,\n",
        "audio/a.mp3": b"sound a",
        "audio/b.mp3": b"sound b",
    })  # fmt: skip
    return server.endpoint


@pytest.mark.long
def test_choices_places_and_distances_of_others(datasets_of_others: str, tmp_path: Path) -> None:
    geo = "audio=file,latitude=lat,longitude=lon,city=where.city"
    check = ["benchmarks", "check", "--data", str(tmp_path / "data")]
    runs = [
        [*check, "alice/choices", "--map", CHOICES],
        [*check, "alice/places", "--map", geo, "--split", "test"],
        [*check, "alice/places", "--map", geo],
        [*check, "alice/distances", "--map", "audio=file,question=q,task=what,answer=metres"],
        [*check, "alice/distances", "--map", "audio=file,question=nope,task=what,answer=metres"],
        [*check, "alice/absent", "--map", geo],
        [*check, "alice/places", "--map", "audio=file,latitude=lat"],
        [*check, "alice/pack"],
    ]
    environment = {"HF_ENDPOINT": datasets_of_others, "HF_HOME": str(tmp_path / "home"), "HF_HUB_OFFLINE": "0"}
    done = subprocess.run(
        [sys.executable, "-c", RUN, json.dumps(runs), str(tmp_path / "cache"), CHOICES],
        cwd=ROOT, env=os.environ | environment, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    choices, places, no_split, distances, no_column, absent, short, pack, question = json.loads(done.stdout)
    assert choices[0] == 1
    assert "Questions: 5 (choice)" in choices[1]
    assert "row 6 (answer outside options: H)" in choices[1]
    assert places[:1] == [0]
    assert "Questions: 3 (geo)" in places[1]
    assert no_split[0] == 2
    assert "Name one of the splits of alice/places with --split" in no_split[2]
    assert distances[0] == 1
    assert "Questions: 1 (spatial)" in distances[1]
    assert "audio elsewhere is not fetched" in distances[1]
    for refused, said in ((no_column, "no column nope"), (absent, "no dataset alice/absent"), (short, "longitude")):
        assert refused[0] == 2
        assert said in refused[2]
        assert "Traceback" not in refused[2]
    assert pack[0] == 1
    assert "Questions: 1 (geo)" in pack[1]
    assert "are latitude and longitude swapped?" in pack[1]
    question_id, *rest = question
    assert question_id.startswith("train-1#")
    assert rest == ["第 0 題", ["甲", "乙", "丙"], 0, "zh", "sound 0"]
