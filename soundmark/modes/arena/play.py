"""Battles from the draw to the vote, on the round book. Whatever must last is in the journal."""

from __future__ import annotations

import dataclasses
import logging
import random
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial

from soundmark.modes.arena.asking import Ask, ModelLoop, Resting, answer_of
from soundmark.modes.arena.battle import Answer, BattleState, JsonObject, Meeting, Phase, Subject
from soundmark.modes.arena.bout import Bout, fight
from soundmark.modes.arena.contenders import Contenders
from soundmark.modes.arena.exhibits import Exhibits, Shown
from soundmark.modes.arena.identity import Names
from soundmark.modes.arena.pairing import RULE, Drawn, draw_pair, draw_substitute, sides
from soundmark.modes.arena.round import Attention, Checks, checks_of
from soundmark.modes.arena.rows import Ballot, battle_rows, vote_row
from soundmark.modes.arena.said import Said
from soundmark.modes.arena.standings import Standings
from soundmark.modes.arena.upload import UploadError
from soundmark.store.ids import Player, new_response_id
from soundmark.store.rounds import GameRecord, RoundBook, RoundRecord, UnknownRound
from soundmark.store.schema import VoteRow
from soundmark.types import GameId, QuestionId, RoundId, SoundmarkError

log = logging.getLogger(__name__)

MODE_ID = "arena"
BATTLES_PER_MINUTE = 20
LIVE_PER_MINUTE = 5
LIVE_PER_HOUR = 60
MAX_BOUTS = 32
"""Battles under way at once, on this machine."""
LEFT_AFTER_H = 24.0
SWEEP_EVERY = 100
VOTES_REMEMBERED = 200
REPORTS = ("nsfw", "personal", "other")


class ArenaError(SoundmarkError):
    """Something that cannot be done in the arena now."""


class AlreadyVotedError(ArenaError):
    """A second vote on a battle."""

    def __init__(self) -> None:
        super().__init__("This battle has your vote already, and a battle has one. Start the next one.")


class ListenFirstError(ArenaError):
    """A vote that came before the clip was heard."""


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


@dataclass(slots=True, kw_only=True)
class ArenaPlay:
    """The arena's engine.

    Attributes:
        book: where battles are kept.
        exhibits: questions with answers, and uploads.
        contenders: the models that can be asked.
        standings: what all votes say.
        deployment: name of this deployment in the log.
        publishes_uploads: whether the owner lets answers to uploads be published at all.
        clock: the server's time (UTC).
    """

    book: RoundBook
    exhibits: Exhibits
    contenders: Contenders
    standings: Standings
    deployment: str
    publishes_uploads: bool = False
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    chance: random.Random = field(default_factory=random.SystemRandom)
    resting: Resting = field(default_factory=Resting)
    _loop: ModelLoop | None = None
    _bouts: dict[RoundId, Bout] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _started: int = 0

    @property
    def is_live(self) -> bool:
        """Whether models are asked, for questions of benchmarks at least."""
        return self.exhibits.sound_is_live(self.contenders)

    def start(self, player: Player, wish: Wish) -> Stage:
        """Begin a battle.

        Raises:
            ArenaError: when none can be begun now; the text says why.
            NotReady: while the questions are being read.
            UploadError: when the upload is gone.
            JournalError: when it could not be stored.
        """
        self._sweep_now_and_then()
        if wish.leaving is not None:
            self.leave(player, wish.leaving)
        if wish.upload or self.is_live:
            self._check_pace(player, LIVE_PER_MINUTE, LIVE_PER_HOUR)
            return self._live(player, wish)
        self._check_pace(player, BATTLES_PER_MINUTE, 60 * BATTLES_PER_MINUTE)
        return self._from_log(player, wish)

    def _check_pace(self, player: Player, per_minute: int, per_hour: int) -> None:
        now = self.clock()
        for most, span, words in ((per_minute, timedelta(minutes=1), "minute"), (per_hour, timedelta(hours=1), "hour")):
            if self.book.games_since(player.owner, now - span) >= most:
                raise ArenaError(f"You have started {most} battles or more within a {words}. Please wait a while.")

    # From answers that are there already

    def _from_log(self, player: Player, wish: Wish) -> Stage:
        found = self.exhibits.draw(self.book.questions_seen(player.owner), self.chance, any_kind=wish.any_kind)
        names = [one.name for one in found.answers.values()]
        drawn = draw_pair(names, self.standings.tally().standing, self.chance, found.barred)
        if drawn is None:
            raise ArenaError("No two answers to one clip could be found. Please try again.")
        meeting = self._meeting(drawn, lambda name: _answer(found.answers[name]), at=self.clock())
        subject = dataclasses.replace(found.subject, is_logged=wish.is_logged)
        return self._open(player, subject, BattleState(phase=Phase.VOTE, meeting=meeting), found.shown)

    def _meeting(self, drawn: Drawn, answer: Callable[[str], Answer], at: datetime | None = None) -> Meeting:
        seed = secrets.token_hex(16)
        a, b = sides(drawn.pair, seed)
        return Meeting(
            battle_id=new_response_id(),
            a=answer(a),
            b=answer(b),
            side_seed=seed,
            rule=RULE,
            probability=drawn.probability,
            at=at,
        )

    def _open(self, player: Player, subject: Subject, state: BattleState, shown: Shown) -> Stage:
        state = dataclasses.replace(state, clip_name=shown.path.name)
        game = self.book.start_game(MODE_ID, player.owner, subject.to_json())
        record = self.book.open_round(game.game_id, 1, QuestionId(subject.question_id))
        record = self.book.change_state(record.round_id, lambda _: state.to_json())
        return Stage(game=game, record=record, subject=subject, state=state, shown=shown)

    # From models that are asked now

    def _live(self, player: Player, wish: Wish) -> Stage:
        brought = self.exhibits.brought(wish.upload, wish.prompt) if wish.upload else None
        found = brought or self.exhibits.asked(
            self.book.questions_seen(player.owner), self.chance, wish.prompt, any_kind=wish.any_kind
        )
        may_publish = wish.may_publish and self.publishes_uploads
        subject = dataclasses.replace(found.subject, is_logged=wish.is_logged, may_publish=may_publish)
        able = [name for name in self.contenders.able(subject.kind) if not self.resting.is_resting(name)]
        drawn = draw_pair(able, self.standings.tally().standing, self.chance)
        if drawn is None:
            raise ArenaError("Fewer than two models can answer just now. Please try again in a few minutes.")
        meeting = self._meeting(drawn, Answer.awaited)
        bout = Bout(meeting)
        with self._lock:
            if len(self._bouts) >= MAX_BOUTS:
                raise ArenaError("Many battles are under way just now. Please try again in a minute.")
            stage = self._open(player, subject, BattleState(phase=Phase.ASKING, meeting=meeting), found.shown)
            self._bouts[stage.record.round_id] = bout
            self._loop = self._loop or ModelLoop()
        self._loop.start(self._fought(stage, bout, found.ask))
        return dataclasses.replace(stage, bout=bout)

    async def _fought(self, stage: Stage, bout: Bout, ask: Ask) -> None:
        """The battle, as the loop runs it: to its end, and into the book."""
        import asyncio

        loop, models = self._loop, self.contenders.models
        assert loop is not None  # noqa: S101 - this runs in it

        async def answer(name: str, on_text: Callable[[str], None]) -> Answer:
            names = self.contenders.names
            return await answer_of(loop, models[name], ask, names, self.resting, on_text=on_text)

        try:
            await fight(bout, answer, partial(self._substitute, stage.subject))
            await asyncio.to_thread(self._keep, stage.record.round_id, bout)
        except Exception:
            # Whatever it is, whoever waits for the answers must be told, and nobody else sees this task.
            log.exception("A battle broke off.")
            bout.finish(has_failed=True)
        finally:
            bout.end()
            with self._lock:
                self._bouts.pop(stage.record.round_id, None)

    def _substitute(self, subject: Subject, kept: str, tried: frozenset[str]) -> Drawn | None:
        able = {name for name in self.contenders.able(subject.kind) if not self.resting.is_resting(name)}
        return draw_substitute(kept, able - tried, self.standings.tally().standing, self.chance)

    def _keep(self, round_id: RoundId, bout: Bout) -> None:
        """Store what a bout came to; a failed one is logged at once, since nobody will vote on it."""
        phase = Phase.FAILED if bout.has_failed else Phase.VOTE

        def change(kept: JsonObject) -> JsonObject:
            state = BattleState.from_json(kept)
            return dataclasses.replace(state, phase=phase, meeting=bout.meeting, voided=tuple(bout.voided)).to_json()

        record = self.book.change_state(round_id, change)
        if bout.has_failed and not record.is_answered:
            self._close(record, "failed")

    # What follows

    def resume(self, player: Player, game_id: GameId) -> Stage | None:
        """Where a visitor's battle stands, for a page that was reloaded; None when it is over, not theirs, or gone."""
        game = self.book.game(game_id)
        if game is None or game.mode != MODE_ID or game.owner != player.owner:
            return None
        rounds = self.book.rounds_of(game_id)
        if not rounds or not rounds[0].state:
            return None
        stage = self._stage(game, rounds[0])
        if stage.state.phase is Phase.ASKING and stage.bout is None:  # the app was restarted in between
            self._close(stage.record, "failed")
            return None
        if stage.state.phase in {Phase.FAILED, Phase.SKIPPED} or (stage.record.is_answered and stage.vote is None):
            return None
        return self._shown_again(stage)

    def _shown_again(self, stage: Stage) -> Stage | None:
        try:
            shown = self.exhibits.shown_again(stage.subject, stage.state.clip_name)
        except SoundmarkError as error:
            if stage.record.is_answered:
                return stage
            log.info("A battle cannot be shown any more: %s", error)
            self._close(stage.record, "left")
            return None
        name = shown.path.name
        if name != stage.state.clip_name and not stage.record.is_answered:
            self.book.change_state(stage.record.round_id, lambda kept: {**kept, "clip_name": name})
        return dataclasses.replace(stage, shown=shown)

    def seat(self, player: Player, round_id: RoundId) -> Stage:
        """A visitor's battle.

        Raises:
            UnknownRound: when it is not theirs or is gone.
        """
        record = self.book.round(round_id)
        game = self.book.game(record.game_id)
        if game is None or game.mode != MODE_ID or game.owner != player.owner or not record.state:
            raise UnknownRound
        return self._stage(game, record)

    def _stage(self, game: GameRecord, record: RoundRecord) -> Stage:
        row = self.book.result(record) if record.is_answered else None
        with self._lock:
            bout = self._bouts.get(record.round_id)
        state = BattleState.from_json(record.state)
        vote = row if isinstance(row, VoteRow) else None
        if vote is not None:
            state = dataclasses.replace(state, phase=Phase.VOTED)
        return Stage(game=game, record=record, subject=Subject.from_json(game.spec), state=state, bout=bout, vote=vote)

    def vote(self, player: Player, round_id: RoundId, ballot: Ballot) -> Stage:
        """Store a vote with its battle, and only then tell the names.

        Raises:
            UnknownRound: when the battle is not this visitor's or is gone.
            AlreadyVotedError: when it has a vote.
            ListenFirstError: the first time, when the clip was not heard.
            ArenaError: when there is nothing to vote on yet.
            JournalError: when it could not be stored; the battle is then still open.
        """
        stage, now = self.seat(player, round_id), self.clock()
        if stage.record.is_answered:
            raise AlreadyVotedError
        if stage.state.phase is not Phase.VOTE:
            raise ArenaError("Both answers must be there before you can vote.")
        attention = self._attention(stage, ballot, now)
        if attention.missing and not stage.state.warned:
            self.book.change_state(round_id, lambda kept: {**kept, "warned": True})
            raise ListenFirstError(attention.missing)
        meeting, subject = stage.state.meeting, stage.subject
        checks = self._checks(stage, player, attention, now)
        row = vote_row(meeting, subject, ballot, checks, player, deployment=self.deployment, now=now)
        battles = battle_rows(
            stage.state,
            subject,
            self.exhibits.truth(subject),
            outcome="voted",
            deployment=self.deployment,
            now=now,
        )
        if not self.book.close(round_id, [*battles, row], is_logged=subject.is_logged):
            raise AlreadyVotedError
        if subject.is_logged:
            self.standings.add(row)
        return self.seat(player, round_id)

    def _attention(self, stage: Stage, ballot: Ballot, now: datetime) -> Attention:
        at = stage.state.meeting.at or now
        return Attention(
            kind=stage.subject.kind,
            duration_s=self.exhibits.duration_s(stage.subject),
            heard_s=ballot.listened_s,
            looked_s=(now - at).total_seconds(),
        )

    def _checks(self, stage: Stage, player: Player, attention: Attention, now: datetime) -> Checks:
        earlier = self.book.results_of(player.owner, MODE_ID, VOTES_REMEMBERED)
        games = [self.book.game(one.game_id) for one in earlier if one.question_id == stage.record.question_id]
        same = {game.spec.get("benchmark") for game in games if game is not None}
        meeting = stage.state.meeting
        names = Names.of([meeting.a.name, meeting.b.name, *self.contenders.models])
        votes = [self.book.result(one) for one in earlier if one.shown_at > now - timedelta(hours=25)]
        return checks_of(
            attention,
            given_away=names.given_away(meeting.a.text) or names.given_away(meeting.b.text),
            judged_before=stage.subject.benchmark in same,
            votes_at=[vote.voted_at for vote in votes if isinstance(vote, VoteRow)],
            now=now,
        )

    def skip(self, player: Player, round_id: RoundId) -> None:
        """Go on without a vote; nothing is told. A battle that is over stays as it is.

        Raises:
            UnknownRound: when the battle is not this visitor's or is gone.
            JournalError: when it could not be stored.
        """
        self._close(self.seat(player, round_id).record, "skipped")

    def leave(self, player: Player, game_id: GameId) -> None:
        """Close a visitor's open battle for which another one is begun; others are left alone."""
        game = self.book.game(game_id)
        if game is None or game.mode != MODE_ID or game.owner != player.owner:
            return
        for record in self.book.rounds_of(game_id):
            self._close(record, "left")

    def report(self, player: Player, round_id: RoundId, why: str) -> None:
        """Note that something is wrong with a battle, hide an upload until the owner has looked, and close it.

        Raises:
            UnknownRound: when the battle is not this visitor's or is gone.
            ArenaError: when no reason was chosen.
            JournalError: when it could not be stored.
        """
        if why not in REPORTS:
            raise ArenaError("Choose what is wrong: unfit for all eyes, personal, or something else.")
        stage = self.seat(player, round_id)
        self.exhibits.note_report(stage.subject, why, stage.state.meeting.battle_id, self.clock())
        if stage.subject.is_upload:
            try:
                self.exhibits.hide(stage.subject, stage.state.clip_name)
            except UploadError:
                log.info("An upload that was reported is gone already.")
        self._close(stage.record, "reported", reported=why)

    def _close(self, record: RoundRecord, outcome: str, *, reported: str = "") -> None:
        """Log a battle without a vote."""
        if record.is_answered or not record.state:
            return
        game = self.book.game(record.game_id)
        if game is None:
            return
        subject, state = Subject.from_json(game.spec), BattleState.from_json(record.state)
        rows = battle_rows(
            state,
            subject,
            self.exhibits.truth(subject),
            outcome=outcome,
            deployment=self.deployment,
            now=self.clock(),
            reported=reported,
        )
        self.book.close(record.round_id, rows, is_logged=subject.is_logged)

    def _sweep_now_and_then(self) -> None:
        with self._lock:
            self._started += 1
            is_due = self._started % SWEEP_EVERY == 1
        if not is_due:
            return
        for record in self.book.open_rounds(MODE_ID, self.clock() - timedelta(hours=LEFT_AFTER_H)):
            self._close(record, "left")

    def close(self) -> None:
        """End the loop in which models are asked."""
        if self._loop is not None:
            self._loop.close()


def _answer(said: Said) -> Answer:
    return Answer(
        name=said.name,
        kind=said.kind,
        text=said.text,
        place=said.place,
        choice_index=said.choice_index,
        setting=said.setting,
    )
