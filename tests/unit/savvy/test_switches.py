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
    distances_asked = [question for question in pack.questions if not question.choices]
    for sources in ((SD,), (SEG,), (AUDIO,), (SD, AUDIO), (SD, SEG, AUDIO)):
        for question in distances_asked:
            one = by(pack, hearing, question, *sources)
            assert one.target_source in {None, *sources}
            found.setdefault(sources, []).append(one.by_map.distance_m)
    # SAVVY's Table 6: each set of sources has answers of its own.
    assert len({tuple(distances) for distances in found.values()}) == len(found)
    assert None not in found[SD, SEG, AUDIO]


def test_the_published_order_holds_between_those_that_are_on(pack: ScenePack, hearing: Hearing) -> None:
    """The buzzer is in view. The melody comes from behind: the radio stands where it was seen before."""
    buzzer, melody = (next(one for one in pack.questions if word in one.prompt) for word in ("buzzer", "melody"))
    for question in (buzzer, melody):
        assert by(pack, hearing, question, SD, SEG, AUDIO).target_source is SD
        assert by(pack, hearing, question, SEG, AUDIO).target_source is SEG
    by_ear = by(pack, hearing, buzzer, AUDIO)
    assert by_ear.target_source is AUDIO
    assert by_ear.by_map.azimuth_deg == pytest.approx(buzzer.truth.azimuth_deg, abs=15)
    unseen = by(pack, hearing, melody, AUDIO)  # nothing tells how far away it is, but from where
    assert unseen.by_map.no_azimuth is Undefined.NO_TARGET
    assert unseen.without_map is not None
    assert unseen.without_map.azimuth_deg == pytest.approx(melody.truth.azimuth_deg, abs=15)


def test_without_any_source_nothing_is_claimed(pack: ScenePack, hearing: Hearing) -> None:
    for question in pack.questions:
        none = by(pack, hearing, question)
        assert (none.target_source, none.n_points, none.n_votes) == (None, 0, 0)
        assert none.by_map.no_distance is not None
        assert none.without_sector is None


def rows_of(settled: Settled) -> list[tuple[object, object, object]]:
    """Name, limits and reason of the pipeline's rows on the card."""
    found = [row for row in others_of(settled) if str(row["name"]).startswith("Pipeline")]
    whys = [row["why"] for row in found]
    keys = [why.get("key") if isinstance(why, Mapping) else None for why in whys]
    return [(row["name"], row["limits"], key) for row, key in zip(found, keys, strict=True)]


def map_of(settled: Settled) -> Mapping[str, list[Mapping[str, object]]]:
    """The map when all of the recording is told."""
    world = told_value(dataclasses.replace(settled, told=None), Path.as_posix)["map"]
    assert isinstance(world, Mapping)
    return world


def test_an_answered_round_is_told_as_what_is_on_has_it(make_play: MakePlay, pack: ScenePack) -> None:
    play = make_play()
    off = Choice(switches=Switches(uses_map=False))
    part = Choice(how=HowHeard(("5", "6"), is_paper=True), switches=Switches(sources=frozenset({SD, AUDIO})))
    stage = play.flow.start(ANN, Wish(kind=GameKind.SEED, seed="tea", rounds=6))
    n_all, n_moved = 0, 0
    errors_m: dict[str, list[float]] = {"sd": [], "seg": [], "audio": []}
    while isinstance(stage, Shown):
        round_id, is_ego = stage.seat.record.round_id, stage.seat.question.tags["task"].endswith("ego")
        settled = play.answer(ANN, round_id, Submission())
        # With and without the map: SAVVY's Table 9 knows the second for the wearer's own view only.
        assert [name for name, _, _ in rows_of(settled)] == ["Pipeline", "Pipeline (-map)"][: 1 + is_ego]
        alone = play.heard_as(ANN, round_id, off)
        assert rows_of(alone) == [("Pipeline (-map)", "", "savvy_by_votes" if is_ego else "savvy_needs_map")]
        assert map_of(alone)["by_pipeline"] is None
        # Card and stage say what the answer was made with.
        other = play.heard_as(ANN, round_id, part)
        assert {limits for _, limits, _ in rows_of(other)} == {"SD+audio, 56, paper"}
        pages = [result_page(one, Path.as_posix) for one in (settled, other)]
        assert [page.card and page.card["heard_as"] for page in pages] == ["", "SD+audio, 56, paper"]
        assert [page.stage and page.stage["switches"] for page in pages] == [
            {"sd": True, "seg": True, "audio": True, "map": True},
            {"sd": True, "seg": False, "audio": True, "map": True},
        ]
        n_moved += map_of(other)["by_pipeline"] != map_of(settled)["by_pipeline"]
        # The points of all three sources are on the map, whatever is on.
        points = {str(track["source"]): np.array(track["xy"]) for track in map_of(settled)["estimated"]}
        assert {str(track["source"]) for track in map_of(other)["estimated"]} >= set(points) - {"audio"}
        n_all += set(points) == {"sd", "seg", "audio"}
        scene = scene_of(pack, stage.seat.question)
        target = next(thing for thing in scene.true_objects if thing.name == scene.query.target)
        if target.position_m is not None:
            assert {"sd", "seg"} <= set(points)
            for source, xy in points.items():
                errors_m[source] += np.hypot(*(xy - target.position_m).T).tolist()
        stage = play.flow.after(round_id)
    assert n_all >= 3
    assert n_moved >= 3
    assert all(np.median(errors) < 1.0 for errors in errors_m.values())


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


@pytest.mark.parametrize("mics", ["02", "56"])
def test_as_published_groups_on_a_line_give_a_direction_too(pack: ScenePack, shelf: HearingShelf, mics: str) -> None:
    """The first of equals, SAVVY's Table 4; the better procedure claims none."""
    paper, ours = (heard(pack, shelf, HowHeard(tuple(mics), is_paper=is_paper)) for is_paper in (True, False))
    assert len(ours.track().times_s) == 0
    assert len(paper.track().times_s) == 88
    assert (paper.track().azimuths_deg == paper.located.directions.peaks_deg).all()
    tap = next(one for one in pack.questions if "running water" in one.prompt and one.tags["task"] == "direction_ego")
    assert by(pack, paper, tap, AUDIO).n_votes > 0
    assert by(pack, ours, tap, AUDIO).n_votes == 0


def test_an_unknown_target_is_said_to_be_unknown(pack: ScenePack, hearing: Hearing) -> None:
    """Whom nobody saw is not on the map, and nothing heard is taken for it."""
    scene = dataclasses.replace(scene_of(pack, pack.questions[0]), seen_objects=())
    found = answer(scene, hearing, 4)
    assert found.by_map.no_azimuth is Undefined.NO_TARGET
    assert found.without_sector is None
