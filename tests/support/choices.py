"""Choice questions for tests: packs made on the spot, a desk without files, and a game engine over them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from soundmark.audio import Published
from soundmark.benchmarks import ChoicePack, Pack, PackReport
from soundmark.benchmarks.clips import ClipSource, LocalClips
from soundmark.clip_desk import ClipDesk
from soundmark.games.deal import GameKind
from soundmark.games.table import GameTable, SeedStock, Wish
from soundmark.quiz.play import QuizPlay
from soundmark.secret import Secret
from soundmark.store.ids import Player
from soundmark.store.published import AllRows
from soundmark.store.rounds import RoundBook
from soundmark.types import ChoiceQuestion, ChoiceTruth, Clip, OwnerKey, Question, QuestionId, QuestionKind, Wording

ANN = Player(OwnerKey("ann"), "a" * 32, "salt")
BOB = Player(OwnerKey("bob"), "b" * 32, "salt")
CAT = Player(OwnerKey("cat"), "c" * 32, "salt")
ORDER_KEY = Secret("k" * 32)
LANGUAGES = ("th", "bn")
CATEGORIES = ("Nature", "Transit")
REVISION = "0123456789ab"


def question(number: int, **changes: Any) -> ChoiceQuestion:
    """A question with texts that name its number and each choice's place in the benchmark; the truth goes round."""
    values: dict[str, Any] = {
        "question_id": QuestionId(f"secret_question_{number}"),
        "benchmark": "test-choices",
        "revision": REVISION,
        "kind": QuestionKind.CHOICE,
        "prompt": f"Which sound is number {number}?",
        "choices": tuple(f"word {number} {name}" for name in ("alpha", "beta", "gamma", "delta")),
        "language": LANGUAGES[number % 2],
        "clip": Clip(
            path=Path(f"telling_file_{number}.wav"),
            sha256=f"{number:064x}",
            key=f"telling_key_{number}",
            address=f"https://example.org/telling_address_{number}",
            source=f"telling_source_{number}",
            licence="CC0-1.0",
        ),
        "truth": ChoiceTruth(choice_index=number // 2 % 4),
        "wordings": {
            "en": Wording(prompt=f"In English {number}?", choices=tuple(f"english {number} {i}" for i in range(4)))
        },
        "tags": {"category": CATEGORIES[number // 4 % 2], "hop_type": ("Single-hop", "Multi-hop")[number // 8 % 2]},
    }
    return Question(**(values | changes))


def pack_of(
    questions: Sequence[ChoiceQuestion], *, revision: str = REVISION, clips: ClipSource | None = None, **more: Any
) -> ChoicePack:
    """A pack of questions that were read from nowhere."""
    return Pack(
        benchmark="test-choices",
        revision=revision,
        title="Test choices",
        questions=tuple(questions),
        report=PackReport(n_rows=len(questions), n_playable=len(questions)),
        is_synthetic=False,
        clips=clips or LocalClips(),
        **more,
    )


class Clock:
    """A server clock that tests can turn."""

    def __init__(self) -> None:
        self.now = datetime.now(UTC)

    def __call__(self) -> datetime:
        return self.now


def published(_: object) -> Published:
    """A copy that is no file."""
    return Published(path=Path("copy.mp3"), duration_s=1.0, waveform=(0.5,))


@dataclass(frozen=True)
class StubDesk:
    """Publishes without a file, and keeps what it was asked to prepare."""

    make: Callable[[Any], Published] = published
    prepared: list[QuestionId] = field(default_factory=list)

    def publish(self, question: Any, source: ClipSource) -> Published:
        return self.make(question)

    def prepare(self, questions: Sequence[Any], source: ClipSource) -> None:
        self.prepared.extend(one.question_id for one in questions)


def quiz_table(
    book: RoundBook,
    load_pack: Callable[[], ChoicePack],
    *,
    clock: Callable[[], datetime],
    rounds: int = 5,
    desk: StubDesk | ClipDesk | None = None,
    stock: SeedStock | None = None,
    mode: str = "quiz",
) -> GameTable[ChoiceTruth]:
    """A table of choice questions."""
    return GameTable(
        mode=mode, book=book, load_pack=load_pack, desk=desk or StubDesk(), rounds=rounds, stock=stock, clock=clock
    )


def quiz_play(table: GameTable[ChoiceTruth]) -> QuizPlay:
    """The engine on a table, with the table's journal as the log."""
    return QuizPlay(
        table=table,
        answers=lambda benchmark, question_id, last: table.book.journal.rows(
            "choice", benchmark=benchmark, question_id=question_id, last=last
        ),
        prompt_id="people-1",
        deployment="test",
        order_key=ORDER_KEY,
        machines=lambda benchmark, question_ids: AllRows(table.book.journal).machine_rows(
            "choice", benchmark=benchmark, question_ids=question_ids
        ),
    )


def wish(kind: GameKind = GameKind.FREE, **more: Any) -> Wish:
    """A game that somebody asks for."""
    return Wish(kind=kind, **more)
