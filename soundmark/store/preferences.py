"""Votes with what was judged, as preference data: one JSON line a vote, in the shape that GeoArena-1K describes.

GeoArena, section 3.5: each sample has the image, the instruction, both models' responses, their names, and the vote.
The sound or image itself is not in the log: `benchmark` and `question_id` name it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from soundmark.store.export import ExportError
from soundmark.store.schema import BattleRow, Check, Row, Vote, VoteRow
from soundmark.whole_file import whole_file

JsonObject = Mapping[str, object]
STYLES = ("words", "list_items", "headers", "emphases", "coordinates")
WINNERS = {Vote.A: "model_a", Vote.B: "model_b", Vote.TIE: "tie", Vote.BOTH_BAD: "tie (bothbad)"}
"""As FastChat, Search Arena and others write them."""


def samples(votes: Iterable[Row], battles: Iterable[Row]) -> Iterator[JsonObject]:
    """A sample for each vote whose battle's answers are both in the log; votes that failed a check say so.

    Args:
        votes: rows of the table of votes.
        battles: rows of the table of battles.
    """
    by_id = {row.battle_id: row for row in battles if isinstance(row, BattleRow)}
    for vote in votes:
        battle = by_id.get(vote.battle_id) if isinstance(vote, VoteRow) else None
        if isinstance(vote, VoteRow) and battle is not None and battle.response_a and battle.response_b:
            yield _sample(vote, battle)


def _sample(vote: VoteRow, battle: BattleRow) -> JsonObject:
    of_battle, of_vote = _extra(battle.extra_json), _extra(vote.extra_json)
    return {
        "battle_id": vote.battle_id,
        "vote_id": vote.vote_id,
        "benchmark": vote.benchmark,
        "benchmark_revision": vote.benchmark_revision,
        "question_id": vote.question_id,
        "task": vote.task,
        "media": of_battle.get("kind", "sound"),
        "language": vote.language,
        "instruction": of_battle.get("prompt"),
        "prompt_id": battle.prompt_id,
        "model_a": vote.model_a,
        "model_b": vote.model_b,
        "response_a": battle.response_a,
        "response_b": battle.response_b,
        "place_a": _place(battle.latitude_a_deg, battle.longitude_a_deg),
        "place_b": _place(battle.latitude_b_deg, battle.longitude_b_deg),
        "winner": WINNERS[vote.vote],
        "reasons": of_vote.get("reasons", []),
        "responder_kind": vote.responder_kind.value,
        "voter": vote.responder_id,
        "logged_in": vote.logged_in,
        "voted_at": vote.voted_at.isoformat(),
        "failed_checks": list(vote.failed_checks),
        **{name: check.value for name, check in _checks(vote).items() if check is not None},
        **{f"{name}_{side}": getattr(vote, f"{name}_{side}") for name in STYLES for side in "ab"},
    }


def _checks(vote: VoteRow) -> Mapping[str, Check | None]:
    """In the columns by which `rate` leaves votes out."""
    return {
        "check_listened": vote.check_listened,
        "check_nameless": vote.check_nameless,
        "check_fresh": vote.check_fresh,
        "check_pace": vote.check_pace,
    }


def _extra(text: str | None) -> Mapping[str, object]:
    found = json.loads(text) if text else {}
    return found if isinstance(found, dict) else {}


def _place(latitude_deg: float | None, longitude_deg: float | None) -> list[float] | None:
    return None if latitude_deg is None or longitude_deg is None else [latitude_deg, longitude_deg]


def write_samples(found: Iterable[JsonObject], path: Path) -> int:
    """Write samples as JSON lines (UTF-8), whole or not at all. Returns how many.

    Raises:
        ExportError: when the file cannot be written.
    """
    count = 0
    try:
        with whole_file(path) as part, part.open("w", encoding="utf-8") as file:
            for sample in found:
                file.write(json.dumps(sample, ensure_ascii=False, allow_nan=False) + "\n")
                count += 1
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise ExportError(f"{path.name} cannot be written ({why}). Choose another file.") from error
    return count
