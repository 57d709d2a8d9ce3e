"""Agents play the running app as MCP clients and over its API: by people's rules, logged as models, told no more."""

from __future__ import annotations

import csv
import json
import re
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from geographiclib.geodesic import Geodesic
from gradio_client import Client
from gradio_client.exceptions import AppError

from soundmark.store.journal import Journal
from soundmark.store.schema import ChoiceRow, GeoRow, PlayedRow
from soundmark.types import ResponderKind
from tests.conftest import ROOT
from tests.support.agent_client import Json, McpAgent, Refused, run_agent
from tests.support.app_process import AppProcess
from tests.support.hostile import values
from tests.support.leaks import leaks, media_of, tags_of
from tests.support.quizzes import QUIZZES, Quiz, truth_of
from tests.support.recording_proxy import RecordingProxy
from tests.ui.conftest import TOKEN
from tests.ui.test_hostile_events import answers, given_away, notes, tracebacks
from tests.ui.test_hostile_requests import BODIES, asked

pytestmark = pytest.mark.ui

TOOLS = ["start_game", "next_question", "hear_clip", "answer", "game_result"]


@pytest.fixture(scope="module")
def recorded(app: AppProcess) -> Iterator[RecordingProxy]:
    """The app behind a proxy that keeps whatever an agent receives."""
    proxy = RecordingProxy(app.port)
    yield proxy
    proxy.close()


def rows_of(app: AppProcess, agent: str) -> list[PlayedRow]:
    """The answers that are logged of an agent, in the order they came in each table."""
    journal = Journal(app.data / "journal.sqlite")
    every = [row for table in ("geo", "choice") for row in journal.rows(table)]
    journal.close()
    return [row for row in every if isinstance(row, PlayedRow) and row.responder_id == agent]


def places_of(app: AppProcess) -> dict[str, tuple[float, float]]:
    """Latitude and longitude of the clips by city, from the table itself."""
    assert app.clips is not None
    with (app.clips / "metadata.csv").open(encoding="utf-8") as file:
        return {row["city"]: (float(row["latitude"]), float(row["longitude"])) for row in csv.DictReader(file)}


def test_an_agent_plays_a_whole_game_of_places(app: AppProcess, recorded: RecordingProxy, tmp_path: Path) -> None:
    places, guess, seen = places_of(app), (10.0, 20.0), []

    async def play(agent: McpAgent) -> None:
        assert [tool.name for tool in await agent.tools()] == TOOLS
        game = (await agent.call("start_game", mode="geo", agent="ear:geo", rounds=3))["game_id"]
        for number in range(3):
            before = len(recorded.exchanges)
            question, address = await agent.question(game)
            assert question["question"] == "Where on Earth was this recorded?"
            with urllib.request.urlopen(address, timeout=30) as clip:
                sound = clip.read()
            assert await agent.sound(game) == sound
            with pytest.raises(Refused, match="latitude_deg"):
                await agent.call("answer", round_id=question["round_id"], choice=1)
            assert len(rows_of(app, "ear:geo")) == number
            received = recorded.exchanges[before:]
            told = await agent.call(
                "answer", round_id=question["round_id"], latitude_deg=guess[0], longitude_deg=guess[1]
            )
            seen.append((question, told))
            where = told["truth"]
            assert places[where["place"]] == (where["latitude_deg"], where["longitude_deg"])
            secrets = [where["place"], *(f"{abs(degrees):.2f}" for degrees in places[where["place"]]), "tone"]
            assert leaks(received, secrets) == [], "told before the answer"
            assert leaks(recorded.exchanges[-1:], secrets[:1]), "the recorder would not have seen a leak"
            assert [tags_of(one, tmp_path) for one in media_of(received)] == [None]
        over, address = await agent.question(game)
        assert (over["state"], over["answered"], address) == ("over", 3, "")
        assert over["total_score"] == pytest.approx(sum(told["score"] for _, told in seen))

    run_agent(recorded.url, play)
    logged = rows_of(app, "ear:geo")
    assert len(logged) == 3
    for row, (question, told) in zip(logged, seen, strict=True):
        assert isinstance(row, GeoRow)
        assert (row.responder_kind, row.setting, row.input_method) == (ResponderKind.MODEL, "agent", "api")
        assert (row.run_id, row.salt_id, row.prompt_id) == (None, None, "geo-agents-1")
        assert (row.game_id, row.round_number) == (question["game_id"], question["round_number"])
        truth = places[told["truth"]["place"]]
        km = Geodesic.WGS84.Inverse(*guess, *truth)["s12"] / 1000
        assert row.error_km == pytest.approx(km) == told["error_km"]
        assert row.score == told["score"] == pytest.approx(row.points)


@pytest.mark.parametrize(
    "quiz", [QUIZZES[0], pytest.param(QUIZZES[1], marks=pytest.mark.long)], ids=["tau", "languages"]
)
def test_an_agent_plays_a_whole_game_of_a_quiz(app: AppProcess, recorded: RecordingProxy, quiz: Quiz) -> None:
    name, plan, prompts = f"ear:{quiz.mode}", ("right", "wrong", "pass"), []
    by_prompt = {row["question"]: row for row in quiz.rows()}

    async def play(agent: McpAgent) -> None:
        game = (await agent.call("start_game", mode=quiz.mode, agent=name, rounds=len(plan)))["game_id"]
        for turn in plan:
            before = len(recorded.exchanges)
            question, address = await agent.question(game)
            urllib.request.urlopen(address, timeout=30).close()
            received = recorded.exchanges[before:]
            asked_of = by_prompt[question["question"]]
            texts = [choice["text"] for choice in question["choices"]]
            right = texts.index(truth_of(quiz, question["question"], texts)) + 1
            given: Json = {"right": {"choice": right}, "wrong": {"choice": right % 4 + 1}}.get(turn, {"give_up": True})
            told = await agent.call("answer", round_id=question["round_id"], **given)
            assert told["right_choice"] == {"number": right, "text": texts[right - 1]}
            assert told["correct"] is {"right": True, "wrong": False, "pass": None}[turn]
            telling = [Path(asked_of["file_name"]).stem, asked_of["source"]]
            assert leaks(received, telling) == [], "told before the answer"
            assert leaks(recorded.exchanges[-1:], telling[1:]), "the recorder would not have seen a leak"
            prompts.append(question["question"])
            with pytest.raises(Refused, match="answered before"):
                await agent.call("answer", round_id=question["round_id"], choice=right)
        assert (await agent.call("game_result", game_id=game))["total_score"] == 1.0

    run_agent(recorded.url, play)
    logged = rows_of(app, name)
    assert [(row.status.value, row.score) for row in logged] == [("ok", 1.0), ("ok", 0.0), ("skipped", 0.0)]
    for row, prompt in zip(logged, prompts, strict=True):
        assert isinstance(row, ChoiceRow)
        assert (row.responder_kind, row.setting) == (ResponderKind.MODEL, "agent")
        assert "ABCD"[row.true_index] == by_prompt[prompt]["answer"]


def test_the_same_is_offered_as_an_api_and_nothing_else_is(app: AppProcess, tmp_path: Path) -> None:
    client = Client(app.url, verbose=False, download_files=tmp_path)
    described = client.view_api(return_format="dict", all_endpoints=True)
    assert isinstance(described, dict)
    assert list(described["named_endpoints"]) == [f"/{name}" for name in TOOLS]
    assert described["unnamed_endpoints"] == {}
    game = client.predict(mode="tau", agent="ear:api", rounds=1, api_name="/start_game")["game_id"]
    question, clip = client.predict(game_id=game, api_name="/next_question")
    alone = client.predict(game_id=game, api_name="/hear_clip")
    assert Path(clip).read_bytes()[:3] in (b"ID3", b"\xff\xfb\x94", b"\xff\xfb\x90") or Path(clip).stat().st_size > 1000
    assert Path(alone).read_bytes() == Path(clip).read_bytes()
    with pytest.raises(AppError, match="number of one of the 4 choices"):
        client.predict(round_id=question["round_id"], choice=5, api_name="/answer")
    told = client.predict(round_id=question["round_id"], choice=2, api_name="/answer")
    assert told["status"] == "ok"
    with pytest.raises(AppError, match="answered before"):
        client.predict(round_id=question["round_id"], choice=2, api_name="/answer")
    assert len(rows_of(app, "ear:api")) == 1


def raw_call(app: AppProcess, tool: object, arguments: object) -> tuple[int, str]:
    """Call a tool without a client, which would not send everything. Returns status and text of the answer."""
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
    request = urllib.request.Request(
        f"{app.url}gradio_api/mcp/",
        json.dumps(body).encode(),
        {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"},
    )
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def test_a_hostile_agent_gets_sentences(app: AppProcess) -> None:
    before, log, watched = answers(app), len(app.log), notes(app)
    hostile = values("/canary.txt", "/journal")
    of_nobody = {"game_id": {"unknown": "x" * 22}, "round_id": {"unknown": "x" * 22}}
    good: dict[str, Json] = {"start_game": {"mode": "geo", "agent": "bad:one"}, "answer": {"choice": 1}}
    places = {"start_game": ("mode", "agent", "seed", "rounds"), "next_question": ("game_id",), "answer": ("round_id",)}
    told: list[str] = []
    for tool, names in places.items():
        for place in names:
            for name, value in (hostile | of_nobody.get(place, {})).items():
                status, text = raw_call(app, tool, good.get(tool, {}) | {place: value})
                assert status in (200, 400), (tool, place, name)
                assert status == 400 or '"isError":true' in text, (tool, place, name)
                told.append(text)
    told += [raw_call(app, value, value)[1] for value in hostile.values()]
    assert '"isError":false' in raw_call(app, "start_game", good["start_game"])[1], "the app goes on"
    assert [found for text in told for found in given_away(text, app)] == []
    assert answers(app) == before
    assert tracebacks(app.log[log:]) == []
    assert TOKEN not in app.log
    assert notes(app) == watched, "no call makes the server connect to anything"


def test_only_calls_and_the_list_of_tools_reach_the_server(app: AppProcess) -> None:
    status, text = asked(app, "GET", "/gradio_api/mcp/schema")
    assert (status, [tool["name"] for tool in json.loads(text)]) == (200, TOOLS)
    script = "%3C/script%3E%3Cscript%3Ealert(1)%3C/script%3E"
    for method, path, wanted in (
        ("GET", "/gradio_api/mcp", 405),
        ("GET", "/gradio_api/mcp/", 405),
        ("DELETE", "/gradio_api/mcp/", 405),
        ("POST", "/gradio_api/mcp/schema", 405),
        ("GET", "/gradio_api/mcp/sse", 404),
        ("POST", "/gradio_api/mcp/messages/?session_id=1", 404),
        ("GET", f"/gradio_api/mcp/{script}/gradio_api/mcp", 404),
        ("GET", f"/x/{script}/gradio_api/mcp", 405),
    ):
        status, text = asked(app, method, path, b"" if method == "POST" else None)
        assert (status, "<script>" in text) == (wanted, False), path


@pytest.mark.parametrize("name", BODIES)
def test_an_odd_body_gets_a_plain_refusal_from_the_server_too(app: AppProcess, name: str) -> None:
    status, text = asked(app, "POST", "/gradio_api/mcp/", BODIES[name])
    assert 400 <= status <= 500
    assert len(text) < 20_000
    for secret in ("Traceback", 'File "', TOKEN, str(app.data)):
        assert secret not in text


def test_the_examples_of_the_page_work(app: AppProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (
        (ROOT / "docs" / "agents.md").read_text(encoding="utf-8").replace("http://127.0.0.1:7860", app.url.rstrip("/"))
    )
    of_mcp, of_api = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    monkeypatch.setattr(sys, "argv", ["agent.py", app.url.rstrip("/")])
    with ThreadPoolExecutor(1) as thread:  # tests that drove a browser before leave a running event loop in this one
        thread.submit(exec, of_mcp, {}).result()
    assert len(rows_of(app, "always-the-first-1")) == 2
    exec(of_api, {})
    assert len(rows_of(app, "null-island-1")) == 1
    (path,) = re.findall(r"curl -s \S+(/gradio_api/run/\w+)", page)
    (body,) = re.findall(r"-d '(.*)'", page)
    status, text = asked(app, "POST", path, body.encode())
    assert (status, json.loads(text)["data"][0]["state"]) == (200, "started")
    documented = set(re.findall(r"^\| `(\w+)` \| `", page, re.MULTILINE))
    assert set(TOOLS) == documented & set(TOOLS)
