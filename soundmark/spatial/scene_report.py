"""A scene answered: its global map, the answers to its questions, and the questions that its events give."""

from __future__ import annotations

import math
from dataclasses import dataclass

from soundmark.spatial.answers import LETTERS, Answer, sector_names
from soundmark.spatial.queries import DirectAnswer, Frame, answer_without_map, resolve
from soundmark.spatial.questions import SceneQuestion, questions_of
from soundmark.spatial.scene_file import AskedQuery, Scene
from soundmark.spatial.target_path import PER_SECOND_S, mean_std_m
from soundmark.spatial.templates import Ask
from soundmark.spatial.world_map import MappedObject, Rules, WorldMap, build_map

Json = dict[str, object]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Answered:
    """One question of the file with its answer.

    Attributes:
        asked: the question.
        answer: from the map.
        target_std_m: one standard deviation of the target's place, where its path tells it.
        without_map: what the tracks alone say, where they can.
    """

    asked: AskedQuery
    answer: Answer
    target_std_m: float | None
    without_map: DirectAnswer | None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SceneReport:
    """What is known of a scene in the end."""

    scene: Scene
    world: WorldMap
    answers: tuple[Answered, ...]
    questions: tuple[SceneQuestion, ...]


def report_on(
    scene: Scene,
    *,
    rules: Rules = Rules.CORRECTED,
    step_s: float = PER_SECOND_S,
    with_questions: bool = False,
    min_margin_deg: float = 0.0,
) -> SceneReport:
    """Build the map and answer everything.

    Args:
        scene: as read from a file.
        rules: of the map and the answers.
        step_s: time step of paths.
        with_questions: whether to make the questions that the events give.
        min_margin_deg: of those questions; see `questions_of`.

    Raises:
        SceneError: when a path would have too many steps.
    """
    world = build_map(scene.trajectory, scene.objects, rules=rules, step_s=step_s, max_gap_s=scene.max_gap_s)
    answers = tuple(_answered(world, asked) for asked in scene.asked)
    questions = tuple(questions_of(world, scene.events, min_margin_deg)) if with_questions else ()
    return SceneReport(scene=scene, world=world, answers=answers, questions=questions)


def _answered(world: WorldMap, asked: AskedQuery) -> Answered:
    query, without = asked.query, None
    tracks = world.objects[query.target].thing.tracks
    if query.frame is Frame.EGOCENTRIC and tracks:
        n_sectors = asked.n_sectors or len(LETTERS)
        without = answer_without_map(tracks, query.start_s, query.end_s, n_sectors, world.rules)
    path = world.objects[query.target].path
    std_m = None if path is None else mean_std_m(path, query.start_s, query.end_s)
    return Answered(asked=asked, answer=resolve(world, query), target_std_m=std_m, without_map=without)


def as_json(report: SceneReport) -> Json:
    """The report as values that JSON knows; what is not known is None."""
    return {
        "scene": report.scene.name,
        "rules": report.world.rules.value,
        "map": [_object_json(name, mapped) for name, mapped in report.world.objects.items()],
        "answers": [_answered_json(answered) for answered in report.answers],
        "questions": [_question_json(question) for question in report.questions],
        "left_out": list(report.scene.left_out),
    }


def _object_json(name: str, mapped: MappedObject) -> Json:
    place, path = mapped.place, mapped.path
    found: Json = {"name": name, "is_static": mapped.thing.is_static}
    if place is not None:
        found["position_m"] = _rounded(place.position_m.tolist())
        found["spread_m"] = round(place.spread_m, 3)
        found["n_used"], found["n_points"] = place.n_used, place.n_points
        found["is_clustered"] = place.is_clustered
    elif path is not None:
        rows = zip(path.times_s.tolist(), path.positions_m.tolist(), path.std_m.tolist(), strict=True)
        found["path"] = [
            {"time_s": round(time_s, 3), "position_m": _rounded(place_m), "std_m": _number(std_m)}
            for time_s, place_m, std_m in rows
        ]
        found["n_used"] = {source.value: count for source, count in path.n_used.items()}
        found["n_outliers"], found["n_dropped"] = path.n_outliers, path.n_dropped
    else:
        found["position_m"] = None
    return found


def _answered_json(answered: Answered) -> Json:
    asked, answer, query = answered.asked, answered.answer, answered.asked.query
    found: Json = {
        "id": asked.question_id,
        "frame": query.frame.value,
        "ask": asked.ask.value,
        "target": query.target,
        "reference": query.reference or None,
        "facing": query.facing or None,
        "start_s": query.start_s,
        "end_s": query.end_s,
        "azimuth_deg": _number(answer.azimuth_deg),
        "distance_m": _number(answer.distance_m),
        "target_std_m": _number(answered.target_std_m),
        "coverage": _number(answer.coverage),
    }
    if asked.ask is Ask.DIRECTION:
        found.update(_choice_json(answer.sector(asked.n_sectors), asked.n_sectors))
    reason = answer.no_azimuth if asked.ask is Ask.DIRECTION else answer.no_distance
    found["why_not"] = None if reason is None else reason.value
    if answered.without_map is not None:
        direct = answered.without_map
        found["without_map"] = {
            "azimuth_deg": _number(direct.answer.azimuth_deg),
            "distance_m": _number(direct.answer.distance_m),
            "n_points": direct.n_points,
            **(_choice_json(direct.sector, asked.n_sectors) if asked.n_sectors else {}),
        }
    return found


def _choice_json(sector: int | None, n_sectors: int) -> Json:
    if sector is None:
        return {"letter": None, "choice": None}
    return {"letter": LETTERS[sector], "choice": sector_names(n_sectors)[sector]}


def _question_json(question: SceneQuestion) -> Json:
    truth = question.truth
    return {
        "id": question.question_id,
        "ask": question.ask.value,
        "prompt": question.wording.prompt,
        "options": list(question.wording.options),
        "letter": None if truth.choice_index is None else LETTERS[truth.choice_index],
        "azimuth_deg": _number(truth.azimuth_deg),
        "distance_m": _number(truth.distance_m),
        "start_s": truth.start_s,
        "end_s": truth.end_s,
    }


def _number(value: float | None) -> float | None:
    """Four decimals, as published; None for what is not a number."""
    return None if value is None or math.isnan(value) else round(value, 4)


def _rounded(values: list[float]) -> list[float]:
    return [round(value, 4) for value in values]
