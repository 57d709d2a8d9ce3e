"""Games of the geo mode: which clips are dealt, the daily game, seed links and the text to share. Pure functions."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from urllib.parse import parse_qs, urlencode

from soundmark.scoring.geo import MAX_SCORE
from soundmark.types import QuestionId, SoundmarkError

DEFAULT_ROUNDS = 5
MAX_ROUNDS = 20
TIME_LIMITS_S = (30, 60, 120)
SEED = re.compile(r"[A-Za-z0-9_-]{1,40}")
CANDIDATE_SEEDS = 200


class LinkError(SoundmarkError):
    """A link to a game that cannot be followed."""


class GameKind(StrEnum):
    """How the clips of a game are chosen."""

    FREE = "free"
    SEED = "seed"
    DAILY = "daily"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSpec:
    """What was fixed when a game began.

    Attributes:
        kind, seed: with the clip-list version these decide the clips.
        benchmark, revision: the clip list and its version.
        question_ids: the clips, in order.
        time_limit_s: for each round; None for no limit.
        is_logged: False when the player chose to play without logging.
    """

    kind: GameKind
    seed: str
    benchmark: str
    revision: str
    question_ids: tuple[QuestionId, ...]
    time_limit_s: int | None = None
    is_logged: bool = True

    def to_json(self) -> dict[str, object]:
        """The spec as the round book keeps it."""
        return {
            "kind": self.kind.value,
            "seed": self.seed,
            "benchmark": self.benchmark,
            "revision": self.revision,
            "question_ids": list(self.question_ids),
            "time_limit_s": self.time_limit_s,
            "is_logged": self.is_logged,
        }

    @classmethod
    def from_json(cls, spec: Mapping[str, object]) -> GameSpec:
        """The spec that `to_json` wrote."""
        ids, limit = spec["question_ids"], spec["time_limit_s"]
        return cls(
            kind=GameKind(str(spec["kind"])),
            seed=str(spec["seed"]),
            benchmark=str(spec["benchmark"]),
            revision=str(spec["revision"]),
            question_ids=tuple(QuestionId(str(item)) for item in ids) if isinstance(ids, list) else (),
            time_limit_s=limit if isinstance(limit, int) else None,
            is_logged=spec.get("is_logged") is not False,
        )


def deal(
    question_ids: Collection[QuestionId], *, revision: str, kind: GameKind, seed: str, rounds: int
) -> tuple[QuestionId, ...]:
    """The clips of a game: those whose SHA-256 with revision, kind of draw and seed come first.

    The same seed deals the same clips on every machine and in every version of Python. The kind takes part, so that
    no seed link can ask for the daily game of another day.
    """

    def draw(question_id: QuestionId) -> str:
        stream = "daily" if kind is GameKind.DAILY else "seed"
        return hashlib.sha256("\x1f".join((revision, stream, seed, question_id)).encode()).hexdigest()

    return tuple(sorted(question_ids, key=draw)[:rounds])


def fresh_seed(
    question_ids: Collection[QuestionId],
    seen: Collection[QuestionId],
    *,
    revision: str,
    rounds: int,
    candidates: Iterable[str],
) -> str:
    """The first candidate that deals only clips the player has not heard; if none does, the one that repeats least."""
    heard, best, fewest = set(seen), "", rounds + 1
    for seed in candidates:
        dealt = deal(question_ids, revision=revision, kind=GameKind.FREE, seed=seed, rounds=rounds)
        repeats = len(heard.intersection(dealt))
        if repeats < fewest:
            best, fewest = seed, repeats
        if not repeats:
            break
    return best


def daily_seed(now: datetime) -> str:
    """The day in UTC as YYYY-MM-DD: with the clip-list version it decides the daily game for everybody."""
    return now.astimezone(UTC).date().isoformat()


@dataclass(frozen=True, slots=True, kw_only=True)
class SeedLink:
    """What a link `?seed=...&rounds=5` asks for; `clips` is the clip-list version it was made with, or ''."""

    seed: str
    rounds: int
    clips: str = ""


def read_link(query: str) -> SeedLink | None:
    """The game that a page address asks for; None when it asks for none.

    Raises:
        LinkError: when it asks for one in a way that cannot be read; the text says what to change.
    """
    values = {name: found[-1] for name, found in parse_qs(query.removeprefix("?"), max_num_fields=20).items()}
    if "seed" not in values:
        return None
    if not SEED.fullmatch(values["seed"]):
        raise LinkError(
            "The seed in this link may have 1 to 40 letters, digits, - and _. A new game was offered instead."
        )
    rounds = values.get("rounds", str(DEFAULT_ROUNDS))
    if not (rounds.isascii() and rounds.isdigit() and len(rounds) <= 2 and 1 <= int(rounds) <= MAX_ROUNDS):
        raise LinkError(f"A game has 1 to {MAX_ROUNDS} rounds; this link asks for {rounds[:20]!r}.")
    clips = values.get("clips", "")
    return SeedLink(seed=values["seed"], rounds=int(rounds), clips=clips if SEED.fullmatch(clips) else "")


def link_query(spec: GameSpec) -> str:
    """The query with which anybody plays the same clips; '' for the daily game, which needs none."""
    if spec.kind is GameKind.DAILY:
        return ""
    return "?" + urlencode({"seed": spec.seed, "rounds": len(spec.question_ids), "clips": spec.revision})


def share_text(spec: GameSpec, points: Sequence[float], *, url: str) -> str:
    """A result to paste anywhere; it names no place."""
    what = f"daily {spec.seed}" if spec.kind is GameKind.DAILY else f"game {spec.seed}"
    total = round(sum(points))
    squares = "".join(_square(value) for value in points)
    lines = [
        f"Soundmark {what} · clips {spec.revision}",
        f"{squares} {total:,} / {round(MAX_SCORE) * len(points):,}",
        url + link_query(spec),
    ]
    return "\n".join(line for line in lines if line)


def _square(points: float) -> str:
    for least, square in ((4500, "🟩"), (3000, "🟨"), (1000, "🟧")):
        if points >= least:
            return square
    return "⬛"
