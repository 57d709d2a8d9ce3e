"""All templates of SAVVY's section C.3, and the questions that an annotated scene gives."""

from __future__ import annotations

import re

import numpy as np
import pytest

from soundmark.spatial.answers import LETTERS
from soundmark.spatial.poses import forwards_of_headings
from soundmark.spatial.questions import SceneEvent, SceneQuestion, questions_of
from soundmark.spatial.scene import SceneError, Trajectory
from soundmark.spatial.templates import (
    Ask,
    EventKind,
    Wording,
    allo_direction,
    allo_distance,
    ego_direction,
    ego_distance,
)
from soundmark.spatial.world_map import SceneObject, WorldMap, build_map

SPEECH, SOUND = EventKind.SPEECH, EventKind.SOUND
ALL_TEMPLATES = [
    make
    for kind, event in ((SPEECH, "planning dinner"), (SOUND, "running water"))
    for make in (
        ego_direction(kind, event, 3),
        ego_direction(kind, event, 4),
        ego_distance(kind, event),
        allo_direction(kind, event, "sink", "tv", 3),
        allo_direction(kind, event, "sink", "tv", 4),
        allo_distance(kind, event, "sink"),
    )
]


@pytest.mark.parametrize("wording", ALL_TEMPLATES)
def test_every_template_is_complete_english_with_its_options(wording: Wording) -> None:
    assert "{" not in wording.prompt
    assert "planning dinner" in wording.prompt or "running water" in wording.prompt
    assert "?" in wording.prompt
    assert wording.prompt.endswith(".")
    assert "the its" not in wording.prompt
    assert "  " not in wording.prompt
    assert len(wording.options) in (0, 3, 4)
    if not wording.options:
        assert "horizontal plane" in wording.prompt
        assert "meters" in wording.prompt
        assert "Answer with a number" in wording.prompt


def test_templates_differ_and_hold_their_placeholders() -> None:
    assert len({wording.prompt for wording in ALL_TEMPLATES}) == 12
    speech, sound = allo_direction(SPEECH, "topic", "sink", "tv", 4), allo_direction(SOUND, "hum", "sink", "tv", 4)
    assert 'the speech topic "topic"' in speech.prompt
    assert "the speaker" in speech.prompt
    assert "the hum sound" in sound.prompt
    assert "the sounding object" in sound.prompt
    assert re.search(r"stands by the sink and faces the tv", sound.prompt)
    assert "the other person" in ego_distance(SPEECH, "topic").prompt
    assert "the sound source" in ego_direction(SOUND, "hum", 3).prompt


def test_options_are_the_published_ones() -> None:
    assert ego_direction(SPEECH, "x", 3).options == ("A: left", "B: right", "C: back")
    hard = ("A: front-left", "B: front-right", "C: back-left", "D: back-right")
    assert allo_direction(SOUND, "x", "a", "b", 4).options == hard
    assert "120 degrees" in ego_direction(SPEECH, "x", 3).prompt
    assert "positive y-axis" in ego_direction(SPEECH, "x", 4).prompt


def test_braces_and_such_in_a_topic_stay_as_they_are() -> None:
    assert "{reference} %s" in allo_distance(SOUND, "{reference} %s", "sink").prompt


def test_five_choices_are_refused() -> None:
    with pytest.raises(SceneError):
        ego_direction(SPEECH, "x", 5)


def room(last_s: float = 10.0) -> WorldMap:
    """The wearer at the origin looks along y; sink ahead, tv to the right, couch behind; a guest walks on the left."""
    times = np.arange(0, last_s + 0.25, 0.25)
    trajectory = Trajectory(
        times_s=times,
        positions_m=np.zeros((len(times), 2)),
        forwards=forwards_of_headings(np.full(len(times), 90.0)),
    )
    things = [
        SceneObject(name="sink", is_static=True, position_m=np.array([0.0, 4.0])),
        SceneObject(name="tv", is_static=True, position_m=np.array([3.0, 0.0])),
        SceneObject(name="couch", is_static=True, position_m=np.array([0.0, -2.0])),
        SceneObject(
            name="guest",
            is_static=False,
            path_times_s=np.array([0.0, 10.0]),
            path_positions_m=np.array([[-2.0, -1.0], [-2.0, 3.0]]),
        ),
    ]
    return build_map(trajectory, things)


def speech(start_s: float, end_s: float, source: str = "guest") -> SceneEvent:
    return SceneEvent(
        event_id="dinner", kind=SPEECH, text="planning dinner", source=source, start_s=start_s, end_s=end_s
    )


def by_id(questions: list[SceneQuestion]) -> dict[str, SceneQuestion]:
    found = {question.question_id: question for question in questions}
    assert len(found) == len(questions)
    return found


def letter(question: SceneQuestion) -> str:
    assert question.truth.choice_index is not None
    return LETTERS[question.truth.choice_index]


def test_an_event_gives_every_question_with_its_truth() -> None:
    found = by_id(list(questions_of(room(), [speech(4.9, 5.1)])))  # the guest is at (-2, 1)
    # Ego: 2 directions and a distance. Allo: 3 distances, and 3 x 2 pairs in 2 levels.
    assert len(found) == 3 + 3 + 12
    assert letter(found["dinner/ego_direction_simple"]) == "A"
    assert letter(found["dinner/ego_direction_hard"]) == "A"
    assert found["dinner/ego_direction_hard"].truth.azimuth_deg == pytest.approx(-63.4349, abs=0.5)
    assert found["dinner/ego_distance"].truth.distance_m == pytest.approx(np.sqrt(5), abs=0.05)
    assert found["dinner/allo_distance/couch"].truth.distance_m == pytest.approx(np.sqrt(13), abs=0.05)
    # By the sink facing the couch, the guest is ahead on the right; by the tv facing the couch too.
    assert letter(found["dinner/allo_direction_hard/sink/couch"]) == "B"
    assert letter(found["dinner/allo_direction_hard/tv/couch"]) == "B"
    # By the couch facing the tv, that is along (3, 2), the guest in direction (-2, 3) is at a right angle to the left.
    assert found["dinner/allo_direction_simple/couch/tv"].truth.azimuth_deg == pytest.approx(-90, abs=1e-6)
    assert letter(found["dinner/allo_direction_simple/couch/tv"]) == "A"
    assert found["dinner/ego_distance"].ask is Ask.DISTANCE
    assert (found["dinner/ego_distance"].truth.start_s, found["dinner/ego_distance"].truth.end_s) == (4.9, 5.1)


def test_what_has_no_answer_is_not_asked() -> None:
    assert list(questions_of(room(), [speech(50, 51)])) == []
    found = by_id(list(questions_of(room(), [speech(1, 2, source="tv")])))
    assert not any("/tv" in name for name in found)  # no object is asked about itself
    late = by_id(list(questions_of(room(last_s=2.0), [speech(4.9, 5.1)])))
    assert not any("ego" in name for name in late)  # the trajectory has ended, the guest's path has not


def test_directions_near_a_border_can_be_left_out() -> None:
    world = room()
    events = [speech(2.4, 2.6)]  # at (-2, 0): exactly to the left, on the border of front and back
    assert "dinner/ego_direction_hard" not in by_id(list(questions_of(world, events, min_margin_deg=5)))
    assert "dinner/ego_direction_simple" in by_id(list(questions_of(world, events, min_margin_deg=5)))
    assert "dinner/ego_direction_hard" in by_id(list(questions_of(world, events)))


def test_a_source_that_is_not_on_the_map_is_refused() -> None:
    with pytest.raises(SceneError, match="no object named"):
        list(questions_of(room(), [speech(1, 2, source="ghost")]))
