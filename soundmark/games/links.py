"""Links to a game and the text to share. Pure functions."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import parse_qs, urlencode

from soundmark.games.deal import GameKind, GameSpec
from soundmark.types import Note, SoundmarkError, worded

DEFAULT_ROUNDS = 5
MAX_ROUNDS = 20
SEED = re.compile(r"[A-Za-z0-9_-]{1,40}")
_FILTER = re.compile(r"[^\x00-\x1f\x7f]{1,60}")
"""A tag or one of its values: in any script. Only what is on offer is followed."""
_RESERVED = frozenset({"mode", "seed", "rounds", "clips"})


class LinkError(SoundmarkError):
    """A link to a game that cannot be followed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeedLink:
    """What a link `?mode=geo&seed=...&rounds=5` asks for.

    Attributes:
        mode: whose game it is; geo when the link does not say.
        seed, rounds: the game.
        clips: the question list's version it was made with, or ''.
        filters: what it asks about, by tag.
    """

    mode: str
    seed: str
    rounds: int
    clips: str = ""
    filters: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def read_link(query: str) -> SeedLink | None:
    """The game that a page address asks for; None when it asks for none.

    Raises:
        LinkError: when it asks for one in a way that cannot be read; the text says what to change.
    """
    try:
        found = parse_qs(query.removeprefix("?"), max_num_fields=40)
    except ValueError as error:
        raise LinkError(
            "This link has too many parts. A new game was offered instead.", key="err_link_parts"
        ) from error
    values = {name: several[-1] for name, several in found.items()}
    if "seed" not in values:
        return None
    if not SEED.fullmatch(values["seed"]):
        raise LinkError(
            "The seed in this link may have 1 to 40 letters, digits, - and _. A new game was offered instead.",
            key="err_link_seed",
        )
    rounds = values.get("rounds", str(DEFAULT_ROUNDS))
    if not (rounds.isascii() and rounds.isdigit() and len(rounds) <= 2 and 1 <= int(rounds) <= MAX_ROUNDS):
        raise LinkError(
            "A game has 1 to {most} rounds; this link asks for {asked}.",
            key="err_link_rounds",
            most=MAX_ROUNDS,
            asked=repr(rounds[:20]),
        )
    clips = values.get("clips", "")
    return SeedLink(
        mode=values.get("mode", "geo")[:40],
        seed=values["seed"],
        rounds=int(rounds),
        clips=clips if SEED.fullmatch(clips) else "",
        filters={
            name: tuple(value for value in several if _FILTER.fullmatch(value))
            for name, several in found.items()
            if name not in _RESERVED and _FILTER.fullmatch(name)
        },
    )


def can_stand_in_a_link(value: str) -> bool:
    """Whether a link can ask for questions with this value of a tag."""
    return bool(_FILTER.fullmatch(value))


def link_query(spec: GameSpec, mode: str) -> str:
    """The query with which anybody plays the same questions; for the daily game that of its tab."""
    if spec.kind is GameKind.DAILY:
        return "" if mode == "geo" else "?" + urlencode({"mode": mode})
    parts: list[tuple[str, str | int]] = [] if mode == "geo" else [("mode", mode)]
    parts += [("seed", spec.seed), ("rounds", len(spec.question_ids)), ("clips", spec.revision)]
    parts += [(name, value) for name, values in spec.filters.items() for value in values]
    return "?" + urlencode(parts)


def share_lines(
    spec: GameSpec, mode: str, *, squares: str, result: str, url: str, race: Note | None = None
) -> list[Note | str]:
    """A result to paste anywhere, line by line; it names no place and no answer.

    Where only the browser knows the page's address, the last line is what follows it: a query, or "/" for nothing.

    Args:
        spec: the game.
        mode: whose game it is.
        squares: one sign a round.
        result: the total, as '12,345 / 25,000'.
        url: where the app is; '' when only the browser knows.
        race: how the game against somebody ended; None for nothing to say.
    """
    key = "share_daily" if spec.kind is GameKind.DAILY else "share_game"
    what = worded(key, mode={"text": mode, "key": f"board_{mode}"}, seed=spec.seed, revision=spec.revision)
    address = url + link_query(spec, mode)
    return [what, f"{squares} {result}", *([] if race is None else [race]), address or "/"]


def squares_of(shares: Sequence[float]) -> str:
    """One coloured square a round, by the share of the points that was reached (0 to 1)."""
    return "".join(_square(share) for share in shares)


def _square(share: float) -> str:
    for least, square in ((0.9, "🟩"), (0.6, "🟨"), (0.2, "🟧")):
        if share >= least:
            return square
    return "⬛"
