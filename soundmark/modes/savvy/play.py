"""A spatial game from its first question to its last, on the round book. Stateless but for what was worked out."""

from __future__ import annotations

import dataclasses
import importlib
import logging
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from soundmark.audio import AudioError, Published
from soundmark.benchmarks import Pack
from soundmark.benchmarks.clips import ClipUnavailable
from soundmark.benchmarks.question_scene import QuestionScene, ScenePack
from soundmark.clip_desk import ClipGone
from soundmark.games.deal import GameSpec
from soundmark.games.flow import GameFlow
from soundmark.games.opponents import MachineAnswers, Race, newest_answers, no_machines, race_of
from soundmark.games.table import GameTable, PlayError
from soundmark.modes.savvy.copies import PlayableScene, SceneDesk
from soundmark.modes.savvy.excerpt import Part
from soundmark.modes.savvy.films import PATIENCE_S, FilmDesk
from soundmark.modes.savvy.hearing import Hearing, HearingShelf, HowHeard
from soundmark.modes.savvy.pipeline import AS_SET, Choice
from soundmark.modes.savvy.pipeline import answer as pipeline_answer
from soundmark.modes.savvy.round import (
    POINT_DIGITS,
    Submission,
    answers_of,
    error_row,
    is_direction,
    is_same_question,
    row_of,
    slider_end_m,
    tally,
)
from soundmark.modes.savvy.stages import Analysis, Finished, Settled, Shown, SpatialSeat, Stage
from soundmark.modes.savvy.telling import told_part
from soundmark.spatial.errors import ArrayError, RecordingError
from soundmark.spatial.scene import SceneError
from soundmark.store.ids import Player
from soundmark.store.round_records import GameRecord, UnknownRound
from soundmark.store.schema import SpatialRow
from soundmark.types import RoundId, SpatialQuestion, SpatialTruth

log = logging.getLogger(__name__)

MODE_ID = "savvy"
ROUNDS = 6
"""One of each template."""
OTHERS_COMPARED = 1000
FEW_RECORDINGS = 2
"""Where there are no more, the copies of one of them are made at the start: the others take a second when they come."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SavvyPlay:
    """The spatial mode's game engine.

    Attributes:
        table: where its games are played.
        desk: makes the copies that are played.
        films: makes the films that are shown.
        shelf: keeps what was heard.
        answers: the newest logged answers to a question, given benchmark, question id and how many at most.
        deployment: name of this deployment in the log.
        machines: the logged answers of models and baselines to some questions.
    """

    table: GameTable[SpatialTruth]
    desk: SceneDesk
    films: FilmDesk
    shelf: HearingShelf
    answers: Callable[[str, str, int], Iterable[object]]
    deployment: str
    machines: MachineAnswers = no_machines

    @property
    def flow(self) -> GameFlow[SpatialTruth, Stage]:
        """The order of the rounds."""
        return GameFlow(table=self.table, ask=self._ask, tell=self._tell, close=self._close, end=self._finished)

    def answer(self, player: Player, round_id: RoundId, submission: Submission) -> Settled:
        """Score and log an answer, then tell the truth. A second call returns the first result and logs nothing.

        Raises:
            UnknownRound: when the round is not this player's or is gone.
            PlayError: when its question has left the list, or is not answered in this way.
            JournalError: when the answer could not be stored; the round is then still open.
        """
        seat = self.table.seat(round_id, player)
        if not seat.record.is_answered:
            _check(seat.question, submission)
            seat = self.table.settle(seat, self._row(seat, submission, player))
        return self._tell(seat, None)

    def heard_as(self, player: Player, round_id: RoundId, choice: Choice) -> Settled:
        """An answered round with the microphones, the procedure and the parts of the pipeline that are chosen.

        Raises:
            UnknownRound: when the round is not this player's or is gone.
            PlayError: when it is not answered yet, or its recording does not have these microphones.
        """
        seat = self.table.seat(round_id, player)
        if not seat.record.is_answered:
            raise PlayError("Answer the question first; then see what the microphones tell.", key="err_answer_first")
        settled = self._tell(seat, None, choice)
        if settled.analysis.why_not is not None:
            raise settled.analysis.why_not
        return settled

    def warm_up(self, pack: Pack[SpatialTruth] | None) -> None:
        """In the background, what the first round would wait for: the engine's libraries, and a recording's copies.

        Args:
            pack: the questions; None while they are not read.
        """
        threading.Thread(target=self._warm_up, args=(pack,), name="warm-up", daemon=True).start()

    def _warm_up(self, pack: Pack[SpatialTruth] | None) -> None:
        for name in ("scipy.fft", "scipy.signal", "sklearn.cluster", "PIL.Image"):
            importlib.import_module(name)
        if pack is None:
            return
        # Worth it for a few recordings that all questions share, as the built-in ones; of hundreds, which are dealt?
        if len({question.clip.path for question in pack.questions}) <= FEW_RECORDINGS:
            self.desk.prepare(pack.questions[:1], pack.clips)

    def _ask(self, seat: SpatialSeat, published: Published) -> Stage:
        pack = self.table.load_pack()
        scene = self._scene(seat.question)
        playable = self._with_film(
            self.desk.playable(seat.question, pack.clips, published, {}), scene, seat, PATIENCE_S
        )
        self.table.book.change_state(seat.record.round_id, lambda state: {**state, **playable.to_json()})
        if not playable.is_silent:
            self._hear_ahead(seat.question, playable.part)
        self._film_ahead(seat)
        rows = self._rows(seat.game)
        return Shown(
            seat=seat,
            tally=tally(rows),
            race=self._race(seat.spec, rows),
            playable=playable,
            scene=scene,
            max_m=slider_end_m(pack.questions),
        )

    def _tell(self, seat: SpatialSeat, published: Published | None, choice: Choice = AS_SET) -> Settled:
        row = _spatial(self.table.book.response(seat.record))
        scene = self._scene(seat.question)
        playable, rows = self._playable(seat, published, scene), self._rows(seat.game)
        told = self._told(seat)
        return Settled(
            seat=seat,
            row=row,
            tally=tally(rows),
            race=self._race(seat.spec, rows),
            others=tuple(answers_of(self.answers(row.benchmark, row.question_id, OTHERS_COMPARED), row)),
            machines=tuple(newest_answers(self.machines(row.benchmark, [row.question_id]), row, is_same_question)),
            playable=playable,
            scene=scene,
            analysis=Analysis() if playable is None else self._analysed(seat, playable, scene, choice, told),
            told=told,
            max_m=slider_end_m(self.table.load_pack().questions),
        )

    def _told(self, seat: SpatialSeat) -> Part | None:
        pack = self.table.load_pack()
        later = map(pack.question, seat.spec.question_ids[seat.record.number :])
        return told_part(seat.question, [one for one in later if one is not None])

    def _playable(
        self, seat: SpatialSeat, published: Published | None, scene: QuestionScene | None
    ) -> PlayableScene | None:
        try:
            found = self.desk.playable(seat.question, self.table.load_pack().clips, published, seat.record.state)
        except (ClipGone, ClipUnavailable):
            return None
        return self._with_film(found, scene, seat, 0.0)

    def _with_film(
        self, playable: PlayableScene, scene: QuestionScene | None, seat: SpatialSeat, patience_s: float
    ) -> PlayableScene:
        kept = seat.record.state.get("film")
        film = self.films.film(
            None if scene is None else scene.film, playable.part, kept if isinstance(kept, str) else "", patience_s
        )
        return dataclasses.replace(playable, film=film)

    def _film_ahead(self, seat: SpatialSeat) -> None:
        """Have the film of the next question ready when it is asked."""
        pack = self.table.load_pack()
        ids = seat.spec.question_ids[seat.record.number : seat.record.number + 1]
        following = pack.question(ids[0]) if ids else None
        scene = None if following is None else self._scene(following)
        if following is None or scene is None or scene.film is None:
            return
        try:
            self.films.prepare(scene.film, self.desk.part(following, pack.clips))
        except (ClipGone, ClipUnavailable):
            return

    def _analysed(
        self,
        seat: SpatialSeat,
        playable: PlayableScene,
        scene: QuestionScene | None,
        choice: Choice,
        told: Part | None,
    ) -> Analysis:
        hearing, why_not = (None, None) if playable.is_silent else self._heard(seat.question, playable.part, choice.how)
        pipeline, seen = None, None if told is None else told.since(playable.part.start_s)
        if scene is not None:
            n_sectors = len(seat.question.choices)
            try:
                pipeline = pipeline_answer(scene, hearing, n_sectors, playable.part.start_s, choice.switches)
            except SceneError as error:
                log.warning("The pipeline cannot answer %s. %s", seat.question.question_id, error)
        return Analysis(
            hearing=hearing,
            picture=None if hearing is None else self.desk.clips.publish_picture(hearing.png(seen)),
            why_not=why_not,
            pipeline=pipeline,
            choice=choice,
        )

    def _heard(self, question: SpatialQuestion, part: Part, how: HowHeard) -> tuple[Hearing | None, PlayError | None]:
        try:
            file = self.table.load_pack().clips.fetch(question.clip)
            return self.shelf.hearing(file.path, file.sha256, part, how), None
        except (AudioError, ClipUnavailable) as error:
            log.warning("A recording cannot be analysed. %s", error)
            return None, PlayError("The recording cannot be analysed just now.", key="err_no_analysis")
        except (ArrayError, RecordingError) as error:  # these name microphones, and no file
            return None, PlayError("These microphones cannot be used: {why}", key="err_mics", why=str(error))

    def _hear_ahead(self, question: SpatialQuestion, part: Part) -> None:
        """Have the analysis ready when the answer comes."""
        threading.Thread(target=self._heard, args=(question, part, AS_SET.how), name="hear", daemon=True).start()

    def _scene(self, question: SpatialQuestion) -> QuestionScene | None:
        pack = self.table.load_pack()
        return pack.scenes.scene(question) if isinstance(pack, ScenePack) else None

    def _close(self, seat: SpatialSeat) -> SpatialSeat:
        row = self._row(seat, Submission(), Player(seat.game.owner, None, None))
        return self.table.settle(seat, error_row(row))

    def _row(self, seat: SpatialSeat, submission: Submission, player: Player) -> SpatialRow:
        return row_of(
            spec=seat.spec,
            record=seat.record,
            question=seat.question,
            submission=submission,
            player=player,
            deployment=self.deployment,
            now=self.table.clock(),
        )

    def _finished(self, game: GameRecord) -> Stage:
        rows, spec = tuple(self._rows(game)), GameSpec.from_json(game.spec)
        return Finished(game=game, spec=spec, rows=rows, tally=tally(rows), race=self._race(spec, rows))

    def _race(self, spec: GameSpec, rows: Sequence[SpatialRow]) -> Race | None:
        return race_of(spec.opponent, rows, self.machines, is_same_question, digits=POINT_DIGITS)

    def _rows(self, game: GameRecord) -> list[SpatialRow]:
        return [_spatial(row) for row in self.table.book.responses_of(game.game_id)]


def _check(question: SpatialQuestion, submission: Submission) -> None:
    if submission.is_skipped:
        return
    if is_direction(question):
        if submission.position is None or submission.position >= len(question.choices):
            raise PlayError(
                "This question has {n} directions. Please choose one of them.",
                key="err_direction",
                n=len(question.choices),
            )
    elif submission.metres is None:
        raise PlayError("This question asks for a distance. Please give it in metres.", key="err_metres")


def _spatial(row: object) -> SpatialRow:
    if not isinstance(row, SpatialRow):
        raise UnknownRound
    return row
