"""A spatial game from first to last, without a browser: what is told, and what is not told too early."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest
import soundfile

from soundmark.audio import decode
from soundmark.audio.decode import file_sha256
from soundmark.benchmarks.clips import LocalClips
from soundmark.benchmarks.question_scene import ScenePack
from soundmark.clip_desk import ClipDesk, ClipGone
from soundmark.games.deal import GameKind
from soundmark.games.table import PlayError, Wish
from soundmark.modes.savvy.clips import with_sound
from soundmark.modes.savvy.copies import PlayableScene, SceneDesk
from soundmark.modes.savvy.excerpt import AROUND_S, Part, part_of
from soundmark.modes.savvy.hearing import HowHeard
from soundmark.modes.savvy.pipeline import AS_SET, Choice
from soundmark.modes.savvy.play import SavvyPlay
from soundmark.modes.savvy.round import Submission, azimuth_error_deg, is_direction, template_of
from soundmark.modes.savvy.stages import Finished, Settled, Shown
from soundmark.modes.savvy.view import question_page, result_page, summary_page
from soundmark.spatial.angles import circular_median_deg
from soundmark.spatial.scene import TrackSource
from soundmark.store.ids import Player
from soundmark.store.round_records import UnknownRound
from soundmark.store.schema import SpatialRow
from soundmark.types import OwnerKey, SpatialQuestion, SpatialTruth, Status
from tests.unit.savvy.conftest import MakePlay

ANN = Player(OwnerKey("ann"), "a" * 32, "salt")
BOB = Player(OwnerKey("bob"), "b" * 32, "salt")
SEED = Wish(kind=GameKind.SEED, seed="tea", rounds=6)


def address(path: Path) -> str:
    return f"file={path.name}"


def start(play: SavvyPlay, wish: Wish = SEED, player: Player = ANN) -> Shown:
    shown = play.flow.start(player, wish)
    assert isinstance(shown, Shown)
    return shown


def right(question: SpatialQuestion) -> Submission:
    """What is right, to the centimetre."""
    if is_direction(question):
        return Submission(position=question.truth.choice_index, input_method="click")
    return Submission(metres=question.truth.distance_m, input_method="slider")


def test_a_game_asks_one_question_of_each_template_and_full_points_are_six(make_play: MakePlay) -> None:
    play = make_play()
    stage = play.flow.start(ANN, SEED)
    templates, rows = [], []
    while not isinstance(stage, Finished):
        assert isinstance(stage, Shown)
        templates.append(template_of(stage.seat.question))
        settled = play.answer(ANN, stage.seat.record.round_id, right(stage.seat.question))
        rows.append(settled.row)
        stage = play.flow.after(stage.seat.record.round_id)
    assert sorted(templates) == sorted(set(templates))
    assert len(templates) == 6
    assert [row.score for row in rows] == [1.0] * 6
    assert stage.tally.points == 6
    summary = summary_page(stage, url="https://example.org").summary
    assert summary is not None
    assert (summary["right"], summary["n_counted"]) == (6, 6)
    assert "mode=savvy&seed=tea&rounds=6" in str(summary["share"])
    assert list(play.table.book.journal.rows("spatial")) == rows


def test_the_same_seed_and_the_same_day_ask_everybody_the_same(make_play: MakePlay) -> None:
    play = make_play()
    assert start(play).seat.spec.question_ids == start(play, player=BOB).seat.spec.question_ids
    daily = Wish(kind=GameKind.DAILY)
    first, second = start(play, daily), start(play, daily, BOB)
    assert first.seat.spec.question_ids == second.seat.spec.question_ids
    again = start(play, daily)
    assert again.seat.record.round_id == first.seat.record.round_id


def test_an_answer_counts_once_and_a_round_is_the_players_own(make_play: MakePlay) -> None:
    play = make_play()
    shown = start(play)
    with pytest.raises(UnknownRound):
        play.answer(BOB, shown.seat.record.round_id, right(shown.seat.question))
    first = play.answer(ANN, shown.seat.record.round_id, Submission())
    second = play.answer(ANN, shown.seat.record.round_id, right(shown.seat.question))
    assert (first.row, second.row.status) == (second.row, Status.SKIPPED)
    assert len(list(play.table.book.journal.rows("spatial"))) == 1


def test_an_answer_of_the_wrong_kind_leaves_the_round_open(make_play: MakePlay) -> None:
    play = make_play()
    shown = start(play)
    wrong = Submission(metres=2.0) if is_direction(shown.seat.question) else Submission(position=1)
    with pytest.raises(PlayError, match=r"directions|distance"):
        play.answer(ANN, shown.seat.record.round_id, wrong)
    with pytest.raises(PlayError, match="Answer the question first"):
        play.heard_as(ANN, shown.seat.record.round_id, AS_SET)
    stage = play.flow.resume(ANN, shown.seat.game.game_id)
    assert isinstance(stage, Shown)
    assert stage.seat.record.round_id == shown.seat.record.round_id


def test_after_the_answer_the_page_keeps_the_copies_it_plays(make_play: MakePlay) -> None:
    play = make_play()
    shown = start(play)
    asked = question_page(shown, address).stage
    told = result_page(play.answer(ANN, shown.seat.record.round_id, Submission()), address).stage
    assert asked is not None
    assert told is not None
    assert asked["clips"] == told["clips"]


def test_quiet_channels_play_and_silence_does_not(tmp_path: Path, pack: ScenePack) -> None:
    """Only one of seven microphones hears something, then none does."""
    samples = np.zeros((16_000, 7))
    samples[:, 1] = 1e-4 * np.sin(np.arange(16_000) / 10)
    soundfile.write(tmp_path / "front.wav", samples, 16_000, subtype="PCM_24")
    soundfile.write(tmp_path / "none.wav", np.zeros((16_000, 7)), 16_000)
    desk = SceneDesk(ClipDesk(public_dir=tmp_path / "public", cache_dir=tmp_path / "cache"))

    def playable(name: str) -> PlayableScene:
        path = tmp_path / name
        clip = dataclasses.replace(pack.questions[0].clip, path=path, sha256=file_sha256(path))
        return desk.playable(dataclasses.replace(pack.questions[0], clip=clip), LocalClips(), None, {})

    front = playable("front.wav")
    assert np.abs(decode(front.stereo.path).samples).max() < 1e-4
    assert np.abs(decode(front.mono.path).samples).max() == pytest.approx(1e-3, rel=0.2)
    with pytest.raises(ClipGone):
        playable("none.wav")


def test_the_stereo_copy_is_the_two_ears_and_carries_no_tag(make_play: MakePlay, pack: ScenePack) -> None:
    shown = start(make_play())
    stereo, mono = decode(shown.playable.stereo.path), decode(shown.playable.mono.path)
    question = shown.seat.question
    assert question.clip.path is not None
    original = decode(question.clip.path)
    assert (stereo.n_channels, mono.n_channels, original.n_channels) == (2, 1, 7)
    # What is heard is as much louder at one ear as it was.
    assert question.truth.start_s is not None
    assert question.truth.end_s is not None
    span = slice(round(question.truth.start_s * 48_000), round(question.truth.end_s * 48_000))
    powers = (stereo.samples[span].astype(np.float64) ** 2).mean(axis=0)
    kept = (original.samples[span][:, [5, 6]].astype(np.float64) ** 2).mean(axis=0)
    assert 10 * np.log10(powers[0] / powers[1]) == pytest.approx(10 * np.log10(kept[0] / kept[1]), abs=0.3)
    content = shown.playable.stereo.path.read_bytes()
    for word in (b"scene", b"ID3", b"Soundmark"):
        assert word not in content


def said(value: object) -> list[str]:
    """Every text and number of a JSON value."""
    if isinstance(value, Mapping):
        return [text for one in (*value.keys(), *value.values()) for text in said(one)]
    if isinstance(value, list | tuple):
        return [text for one in value for text in said(one)]
    return [str(value)]


@pytest.mark.parametrize("seed", ["tea", "two", "three"])
def test_nothing_of_the_truth_is_on_the_page_before_the_answer(make_play: MakePlay, seed: str) -> None:
    play = make_play()
    stage = play.flow.start(ANN, dataclasses.replace(SEED, seed=seed))
    while isinstance(stage, Shown):
        question, scene = stage.seat.question, stage.scene
        assert scene is not None
        page = question_page(stage, address)
        text = json.dumps([page.bar, page.stage, page.card])
        assert page.stage is not None
        for part in ("map", "truth", "own", "span", "peak_map"):
            assert page.stage[part] is None
        assert page.stage["events"] == []
        for word in ("scene_0", "demo_savvy", question.question_id, "choice_index", "true_"):
            assert word not in text
        tracks = page.stage["tracks"]
        assert isinstance(tracks, list)
        # Only what a camera saw of the objects that the question itself names; never of what sounds.
        assert {track["label"] for track in tracks} <= {scene.query.reference, scene.query.facing} - {""}
        assert all(track["label"] in question.prompt for track in tracks)
        assert scene.query.target not in {track["label"] for track in tracks}
        numbers = set(said([page.bar, page.card]))
        assert not numbers & {str(question.truth.azimuth_deg), str(question.truth.distance_m)} - {"None"}
        play.answer(ANN, stage.seat.record.round_id, Submission())
        stage = play.flow.after(stage.seat.record.round_id)


def settled_all(play: SavvyPlay, rounds: int = 18) -> list[Settled]:
    """Every question about one of the two scenes, or about both of them, answered."""
    found: list[Settled] = []
    stage = play.flow.start(ANN, Wish(kind=GameKind.SEED, seed="all", rounds=rounds))
    while isinstance(stage, Shown):
        found.append(play.answer(ANN, stage.seat.record.round_id, Submission()))
        stage = play.flow.after(stage.seat.record.round_id)
    return found


def test_the_pipeline_answers_every_question_of_the_scenes_as_its_noise_allows(make_play: MakePlay) -> None:
    """The tracks have 5 % gross errors, so that most and not all answers must be near the truth."""
    settled = settled_all(make_play(keeps_apart=False), rounds=36)
    assert len(settled) == 36
    sectors_right, errors_m, sources = [], [], set()
    for one in settled:
        pipeline, question = one.analysis.pipeline, one.seat.question
        assert pipeline is not None
        sources.add(pipeline.target_source)
        if is_direction(question):
            sectors_right.append(pipeline.by_map.sector(len(question.choices)) == question.truth.choice_index)
        else:
            assert pipeline.by_map.distance_m is not None
            assert question.truth.distance_m is not None
            errors_m.append(abs(pipeline.by_map.distance_m - question.truth.distance_m))
    assert np.mean(sectors_right) >= 0.75
    assert np.median(errors_m) < 0.7
    # What is behind the wearer is placed by ear, what is in view by eye.
    assert {TrackSource.AUDIO, TrackSource.SNAPSHOT, TrackSource.SEGMENTATION} == sources


def test_after_the_answer_everything_is_told(make_play: MakePlay, pack: ScenePack) -> None:
    for settled in settled_all(make_play(keeps_apart=False)):
        page = result_page(settled, address)
        text = json.dumps([page.bar, page.stage, page.card], allow_nan=False)
        assert "scene_0" not in text.replace(str(settled.seat.question.clip.source), "")
        stage, card = page.stage, page.card
        assert stage is not None
        assert card is not None
        truth = settled.seat.question.truth
        assert stage["span"] == {"start_s": truth.start_s, "end_s": truth.end_s}
        world = stage["map"]
        assert isinstance(world, Mapping)
        roles = [thing["role"] for thing in world["objects"]]
        asked = settled.seat.question.tags["task"]
        assert (
            roles
            == {
                "direction_ego": ["target"],
                "distance_ego": ["target"],
                "direction_exo": ["target", "reference", "facing"],
                "distance_exo": ["target", "reference"],
            }[asked]
        )
        playable, picture = settled.playable, settled.analysis.picture
        assert playable is not None
        assert picture is not None
        files = (playable.stereo.path, playable.mono.path, picture)
        assert len(text) + sum(path.stat().st_size for path in files) < 1_000_000  # what the browser loads of a scene
        peaks = stage["peak_map"]
        assert isinstance(peaks, Mapping)
        assert (peaks["n_segments"], peaks["segment_s"], peaks["n_angles"]) == (88, 0.25, 360)
        others = card["others"]
        assert isinstance(others, list)
        assert [one["name"] for one in others][:1] == ["Pipeline"]


def test_the_audio_track_on_the_stage_points_at_what_sounds(make_play: MakePlay) -> None:
    """The wearer's own questions have the true azimuth: the microphones must agree, whatever was seen."""
    checked = 0
    for settled in settled_all(make_play(keeps_apart=False)):
        question = settled.seat.question
        if question.tags["task"] != "direction_ego":
            continue
        stage = result_page(settled, address).stage
        assert stage is not None
        tracks = stage["tracks"]
        assert isinstance(tracks, list)
        audio = next(track for track in tracks if track["source"] == "audio")
        truth = question.truth
        assert truth.start_s is not None
        assert truth.end_s is not None
        assert truth.azimuth_deg is not None
        heard = [
            azimuth
            for time_s, azimuth in zip(audio["times_s"], audio["azimuths_deg"], strict=True)
            if truth.start_s <= time_s <= truth.end_s
        ]
        assert azimuth_error_deg(circular_median_deg(heard), truth.azimuth_deg) < 15
        checked += 1
    assert checked == 6


def test_other_microphones_hear_otherwise_and_missing_ones_are_named(make_play: MakePlay) -> None:
    play = make_play()
    shown = start(play)
    round_id = shown.seat.record.round_id
    play.answer(ANN, round_id, Submission())
    paper = play.heard_as(ANN, round_id, Choice(how=HowHeard(("3", "4", "5", "6"), is_paper=True)))
    assert paper.analysis.hearing is not None
    assert len(paper.analysis.hearing.located.azimuths_deg) == 361
    ears = play.heard_as(ANN, round_id, Choice(how=HowHeard(("5", "6"))))
    assert ears.analysis.hearing is not None
    # Two microphones on one line: every direction has its mirror, and none is claimed.
    assert np.isnan(ears.analysis.hearing.located.directions.azimuths_deg).all()


def test_people_are_counted_by_sector(make_play: MakePlay) -> None:
    rows: list[SpatialRow] = []
    play = make_play(rows)
    shown = start(play)
    mine = play.answer(ANN, shown.seat.record.round_id, Submission()).row
    others = [
        dataclasses.replace(mine, response_id=f"{n}", responder_id=f"p{n}", choice_index=1, status=Status.OK)
        for n in range(3)
    ]
    if mine.true_choice_index is None:
        others = [dataclasses.replace(one, choice_index=None, distance_m=2.0) for one in others]
    card = result_page(make_play(others).answer(ANN, shown.seat.record.round_id, Submission()), address).card
    assert card is not None
    told = card["others"]
    assert isinstance(told, list)
    people = [one for one in told if one["kind"] == "human"]
    assert len(people) == (1 if mine.true_choice_index is not None else 3)


def test_of_a_long_recording_the_span_and_what_is_around_it_is_played() -> None:
    truth = SpatialTruth(start_s=500.0, end_s=504.0)
    assert part_of(22.0, truth) == Part()
    assert part_of(900.0, truth) == Part(500.0 - AROUND_S, 504.0 + AROUND_S)
    assert part_of(505.0, truth).end_s == 505.0
    assert part_of(900.0, SpatialTruth()) == Part(0.0, 120.0)
    assert part_of(900.0, SpatialTruth(start_s=1000.0, end_s=1001.0)) == Part(0.0, 120.0)
    longest = part_of(9000.0, SpatialTruth(start_s=100.0, end_s=8000.0))
    assert longest.end_s is not None
    assert longest.end_s - longest.start_s == 120.0


def test_questions_without_their_recording_are_not_asked(pack: ScenePack) -> None:
    first, *rest = pack.questions
    silent = dataclasses.replace(first, clip=dataclasses.replace(first.clip, path=None))
    partly = with_sound(dataclasses.replace(pack, questions=(silent, *rest), notice_key=""))
    assert len(partly.questions) == len(rest)
    assert partly.notice_key == "savvy_partly"
