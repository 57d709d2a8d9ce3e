"""An arena on a journal of the test's own: a pack of tones, and scripted models that say what a test wants."""

from __future__ import annotations

import dataclasses
import json
import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from soundmark.audio import Published
from soundmark.benchmarks.clips import ClipSource
from soundmark.clip_desk import ClipDesk
from soundmark.models.request import ModelRequest
from soundmark.models.script import Fault, Rule
from soundmark.models.scripted import ScriptedAdapter
from soundmark.modes.arena.asking import Ask, LiveModel
from soundmark.modes.arena.contenders import Contenders
from soundmark.modes.arena.exhibits import Exhibits
from soundmark.modes.arena.identity import Names
from soundmark.modes.arena.play import ArenaPlay
from soundmark.modes.arena.ring import Ring
from soundmark.modes.arena.rows import Ballot
from soundmark.modes.arena.shelf import Shelf
from soundmark.modes.arena.stages import Stage
from soundmark.modes.arena.standings import Standings
from soundmark.modes.arena.view import battle_page
from soundmark.pack_loader import AnyPack
from soundmark.store.ids import Player
from soundmark.store.journal import Journal
from soundmark.store.rounds import RoundBook
from soundmark.store.schema import BattleRow, Vote, VoteRow
from soundmark.types import OwnerKey, Status

ANN = Player(OwnerKey("ann"), "a" * 32, "salt")
BOB = Player(OwnerKey("bob"), "b" * 32, "salt")
KESTREL = "I hear a **kestrel-free** street: *Lima*, Peru. Coordinates: -12.05, -77.04"
SAID = {
    "wren-1": "Birds of the Andes: Quito. Coordinates: -0.18, -78.47",
    "lark-2": KESTREL,
    "dove-3": "Rain: Bergen. Coordinates: 60.39, 5.32",
}


class Clock:
    """A server clock that tests can turn."""

    def __init__(self) -> None:
        self.now = datetime.now(UTC)

    def __call__(self) -> datetime:
        return self.now

    def turn(self, **span: float) -> None:
        """Let time pass."""
        self.now += timedelta(**span)


@dataclass
class QuickDesk(ClipDesk):
    """Publishes nothing: a name is enough."""

    def publish(self, question: object, source: ClipSource) -> Published:
        """A name."""
        return Published(path=self.public_dir / f"{random.getrandbits(128):032x}.mp3", duration_s=8.0, waveform=(0.5,))


def scripted(name: str, rule: Rule, *, sees: bool = True) -> LiveModel:
    """A model that follows one rule."""

    def request(ask: Ask) -> ModelRequest:
        return ModelRequest(text=ask.prompt)

    return LiveModel(
        name=name, hears=True, sees=sees, open=lambda: ScriptedAdapter([rule]), request_for=request, at_once=4
    )


def says(text: str, *, delay_s: float = 0.0) -> Rule:
    """A rule that says one thing."""
    return Rule(answers=(text,), delay_s=delay_s)


def fails(fault: Fault = Fault.HTTP_500) -> Rule:
    """A rule that fails."""
    return Rule(fault=fault)


REFUSES = Rule(answers=("",), status=Status.REFUSED, reason="content_filter")


def contenders(rules: Mapping[str, Rule]) -> Contenders:
    """Scripted models by name."""
    return Contenders(models={name: scripted(name, rule) for name, rule in rules.items()}, names=Names.of(rules))


@dataclass(slots=True)
class Arena:
    """An arena, its clock and its journal."""

    play: ArenaPlay
    clock: Clock
    journal: Journal
    closing: list[Callable[[], None]] = field(default_factory=list)


def arena(
    journal: Journal,
    folder: Path,
    packs: list[AnyPack],
    rules: Mapping[str, Rule] | None = None,
    *,
    publishes: bool = False,
) -> Arena:
    """An arena that runs on answers that are there, or on scripted models."""
    clock, standings = Clock(), Standings(lambda: journal.rows("votes"))
    play = ArenaPlay(
        book=RoundBook(journal),
        exhibits=Exhibits(
            packs=lambda: packs,
            answers=lambda table, benchmark, questions: journal.machine_rows(
                table, benchmark=benchmark, question_ids=questions
            ),
            desk=QuickDesk(public_dir=folder / "public", cache_dir=folder / "cache"),
            shelf=Shelf(folder / "uploads"),
            journal=journal,
        ),
        ring=Ring(contenders=contenders(rules or {}), standings=standings, chance=random.Random(2)),
        standings=standings,
        deployment="test",
        publishes_uploads=publishes,
        clock=clock,
        chance=random.Random(1),
    )
    return Arena(play, clock, journal)


Make = Callable[..., Arena]
"""Makes an arena: given the rules of its models by name, or none."""
HEARD = Ballot(vote=Vote.A, listened_s=6.0)


def battles(of: Arena) -> list[BattleRow]:
    """The battles that were logged."""
    return [row for row in of.journal.rows("battles") if isinstance(row, BattleRow)]


def votes(of: Arena) -> list[VoteRow]:
    """The votes that were logged."""
    return [row for row in of.journal.rows("votes") if isinstance(row, VoteRow)]


def look(of: Arena, stage: Stage, player: Player = ANN) -> Stage:
    """Wait for both answers, and read them."""
    if stage.bout is not None:
        assert stage.bout.wait(20)
        stage = of.play.register.seat(player, stage.record.round_id)
    of.clock.turn(seconds=30)
    return stage


def seen_by_browser(stage: Stage, of: Arena | None = None) -> str:
    """All that a page gets of a battle before the vote; with the arena, also of its question."""
    found = None if of is None else of.play.exhibits.questions.question(stage.subject)
    question = None if found is None else found[1]
    page = battle_page(stage, lambda path: f"file/{path.name}", question=question, is_new=True)
    return json.dumps(dataclasses.asdict(page))


def names_pattern(names: Mapping[str, object]) -> re.Pattern[str]:
    """Any of these names."""
    return re.compile("|".join(map(re.escape, names)), re.IGNORECASE)
