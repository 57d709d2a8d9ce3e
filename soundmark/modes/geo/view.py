"""What the page is shown, as JSON for its widgets. Before an answer nothing here comes from the truth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from statistics import median

from soundmark.audio import Published
from soundmark.games.deal import GameKind, GameSpec
from soundmark.games.links import share_text, squares_of
from soundmark.games.opponents import race_line, race_part
from soundmark.geography.coordinates import format_coordinate
from soundmark.modes.geo.round import HINT_COSTS, PROMPT, Hint, deadline
from soundmark.modes.geo.stages import Finished, Settled, Shown, place_name
from soundmark.scoring.geo import MAX_SCORE, geo_score
from soundmark.store.rounds import RoundRecord
from soundmark.store.schema import GeoRow
from soundmark.types import Coordinate, ResponderKind, Status

JsonValue = Mapping[str, object]

SYNTHETIC_NOTE = "synthetic clip"
UNLOGGED_NOTE = "not logged"
FEW_PEOPLE = 10
"""With fewer other answers than this, a percentage would promise more than it knows."""


WHY_NO_PLACE = {
    Status.REFUSED: "refused",
    Status.UNPARSED: "not readable",
    Status.ERROR: "failed",
    Status.SKIPPED: "skipped",
}


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


def title_of(spec: GameSpec) -> str:
    """The game's name for its player."""
    names = {GameKind.DAILY: f"Daily of {spec.seed}", GameKind.SEED: f"Game {spec.seed}", GameKind.FREE: "Free play"}
    return names[spec.kind]


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
    text = share_text(
        spec,
        "geo",
        squares=squares_of([row.points / MAX_SCORE for row in rows]),
        result=f"{round(sum(row.points for row in rows)):,} / {round(MAX_SCORE) * len(rows):,}",
        url=url,
        race=race_line(finished.race),
    )
    if not url:
        # The browser knows the page's address; a line with "/" or a query is where it goes.
        text += "\n/" if spec.kind is GameKind.DAILY else ""
    rounds = [
        {"number": row.round_number, "place": city, "points": row.points, "km": row.error_km}
        for row, city in zip(rows, finished.cities, strict=True)
    ]
    trips = [
        {
            "number": row.round_number,
            "truth": {"lat": row.true_latitude_deg, "lon": row.true_longitude_deg, "label": city or "True place"},
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
            "title": title_of(spec),
            "total": sum(row.points for row in rows),
            "max_total": MAX_SCORE * len(spec.question_ids),
            "max_points": MAX_SCORE,
            "rounds": rounds,
            "text": text,
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
        "question": PROMPT,
        "title": title_of(stage.seat.spec),
        "notes": [
            *([SYNTHETIC_NOTE] if stage.seat.question.clip.is_synthetic else []),
            *([] if stage.seat.spec.is_logged else [UNLOGGED_NOTE]),
        ],
        "left_s": left_s,
        **race_part(stage.race),
    }


def _marks(settled: Settled) -> list[JsonValue]:
    """The guesses of others as the map shows them."""
    people = [
        {"kind": ResponderKind.HUMAN.value, "label": "Another player", "km": other.error_km, **_point(other.place)}
        for other in settled.others
    ]
    machines = [
        {"kind": one.who.kind.value, "label": one.who.label, "km": one.error_km, **_point(one.place)}
        for one in settled.machines
        if one.place is not None
    ]
    return [*people, *machines]


def _result(settled: Settled, place: str) -> JsonValue:
    row = settled.row
    return {
        "id": settled.seat.record.round_id,
        "headline": headline(row),
        "place": place,
        "points": row.points,
        "max_points": MAX_SCORE,
        "hint_note": f"{row.score:,.0f} less {row.hint_cost:.0%} for hints" if row.hint_cost and row.score else "",
        "compared": compared(settled),
        "answers": _answers(settled),
        "said": _said(settled),
        **race_part(settled.race),
        "credit": _credit(settled),
    }


def headline(row: GeoRow) -> str:
    """The result in one sentence."""
    if row.status is Status.ERROR:
        return "This sound could not be played."
    if row.error_km is None:
        return "Time is up." if row.timed_out else "You gave up this one."
    late = "Time is up: " if row.timed_out else ""
    if row.error_km < 1:
        return f"{late}{row.error_km * 1000:.0f} m from the spot!"
    return f"{late}{row.error_km:,.1f} km away" if row.error_km < 10 else f"{late}{row.error_km:,.0f} km away"


def compared(settled: Settled) -> str:
    """How the answer stands among those of other people."""
    if settled.row.status is Status.ERROR:
        return "The round does not count. Please go on with the next one."
    if settled.row.status is not Status.OK:
        why = "No pin was set in time" if settled.row.timed_out else "A round that is given up"
        return f"{why}: 0 points."
    farther, people = settled.people_farther, settled.people
    if not people:
        return "You are the first person to answer this clip."
    if people < FEW_PEOPLE:
        return f"Closer than {int(farther)} of {people} other {'people' if people > 1 else 'person'} on this clip."
    return f"Closer than {farther / people:.0%} of people."


def _answers(settled: Settled) -> list[JsonValue]:
    """You, the median of other people, each model and baseline; best first, and failed calls last."""
    own = settled.row
    found: list[dict[str, object]] = [{"kind": "you", "label": "You", "km": own.error_km, "points": own.points}]
    if settled.others:
        middle_km = median(one.error_km for one in settled.others)
        label = f"Other answers ({len(settled.others)}), median"
        found.append({"kind": "human", "label": label, "km": middle_km, "points": geo_score(middle_km)})
    for one in settled.machines:
        answer: dict[str, object] = {
            "kind": one.who.kind.value,
            "label": one.who.label,
            "km": one.error_km,
            "points": one.points,
        }
        found.append(answer if one.status is Status.OK else {**answer, "status": WHY_NO_PLACE[one.status]})
    return sorted(
        found, key=lambda answer: -1.0 if answer["points"] is None else float(str(answer["points"])), reverse=True
    )


def _said(settled: Settled) -> list[JsonValue]:
    """Why models and baselines answered so, in their own words: plain text."""
    return [
        {"kind": one.who.kind.value, "label": one.who.label, "text": one.reasoning}
        for one in settled.machines
        if one.reasoning
    ]


def _credit(settled: Settled) -> list[str]:
    clip = settled.seat.question.clip
    parts = ["A synthetic clip, not a recording"] if clip.is_synthetic else []
    parts += [f"Source: {clip.source}"] if clip.source else []
    parts += [f"Licence: {clip.licence}"] if clip.licence else ["Licence: not stated"]
    return parts


def _point(place: Coordinate) -> dict[str, object]:
    return {"lat": place.latitude_deg, "lon": place.longitude_deg}


def hint_label(hint: Hint) -> str:
    """The button of a hint, with its price."""
    names = {Hint.CONTINENT: "Continent", Hint.CIRCLE: "Circle on the map"}
    return f"{names[hint]}: −{HINT_COSTS[hint]:.0%} of this round"
