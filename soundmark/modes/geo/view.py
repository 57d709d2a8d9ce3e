"""What the page is shown, as JSON for its widgets. Before an answer nothing here comes from the truth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from statistics import median

from soundmark.audio import Published
from soundmark.games.links import share_lines, squares_of
from soundmark.games.opponents import race_line, race_part
from soundmark.geography.coordinates import format_coordinate
from soundmark.modes.geo.others import MachineGuess
from soundmark.modes.geo.round import Hint, deadline
from soundmark.modes.geo.stages import Finished, Settled, Shown, place_name
from soundmark.scoring.geo import MAX_SCORE, geo_score
from soundmark.store.round_records import RoundRecord
from soundmark.store.schema import GeoRow
from soundmark.types import Coordinate, Note, ResponderKind, Status, worded

JsonValue = Mapping[str, object]

FEW_PEOPLE = 10
"""With fewer other answers than this, a percentage would promise more than it knows."""


class Screen(StrEnum):
    """Which part of the page is seen."""

    WELCOME = "welcome"
    GUESS = "guess"
    RESULT = "result"
    SUMMARY = "summary"


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """The state of the geo tab; a part that is None stays as it is."""

    screen: Screen
    bar: JsonValue | None = None
    clip: JsonValue | None = None
    map: JsonValue | None = None
    result: JsonValue | None = None
    share: JsonValue | None = None
    continent: str | None = None
    bought: frozenset[Hint] = frozenset()
    is_last: bool = False


def clip_value(record: RoundRecord, published: Published, url: str) -> JsonValue:
    """What the player widget needs of a published copy. The id is the round's, so that a new round is a new clip."""
    return {
        "id": record.round_id,
        "src": url,
        "duration_s": round(published.duration_s, 2),
        "peaks": list(published.waveform),
    }


def guess_page(shown: Shown, *, now: datetime, clip: JsonValue | None = None, pin: JsonValue | None = None) -> Page:
    """The page that asks the question.

    Args:
        shown: the round.
        now: the server's time, for the seconds that are left.
        clip: given when the player has to be shown anew.
        pin: the pin that is on the map already.
    """
    record, end = shown.seat.record, deadline(shown.seat.spec, shown.seat.record)
    circle, continent = shown.state.hints.get(Hint.CIRCLE), shown.state.hints.get(Hint.CONTINENT)
    draft = shown.state.draft
    if pin is None and draft is not None:
        pin = {**_point(draft), "how": shown.state.draft_method}
    return Page(
        screen=Screen.GUESS,
        bar=_bar(shown, None if end is None else max(0.0, (end - now).total_seconds())),
        clip=clip,
        map={
            "round": record.round_id,
            "phase": "guess",
            "guess": pin,
            "keeps_draft": True,
            "circle": dict(zip(("lat", "lon", "radius_km"), circle, strict=True)) if isinstance(circle, list) else None,
        },
        continent=continent if isinstance(continent, str) else None,
        bought=frozenset(shown.state.bought),
    )


def result_page(settled: Settled, *, clip: JsonValue | None = None) -> Page:
    """The page that tells the truth. `clip` is given when the player has to be shown anew, after a reload."""
    row, truth = settled.row, settled.seat.question.truth
    place = place_name(settled.seat.question) or format_coordinate(truth.place)
    guess = None if row.latitude_deg is None else {"lat": row.latitude_deg, "lon": row.longitude_deg, "how": "map"}
    return Page(
        screen=Screen.RESULT,
        bar=_bar(settled, None),
        clip=clip,
        map={
            "round": settled.seat.record.round_id,
            "phase": "result",
            "guess": guess,
            "truth": {**_point(truth.place), "label": place},
            "km": row.error_km,
            "others": _marks(settled),
        },
        result=_result(settled, place),
        is_last=settled.seat.is_last,
    )


def summary_page(finished: Finished, *, url: str) -> Page:
    """The page at the end of a game."""
    rows, spec = finished.rows, finished.spec
    lines = share_lines(
        spec,
        "geo",
        squares=squares_of([row.points / MAX_SCORE for row in rows]),
        result=f"{round(sum(row.points for row in rows)):,} / {round(MAX_SCORE) * len(rows):,}",
        url=url,
        race=race_line(finished.race),
    )
    rounds = [
        {"number": row.round_number, "place": city, "points": row.points, "km": row.error_km}
        for row, city in zip(rows, finished.cities, strict=True)
    ]
    trips = [
        {
            "number": row.round_number,
            "truth": {"lat": row.true_latitude_deg, "lon": row.true_longitude_deg, "label": city},
            "guess": None if row.latitude_deg is None else {"lat": row.latitude_deg, "lon": row.longitude_deg},
            "km": row.error_km,
        }
        for row, city in zip(rows, finished.cities, strict=True)
    ]
    return Page(
        screen=Screen.SUMMARY,
        map={"round": f"{finished.game.game_id}-end", "phase": "summary", "trips": trips},
        share={
            "id": finished.game.game_id,
            "kind": spec.kind.value,
            "seed": spec.seed,
            "total": sum(row.points for row in rows),
            "max_total": MAX_SCORE * len(spec.question_ids),
            "max_points": MAX_SCORE,
            "rounds": rounds,
            "share": lines,
            **race_part(finished.race),
        },
    )


def _bar(stage: Shown | Settled, left_s: float | None) -> JsonValue:
    return {
        "mode": stage.seat.game.mode,
        "game": stage.seat.game.game_id,
        "round": stage.seat.record.round_id,
        "number": stage.seat.record.number,
        "total": len(stage.seat.spec.question_ids),
        "points": stage.points_so_far,
        "question": worded("geo_title"),
        "kind": stage.seat.spec.kind.value,
        "seed": stage.seat.spec.seed,
        "note_keys": [
            *(["synthetic_clip"] if stage.seat.question.clip.is_synthetic else []),
            *([] if stage.seat.spec.is_logged else ["not_logged"]),
        ],
        "left_s": left_s,
        **race_part(stage.race),
    }


def _marks(settled: Settled) -> list[JsonValue]:
    """The guesses of others as the map shows them."""
    people = [
        {"kind": ResponderKind.HUMAN.value, "label": worded("geo_another"), "km": other.error_km, **_point(other.place)}
        for other in settled.others
    ]
    machines = [
        {"kind": one.who.kind.value, "label": _name(one), "km": one.error_km, **_point(one.place)}
        for one in settled.machines
        if one.place is not None
    ]
    return [*people, *machines]


def _result(settled: Settled, place: str) -> JsonValue:
    row = settled.row
    return {
        "id": settled.seat.record.round_id,
        "mode": settled.seat.game.mode,
        "headline": headline(row),
        "place": place,
        "points": row.points,
        "max_points": MAX_SCORE,
        "hint_note": _hint_note(row),
        "compared": compared(settled),
        "answers": _answers(settled),
        "said": _said(settled),
        **race_part(settled.race),
        "credit": _credit(settled),
    }


def _hint_note(row: GeoRow) -> Note | None:
    """What the hints cost, where they cost something."""
    if not row.hint_cost or not row.score:
        return None
    return worded("geo_less_hints", points=f"{row.score:,.0f}", share=f"{row.hint_cost:.0%}")


def headline(row: GeoRow) -> Note:
    """The result in one sentence."""
    if row.status is Status.ERROR:
        return worded("geo_not_played")
    if row.error_km is None:
        return worded("geo_time_up" if row.timed_out else "geo_gave_up")
    if row.error_km < 1:
        away = worded("geo_metres_away", metres=f"{row.error_km * 1000:.0f}")
    else:
        away = worded("geo_km_away", km=f"{row.error_km:,.1f}" if row.error_km < 10 else f"{row.error_km:,.0f}")
    return worded("geo_late", result=away) if row.timed_out else away


def compared(settled: Settled) -> Note:
    """How the answer stands among those of other people."""
    if settled.row.status is Status.ERROR:
        return worded("geo_does_not_count")
    if settled.row.status is not Status.OK:
        return worded("geo_no_pin" if settled.row.timed_out else "geo_given_up")
    farther, people = settled.people_farther, settled.people
    if not people:
        return worded("geo_first")
    if people < FEW_PEOPLE:
        return worded("geo_closer_than", n=int(farther), people=people)
    return worded("geo_closer_share", share=f"{farther / people:.0%}")


def _answers(settled: Settled) -> list[JsonValue]:
    """You, the median of other people, each model and baseline; best first, and failed calls last."""
    own = settled.row
    found: list[dict[str, object]] = [{"kind": "you", "label": worded("you"), "km": own.error_km, "points": own.points}]
    if settled.others:
        middle_km = median(one.error_km for one in settled.others)
        label = worded("geo_others_median", n=len(settled.others))
        found.append({"kind": "human", "label": label, "km": middle_km, "points": geo_score(middle_km)})
    for one in settled.machines:
        answer: dict[str, object] = {
            "kind": one.who.kind.value,
            "label": _name(one),
            "km": one.error_km,
            "points": one.points,
        }
        found.append(answer if one.status is Status.OK else {**answer, "status": {"name": one.status.value}})
    return sorted(
        found, key=lambda answer: -1.0 if answer["points"] is None else float(str(answer["points"])), reverse=True
    )


def _said(settled: Settled) -> list[JsonValue]:
    """Why models answered so, in their own words: plain text. What a baseline does is a fixed text of the page."""
    return [
        {
            "kind": one.who.kind.value,
            "name": one.who.label,
            "said": one.reasoning if one.who.kind is ResponderKind.MODEL else "",
        }
        for one in settled.machines
    ]


def _name(one: MachineGuess) -> Note | str:
    """How a model or baseline is called; baselines have names of the page's own."""
    return {"name": one.who.label} if one.who.kind is ResponderKind.BASELINE else one.who.label


def _credit(settled: Settled) -> JsonValue:
    clip = settled.seat.question.clip
    return {"is_synthetic": clip.is_synthetic, "source": clip.source, "licence": clip.licence}


def _point(place: Coordinate) -> dict[str, object]:
    return {"lat": place.latitude_deg, "lon": place.longitude_deg}
