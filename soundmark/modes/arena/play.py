"""Battles from their start to the vote, on the round book. Whatever must last is in the journal."""

from __future__ import annotations

import dataclasses
import logging
import random
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime

from soundmark.modes.arena.battle import Phase
from soundmark.modes.arena.exhibits import Exhibits
from soundmark.modes.arena.identity import Names
from soundmark.modes.arena.matchmaking import Matchmaker
from soundmark.modes.arena.refusals import UploadError
from soundmark.modes.arena.register import Register
from soundmark.modes.arena.ring import Ring
from soundmark.modes.arena.round import Attention, Checks, checks_of
from soundmark.modes.arena.rows import Ballot, battle_rows, vote_row
from soundmark.modes.arena.stages import (
    AlreadyVotedError,
    ArenaError,
    BrokenOffError,
    ClosedError,
    ListenFirstError,
    Stage,
    Wish,
)
from soundmark.modes.arena.standings import Standings
from soundmark.store.ids import Player
from soundmark.store.rounds import RoundBook
from soundmark.types import GameId, RoundId, SoundmarkError

log = logging.getLogger(__name__)

SWEEP_EVERY = 100
REPORTS = ("nsfw", "personal", "other")


@dataclass(slots=True, kw_only=True)
class ArenaPlay:
    """The arena's engine.

    Attributes:
        book: where battles are kept.
        exhibits: questions with answers, and uploads.
        ring: where models are asked.
        standings: what all votes say.
        deployment: name of this deployment in the log.
        publishes_uploads: whether the owner lets answers to uploads be published at all.
        clock: the server's time (UTC).
    """

    book: RoundBook
    exhibits: Exhibits
    ring: Ring
    standings: Standings
    deployment: str
    publishes_uploads: bool = False
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    chance: random.Random = field(default_factory=random.SystemRandom)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _started: int = 0

    @property
    def register(self) -> Register:
        """Where battles are kept."""
        return Register(
            book=self.book,
            truth_of=self.exhibits.questions.truth,
            bout_of=self.ring.bout,
            deployment=self.deployment,
            clock=self.clock,
        )

    @property
    def matchmaker(self) -> Matchmaker:
        """Who begins battles."""
        return Matchmaker(
            register=self.register,
            exhibits=self.exhibits,
            ring=self.ring,
            standings=self.standings,
            publishes_uploads=self.publishes_uploads,
            clock=self.clock,
            chance=self.chance,
        )

    def start(self, player: Player, wish: Wish) -> Stage:
        """Begin a battle.

        Raises:
            ArenaError: when none can be begun now; the text says why.
            NotReady: while the questions are being read.
            UploadError: when the upload is gone.
            PromptEditError: when an edited prompt cannot be sent.
            JournalError: when it could not be stored.
        """
        self._sweep_now_and_then()
        stage = self.matchmaker.begin(player, wish)
        if wish.leaving is not None:
            self.leave(player, wish.leaving)  # only now: when no other could be begun, it is still on the page
        return stage

    def resume(self, player: Player, game_id: GameId) -> Stage | None:
        """Where a visitor's battle stands, for a page that was reloaded; None when it is over, not theirs, or gone.

        Raises:
            BrokenOffError: the first time, when the app ended while models were asked.
            JournalError: when that could not be stored.
        """
        found = self.register.of_game(player, game_id)
        if found is None:
            return None
        stage = self._whole(player, found)
        if stage.state.phase in {Phase.FAILED, Phase.SKIPPED} or (stage.record.is_answered and stage.vote is None):
            return None
        return self._shown_again(stage)

    def seat(self, player: Player, round_id: RoundId) -> Stage:
        """A visitor's battle, as it stands now.

        Raises:
            UnknownRound: when it is not theirs or is gone.
            BrokenOffError, JournalError: as `resume`.
        """
        return self._whole(player, self.register.seat(player, round_id))

    def _whole(self, player: Player, found: Stage) -> Stage:
        """The battle, or, when the app ended while its models were asked, its end."""
        if found.state.phase is not Phase.ASKING or found.bout is not None or found.record.is_answered:
            return found
        stage = self.register.seat(player, found.record.round_id)  # both answers may have come since it was read
        if stage.state.phase is Phase.ASKING and stage.bout is None:
            self.register.close(stage.record, "failed")
            raise BrokenOffError
        return stage

    def _shown_again(self, stage: Stage) -> Stage | None:
        try:
            shown = self.exhibits.shown_again(stage.subject, stage.state.clip_name)
        except SoundmarkError as error:
            if stage.record.is_answered:
                return stage
            log.info("A battle cannot be shown any more: %s", error)
            self.register.close(stage.record, "left")
            return None
        name = shown.path.name
        if name != stage.state.clip_name and not stage.record.is_answered:
            self.book.change_state(stage.record.round_id, lambda kept: {**kept, "clip_name": name})
        return dataclasses.replace(stage, shown=shown)

    def vote(self, player: Player, round_id: RoundId, ballot: Ballot) -> Stage:
        """Store a vote with its battle, and only then tell the names.

        Raises:
            UnknownRound: when the battle is not this visitor's or is gone.
            AlreadyVotedError: when it has a vote.
            ClosedError: when it was closed without one.
            ListenFirstError: the first time, when the clip was not heard.
            ArenaError: when there is nothing to vote on yet, or the battle broke off.
            JournalError: when it could not be stored; the battle is then still open.
        """
        stage, now = self.seat(player, round_id), self.clock()
        if stage.record.is_answered:
            raise ClosedError if stage.vote is None else AlreadyVotedError
        if stage.state.phase is not Phase.VOTE:
            raise ArenaError("Both answers must be there before you can vote.", key="err_arena_not_yet")
        attention = self._attention(stage, ballot, now)
        if attention.missing is not None and not stage.state.warned:
            self.book.change_state(round_id, lambda kept: {**kept, "warned": True})
            raise ListenFirstError(attention)
        meeting, subject = stage.state.meeting, stage.subject
        checks = self._checks(stage, player, attention, now)
        row = vote_row(meeting, subject, ballot, checks, player, deployment=self.deployment, now=now)
        battles = battle_rows(
            stage.state,
            subject,
            self.exhibits.questions.truth(subject),
            outcome="voted",
            deployment=self.deployment,
            now=now,
        )
        if not self.book.close(round_id, [*battles, row], is_logged=subject.is_logged):
            raise AlreadyVotedError
        if subject.is_logged:
            self.standings.add(row)
        return self.register.seat(player, round_id)

    def _attention(self, stage: Stage, ballot: Ballot, now: datetime) -> Attention:
        at = stage.state.meeting.at or now
        return Attention(
            kind=stage.subject.kind,
            duration_s=stage.state.clip_s,
            heard_s=ballot.listened_s,
            looked_s=(now - at).total_seconds(),
        )

    def _checks(self, stage: Stage, player: Player, attention: Attention, now: datetime) -> Checks:
        meeting, question_id = stage.state.meeting, (stage.subject.benchmark, stage.subject.question_id)
        names = Names.of([meeting.a.name, meeting.b.name, *self.ring.contenders.models])
        earlier = self.register.votes_of(player)
        return checks_of(
            attention,
            given_away=names.given_away(meeting.a.text) or names.given_away(meeting.b.text),
            judged_before=question_id in {(vote.benchmark, vote.question_id) for vote in earlier},
            votes_at=[vote.voted_at for vote in earlier],
            now=now,
        )

    def skip(self, player: Player, round_id: RoundId) -> None:
        """Go on without a vote; nothing is told. A battle that is over stays as it is.

        Raises:
            UnknownRound: when the battle is not this visitor's or is gone.
            JournalError: when it could not be stored.
        """
        self._close(self.register.seat(player, round_id), "skipped")

    def leave(self, player: Player, game_id: GameId) -> None:
        """Close a visitor's open battle for which another one is begun; others are left alone."""
        stage = self.register.of_game(player, game_id)
        if stage is not None:
            self._close(stage, "left")

    def report(self, player: Player, round_id: RoundId, why: str) -> None:
        """Note that something is wrong with a battle, hide an upload until the owner has looked, and close it.

        Raises:
            UnknownRound: when the battle is not this visitor's or is gone.
            ArenaError: when no reason was chosen.
            JournalError: when it could not be stored.
        """
        if why not in REPORTS:
            raise ArenaError(
                "Choose what is wrong: not fit to be seen or heard, personal, or something else.",
                key="err_arena_report",
            )
        stage = self.register.seat(player, round_id)
        self.exhibits.note_report(stage.subject, why, stage.state.meeting.battle_id, self.clock())
        if stage.subject.is_upload:
            try:
                self.exhibits.own_files.hide(stage.subject, stage.state.clip_name)
            except UploadError:
                log.info("An upload that was reported is gone already.")
        self._close(stage, "reported", reported=why)

    def _close(self, stage: Stage, outcome: str, *, reported: str = "") -> None:
        self.register.close(stage.record, outcome, reported=reported)
        self.ring.give_up(stage.record.round_id)

    def _sweep_now_and_then(self) -> None:
        with self._lock:
            self._started += 1
            is_due = self._started % SWEEP_EVERY == 1
        if is_due:
            self.register.close_old()
