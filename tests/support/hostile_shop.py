"""An app all of whose texts from outside are hostile: questions, names, answers, votes, and what its owner is told."""

from __future__ import annotations

import csv
import dataclasses
import json
import shutil
from collections.abc import Iterable
from pathlib import Path

from soundmark.benchmarks import read_choice_pack, read_pack, read_spatial_pack
from soundmark.benchmarks.demo import DEMO_GLOBEAUDIO, DEMO_SAVVY, DEMO_TAU
from soundmark.modes.arena.exhibits import REPORT_NOTE
from soundmark.secret import Secret
from soundmark.store.ids import PlayerIds, new_response_id
from soundmark.store.journal import Journal
from soundmark.store.schema import SCHEMA_VERSION, ResponseRow, Vote, VoteRow
from soundmark.types import ResponderKind, Status
from tests.conftest import ROOT
from tests.support.choice_log import choice_row
from tests.support.opponents import scene_rows
from tests.support.packs import tone
from tests.support.rows import NOON, geo_row

WEB = "203.0.113.1"
"""Nobody's address (RFC 5737)."""
HTML = "<img src=x onerror=\"document.body.dataset.pwned='img'\">"
SCRIPT = "<script>document.body.dataset.pwned='script'</script>"
MARKDOWN = f"![m](http://{WEB}/m.png) [l](javascript:document.body.dataset.pwned='md') <http://{WEB}/auto>"
KATEX = f"$$\\href{{javascript:alert(1)}}{{x}}\\includegraphics{{http://{WEB}/k.png}}$$"
TEMPLATE = "${document.body.dataset.pwned='js'} {{7*7}}"
BIDI = "\u202eevil\u2066\u200f"
HOSTILE = " ".join((HTML, SCRIPT, MARKDOWN, KATEX, TEMPLATE, BIDI))
NAME = f"=HYPERLINK(0) {HTML}"
"""Of a model: what a spreadsheet would run, too."""
RIVAL = f"@SUM(1) {SCRIPT}"
"""Of a second model."""
PLAYER = "3f0b8a52-6a31-4c57-9d02-8f7c1e5ab914"
"""What the browser of the player with hostile answers keeps."""
SALT = "a salt of tests, long enough to be taken"
QUIZZES = {"tau": ("demo_tau", DEMO_TAU, "zh-Hant"), "globeaudio": ("demo_globeaudio", DEMO_GLOBEAUDIO, "th")}
SCENES = "demo_savvy"
VARIABLES = {"DEMO": "all", "MODES": "geo,tau,globeaudio,savvy,arena", "PLAYER_SALT": SALT}


def build(folder: Path) -> tuple[Path, Path]:
    """A copy of the app on hostile questions, and a data folder with hostile answers to them.

    Returns:
        Folder of the app, and folder of places; the data lie in `folder / "data"`.
    """
    root, places = folder / "app", _write_places(folder / "places")
    for name in ("soundmark", "components", "leaderboard"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "app.py", root)
    (root / "models.toml").write_text(f"[[models]]\nname = {json.dumps(NAME)}\nadapter = {json.dumps(HTML)}\n", "utf-8")
    benchmarks = root / "soundmark" / "benchmarks"
    for built_in, _, language in QUIZZES.values():
        _write_quiz(benchmarks / built_in, language)
    _write_scenes(benchmarks / SCENES)
    (folder / "data").mkdir()
    journal = Journal(folder / "data" / "journal.sqlite")
    for row in (*_of_models(places, benchmarks), *_votes(), *_own()):
        journal.append(row)
    about = {"why": f"Rude: {HOSTILE}", "benchmark": HOSTILE, "question_id": HOSTILE, "at": HOSTILE}
    journal.set_note(f"{REPORT_NOTE}a-battle", json.dumps(about))
    journal.close()
    return root, places


def _write_places(folder: Path) -> Path:
    """A place whose names are hostile, and one that is wrong, of which the log warns."""
    folder.mkdir(parents=True)
    tone(folder / "sound.wav")
    with (folder / "metadata.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["file_name", "latitude", "longitude", "continent", "country", "city", "source", "licence"])
        writer.writerow(["sound.wav", 10, 20, *[HOSTILE] * 5])
        writer.writerow([f"{HTML}.wav", HTML, 20, *[HOSTILE] * 5])
    return folder


def _write_quiz(folder: Path, language: str) -> None:
    """Questions all of whose texts are hostile, over a folder of built-in ones."""
    shutil.rmtree(folder)
    folder.mkdir()
    tone(folder / "sound.wav")
    letters = [f"option_{letter}" for letter in "abcd"]
    with (folder / "metadata.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["file_name", "question_id", "question", *letters, "answer", "language", "source", "licence"])
        writer.writerow(
            ["sound.wav", "q1", f"Q {HOSTILE}", *(f"{n} {HOSTILE}" for n in range(4)), "A", language, HOSTILE, HOSTILE]
        )


def _write_scenes(folder: Path) -> None:
    """The built-in questions of the first kind, in hostile words, about things with hostile names."""
    with (folder / "metadata.csv").open(encoding="utf-8", newline="") as file:
        first = next(csv.DictReader(file))
    first |= {"question": f"Q {HOSTILE}", "source": HOSTILE, "licence": HOSTILE}
    with (folder / "metadata.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(first))
        writer.writeheader()
        writer.writerow(first)
    for path in folder.glob("*.json"):
        scene = json.loads(path.read_text(encoding="utf-8"))
        for thing in scene["objects"]:
            thing["name"] = f"{thing['name']} {HTML}"
        scene = {key: value for key, value in scene.items() if key not in ("events", "questions")}
        path.write_text(json.dumps(scene | {"name": HOSTILE}), encoding="utf-8")


def _of_models(places: Path, benchmarks: Path) -> Iterable[ResponseRow]:
    """The answers of a model with a hostile name, reply and reasoning."""
    (place,) = (pack := read_pack(places)).questions
    truth = {"true_latitude_deg": 10.0, "true_longitude_deg": 20.0, "true_city": HOSTILE, "true_country": HOSTILE}
    yield _by_model(geo_row(benchmark=pack.benchmark, question_id=place.question_id, **truth))
    for built_in, benchmark, _ in QUIZZES.values():
        (asked,) = read_choice_pack(benchmarks / built_in, name=benchmark).questions
        yield _by_model(choice_row(asked))
    for row in scene_rows(read_spatial_pack(benchmarks / SCENES, name=DEMO_SAVVY)):
        yield _by_model(row)


def _by_model(row: ResponseRow) -> ResponseRow:
    return dataclasses.replace(
        row,
        response_id=new_response_id(),
        responder_kind=ResponderKind.MODEL,
        responder_id=NAME,
        prompt_id=HOSTILE,
        raw_answer=HOSTILE,
        extra_json=json.dumps({"reasoning": f"Because {HOSTILE}"}),
    )


def _votes() -> Iterable[VoteRow]:
    """Votes on two models with hostile names, of somebody and of the player."""
    me = PlayerIds(Secret(SALT), is_logged=True).player(PLAYER)
    for number, who in enumerate(("v" * 32, "w" * 32, me.responder_id)):
        yield VoteRow(
            vote_id=new_response_id(), schema_version=SCHEMA_VERSION, battle_id=f"battle-{number}", benchmark=HOSTILE,
            benchmark_revision="1", question_id=HOSTILE, responder_kind=ResponderKind.HUMAN, responder_id=who,
            model_a=NAME, model_b=RIVAL, vote=(Vote.A, Vote.B, Vote.TIE)[number], side_seed="s", shown_at=NOON,
            voted_at=NOON, app_version=HOSTILE, deployment_id=HOSTILE, salt_id=me.salt_id, task="geo", media="sound",
            language=HTML, words_a=5, words_b=9,
        )  # fmt: skip


def _own() -> Iterable[ResponseRow]:
    """Answers of the player, as another deployment of the same owner may have left them in the log."""
    me = PlayerIds(Secret(SALT), is_logged=True).player(PLAYER)
    own = {"responder_id": me.responder_id, "salt_id": me.salt_id, "benchmark": HOSTILE, "raw_answer": HOSTILE}
    yield geo_row(question_id=HOSTILE, true_city=HOSTILE, **own)
    yield geo_row(question_id=NAME, status=Status.ERROR, status_reason=HTML, score=None, **own)
