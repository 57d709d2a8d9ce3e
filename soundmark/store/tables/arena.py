"""The tables `battles` and `votes`.

A vote repeats what a rating needs of its battle, so that ratings need no join; the answers stand in the battle alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Annotated, ClassVar

from soundmark.store.columns import Cut, Id, Json, Row
from soundmark.types import ResponderKind, Status


class Vote(StrEnum):
    """Which answer of a battle a voter prefers."""

    A = "a"
    B = "b"
    TIE = "tie"
    BOTH_BAD = "both_bad"


class Check(StrEnum):
    """Outcome of a check of a vote: stored raw, and judged when ratings are computed."""

    OK = "ok"
    FAILED = "failed"
    UNAVAILABLE = "unavailable"


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleRow(Row):
    """Two answers to one clip, side by side. Side a stood on the left."""

    ABOUT: ClassVar[str] = "Two answers to the same clip by two models, shown side by side without their names."

    battle_id: Annotated[str, "UUIDv7, unique over all tables and deployments.", Id()]
    schema_version: Annotated[int, "Version of these columns."]
    benchmark: Annotated[str, "Which set the clip is from; upload when a visitor brought it."]
    benchmark_revision: Annotated[str, "Which state of that set."]
    question_id: Annotated[str, "The clip's question, unique within its benchmark."]
    setting: Annotated[str, "What the models were given: audio, transcript, blind, ..."]
    prompt_id: Annotated[str | None, "Which wording of the question."] = None
    model_a: Annotated[str, "Model on side a."]
    model_b: Annotated[str, "Model on side b."]
    side_seed: Annotated[str, "What decided the sides."]
    pairing: Annotated[str | None, "Which rule chose the pair."] = None
    pair_probability: Annotated[float | None, "Probability with which this rule chose this pair, 0 to 1."] = None
    status_a: Annotated[Status, "What became of answer a; only two ok answers can be voted on."]
    status_b: Annotated[Status, "What became of answer b."]
    response_a: Annotated[
        str | None,
        "Answer a, cut at 200,000 characters; null for an upload without consent to publish.",
        Cut("response_a_chars", "response_a_truncated"),
    ] = None
    response_b: Annotated[
        str | None,
        "Answer b, cut at 200,000 characters; null for an upload without consent to publish.",
        Cut("response_b_chars", "response_b_truncated"),
    ] = None
    response_a_chars: Annotated[int | None, "Length of the whole answer a in characters."] = None
    response_b_chars: Annotated[int | None, "Length of the whole answer b in characters."] = None
    response_a_truncated: Annotated[bool | None, "Whether response_a was cut."] = None
    response_b_truncated: Annotated[bool | None, "Whether response_b was cut."] = None
    latitude_a_deg: Annotated[float | None, "Place that answer a gives, WGS-84 degrees; null when it gives none."] = (
        None
    )
    longitude_a_deg: Annotated[float | None, "Place that answer a gives, in (-180, 180] degrees."] = None
    latitude_b_deg: Annotated[float | None, "Place that answer b gives, WGS-84 degrees; null when it gives none."] = (
        None
    )
    longitude_b_deg: Annotated[float | None, "Place that answer b gives, in (-180, 180] degrees."] = None
    error_a_km: Annotated[float | None, "Geodesic (WGS-84) distance from place a to the truth in kilometres."] = None
    error_b_km: Annotated[float | None, "Geodesic (WGS-84) distance from place b to the truth in kilometres."] = None
    latency_a_s: Annotated[float | None, "Seconds until answer a was there."] = None
    latency_b_s: Annotated[float | None, "Seconds until answer b was there."] = None
    parser_version: Annotated[str | None, "Which parser read the places."] = None
    shown_at: Annotated[datetime, "When both answers were shown, or the battle was given up (UTC)."]
    app_version: Annotated[str, "Version of the app."]
    deployment_id: Annotated[str, "Which deployment wrote the row."]
    extra_json: Annotated[str | None, "A JSON object with whatever has no column yet.", Json()] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class VoteRow(Row):
    """One voter's judgement of a battle. Votes are never changed or left out here: checks are stored, not applied."""

    ABOUT: ClassVar[str] = (
        "One voter's judgement of a battle. No vote is left out here: the outcomes of the checks stand beside it, and "
        "are judged when ratings are computed."
    )

    vote_id: Annotated[str, "UUIDv7, unique over all tables and deployments.", Id()]
    schema_version: Annotated[int, "Version of these columns."]
    battle_id: Annotated[str, "The battle (table battles)."]
    benchmark: Annotated[str, "As in the battle."]
    benchmark_revision: Annotated[str, "As in the battle."]
    question_id: Annotated[str, "As in the battle."]
    responder_kind: Annotated[ResponderKind, "Who voted: human, or model for a judge."]
    responder_id: Annotated[str | None, "Anonymous id of the voter; null when no id can be given."] = None
    model_a: Annotated[str, "Model on side a, as in the battle."]
    model_b: Annotated[str, "Model on side b, as in the battle."]
    vote: Annotated[Vote, "a, b, tie or both_bad."]
    side_seed: Annotated[str, "As in the battle."]
    shown_at: Annotated[datetime, "When both answers were shown (UTC)."]
    voted_at: Annotated[
        datetime, "When the vote was accepted (UTC). Before shown_at when the server's clock was set back in between."
    ]
    listened_s: Annotated[float | None, "Seconds of sound that were played, as the browser counted them."] = None
    check_listened: Annotated[Check | None, "Whether the clip was listened to long enough."] = None
    check_nameless: Annotated[Check | None, "Whether neither answer gives its model away."] = None
    check_fresh: Annotated[Check | None, "Whether this voter had not voted on the same clip before."] = None
    check_pace: Annotated[Check | None, "Whether this voter voted no faster than answers can be judged."] = None
    words_a: Annotated[int | None, "Words in answer a."] = None
    words_b: Annotated[int | None, "Words in answer b."] = None
    list_items_a: Annotated[int | None, "List items in answer a."] = None
    list_items_b: Annotated[int | None, "List items in answer b."] = None
    headers_a: Annotated[int | None, "Headings in answer a."] = None
    headers_b: Annotated[int | None, "Headings in answer b."] = None
    emphases_a: Annotated[int | None, "Bold and italic spans in answer a."] = None
    emphases_b: Annotated[int | None, "Bold and italic spans in answer b."] = None
    coordinates_a: Annotated[bool | None, "Whether answer a gives coordinates."] = None
    coordinates_b: Annotated[bool | None, "Whether answer b gives coordinates."] = None
    app_version: Annotated[str, "Version of the app."]
    deployment_id: Annotated[str, "Which deployment wrote the row."]
    salt_id: Annotated[str | None, "Ids of voters compare only between rows with the same salt_id."] = None
    task: Annotated[str | None, "What was asked for: geo, choice, or open where the voter wrote the question."] = None
    media: Annotated[str | None, "What was judged: sound or photo."] = None
    language: Annotated[
        str | None, "Language of the question (BCP 47, as zh-Hant); null when nobody knows, as of a voter's own words."
    ] = None
    logged_in: Annotated[
        bool | None, "Whether the voter had logged in with an account; null for a judge and where it is not known."
    ] = None
    extra_json: Annotated[str | None, "A JSON object with whatever has no column yet.", Json()] = None

    @property
    def failed_checks(self) -> tuple[str, ...]:
        """The names of the checks that failed: such a vote is left out of ratings. One that could not run is none."""
        found = {
            "listened": self.check_listened,
            "nameless": self.check_nameless,
            "fresh": self.check_fresh,
            "pace": self.check_pace,
        }
        return tuple(name for name, outcome in found.items() if outcome is Check.FAILED)
