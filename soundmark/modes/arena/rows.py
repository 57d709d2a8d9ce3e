"""The rows of the log that a battle leaves."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from leaderboard.ratings.style_features import style_of
from soundmark import __version__
from soundmark.models.parsing import PARSER_VERSION
from soundmark.modes.arena.battle import Answer, BattleState, Meeting, Runs, Subject, Truth
from soundmark.modes.arena.round import Checks
from soundmark.scoring.geo import error_km
from soundmark.store.ids import Player, new_response_id
from soundmark.store.schema import SCHEMA_VERSION, BattleRow, Vote, VoteRow
from soundmark.types import ResponderKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Ballot:
    """A vote as it was sent and read.

    Attributes:
        vote: which answer is better.
        reasons: tags: accuracy, reasoning, clarity.
        listened_s: as the browser counted.
    """

    vote: Vote
    reasons: tuple[str, ...] = ()
    listened_s: float | None = None


def battle_rows(
    state: BattleState,
    subject: Subject,
    truth: Truth,
    *,
    outcome: str,
    deployment: str,
    now: datetime,
    reported: str = "",
) -> list[BattleRow]:
    """The rows of a battle and of those that it took the place of.

    Args:
        state: of the battle.
        subject: what it is about.
        truth: what is right.
        outcome: what became of it: voted, skipped, left or failed.
        deployment: name of this deployment in the log.
        now: the server's time (UTC).
        reported: what a visitor found wrong with it, in a word; '' for nothing.
    """
    voided = [(one, "voided") for one in state.voided]
    return [
        _battle_row(meeting, subject, truth, outcome=what, reported=reported, deployment=deployment, now=now)
        for meeting, what in [*voided, (state.meeting, outcome)]
    ]


def _battle_row(
    meeting: Meeting,
    subject: Subject,
    truth: Truth,
    *,
    outcome: str,
    reported: str,
    deployment: str,
    now: datetime,
) -> BattleRow:
    a, b = meeting.a, meeting.b
    # Where a visitor's photo was taken is told by a guess as well as by the words around it.
    place_a, place_b = (one.place if subject.is_text_logged else None for one in (a, b))
    extra = {
        "outcome": outcome,
        "kind": subject.kind.value,
        "runs": subject.runs.value,
        "kind_a": a.kind.value,
        "kind_b": b.kind.value,
        **{f"reason_{side}": one.reason for side, one in (("a", a), ("b", b)) if one.reason},
        **{f"choice_{side}": one.choice_index for side, one in (("a", a), ("b", b)) if one.choice_index is not None},
        **({"reported": reported} if reported else {}),
        **({"prompt": subject.prompt} if subject.is_text_logged and subject.runs is Runs.LIVE else {}),
    }
    return BattleRow(
        battle_id=meeting.battle_id,
        schema_version=SCHEMA_VERSION,
        benchmark=subject.benchmark,
        benchmark_revision=subject.revision,
        question_id=subject.question_id,
        setting=a.setting if a.setting == b.setting else f"{a.setting}/{b.setting}",
        prompt_id=subject.prompt_id,
        model_a=a.name,
        model_b=b.name,
        side_seed=meeting.side_seed,
        pairing=meeting.rule,
        pair_probability=meeting.probability,
        status_a=a.status,
        status_b=b.status,
        response_a=_logged(a, subject),
        response_b=_logged(b, subject),
        latitude_a_deg=None if place_a is None else place_a.latitude_deg,
        longitude_a_deg=None if place_a is None else place_a.longitude_deg,
        latitude_b_deg=None if place_b is None else place_b.latitude_deg,
        longitude_b_deg=None if place_b is None else place_b.longitude_deg,
        error_a_km=distance_km(a, truth),
        error_b_km=distance_km(b, truth),
        latency_a_s=a.latency_s,
        latency_b_s=b.latency_s,
        parser_version=PARSER_VERSION if subject.runs is Runs.LIVE else None,
        shown_at=meeting.at or now,
        app_version=__version__,
        deployment_id=deployment,
        extra_json=json.dumps(extra, ensure_ascii=False),
    )


def _logged(answer: Answer, subject: Subject) -> str | None:
    return answer.text if subject.is_text_logged and answer.text else None


def distance_km(answer: Answer, truth: Truth) -> float | None:
    """From the place of an answer to the truth; None where one of them is not known."""
    return None if answer.place is None or truth.place is None else error_km(answer.place, truth.place)


def vote_row(
    meeting: Meeting,
    subject: Subject,
    ballot: Ballot,
    checks: Checks,
    player: Player,
    *,
    deployment: str,
    now: datetime,
) -> VoteRow:
    """The row of a vote."""
    style_a, style_b = (style_of(one.text, one.place is not None) for one in (meeting.a, meeting.b))
    extra = {
        "runs": subject.runs.value,
        "setting_a": meeting.a.setting,
        "setting_b": meeting.b.setting,
        **({"reasons": list(ballot.reasons)} if ballot.reasons else {}),
        **({"flagged": list(checks.failed)} if checks.failed else {}),
    }
    return VoteRow(
        vote_id=new_response_id(),
        schema_version=SCHEMA_VERSION,
        battle_id=meeting.battle_id,
        benchmark=subject.benchmark,
        benchmark_revision=subject.revision,
        question_id=subject.question_id,
        responder_kind=ResponderKind.HUMAN,
        responder_id=player.responder_id,
        model_a=meeting.a.name,
        model_b=meeting.b.name,
        vote=ballot.vote,
        side_seed=meeting.side_seed,
        shown_at=meeting.at or now,
        voted_at=now,
        listened_s=ballot.listened_s,
        check_listened=checks.listened,
        check_nameless=checks.nameless,
        check_fresh=checks.fresh,
        check_pace=checks.pace,
        words_a=style_a.words,
        words_b=style_b.words,
        list_items_a=style_a.list_items,
        list_items_b=style_b.list_items,
        headers_a=style_a.headers,
        headers_b=style_b.headers,
        emphases_a=style_a.emphases,
        emphases_b=style_b.emphases,
        coordinates_a=style_a.gives_coordinates,
        coordinates_b=style_b.gives_coordinates,
        app_version=__version__,
        deployment_id=deployment,
        salt_id=player.salt_id,
        task=subject.task,
        media=subject.kind.value,
        language=subject.language,
        logged_in=player.has_account,
        extra_json=json.dumps(extra),
    )


REASONS: Sequence[str] = ("accuracy", "reasoning", "clarity")
"""Why an answer is better: what GeoArena's judges weigh (appendix A.2 of its paper)."""
