"""What the page is shown, as JSON for its widgets. Before an answer nothing here comes from the truth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from soundmark.benchmarks.question_scene import QuestionScene
from soundmark.games.links import share_lines, squares_of
from soundmark.games.opponents import race_line, race_part
from soundmark.modes.savvy.others import heard_as, others_of
from soundmark.modes.savvy.published import PUBLISHED, TASKS
from soundmark.modes.savvy.round import POINT_DIGITS, Tally, is_direction, is_ego
from soundmark.modes.savvy.stage_view import AddressOf, ask_value, sector_spans_deg, told_value
from soundmark.modes.savvy.stages import Finished, Settled, Shown
from soundmark.scoring.proportion import wilson_interval
from soundmark.store.schema import SpatialRow
from soundmark.types import SpatialQuestion, Status

JsonValue = Mapping[str, object]


class Screen(StrEnum):
    """Which part of the page is seen."""

    WELCOME = "welcome"
    GAME = "game"


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """The state of the spatial tab; a part that is None stays as it is.

    Attributes:
        can_be_heard_otherwise: whether the choice of microphones is offered.
    """

    screen: Screen
    bar: JsonValue | None = None
    stage: JsonValue | None = None
    card: JsonValue | None = None
    summary: JsonValue | None = None
    can_be_heard_otherwise: bool = False


def question_page(shown: Shown, address_of: AddressOf) -> Page:
    """The page that asks the question."""
    return Page(
        screen=Screen.GAME,
        bar=_bar(shown, shown.tally),
        stage=ask_value(shown, address_of),
        card={**_asked(shown), "round": shown.seat.record.round_id, "phase": "ask"},
    )


def result_page(settled: Settled, address_of: AddressOf) -> Page:
    """The page that tells the truth."""
    row, question = settled.row, settled.seat.question
    return Page(
        screen=Screen.GAME,
        bar=_bar(settled, settled.tally),
        stage=told_value(settled, address_of),
        card={
            **_asked(settled),
            "round": settled.seat.record.round_id,
            "phase": "told",
            "status": row.status.value,
            "chosen": row.choice_index,
            "right": row.true_choice_index,
            "answered_m": row.distance_m,
            "true_m": row.true_distance_m,
            "true_deg": row.true_azimuth_deg,
            "score": row.score,
            "others": others_of(settled),
            "heard_as": heard_as(settled),
            **race_part(settled.race),
            "note": None if settled.analysis.why_not is None else settled.analysis.why_not.note,
            "credit": _credit(question),
            "is_last": settled.seat.is_last,
        },
        can_be_heard_otherwise=settled.analysis.hearing is not None,
    )


def summary_page(finished: Finished, *, url: str) -> Page:
    """The page at the end of a game; `url` is where the app is, '' when only the browser knows."""
    spec, result = finished.spec, finished.tally
    points = round(result.points, POINT_DIGITS)
    lines = share_lines(
        spec,
        finished.game.mode,
        squares=squares_of([row.score or 0.0 for row in finished.rows]),
        result=f"{points:g} / {result.counted}",
        url=url,
        race=race_line(finished.race),
    )
    return Page(
        screen=Screen.GAME,
        card={"round": f"{finished.game.game_id}-end", "phase": "summary"},
        summary={
            "id": finished.game.game_id,
            "kind": spec.kind.value,
            "seed": spec.seed,
            "right": points,
            "total_key": "points_of",
            "answered": result.counted - result.passed,
            "passed": result.passed,
            "best_streak": result.best_streak,
            "n_counted": result.counted,
            "groups": by_task(finished.rows),
            "published": list(PUBLISHED),
            "share": lines,
            **race_part(finished.race),
        },
    )


def by_task(rows: Sequence[SpatialRow]) -> list[JsonValue]:
    """The result of each task: for directions with an interval of 95 %, for distances the mean score."""
    found: list[JsonValue] = []
    for task in TASKS:
        scores = [row.score or 0.0 for row in rows if row.task == task and row.status is not Status.ERROR]
        if not scores:
            continue
        own: dict[str, object] = {"group": "task", "value": task, "right": round(sum(scores), 2), "n": len(scores)}
        if task.startswith("direction"):
            own["low"], own["high"] = wilson_interval(round(sum(scores)), len(scores))
        else:
            own["is_score"] = True
        found.append(own)
    return found


def _bar(stage: Shown | Settled, result: Tally) -> JsonValue:
    spec = stage.seat.spec
    return {
        "mode": stage.seat.game.mode,
        "game": stage.seat.game.game_id,
        "round": stage.seat.record.round_id,
        "number": stage.seat.record.number,
        "total": len(spec.question_ids),
        "kind": spec.kind.value,
        "seed": spec.seed,
        "tally": {"points": round(result.points, POINT_DIGITS), "streak": result.streak},
        "note_keys": [
            *(["synthetic_clip"] if stage.seat.question.clip.is_synthetic else []),
            *([] if spec.is_logged else ["not_logged"]),
        ],
        **race_part(stage.race),
    }


def _asked(stage: Shown | Settled) -> dict[str, object]:
    question = stage.seat.question
    return {
        "kind": "direction" if is_direction(question) else "distance",
        "prompt": question.prompt,
        "lang": question.language,
        "options": options_of(question.choices) if is_direction(question) else None,
        "standing": _standing(question, stage.scene),
        "max_m": None if is_direction(question) else stage.max_m,
    }


def _standing(question: SpatialQuestion, scene: QuestionScene | None) -> JsonValue | None:
    """Where one stands and what one faces, when that is not the wearer's view and the question itself says so."""
    if scene is None or is_ego(question) or not is_direction(question):
        return None
    asked, query = question.prompt.casefold(), scene.query
    if query.reference.casefold() not in asked or query.facing.casefold() not in asked:
        return None
    return {"at": query.reference, "facing": query.facing}


def options_of(choices: Sequence[str]) -> list[JsonValue]:
    """The sectors with where they are on the dial; null for a number of choices that no dial has."""
    spans = sector_spans_deg(len(choices))
    return [
        {
            "text": text,
            "from_deg": None if spans is None else spans[number][0],
            "to_deg": None if spans is None else spans[number][1],
        }
        for number, text in enumerate(choices)
    ]


def _credit(question: SpatialQuestion) -> JsonValue:
    clip = question.clip
    return {"is_synthetic": clip.is_synthetic, "source": clip.source, "licence": clip.licence}
