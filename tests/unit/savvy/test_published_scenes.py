"""SAVVY-Bench in its published form, of our own making, as the spatial mode plays it with recordings of one's own."""

from __future__ import annotations

import dataclasses
import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import soundfile

from soundmark.benchmarks import read_spatial_pack
from soundmark.benchmarks.demo import demo_savvy_folder
from soundmark.benchmarks.question_scene import ScenePack
from soundmark.benchmarks.savvy import read_savvy
from soundmark.benchmarks.savvy.question_scenes import SavvyQuestionScenes
from soundmark.benchmarks.scene_folder import FolderScenes
from soundmark.clip_desk import ClipDesk
from soundmark.games.deal import GameKind
from soundmark.games.table import GameTable, Wish
from soundmark.modes.savvy import clips
from soundmark.modes.savvy.clips import NO_MEDIA_NOTICE, SILENT_NOTICE, without_sound
from soundmark.modes.savvy.copies import SceneDesk
from soundmark.modes.savvy.excerpt import Part, read_part
from soundmark.modes.savvy.films import FilmDesk
from soundmark.modes.savvy.hearing import HearingShelf
from soundmark.modes.savvy.play import MODE_ID, SavvyPlay
from soundmark.modes.savvy.round import Submission, template_of
from soundmark.modes.savvy.stages import Finished, Shown
from soundmark.modes.savvy.view import question_page, result_page
from soundmark.settings import read_settings
from soundmark.spatial.answers import Undefined
from soundmark.spatial.queries import Frame, resolve
from soundmark.spatial.world_map import build_map
from soundmark.store.ids import Player
from soundmark.store.journal import Journal
from soundmark.store.rounds import RoundBook
from soundmark.types import OwnerKey
from tests.support import savvy_files as made

ANN = Player(OwnerKey("ann"), "a" * 32, "salt")
RATE_HZ = 16_000


@pytest.fixture
def pack(tmp_path: Path) -> ScenePack:
    media = tmp_path / "media"
    media.mkdir()
    noise = np.random.default_rng(7).normal(scale=0.05, size=(20 * RATE_HZ, 7))
    soundfile.write(media / f"{made.VIDEO}.wav", noise, RATE_HZ)
    benchmark = read_savvy(made.write_clone(tmp_path / "savvy"), media)
    return ScenePack.of(benchmark.pack, SavvyQuestionScenes(benchmark.scenes))


@pytest.fixture
def play(pack: ScenePack, tmp_path: Path) -> Iterator[SavvyPlay]:
    journal = Journal(tmp_path / "journal.sqlite")
    desk = SceneDesk(ClipDesk(public_dir=tmp_path / "public", cache_dir=tmp_path / "cache"))
    table = GameTable(
        mode=MODE_ID, book=RoundBook(journal), load_pack=lambda: pack, desk=desk, rounds=6, class_of=template_of
    )
    yield SavvyPlay(
        table=table,
        desk=desk,
        films=FilmDesk(desk.clips),
        shelf=HearingShelf(),
        answers=lambda *_: [],
        deployment="test",
    )
    journal.close()


def test_scenes_have_the_published_places_by_role(pack: ScenePack) -> None:
    question = pack.question(f"{made.PREFIX}direction_exo_hard_12")
    assert question is not None
    scene = pack.scenes.scene(question)
    assert scene is not None
    assert (scene.query.frame, scene.query.reference, scene.query.facing) == (
        Frame.ALLOCENTRIC,
        "reference",
        "facing",
    )
    # Facing +x from (0, 0), the target at (-1, 1): 135 degrees to the left, as the file says.
    answer = resolve(build_map(scene.trajectory, scene.true_objects), scene.query)
    assert answer.azimuth_deg == pytest.approx(-135)
    assert answer.distance_m == pytest.approx(2**0.5)


def test_a_game_on_published_questions_tells_nothing_early_and_everything_late(play: SavvyPlay) -> None:
    stage = play.flow.start(ANN, Wish(kind=GameKind.SEED, seed="tea", rounds=6))
    n_told = 0
    while not isinstance(stage, Finished):
        assert isinstance(stage, Shown)
        asked = question_page(stage, lambda path: path.name)
        text = json.dumps([asked.bar, asked.stage, asked.card], allow_nan=False)
        for word in (made.VIDEO, made.PREFIX, "seq1"):
            assert word not in text
        assert asked.stage is not None
        assert (asked.stage["map"], asked.stage["tracks"], asked.stage["span"]) == (None, [], None)
        settled = play.answer(ANN, stage.seat.record.round_id, Submission())
        told = result_page(settled, lambda path: path.name)
        assert made.VIDEO not in json.dumps([told.stage, told.card], allow_nan=False)
        assert settled.analysis.pipeline is not None
        assert settled.analysis.hearing is not None
        n_told += told.stage is not None and told.stage["span"] is not None
        stage = play.flow.after(stage.seat.record.round_id)
    assert n_told == 6


def test_what_nobody_saw_has_no_answer_and_says_why(play: SavvyPlay, pack: ScenePack) -> None:
    stage = play.flow.start(ANN, Wish(kind=GameKind.SEED, seed="tea", rounds=6))
    reasons = set()
    while isinstance(stage, Shown):
        settled = play.answer(ANN, stage.seat.record.round_id, Submission())
        pipeline = settled.analysis.pipeline
        assert pipeline is not None
        reasons.add(pipeline.by_map.no_azimuth)
        stage = play.flow.after(stage.seat.record.round_id)
    assert reasons & {Undefined.NO_TARGET, Undefined.NO_REFERENCE}


def test_a_part_of_a_recording_is_its_samples(tmp_path: Path) -> None:
    samples = np.arange(10 * 1000, dtype=np.int16).repeat(8)
    soundfile.write(tmp_path / "a.wav", np.stack([samples, -samples], axis=1), 8000)
    found = read_part(tmp_path / "a.wav", Part(2.0, 3.5))
    assert found.samples.shape == (12_000, 2)
    assert np.rint(found.samples[0] * 32_768).tolist() == [2000, -2000]
    assert np.rint(found.samples[-1] * 32_768).tolist() == [3499, -3499]
    assert read_part(tmp_path / "a.wav", Part(9.9, None)).n_frames == 800
    assert read_part(tmp_path / "a.wav", Part(50.0, 60.0)).n_frames == 1


def test_scene_files_that_are_gone_or_disagree_show_nothing(tmp_path: Path, pack: ScenePack) -> None:
    question = dataclasses.replace(pack.questions[0], tags={"task": "direction_ego", "scene": "a.json"})
    assert FolderScenes(tmp_path).scene(question) is None
    (tmp_path / "a.json").write_text("{", encoding="utf-8")
    assert FolderScenes(tmp_path).scene(question) is None
    empty = {"format": "soundmark-scene", "version": 1, "trajectory": [], "objects": []}
    (tmp_path / "a.json").write_text(json.dumps(empty), encoding="utf-8")
    assert FolderScenes(tmp_path).scene(question) is None
    assert FolderScenes(tmp_path).scene(dataclasses.replace(question, tags={})) is None


def test_without_recordings_the_published_tracks_are_played_in_silence(tmp_path: Path) -> None:
    benchmark = read_savvy(made.write_clone(tmp_path / "savvy"))
    pack = without_sound(ScenePack.of(benchmark.pack, SavvyQuestionScenes(benchmark.scenes)))
    assert isinstance(pack, ScenePack)
    assert pack.notice_key == SILENT_NOTICE
    assert len(pack.questions) == len(benchmark.pack.questions)
    journal = Journal(tmp_path / "journal.sqlite")
    desk = SceneDesk(ClipDesk(public_dir=tmp_path / "public", cache_dir=tmp_path / "cache"))
    table = GameTable(
        mode=MODE_ID, book=RoundBook(journal), load_pack=lambda: pack, desk=desk, rounds=6, class_of=template_of
    )
    play = SavvyPlay(
        table=table,
        desk=desk,
        films=FilmDesk(desk.clips),
        shelf=HearingShelf(),
        answers=lambda *_: [],
        deployment="test",
    )
    stage = play.flow.start(ANN, Wish(kind=GameKind.SEED, seed="tea", rounds=6))
    sources = set()
    while isinstance(stage, Shown):
        asked = question_page(stage, lambda path: path.name).stage
        assert asked is not None
        assert (asked["is_silent"], asked["map"], asked["truth"], asked["events"]) == (True, None, None, [])
        clips, span, truth = asked["clips"], asked["span"], stage.seat.question.truth
        assert isinstance(clips, dict)
        assert isinstance(span, dict)
        assert truth.start_s is not None
        silence, rate_hz = soundfile.read(tmp_path / "public" / clips["stereo"]["src"])
        assert not silence.any()
        assert asked["duration_s"] == pytest.approx(len(silence) / rate_hz)
        assert span["start_s"] == pytest.approx(min(12.0, truth.start_s))
        given = Submission(position=0) if stage.seat.question.choices else Submission(metres=2.0)
        submission = dataclasses.replace(given, listened_s=3.0, play_count=1)
        settled = play.answer(ANN, stage.seat.record.round_id, submission)
        assert (settled.row.setting, settled.row.listened_s, settled.row.play_count) == ("tracks", None, None)
        told = result_page(settled, lambda path: path.name)
        assert told.stage is not None
        assert (told.stage["clips"], told.stage["is_silent"]) == (clips, True)
        # The path of the made-up recording ends after 10 seconds.
        assert (told.stage["map"] is None) is (truth.start_s > 10 and told.stage["is_partly_told"])
        assert not told.can_be_heard_otherwise
        tracks = told.stage["tracks"]
        assert isinstance(tracks, list)
        sources |= {track["source"] for track in tracks}
        stage = play.flow.after(stage.seat.record.round_id)
    assert "audio" in sources
    journal.close()


def test_what_is_opened_follows_what_is_on_this_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    silent = read_savvy(made.write_clone(tmp_path / "savvy")).pack
    monkeypatch.setattr(clips, "published_or_demo", lambda *_, **__: silent)
    at = {"DATA_DIR": str(tmp_path / "data"), "HF_HUB_OFFLINE": "1"}
    notices = {
        name: clips.open_pack(read_settings(at | wish), lambda *_: None).notice_key
        for name, wish in (
            ("nothing", {}),
            ("wanted", {"SAVVY_SILENT": "1"}),
            ("empty folder", {"SAVVY_MEDIA": str(tmp_path)}),
        )
    }
    assert notices == {"nothing": NO_MEDIA_NOTICE, "wanted": SILENT_NOTICE, "empty folder": SILENT_NOTICE}
    bare = tuple(dataclasses.replace(one, tags={"task": one.tags["task"]}) for one in silent.questions)
    silent = dataclasses.replace(silent, questions=bare)
    opened = clips.open_pack(read_settings(at | {"SAVVY_SILENT": "1"}), lambda *_: None)
    assert (opened.notice_key, opened.is_synthetic) == (NO_MEDIA_NOTICE, True)


def test_a_film_beside_a_scene_of_a_folder_is_found(tmp_path: Path) -> None:
    folder = tmp_path / "demo"
    shutil.copytree(demo_savvy_folder(), folder)
    pack = read_spatial_pack(folder, name="mine")
    question = pack.questions[0]
    scene = FolderScenes(folder).scene(question)
    assert scene is not None
    assert scene.film is None
    film = (folder / question.tags["scene"]).with_suffix(".mp4")
    film.write_bytes(b"")
    scene = FolderScenes(folder).scene(question)
    assert scene is not None
    assert scene.film == film
