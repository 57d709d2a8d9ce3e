"""Games that can start at once, for questions whose recordings must be fetched.

A game is decided by its seed: seeds are drawn ahead of the players, and the clips they deal are fetched meanwhile.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Generic, Protocol, runtime_checkable

from soundmark.benchmarks import Pack
from soundmark.games.deal import GameKind, deal, fits
from soundmark.types import QuestionId, TruthT_co

SEEDS_AHEAD = 4
"""For each choice of filters. A first-time player of a busy app needs one that no other has emptied."""
USES = 12
"""How many players a seed serves before another one is prepared in its place."""
MAX_CHOICES_KEPT = 12
"""Choices of filters that are prepared for at the same time; the one asked for longest ago makes room."""


@runtime_checkable
class Pool(Protocol):
    """A source of clips that fetches ahead."""

    def start(self) -> None:
        """Begin to fetch ahead; a second call changes nothing."""

    def ready(self) -> frozenset[str]:
        """Keys of the clips that can be had without waiting."""

    def want(self, keys: Iterable[str]) -> None:
        """Fetch these before others."""


@dataclass(slots=True)
class _Prepared:
    seed: str
    question_ids: tuple[QuestionId, ...]
    keys: frozenset[str]
    uses: int = 0


@dataclass(slots=True)
class PreparedGames(Generic[TruthT_co]):
    """Seeds whose clips are being fetched, or are here. Safe to use from several threads.

    Attributes:
        load_pack: the question list, or None while it is not read.
        may_fetch: False without network: whatever is on the list is on this machine then.
    """

    load_pack: Callable[[], Pack[TruthT_co] | None]
    may_fetch: bool = True
    _by_choice: dict[tuple[object, ...], list[_Prepared]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def take(self, seen: set[QuestionId], filters: Mapping[str, tuple[str, ...]], rounds: int) -> str | None:
        """The seed of a free game that can start at once and deals nothing that was seen; None when there is none."""
        pack = self.load_pack()
        if pack is None or not self.may_fetch or not isinstance(pack.clips, Pool):
            return None
        pack.clips.start()
        with self._lock:
            prepared = self._prepared(pack, pack.clips, filters, rounds)
            ready = pack.clips.ready()
            found = next(
                (one for one in prepared if one.keys <= ready and not seen.intersection(one.question_ids)), None
            )
            if found is None:
                return None
            found.uses += 1
            if found.uses >= USES:
                prepared.remove(found)
                self._fill(prepared, pack, pack.clips, filters, rounds)
            return found.seed

    def _prepared(
        self, pack: Pack[TruthT_co], pool: Pool, filters: Mapping[str, tuple[str, ...]], rounds: int
    ) -> list[_Prepared]:
        key = (pack.revision, rounds, tuple(sorted(filters.items())))
        prepared = self._by_choice.pop(key, [])
        self._by_choice[key] = prepared  # the newest last
        while len(self._by_choice) > MAX_CHOICES_KEPT:
            del self._by_choice[next(iter(self._by_choice))]
        self._fill(prepared, pack, pool, filters, rounds)
        return prepared

    def _fill(
        self,
        prepared: list[_Prepared],
        pack: Pack[TruthT_co],
        pool: Pool,
        filters: Mapping[str, tuple[str, ...]],
        rounds: int,
    ) -> None:
        ids = [one.question_id for one in pack.questions if fits(one, filters)]
        while ids and len(prepared) < SEEDS_AHEAD:
            seed = secrets.token_hex(4)
            dealt = deal(ids, revision=pack.revision, kind=GameKind.FREE, seed=seed, rounds=rounds, blocks=pack.blocks)
            keys = [question.clip.key for one in dealt if (question := pack.question(one)) is not None]
            prepared.append(_Prepared(seed, dealt, frozenset(keys)))
            pool.want(keys)
