"""A film beside the stage: small, silent, without tags, by the clock of the sound."""

from __future__ import annotations

import json
from pathlib import Path

import av
import numpy as np
import pytest
import soundfile

from soundmark.audio import AudioError, sweep_cache
from soundmark.audio.film import film_digest, film_in_cache, prepare_film
from soundmark.benchmarks.question_scene import ScenePack
from soundmark.benchmarks.savvy import read_savvy
from soundmark.benchmarks.savvy.question_scenes import SavvyQuestionScenes
from soundmark.clip_desk import ClipDesk
from soundmark.games.deal import GameKind
from soundmark.games.table import GameTable, Wish
from soundmark.modes.savvy.copies import SceneDesk
from soundmark.modes.savvy.excerpt import Part
from soundmark.modes.savvy.films import FilmDesk
from soundmark.modes.savvy.hearing import HearingShelf
from soundmark.modes.savvy.play import MODE_ID, SavvyPlay
from soundmark.modes.savvy.round import Submission, template_of
from soundmark.modes.savvy.stages import Shown
from soundmark.modes.savvy.view import question_page, result_page
from soundmark.store.ids import Player
from soundmark.store.journal import Journal
from soundmark.store.rounds import RoundBook
from soundmark.types import OwnerKey
from tests.support import savvy_files as made

ANN = Player(OwnerKey("ann"), "a" * 32, "salt")
RATE = 20


def write_film(path: Path, duration_s: float, *, width: int = 640, height: int = 360) -> Path:
    """A film whose brightness tells the time: each second is 8 steps brighter. It has tags that name a place."""
    with av.open(str(path), "w") as film:
        film.metadata.update({"title": "Kitchen in Oslo", "location": "+59.9139+010.7522/"})
        stream = film.add_stream("libx264", rate=RATE, options={"preset": "ultrafast"})
        stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
        for k in range(round(duration_s * RATE)):
            picture = np.full((height, width, 3), 16 + 8 * (k // RATE), dtype=np.uint8)
            film.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="rgb24")))
        film.mux(stream.encode(None))
    return path


def seconds_shown(path: Path) -> list[tuple[float, int]]:
    """For each frame its time, and the second of the source that its brightness tells."""
    with av.open(str(path)) as film:
        return [
            (float(frame.time or 0), round((frame.to_ndarray(format="rgb24").mean() - 16) / 8))
            for frame in film.decode(video=0)
        ]


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_film(tmp_path_factory.mktemp("film") / "Kitchen in Oslo.mp4", 20)


def test_a_part_has_the_clock_of_the_sound_and_nothing_but_pictures(source: Path, tmp_path: Path) -> None:
    film = prepare_film(source, 5.0, 15.0, tmp_path)
    shown = seconds_shown(film)
    assert shown[0][0] == pytest.approx(0, abs=0.05)
    assert len(shown) == pytest.approx(100, abs=2)
    assert all(second == int(5.02 + time_s) for time_s, second in shown if 0.1 < time_s % 1 < 0.9)
    with av.open(str(film)) as opened:
        assert len(opened.streams) == 1
        video = opened.streams.video[0]
        assert (video.width, video.height) == (480, 270)
        assert "location" not in opened.metadata
    content = film.read_bytes()
    for word in (b"Oslo", b"Kitchen", b"loci"):
        assert word in source.read_bytes()
        assert word not in content
    assert prepare_film(source, 5.0, 15.0, tmp_path) == film
    assert film_in_cache(film_digest(source, 5.0, 15.0), tmp_path) == film
    assert sweep_cache(tmp_path, max_bytes=0) == 1
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_film_or_has_no_picture_then_gets_a_sentence(source: Path, tmp_path: Path) -> None:
    (tmp_path / "a.mp4").write_bytes(b"no film")
    soundfile.write(tmp_path / "a.wav", np.zeros(100), 8000)
    for path, start_s, sentence in (
        (tmp_path / "a.mp4", 0.0, "is no film"),
        (tmp_path / "a.wav", 0.0, "no picture"),
        (source, 30.0, "no picture"),
        (tmp_path / "gone.mp4", 0.0, "cannot be read"),
    ):
        with pytest.raises(AudioError, match=sentence):
            prepare_film(path, start_s, None, tmp_path / "cache")
        assert not any((tmp_path / "cache").glob("*"))
    desk = FilmDesk(ClipDesk(public_dir=tmp_path / "public", cache_dir=tmp_path / "cache"))
    assert desk.film(tmp_path / "a.mp4", Part(0, 5), patience_s=20) is None
    assert desk.film(tmp_path / "gone.mp4", Part(0, 5)) is None
    assert desk.film(None, Part()) is None


def test_a_film_of_the_users_own_is_shown_before_and_after_the_answer(source: Path, tmp_path: Path) -> None:
    media = tmp_path / "media"
    (media / made.VIDEO / "video").mkdir(parents=True)
    noise = np.random.default_rng(7).normal(scale=0.05, size=(20 * 16_000, 7))
    soundfile.write(media / f"{made.VIDEO}.wav", noise, 16_000)
    (media / made.VIDEO / "video" / f"{made.VIDEO}.mp4").write_bytes(source.read_bytes())
    benchmark = read_savvy(made.write_clone(tmp_path / "savvy"), media)
    pack = ScenePack.of(benchmark.pack, SavvyQuestionScenes(benchmark.scenes))
    journal = Journal(tmp_path / "journal.sqlite")
    desk = SceneDesk(ClipDesk(public_dir=tmp_path / "public", cache_dir=tmp_path / "cache"))
    table = GameTable(
        mode=MODE_ID, book=RoundBook(journal), load_pack=lambda: pack, desk=desk, rounds=6, class_of=template_of
    )
    films = FilmDesk(desk.clips)
    play = SavvyPlay(
        table=table, desk=desk, films=films, shelf=HearingShelf(), answers=lambda *_: [], deployment="test"
    )
    assert films.film(media / made.VIDEO / "video" / f"{made.VIDEO}.mp4", Part(), patience_s=60) is not None
    stage = play.flow.start(ANN, Wish(kind=GameKind.SEED, seed="tea", rounds=6))
    assert isinstance(stage, Shown)
    asked = question_page(stage, lambda path: path.name).stage
    assert asked is not None
    video = asked["video"]
    assert isinstance(video, dict)
    assert len(seconds_shown(tmp_path / "public" / video["src"])) == pytest.approx(200, abs=3)
    assert "Oslo" not in json.dumps(asked)
    assert made.VIDEO not in json.dumps(asked)
    settled = play.answer(ANN, stage.seat.record.round_id, Submission())
    assert settled.row.setting in {"audio_video", "audio_video_tracks"}
    told = result_page(settled, lambda path: path.name).stage
    assert told is not None
    assert told["video"] == video
    journal.close()
