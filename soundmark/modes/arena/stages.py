"""What a visitor asks for, where a battle stands, and what cannot be done."""

from __future__ import annotations

from dataclasses import dataclass

from soundmark.modes.arena.battle import BattleState, Phase, Subject
from soundmark.modes.arena.bout import Bout
from soundmark.modes.arena.round import Attention, Missing
from soundmark.modes.arena.shown import Shown
from soundmark.store.round_records import GameRecord, RoundRecord
from soundmark.store.schema import VoteRow
from soundmark.types import GameId, SoundmarkError


class ArenaError(SoundmarkError):
    """Something that cannot be done in the arena now."""


class AlreadyVotedError(ArenaError):
    """A second vote on a battle."""

    def __init__(self) -> None:
        super().__init__(
            "This battle has your vote already, and a battle has one. Start the next one.", key="err_arena_voted"
        )


class ClosedError(ArenaError):
    """A vote on a battle that was skipped, left or reported, or that nobody came back to for a day."""

    def __init__(self) -> None:
        super().__init__("This battle was closed without a vote. Start the next one.", key="err_arena_closed")


class ListenFirstError(ArenaError):
    """A vote that came before the clip was heard, or before the answers could be read.

    Args:
        attention: how the battle was looked at.
    """

    def __init__(self, attention: Attention) -> None:
        if attention.missing is Missing.HEARD:
            super().__init__(
                "Listen first: of this clip, {seconds} s or more. Or vote again to send your vote as it is: it is "
                "kept, and left out of the ratings.",
                key="err_arena_listen",
                seconds=f"{attention.wanted_s:.1f}".removesuffix(".0"),
            )
        else:
            super().__init__("Take a moment to read both answers, and vote again.", key="err_arena_look")


class BrokenOffError(ArenaError):
    """A battle whose models were being asked when the app ended."""

    def __init__(self) -> None:
        super().__init__(
            "The app was restarted while the models were answering, and this battle broke off. Nothing is held against "
            "you: start another battle.",
            key="err_arena_broken_off",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """The battle that a visitor asks for.

    Attributes:
        upload: what they brought, by its name on the shelf; '' for a question of a benchmark.
        any_kind: a question of any kind, and not about places alone.
        prompt: as they edited it; '' for the usual one.
        may_publish: of an upload: its answers may be published.
        leaving: the battle that they leave for it.
    """

    upload: str = ""
    any_kind: bool = False
    prompt: str = ""
    is_logged: bool = True
    may_publish: bool = False
    leaving: GameId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """Where a battle stands, with all that a page may need of it. What of it may be seen depends on the phase.

    Attributes:
        shown: the clip or photo; None where it cannot be shown any more.
        bout: while models are asked.
        vote: once it is stored.
    """

    game: GameRecord
    record: RoundRecord
    subject: Subject
    state: BattleState
    shown: Shown | None = None
    bout: Bout | None = None
    vote: VoteRow | None = None

    @property
    def has_been_left(self) -> bool:
        """Whether it was closed without a vote, by whoever had it and not because the models failed."""
        return self.record.is_answered and self.vote is None and self.state.phase is not Phase.FAILED
