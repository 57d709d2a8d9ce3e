"""Every mode of the registry builds, stands in a tab of its own, takes an answer, and logs one row of its table."""

from __future__ import annotations

import json
import re
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime

import pytest

from components.texts import LANGUAGES, say_class, texts
from soundmark.registry import enabled_modes, mode_ids
from soundmark.store import schema
from soundmark.store.journal import Journal
from soundmark.store.tables.arena import Check
from soundmark.types import ResponderKind
from tests.conftest import ROOT
from tests.support.any_rows import any_row
from tests.support.app_process import AppProcess
from tests.support.gradio_visitor import GradioVisitor
from tests.support.quizzes import QUIZZES
from tests.support.raw_events import Json, RawClient, error_in, round_in, values_in

pytestmark = pytest.mark.ui
EVERY_QUIZ = pytest.mark.parametrize("mode", [quiz.mode for quiz in QUIZZES])


@dataclass(frozen=True)
class Driver:
    """How a mode is played without its page.

    Attributes:
        table: of the log, to which its answers belong.
        play: starts a game and answers its first question.
        beside: another table that gets a row with each answer.
    """

    table: str
    play: Callable[[RawClient], Json]
    beside: str = ""


def guess(visitor: RawClient) -> Json:
    round_id = visitor.start()
    pin = {"round": round_id, "phase": "guess", "guess": {"lat": 1.0, "lon": 2.0, "how": "map"}}
    return visitor.call(
        "geo-submit", "click", visitor.ticket, pin, {"id": round_id, "listened_s": 1, "plays": 1}, "", None
    )


def start_quiz(visitor: RawClient, mode: str) -> str:
    return round_in(visitor.call(f"{mode}-play", "click", visitor.ticket))


def card(round_id: object, position: object = 0) -> Json:
    return {"round": round_id, "phase": "ask", "answer": {"position": position, "how": "click"}}


def answer(visitor: RawClient, mode: str, value: object, heard: object = None) -> Json:
    return visitor.call(f"{mode}-card", "answer", visitor.ticket, value, heard)


def choose(mode: str) -> Callable[[RawClient], Json]:
    def play(visitor: RawClient) -> Json:
        round_id = start_quiz(visitor, mode)
        return answer(visitor, mode, card(round_id), {"id": round_id, "listened_s": 1.5, "plays": 1})

    return play


def locate(visitor: RawClient) -> Json:
    shown = visitor.call("savvy-play", "click", visitor.ticket)
    asked = next(
        value for value in values_in(shown) if isinstance(value, dict) and "kind" in value and "prompt" in value
    )
    taken = {"position": 0, "metres": None} if asked["kind"] == "direction" else {"position": None, "metres": 1.5}
    stage = {"id": asked["round"], "round": asked["round"], "listened_s": 1.5, "plays": 1}
    return answer(visitor, "savvy", {**asked, "answer": {**taken, "how": "click"}}, stage)


def judge(visitor: RawClient) -> Json:
    battle = battle_in(visitor.call("arena-play", "click", visitor.ticket, "", "places"))
    return vote(visitor, battle, "tie")


def battle_in(message: Json) -> Json:
    """What the battle card shows."""
    (found,) = [value for value in values_in(message) if isinstance(value, dict) and "sides" in value]
    return dict(found)


def vote(visitor: RawClient, battle: Json, choice: object, heard_s: float = 6.0) -> Json:
    """Vote; a vote within the first seconds is asked to look first, and accepted when it is sent again."""
    sent = [visitor.ticket, battle | {"ballot": {"vote": choice, "reasons": ["clarity"]}}]
    heard = {"id": battle["round"], "listened_s": heard_s, "plays": 1}
    first = visitor.call("arena-battle", "vote", *sent, heard)
    is_asked_to_look = '"err_arena_look"' in json.dumps(first)
    return visitor.call("arena-battle", "vote", *sent, heard) if is_asked_to_look else first


DRIVERS = {
    "geo": Driver("geo", guess),
    "tau": Driver("choice", choose("tau")),
    "globeaudio": Driver("choice", choose("globeaudio")),
    "savvy": Driver("spatial", locate),
    "arena": Driver("votes", judge, beside="battles"),
}


@pytest.fixture
def visitor(app: AppProcess) -> RawClient:
    return RawClient(app.url)


@pytest.fixture(scope="module")
def client(app: AppProcess) -> GradioVisitor:
    """Gradio's own client; one for all modes, as it takes its time to read the page."""
    return GradioVisitor(app.url)


def logged(app: AppProcess) -> dict[str, list[schema.Row]]:
    journal = Journal(app.data / "journal.sqlite")
    rows = {table: list(journal.rows(table)) for table in schema.TABLES}
    journal.close()
    return rows


def test_every_mode_is_driven_here() -> None:
    assert set(DRIVERS) == set(mode_ids()), "give each mode a driver that answers one of its questions"


def test_modes_have_titles_and_places_of_their_own() -> None:
    modes = enabled_modes()
    assert [mode.mode_id for mode in sorted(modes, key=lambda mode: mode.order)] == [mode.mode_id for mode in modes]
    for facts in ([mode.title for mode in modes], [mode.order for mode in modes]):
        assert max(Counter(facts).values()) == 1


def inside(tree: Json, wanted: int) -> Iterator[int]:
    """Ids of what stands inside a component of the page's layout."""

    def walk(node: Json, is_inside: bool) -> Iterator[int]:
        here = is_inside or node["id"] == wanted
        if here:
            yield int(str(node["id"]))
        children = node.get("children") or []
        assert isinstance(children, list)
        for child in children:
            yield from walk(child, here)

    yield from walk(tree, False)


@pytest.mark.parametrize("mode", DRIVERS)
def test_a_mode_stands_in_a_tab_of_its_own(visitor: RawClient, mode: str) -> None:
    config = visitor.config()
    components, layout = config["components"], config["layout"]
    assert isinstance(components, list)
    assert isinstance(layout, dict)
    (tab,) = [one for one in components if one["type"] == "tabitem" and one["props"]["id"] == mode]
    assert tab["props"]["label"]
    ids = set(inside(layout, tab["id"]))
    of_mode = {one["id"] for one in components if str(one["props"].get("elem_id", "")).startswith(f"{mode}-")}
    assert len(of_mode) > 5
    assert of_mode <= ids


CONSENTS = {"arena": "consent_to_vote"}
"""Texts of modes that have a consent of their own."""
STARTS = ("play", "arena_start")
"""Texts of the buttons that start."""


@pytest.mark.parametrize("mode", DRIVERS)
def test_who_starts_a_mode_is_told_before_that_answers_are_logged(visitor: RawClient, mode: str) -> None:
    """The line names the button that starts, in each language, and stands above the box that keeps answers unlogged."""
    config = visitor.config()
    components, layout = config["components"], config["layout"]
    assert isinstance(components, list)
    assert isinstance(layout, dict)
    by_id = {one["id"]: one for one in components}
    (tab,) = [one for one in components if one["type"] == "tabitem" and one["props"]["id"] == mode]
    key, order = CONSENTS.get(mode, "consent"), [by_id[found] for found in inside(layout, tab["id"])]
    named = {one["props"].get("elem_id"): number for number, one in enumerate(order)}
    (line,) = [number for number, one in enumerate(order) if f'["p", "{key}"]' in json.dumps(one).replace('\\"', '"')]
    assert line == named[f"{mode}-unlogged"] - 1
    (start,) = [name for name in STARTS if say_class(name) in order[named[f"{mode}-play"]]["props"]["elem_classes"]]
    for language in LANGUAGES:
        assert texts(language)[start] in texts(language)[key]


@pytest.mark.parametrize("mode", DRIVERS)
def test_an_answer_is_one_valid_row_of_the_modes_table(app: AppProcess, client: GradioVisitor, mode: str) -> None:
    client.player = str(uuid.uuid4())
    driver, before = DRIVERS[mode], logged(app)
    result = driver.play(client)
    assert result["success"], result
    after = logged(app)
    new = {table: rows[len(before[table]) :] for table, rows in after.items() if len(rows) > len(before[table])}
    assert {table: len(rows) for table, rows in new.items()} == dict.fromkeys(
        filter(None, (driver.table, driver.beside)), 1
    )
    (row,) = new[driver.table]
    assert isinstance(row, schema.ResponseRow | schema.VoteRow)
    assert schema.decode(driver.table, schema.encode(row)) == row
    assert row.responder_kind == "human"
    if isinstance(row, schema.ResponseRow):
        assert row.status == "ok"
        assert row.setting.startswith("audio")
    assert row.responder_id
    assert row.shown_at <= (row.answered_at if isinstance(row, schema.ResponseRow) else row.voted_at)
    assert row.listened_s


def test_only_the_modes_that_are_wanted_are_there() -> None:
    for mode in DRIVERS:
        assert [one.mode_id for one in enabled_modes([mode])] == [mode]


# Nothing that a quiz is sent is believed


@EVERY_QUIZ
def test_s10_nothing_is_told_without_an_answer(app: AppProcess, visitor: RawClient, mode: str) -> None:
    before, round_id = len(logged(app)["choice"]), start_quiz(visitor, mode)
    stranger = RawClient(app.url)
    answers = [
        visitor.call(f"{mode}-card", "next", card(round_id)),
        visitor.call(f"{mode}-card", "next", card("x" * 22)),
        visitor.call(f"{mode}-card", "next", None),
        answer(visitor, mode, {"round": round_id, "phase": "told", "right": 0}),
        answer(visitor, mode, card(round_id, 99)),
        answer(visitor, mode, card("x" * 22)),
        stranger.call(f"{mode}-card", "answer", visitor.ticket | {"player": str(uuid.uuid4())}, card(round_id), None),
    ]
    told = json.dumps(answers)
    assert '"right"' not in told.replace('"tally": {"right"', "")
    assert '"told"' not in told
    assert "expired" in str(answers[-1]["said"])
    assert len(logged(app)["choice"]) == before


@EVERY_QUIZ
def test_a_round_of_one_quiz_is_none_of_the_other(app: AppProcess, visitor: RawClient, mode: str) -> None:
    before = len(logged(app)["choice"])
    (other,) = [quiz.mode for quiz in QUIZZES if quiz.mode != mode]
    result = answer(visitor, other, card(start_quiz(visitor, mode)))
    assert "expired" in str(result["said"])
    assert len(logged(app)["choice"]) == before


@EVERY_QUIZ
@pytest.mark.parametrize("position", [-1, 4, 1e9, "0", True, [0], {}])
def test_an_odd_choice_gets_a_sentence_and_leaves_the_round_open(
    app: AppProcess, visitor: RawClient, mode: str, position: object
) -> None:
    round_id = start_quiz(visitor, mode)
    assert "one of" in error_in(answer(visitor, mode, card(round_id, position)))
    before = len(logged(app)["choice"])
    assert answer(visitor, mode, card(round_id, None))["success"]
    assert logged(app)["choice"][before].status == "skipped"  # type: ignore[attr-defined]


@EVERY_QUIZ
def test_an_answer_twice_is_one_row_and_the_same_truth(app: AppProcess, visitor: RawClient, mode: str) -> None:
    before, round_id = len(logged(app)["choice"]), start_quiz(visitor, mode)
    first, second = (answer(visitor, mode, card(round_id, position)) for position in (0, 1))
    assert told_in(first) == told_in(second)
    assert len(logged(app)["choice"]) == before + 1


def told_in(message: Json) -> Json:
    """The card that tells the truth."""
    (found,) = [value for value in values_in(message) if isinstance(value, dict) and value.get("phase") == "told"]
    return dict(found)


# Nothing that the arena is sent is believed


def test_s10_no_name_is_told_without_a_vote(app: AppProcess, visitor: RawClient) -> None:
    battle = battle_in(visitor.call("arena-play", "click", visitor.ticket, "", "places"))
    before, stranger = len(logged(app)["votes"]), RawClient(app.url)
    odd: list[object] = [None, {}, {"round": "x" * 22}, battle, battle | {"ballot": {"vote": "c"}}, [battle], "a"]
    answers = [visitor.call("arena-battle", "vote", visitor.ticket, value, None) for value in odd]
    answers += [visitor.call("arena-battle", "report", visitor.ticket, value) for value in odd]
    ballot = battle | {"ballot": {"vote": "a", "reasons": []}, "model_a": "mine", "told": {"vote": "a"}}
    answers.append(stranger.call("arena-battle", "vote", stranger.ticket, ballot, None))
    told = json.dumps(answers)
    assert '"name"' not in told
    assert "Middle of the list" not in told and "Random" not in told
    assert "expired" in str(answers[-1]["said"])
    assert len(logged(app)["votes"]) == before


def test_a_vote_is_told_the_names_and_a_second_one_is_refused(app: AppProcess, visitor: RawClient) -> None:
    before = len(logged(app)["votes"])
    battle = battle_in(visitor.call("arena-play", "click", visitor.ticket, "", "places"))
    told = battle_in(vote(visitor, battle, "a"))
    sides = told["sides"]
    assert isinstance(sides, dict)
    (row,) = logged(app)["votes"][before:]
    assert isinstance(row, schema.VoteRow)
    assert (sides["a"]["name"], sides["b"]["name"]) == (row.model_a, row.model_b)
    for again in (vote(visitor, battle, "b"), vote(RawClient(app.url, player=visitor.player), battle, "a")):
        assert "already" in error_in(again)
        assert "name" not in json.dumps(again.get("output", {}))
    assert len(logged(app)["votes"]) == before + 1


def test_votes_that_are_rated_are_those_that_the_lists_choose(app: AppProcess, visitor: RawClient) -> None:
    journal = Journal(app.data / "journal.sqlite")
    checked: dict[str, object] = dict.fromkeys(
        ("check_listened", "check_nameless", "check_fresh", "check_pace"), Check.OK
    )
    for number, benchmark in enumerate(("one", "other")):
        row = any_row(
            "votes", vote_id=f"v{number}", battle_id=f"b{number}", benchmark=benchmark, media="sound", task="geo",
            language="en", logged_in=False, voted_at=datetime.now(UTC), responder_kind=ResponderKind.HUMAN, **checked,
        )  # fmt: skip
        assert journal.append(row)
    journal.close()
    votes = [row for row in logged(app)["votes"] if isinstance(row, schema.VoteRow) and not row.failed_checks]
    choices: list[tuple[dict[str, object], list[schema.VoteRow]]] = [
        ({}, votes),
        ({"media": "sound", "task": "geo", "language": "en", "logged_in": "no", "days": "7"}, votes),
        ({"benchmark": votes[0].benchmark}, [row for row in votes if row.benchmark == votes[0].benchmark]),
        ({"media": "photo"}, []),
        ({"logged_in": "yes"}, []),
        ({"task": "<b>", "media": ["photo"], "days": "-1", "logged_in": {}}, votes),
    ]
    for chosen, expected in choices:
        lists = [{"chosen": chosen}, {"chosen": {"feature": "headers"}}, {"chosen": {"groups": "nobody"}}]
        found = [
            value
            for value in values_in(visitor.call("leaderboard-arena-filter", "choose", *lists))
            if isinstance(value, dict)
        ]
        (table,) = [value for value in found if "caption" in value or "message" in value]
        (offered,) = [value for value in found if "offered" in value]
        caption = table.get("caption")
        counted = caption["params"]["n"] if isinstance(caption, dict) else "0"
        assert counted == f"{len(expected):,}"
        assert offered["chosen"]["media"] == (chosen["media"] if isinstance(chosen.get("media"), str) else "")
        assert offered["offered"]["language"] == ["en"]


def test_fifty_visitors_at_once_lose_no_vote(app: AppProcess) -> None:
    before, page = len(logged(app)["votes"]), RawClient(app.url).config()

    class Visitor(RawClient):
        """One that has the page already."""

        def config(self) -> Json:
            return page

    visitors = [Visitor(app.url) for _ in range(50)]

    def play(visitor: RawClient) -> bool:
        result = judge(visitor)
        return bool(result["success"]) and battle_in(result)["phase"] == "told"

    with ThreadPoolExecutor(50) as pool:
        assert list(pool.map(play, visitors)) == [True] * 50
    assert len(logged(app)["votes"]) == before + 50


@pytest.mark.parametrize(
    "path", ["../../etc/passwd", "/etc/passwd", "app.py", "C:\\Windows\\win.ini", "a\u0000.jpg", ""]
)
def test_s01_a_path_that_was_not_uploaded_here_is_none(visitor: RawClient, path: str) -> None:
    data = {"path": path, "meta": {"_type": "gradio.FileData"}}
    result = visitor.call("arena-file", "upload", data if path else None)
    assert "arena_uploads" not in json.dumps(result)
    brought = [value for value in values_in(result) if isinstance(value, dict) and value.get("upload")]
    assert brought == []
    assert "root:" not in json.dumps(result)


# The engine knows no benchmark

ENGINE = (
    "soundmark/quiz",
    "soundmark/games",
    "components/choice_card",
    "components/about_you",
    "components/quiz_summary",
)
OF_A_BENCHMARK = re.compile(
    r"\btau\b|taiwan|globe|\bhop\b|single-hop|multi-hop|chinese|mandarin|singapore|russian|\bthai\b|bengali|\bzh\b|gemini",
    re.IGNORECASE,
)


def test_the_engine_holds_no_word_of_a_benchmark() -> None:
    files = [ROOT / "soundmark" / "modes" / "quiz.py"]
    files += [path for room in ENGINE for path in (ROOT / room).rglob("*") if path.suffix in {".py", ".js"}]
    assert len(files) > 20
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in files
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if OF_A_BENCHMARK.search(line)
    ]
    assert found == []
