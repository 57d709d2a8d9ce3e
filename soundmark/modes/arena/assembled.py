"""The arena's engine, put together from what the app gives."""

from __future__ import annotations

from soundmark.games.logged import machine_answers
from soundmark.modes.arena.contenders import contenders_of
from soundmark.modes.arena.exhibits import Exhibits
from soundmark.modes.arena.play import ArenaPlay
from soundmark.modes.arena.ring import Ring
from soundmark.modes.arena.shelf import Shelf
from soundmark.modes.arena.standings import Standings
from soundmark.services import Services
from soundmark.store.switches import off_switches


def arena_of(services: Services) -> ArenaPlay:
    """The engine on the services of an app."""
    settings = services.settings
    standings = Standings(lambda: services.answers.rows("votes"))
    exhibits = Exhibits(
        packs=services.packs.ready,
        answers=lambda table, benchmark, question_ids: machine_answers(services, table)(benchmark, question_ids),
        desk=services.clips,
        shelf=Shelf(settings.data_dir / "arena_uploads"),
        journal=services.journal,
    )
    return ArenaPlay(
        book=services.book,
        exhibits=exhibits,
        ring=Ring(contenders=contenders_of(settings), standings=standings, is_off=off_switches(services.journal)),
        standings=standings,
        deployment=settings.deployment,
        publishes_uploads=settings.arena_publishes_uploads,
    )
