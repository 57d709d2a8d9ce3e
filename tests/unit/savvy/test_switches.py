"""What the pipeline may use changes what it answers: sources, map, microphones, the published procedure."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from soundmark.benchmarks.question_scene import QuestionScene, ScenePack
from soundmark.games.deal import GameKind
from soundmark.games.table import Wish
from soundmark.modes.savvy.excerpt import Part
from soundmark.modes.savvy.hearing import MICROPHONE_SETS, Hearing, HearingShelf, HowHeard
from soundmark.modes.savvy.others import others_of
from soundmark.modes.savvy.pipeline import Choice, PipelineAnswer, Switches, answer
from soundmark.modes.savvy.round import Submission
from soundmark.modes.savvy.stage_view import told_value
from soundmark.modes.savvy.stages import Settled, Shown
from soundmark.modes.savvy.view import result_page
from soundmark.modes.savvy.wire import read_choice
from soundmark.spatial.answers import Undefined
from soundmark.spatial.scene import TrackSource
from soundmark.store.ids import Player
from soundmark.types import OwnerKey, SpatialQuestion
from tests.unit.savvy.conftest import MakePlay

ANN = Player(OwnerKey("ann"), "a" * 32, "salt")
SD, SEG, AUDIO = TrackSource.SNAPSHOT, TrackSource.SEGMENTATION, TrackSource.AUDIO


@pytest.fixture(scope="module")
def hearing(pack: ScenePack, shelf: HearingShelf) -> Hearing:
    return heard(pack, shelf, HowHeard())


def heard(pack: ScenePack, shelf: HearingShelf, how: HowHeard) -> Hearing:
    file = pack.clips.fetch(pack.questions[0].clip)
    return shelf.hearing(file.path, file.sha256, Part(), how)


def scene_of(pack: ScenePack, question: SpatialQuestion) -> QuestionScene:
    scene = pack.scenes.scene(question)
    assert scene is not None
    return scene


def by(pack: ScenePack, hearing: Hearing, question: SpatialQuestion, *sources: TrackSource) -> PipelineAnswer:
    limited = Switches(sources=frozenset(sources))
    return answer(scene_of(pack, question), hearing, len(question.choices), switches=limited)


def test_an_answer_comes_from_the_sources_that_are_on_and_from_no_other(pack: ScenePack, hearing: Hearing) -> None:
    found: dict[tuple[TrackSource, ...], list[float | None]] = {}
    for sources in ((SD,), (SEG,), (AUDIO,), (SD, AUDIO), (SD, SEG, AUDIO)):
        for question in pack.questions:
            one = by(pack, hearing, question, *sources)
            assert one.target_source in {None, *sources}
            found.setdefault(sources, []).append(one.by_map.distance_m)
    # SAVVY's Table 6: each set of sources has answers of its own.
    for sources, distances in found.items():
        others = [others for name, others in found.items() if name != sources]
        assert all(distances != other for other in others), sources
    assert None not in found[SD, SEG, AUDIO]


def test_the_published_order_holds_between_those_that_are_on(pack: ScenePack, hearing: Hearing) -> None:
    """The melody comes from behind: the radio stands where it was seen before, and without that where it is heard."""
    melody = next(one for one in pack.questions if "melody" in one.prompt)
    assert by(pack, hearing, melody, SD, SEG, AUDIO).target_source is SD
    assert by(pack, hearing, melody, SEG, AUDIO).target_source is SEG
    alone = by(pack, hearing, melody, AUDIO)
    assert alone.target_source is AUDIO
    assert alone.by_map.azimuth_deg == pytest.approx(melody.truth.azimuth_deg, abs=15)


def test_without_any_source_nothing_is_claimed(pack: ScenePack, hearing: Hearing) -> None:
    for question in pack.questions:
        none = by(pack, hearing, question)
        assert (none.target_source, none.n_points, none.n_votes) == (None, 0, 0)
        assert none.by_map.no_distance is not None
        assert none.without_sector is None


def settled_as(make_play: MakePlay, task: str, choice: Choice) -> Settled:
    """The first question of a task in a game, answered, as a choice has it."""
    play = make_play()
    stage = play.flow.start(ANN, Wish(kind=GameKind.SEED, seed="tea", rounds=6))
    while isinstance(stage, Shown) and stage.seat.question.tags["task"] != task:
        play.answer(ANN, stage.seat.record.round_id, Submission())
        stage = play.flow.after(stage.seat.record.round_id)
    assert isinstance(stage, Shown)
    play.answer(ANN, stage.seat.record.round_id, Submission())
    return play.heard_as(ANN, stage.seat.record.round_id, choice)


def rows_of(settled: Settled) -> list[tuple[object, object, object]]:
    """Name, limits and reason of the pipeline's rows on the card."""
    found = [row for row in others_of(settled) if str(row["name"]).startswith("Pipeline")]
    whys = [row["why"] for row in found]
    keys = [why.get("key") if isinstance(why, Mapping) else None for why in whys]
    return [(row["name"], row["limits"], key) for row, key in zip(found, keys, strict=True)]


def test_without_the_map_the_tracks_answer_alone_and_only_for_the_wearers_own_view(make_play: MakePlay) -> None:
    """SAVVY's Table 9."""
    off = Choice(switches=Switches(uses_map=False))
    assert rows_of(settled_as(make_play, "direction_ego", off)) == [("Pipeline (-map)", "", "savvy_by_votes")]
    assert rows_of(settled_as(make_play, "direction_exo", off)) == [("Pipeline (-map)", "", "savvy_needs_map")]
    assert [name for name, _, _ in rows_of(settled_as(make_play, "distance_ego", Choice()))] == [
        "Pipeline",
        "Pipeline (-map)",
    ]


def test_card_and_stage_say_what_an_answer_was_made_with(make_play: MakePlay) -> None:
    choice = Choice(how=HowHeard(("5", "6"), is_paper=True), switches=Switches(sources=frozenset({SD, AUDIO})))
    settled = settled_as(make_play, "direction_ego", choice)
    assert {limits for _, limits, _ in rows_of(settled)} == {"SD+audio, 56, paper"}
    page = result_page(settled, lambda path: path.name)
    assert page.card is not None
    assert page.stage is not None
    assert page.stage["switches"] == {"sd": True, "seg": False, "audio": True, "map": True}
    plain = result_page(settled_as(make_play, "direction_ego", Choice()), lambda path: path.name)
    assert plain.card is not None
    assert (page.card["heard_as"], plain.card["heard_as"]) == ("SD+audio, 56, paper", "")


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        ({"sd": False, "map": False}, Switches(sources=frozenset({SEG, AUDIO}), uses_map=False)),
        ({"sd": False, "seg": False, "audio": False}, Switches(sources=frozenset())),
        ({"sd": 0, "seg": "false", "x" * 1000: False, "map": None}, Switches()),
        ([False], Switches()),
        (None, Switches()),
    ],
)
def test_only_what_was_switched_off_is_off(shown: object, expected: Switches) -> None:
    assert read_choice("02", False, {"shown": shown}) == Choice(how=HowHeard(("0", "2")), switches=expected)


def test_all_groups_of_table_4_are_offered() -> None:
    assert {"02", "34", "56", "0234", "0256", "3456"} <= set(MICROPHONE_SETS)


@pytest.mark.parametrize("mics", ["02", "34", "56", "0234"])
def test_as_published_groups_on_a_line_give_a_direction_too(pack: ScenePack, shelf: HearingShelf, mics: str) -> None:
    """The first of equals, SAVVY's Table 4; the better procedure claims none."""
    paper, ours = (heard(pack, shelf, HowHeard(tuple(mics), is_paper=is_paper)) for is_paper in (True, False))
    assert len(ours.track().times_s) == 0
    assert len(paper.track().times_s) == 88
    assert (paper.track().azimuths_deg == paper.located.directions.peaks_deg).all()
    tap = next(one for one in pack.questions if "running water" in one.prompt and one.tags["task"] == "direction_ego")
    assert by(pack, paper, tap, AUDIO).n_votes > 0
    assert by(pack, ours, tap, AUDIO).n_votes == 0


def shown_on_map(settled: Settled) -> dict[str, np.typing.NDArray[np.float64]]:
    """The points of each source on the told map, when all of the recording is told."""
    world = told_value(dataclasses.replace(settled, told=None), Path.as_posix)["map"]
    assert isinstance(world, Mapping)
    return {track["source"]: np.array(track["xy"]) for track in world["estimated"]}


def test_the_map_shows_the_targets_points_by_all_three_sources(make_play: MakePlay, pack: ScenePack) -> None:
    play = make_play(keeps_apart=False)
    stage = play.flow.start(ANN, Wish(kind=GameKind.SEED, seed="all", rounds=18))
    n_all, errors_m = 0, {"sd": [], "seg": [], "audio": []}  # type: dict[str, list[float]]
    while isinstance(stage, Shown):
        settled = play.answer(ANN, stage.seat.record.round_id, Submission())
        points, scene = shown_on_map(settled), scene_of(pack, stage.seat.question)
        target = next(thing for thing in scene.true_objects if thing.name == scene.query.target)
        n_all += set(points) == {"sd", "seg", "audio"}
        if target.position_m is not None:
            assert {"sd", "seg"} <= set(points)
            for source, xy in points.items():
                errors_m[source] += np.hypot(*(xy - target.position_m).T).tolist()
        stage = play.flow.after(stage.seat.record.round_id)
    assert n_all >= 12
    assert all(np.median(errors) < 1.0 for errors in errors_m.values()), {k: np.median(v) for k, v in errors_m.items()}


def test_what_is_switched_off_stays_on_the_map_and_the_pipelines_own_place_moves(make_play: MakePlay) -> None:
    """The switches of the page hide points; that of the map leaves no place of the pipeline's to be drawn."""
    off = settled_as(make_play, "direction_ego", Choice(switches=Switches(sources=frozenset({AUDIO}))))
    assert set(shown_on_map(off)) == set(shown_on_map(settled_as(make_play, "direction_ego", Choice())))

    def placed(settled: Settled) -> object:
        world = told_value(settled, Path.as_posix)["map"]
        assert isinstance(world, Mapping)
        return world["by_pipeline"]

    assert placed(settled_as(make_play, "direction_ego", Choice(switches=Switches(uses_map=False)))) is None
    assert placed(off) != placed(settled_as(make_play, "direction_ego", Choice()))


def test_an_unknown_target_is_said_to_be_unknown(pack: ScenePack, hearing: Hearing) -> None:
    """Whom nobody saw is not on the map, and nothing heard is taken for it."""
    scene = dataclasses.replace(scene_of(pack, pack.questions[0]), seen_objects=())
    found = answer(scene, hearing, 4)
    assert found.by_map.no_azimuth is Undefined.NO_TARGET
    assert found.without_sector is None
