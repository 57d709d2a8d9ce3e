"""How a battle begins: a question or an upload, two who answer, and the sides on which they stand."""

from __future__ import annotations

import dataclasses
import random
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from soundmark.modes.arena.battle import Answer, BattleState, JsonObject, Meeting, Phase
from soundmark.modes.arena.bout import Bout
from soundmark.modes.arena.exhibits import Exhibits
from soundmark.modes.arena.pairing import RULE, Drawn, draw_pair, sides
from soundmark.modes.arena.register import Register
from soundmark.modes.arena.ring import Ring
from soundmark.modes.arena.said import Said
from soundmark.modes.arena.stages import ArenaError, Stage, Wish
from soundmark.modes.arena.standings import Standings
from soundmark.modes.arena.upload import ExhibitKind
from soundmark.store.ids import Player, new_response_id
from soundmark.types import RoundId

BATTLES_PER_MINUTE = 20
LIVE_PER_MINUTE = 5
LIVE_PER_HOUR = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Matchmaker:
    """Begins battles.

    Attributes:
        register: where battles are kept.
        exhibits: questions with answers, and uploads.
        ring: where models are asked.
        standings: what all votes say.
        publishes_uploads: whether the owner lets answers to uploads be published at all.
        clock: the server's time (UTC).
        chance: draws.
    """

    register: Register
    exhibits: Exhibits
    ring: Ring
    standings: Standings
    publishes_uploads: bool
    clock: Callable[[], datetime]
    chance: random.Random

    @property
    def is_live(self) -> bool:
        """Whether models are asked, for questions of benchmarks at least."""
        return self.ring.contenders.can_meet(ExhibitKind.SOUND)

    def begin(self, player: Player, wish: Wish) -> Stage:
        """Begin a battle.

        Raises:
            ArenaError: when none can be begun now; the text says why.
            NotReady: while the questions are being read.
            UploadError: when the upload is gone.
            PromptEditError: when an edited prompt cannot be sent.
            JournalError: when it could not be stored.
        """
        if wish.upload or self.is_live:
            self._check_pace(player, LIVE_PER_MINUTE, LIVE_PER_HOUR)
            return self._live(player, wish)
        self._check_pace(player, BATTLES_PER_MINUTE, 60 * BATTLES_PER_MINUTE)
        return self._from_log(player, wish)

    def _check_pace(self, player: Player, per_minute: int, per_hour: int) -> None:
        now = self.clock()
        for most, span, words, key in (
            (per_minute, timedelta(minutes=1), "a minute", "err_arena_minute"),
            (per_hour, timedelta(hours=1), "an hour", "err_arena_hour"),
        ):
            if self.register.book.games_since(player.owner, now - span) >= most:
                raise ArenaError(
                    f"You have started {{most}} battles or more within {words}. Please wait a while.",
                    key=key,
                    most=most,
                )

    # From answers that are there already

    def _from_log(self, player: Player, wish: Wish) -> Stage:
        seen = self.register.book.questions_seen(player.owner)
        found = self.exhibits.questions.draw(seen, self.chance, any_kind=wish.any_kind)
        names = [one.name for one in found.answers.values()]
        drawn = draw_pair(names, self.standings.tally().standing, self.chance, found.barred)
        if drawn is None:
            raise ArenaError("No two answers to one clip could be found. Please try again.", key="err_arena_no_pair")
        meeting = self._meeting(drawn, lambda name: _answer(found.answers[name]), at=self.clock())
        subject = dataclasses.replace(found.subject, is_logged=wish.is_logged)
        return self.register.open(player, subject, BattleState(phase=Phase.VOTE, meeting=meeting), found.shown)

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

    # From models that are asked now

    def _live(self, player: Player, wish: Wish) -> Stage:
        brought = self.exhibits.own_files.asked(wish.upload, wish.prompt) if wish.upload else None
        found = brought or self.exhibits.questions.asked(
            self.register.book.questions_seen(player.owner), self.chance, wish.prompt, any_kind=wish.any_kind
        )
        may_publish = wish.may_publish and self.publishes_uploads
        subject = dataclasses.replace(found.subject, is_logged=wish.is_logged, may_publish=may_publish)
        drawn = self.ring.draw(subject.kind)
        if drawn is None:
            raise ArenaError(
                "Fewer than two models can answer just now. Please try again in a few minutes.", key="err_arena_few"
            )
        meeting = self._meeting(drawn, Answer.awaited)
        with self.ring.place() as has_room:
            if not has_room:
                raise ArenaError(
                    "Many battles are under way just now. Please try again in a minute.", key="err_arena_full"
                )
            stage = self.register.open(player, subject, BattleState(phase=Phase.ASKING, meeting=meeting), found.shown)
            bout = self.ring.begin(stage.record.round_id, meeting, found.ask, self._keep)
        return dataclasses.replace(stage, bout=bout)

    def _keep(self, round_id: RoundId, bout: Bout) -> None:
        """Store what a bout came to; a failed one is logged at once, since nobody will vote on it."""
        phase = Phase.FAILED if bout.has_failed else Phase.VOTE

        def change(kept: JsonObject) -> JsonObject:
            state = BattleState.from_json(kept)
            return dataclasses.replace(state, phase=phase, meeting=bout.meeting, voided=tuple(bout.voided)).to_json()

        record = self.register.book.change_state(round_id, change)
        if bout.has_failed and not record.is_answered:
            self.register.close(record, "failed")


def _answer(said: Said) -> Answer:
    return Answer(
        name=said.name,
        kind=said.kind,
        text=said.text,
        place=said.place,
        choice_index=said.choice_index,
        setting=said.setting,
    )
