"""Nothing that the arena is sent is believed."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest

from soundmark.store import schema
from soundmark.store.journal import Journal
from soundmark.store.tables.arena import Check
from soundmark.types import ResponderKind
from tests.support.any_rows import any_row
from tests.support.app_process import AppProcess
from tests.support.mode_drivers import battle_in, judge, logged, vote
from tests.support.raw_events import Json, RawClient, error_in, values_in

pytestmark = pytest.mark.ui


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
