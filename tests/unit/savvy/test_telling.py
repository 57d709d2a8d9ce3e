"""What is told after a question of a game does not answer a later one of the same game."""

from __future__ import annotations

import dataclasses
import io
import itertools
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from soundmark.benchmarks.demo import demo_savvy_folder
from soundmark.benchmarks.question_scene import ScenePack
from soundmark.games.deal import GameKind, deal, fresh_seed
from soundmark.games.table import Wish
from soundmark.modes.savvy.excerpt import Part
from soundmark.modes.savvy.round import Submission, template_of
from soundmark.modes.savvy.stages import Settled, Shown
from soundmark.modes.savvy.telling import Tellings, told_part
from soundmark.modes.savvy.view import result_page
from soundmark.modes.savvy.window import Window
from soundmark.store.ids import Player
from soundmark.types import OwnerKey, SpatialQuestion
from tests.unit.savvy.conftest import MakePlay

ANN = Player(OwnerKey("ann"), "a" * 32, "salt")
SCENES = {
    name: json.loads((demo_savvy_folder() / name).read_text(encoding="utf-8"))
    for name in ("scene_01.json", "scene_02.json")
}
STATIC = {thing["name"] for scene in SCENES.values() for thing in scene["objects"] if "position_m" in thing}


def sounding(question: SpatialQuestion) -> str:
    """What sounds, by the scene's own list of events."""
    events = SCENES[question.tags["scene"]]["events"]
    return next(str(one["source"]) for one in events if one["start_s"] == question.truth.start_s)


def named(question: SpatialQuestion) -> set[str]:
    """The things whose places are told, and shown as the wearer saw them, because the question names them."""
    return {name for name in STATIC if name in question.prompt}


def scene_of(question: SpatialQuestion) -> str:
    return question.tags["scene"]


def game_of(pack: ScenePack, seed: str, kind: GameKind = GameKind.SEED, rounds: int = 6) -> list[SpatialQuestion]:
    tellings = Tellings()
    by_id = {one.question_id: one for one in pack.questions}
    ids = deal(
        list(by_id),
        revision=pack.revision,
        kind=kind,
        seed=seed,
        rounds=rounds,
        blocks=pack.blocks,
        classes={one.question_id: template_of(one) for one in pack.questions},
        gives_away=lambda earlier, later: tellings.gives_away(pack, by_id[earlier], by_id[later]),
    )
    return [by_id[one] for one in ids]


@pytest.mark.parametrize("kind", [GameKind.SEED, pytest.param(GameKind.DAILY, marks=pytest.mark.long)])
def test_no_game_of_the_built_in_scenes_asks_for_what_was_told_before(pack: ScenePack, kind: GameKind) -> None:
    """A game is about one scene, so that the next one finds another; and each question has its game."""
    games, asked = set(), set()
    for number in range(150):
        game = game_of(pack, str(number), kind)
        games.add(tuple(one.question_id for one in game))
        asked |= {one.question_id for one in game}
        assert len({template_of(one) for one in game}) == len(game) == 6
        assert len({one.tags["scene"] for one in game}) == 1
        for earlier, later in itertools.combinations(game, 2):
            assert earlier.truth.start_s != later.truth.start_s
            told = named(earlier) | ({sounding(earlier)} & STATIC)
            assert sounding(later) not in told
    assert len(games) > 75
    assert asked == {one.question_id for one in pack.questions}
    assert game_of(pack, "7", kind) == game_of(pack, "7", kind)


def test_a_game_is_rather_short_than_given_away(pack: ScenePack) -> None:
    """Each scene has six things to hear; no scene has seven rounds, so that a game of so many has both."""
    heard = Counter((one.tags["scene"], sounding(one), one.truth.start_s) for one in game_of(pack, "tea", rounds=18))
    assert set(heard.values()) == {1}
    assert {scene for scene, _, _ in heard} == set(SCENES)


def test_who_has_played_one_scene_finds_the_other_in_the_next_game(pack: ScenePack) -> None:
    tellings = Tellings()
    by_id = {one.question_id: one for one in pack.questions}
    for number in range(6):
        first = game_of(pack, str(number))
        seed = fresh_seed(
            list(by_id),
            {one.question_id for one in first},
            revision=pack.revision,
            rounds=6,
            candidates=map(str, itertools.count()),
            blocks=pack.blocks,
            classes={name: template_of(one) for name, one in by_id.items()},
            gives_away=lambda earlier, later: tellings.gives_away(pack, by_id[earlier], by_id[later]),
        )
        assert not set(map(scene_of, first)) & set(map(scene_of, game_of(pack, seed, GameKind.FREE)))


def test_questions_about_other_recordings_give_nothing_away(pack: ScenePack, tmp_path: Path) -> None:
    one = pack.questions[0]
    other = dataclasses.replace(one, clip=dataclasses.replace(one.clip, path=tmp_path / "other.flac"))
    tellings = Tellings()
    assert tellings.gives_away(pack, one, one)
    assert not tellings.gives_away(pack, one, other)
    assert told_part(one, [other]) is None
    assert told_part(one, [other, one]) == Part(0.5, 3.0)
    of_other_scene = next(two for two in pack.questions if two.tags["scene"] != one.tags["scene"])
    assert not tellings.gives_away(pack, one, of_other_scene)
    last = [two for two in pack.questions if two.tags["scene"] == one.tags["scene"]][-1]
    timeless = dataclasses.replace(one, truth=dataclasses.replace(one.truth, start_s=None))
    assert tellings.gives_away(pack, timeless, last)
    assert told_part(timeless, [one]) == Part(0.0, 0.0)


def moments_told(stage: Mapping[str, object]) -> list[float]:
    """Every moment of which the stage tells something by itself; sightings of what stands still have none."""
    times: list[float] = []
    world, tracks = stage["map"], stage["tracks"]
    assert isinstance(world, Mapping)
    assert isinstance(tracks, list)
    times += world["wearer"]["times_s"]
    times += (world["target_path"] or {}).get("times_s", [])
    for track in tracks:
        times += track["times_s"]
    return times


@pytest.mark.parametrize("seed", ["tea", pytest.param("two", marks=pytest.mark.long)])
def test_of_what_others_ask_about_no_more_is_told_than_the_question_itself(make_play: MakePlay, seed: str) -> None:
    play = make_play()
    stage = play.flow.start(ANN, Wish(kind=GameKind.SEED, seed=seed, rounds=6))
    n_partly = 0
    told_before: set[str] = set()
    while isinstance(stage, Shown):
        assert not told_before & written(stage.seat.question)
        settled = play.answer(ANN, stage.seat.record.round_id, Submission())
        page = result_page(settled, lambda path: path.name)
        told = page.stage
        assert told is not None
        told_before |= set(said([told, page.card]))
        truth, is_last = settled.seat.question.truth, settled.seat.is_last
        assert truth.start_s is not None
        assert truth.end_s is not None
        assert told["is_partly_told"] is not is_last
        times, rows = moments_told(told), lit_rows(settled)
        events = told["events"]
        assert isinstance(events, list)
        assert times
        if is_last:
            assert len(events) == 6
            assert max(times) > 20
            assert rows.sum() > 60
        else:
            n_partly += 1
            assert [(one["start_s"], one["end_s"]) for one in events] == [(truth.start_s, truth.end_s)]
            assert truth.start_s <= min(times) <= max(times) <= truth.end_s
            lit = np.flatnonzero(rows) * 0.25
            assert len(lit)
            assert truth.start_s - 0.25 < lit.min() <= lit.max() < truth.end_s
        stage = play.flow.after(stage.seat.record.round_id)
    assert n_partly == 5


def said(value: object) -> Iterator[str]:
    """Every number that has a name in a JSON value; points of tracks and paths have none, only moments."""
    if isinstance(value, float):
        yield str(value)
    for one in value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ():
        if isinstance(value, Mapping) or isinstance(one, Mapping):
            yield from said(one)


def written(question: SpatialQuestion) -> set[str]:
    """The right azimuth and distance, as exactly as they may be told."""
    values = (question.truth.azimuth_deg, question.truth.distance_m)
    return {str(round(value, digits)) for value in values if value is not None for digits in (2, 3)}


def lit_rows(settled: Settled) -> np.typing.NDArray[np.bool_]:
    """Which segments of the published peak map show any power."""
    assert settled.analysis.picture is not None
    with Image.open(io.BytesIO(settled.analysis.picture.read_bytes())) as image:
        return np.asarray(np.asarray(image).max(axis=1) > 0)


def test_a_window_cuts_spans_and_keeps_the_clock() -> None:
    window = Window.of(Part(10.0, 40.0), Part(15.0, 50.0))
    assert (window.zero_s, window.start_s, window.end_s) == (10.0, 15.0, 40.0)
    assert window.holds(np.array([14.9, 15.0, 40.0, 40.1])).tolist() == [False, True, True, False]
    assert window.span_json(12.0, 60.0) == {"start_s": 5.0, "end_s": 30.0}
    assert window.meets(39.0, 60.0)
    assert not window.meets(40.0, 60.0)
    assert not window.meets(0.0, 15.0)
    assert window.by_own_clock() == Window(0.0, 5.0, 30.0)
    assert Window.of(Part(3.0, None)).end_s is None
