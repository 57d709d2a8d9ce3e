"""Every event of the running page is called with hostile values: each is answered, and nothing is given away.

The events are read from the page's own configuration, so that a new one is tested without being named here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from soundmark.store import schema
from soundmark.store.journal import Journal
from tests.conftest import ROOT
from tests.support.app_process import AppProcess
from tests.support.event_storm import Handler, Storm, handlers_in
from tests.support.hostile import of_round, ticket, values
from tests.support.raw_events import RawClient, values_in
from tests.ui.conftest import TOKEN

pytestmark = pytest.mark.ui

PLAY: Mapping[str, tuple[object, ...]] = {
    "geo": (0,),
    "tau": (),
    "globeaudio": (),
    "savvy": (),
    "arena": ("", "places"),
}
"""What a press of Play sends beside the ticket, by mode."""
HARMLESS = {"dropdown": "", "checkbox": False, "textbox": ""}
MIDDLEWARE = {"uploads.py", "requests.py", "shell.py"}


@dataclass(frozen=True)
class Target:
    """The app under attack.

    Attributes:
        attacker: has a page of its own.
        rounds: of somebody else, by mode; open.
        watched: notes of what the app opened and whom it talked to, before the attack.
        log: what it printed before the attack.
    """

    app: AppProcess
    attacker: RawClient
    rounds: Mapping[str, str]
    watched: str
    log: str

    @property
    def values(self) -> dict[str, object]:
        """All hostile values by name, with somebody else's ids among them."""
        folder = self.app.data.parent
        found = values(str(folder / "canary.txt"), str(self.app.data / "journal.sqlite"))
        found |= {f"another's round of {mode}": of_round(round_id) for mode, round_id in self.rounds.items()}
        return found | {
            "ticket": ticket("\ud800", self.rounds),
            "ticket with another's games": ticket(self.attacker.player, self.rounds),
        }


def notes(app: AppProcess) -> str:
    return (app.data.parent / "watch.log").read_text(encoding="utf-8")


def answers(app: AppProcess) -> dict[str, int]:
    """How many answers are logged, by table."""
    journal = Journal(app.data / "journal.sqlite")
    found = {table: sum(1 for _ in journal.rows(table)) for table in schema.TABLES if table != "battles"}
    journal.close()
    return found


def open_round(visitor: RawClient, mode: str) -> str:
    shown = values_in(visitor.call(f"{mode}-play", "click", visitor.ticket, *PLAY[mode]))
    return next(str(value["round"]) for value in shown if isinstance(value, dict) and value.get("round"))


@pytest.fixture(scope="module")
def target(app: AppProcess) -> Target:
    attacker, victim = RawClient(app.url), RawClient(app.url)
    rounds = {mode: open_round(victim, mode) for mode in PLAY}
    return Target(app, attacker, rounds, notes(app), app.log)


def all_at_once(handler: Handler, value: object, _: RawClient) -> Iterator[list[object]]:
    """The value in every place."""
    yield [value] * handler.n_inputs


def one_by_one(handler: Handler, value: object, attacker: RawClient) -> Iterator[list[object]]:
    """The value in one place after the other, with what a page could send in the others."""
    for place in range(handler.n_inputs):
        data: list[object] = [attacker.ticket if kind == "json" else HARMLESS.get(kind) for kind in handler.inputs]
        data[place] = value
        if handler.inputs != ("json",):
            yield data


def too_few_and_too_many(handler: Handler, value: object, _: RawClient) -> Iterator[list[object]]:
    """Another number of values than the event takes."""
    if value is None:
        yield [None] * (handler.n_inputs + 3)
        if handler.n_inputs:
            yield []


def tracebacks(log: str) -> list[str]:
    """Those of the printed tracebacks that passed through code of ours, which thus met something unforeseen."""
    own = re.compile(rf'File "{re.escape(str(ROOT))}/(?:soundmark|leaderboard|components)/([^"]+)"')
    parts = log.split("Traceback (most recent call last):")[1:]
    return [part for part in parts if any(Path(name).name not in MIDDLEWARE for name in own.findall(part))]


def given_away(text: str, app: AppProcess) -> list[str]:
    """What stands in an answer and must not."""
    data = re.escape(str(app.data))
    never = [
        re.escape(TOKEN),
        "canary sings",
        "root:x:",
        "Traceback",
        r'File \\"',
        r"City \d",
        r'"truth": \{',
        r"SQLite",
        rf"{data}/(?!published/|journal\.sqlite)",
        r'"phase": "(?:result|told)"',
    ]
    return [found.group() for pattern in never for found in re.finditer(pattern, text)]


@pytest.mark.parametrize("form", [all_at_once, too_few_and_too_many, pytest.param(one_by_one, marks=pytest.mark.long)])
def test_every_event_answers_whatever_it_is_sent(
    target: Target, form: Callable[[Handler, object, RawClient], Iterator[list[object]]]
) -> None:
    app, before = target.app, answers(target.app)
    handlers = handlers_in(target.attacker.config())
    known = {"geo-submit.click", "arena-battle.vote", "own-take-back.click", "start_game", "next_question"}
    assert known <= {one.name.split()[1] for one in handlers}
    leaks = []
    for handler in handlers:
        calls = [
            (name, data) for name, value in target.values.items() for data in form(handler, value, target.attacker)
        ]
        results = Storm(app.port).send([(handler.number, data) for _, data in calls])
        leaks += [
            (handler.name, name, found)
            for (name, _), result in zip(calls, results, strict=True)
            if (found := given_away(json.dumps(result, ensure_ascii=False), app))
        ]
    assert leaks == []
    assert answers(app) == before
    assert tracebacks(app.log[len(target.log) :]) == []
    assert TOKEN not in app.log
    # It has told whom it talks to since it was started, which shows that it would have told of others.
    assert "127.0.0.1" in target.watched
    assert notes(app) == target.watched
