"""The app is killed amid everything at once and started again: players go on, and nothing acknowledged is lost."""

from __future__ import annotations

import http.client
import io
import json
import signal
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from PIL import Image

from soundmark.benchmarks.demo import demo_savvy_folder
from soundmark.store.journal import Journal
from soundmark.store.schema import BattleRow, ChoiceRow, Row, SpatialRow, VoteRow
from tests.support.app_process import AppProcess
from tests.support.raw_events import Json, RawClient, error_in, values_in
from tests.support.waiting import wait_until

pytestmark = [pytest.mark.ui, pytest.mark.long]

MODELS = "".join(
    f"""
[[models]]
name = "{name}"
adapter = "scripted"
inputs = ["audio", "image"]
[[models.script]]
when = "think long"
answers = ["Late."]
delay_s = 600
[[models.script]]
answers = ["{said}"]
"""
    for name, said in (("wren-omni-1", "Quito. Coordinates: -0.18, -78.47"), ("lark-audio-2", "Bergen, by the rain."))
)
FILE = {"meta": {"_type": "gradio.FileData"}}


@dataclass
class Before:
    """What players had and were told when the app was killed.

    Attributes:
        app: started again since.
        shown: by who plays, what their page showed.
        told: the answers that were acknowledged, by player.
    """

    app: AppProcess
    visitors: dict[str, RawClient] = field(default_factory=dict)
    shown: dict[str, Json] = field(default_factory=dict)

    def visitor(self, name: str) -> RawClient:
        """Somebody with a page of their own."""
        return self.visitors.setdefault(name, RawClient(self.app.url))

    def rows(self, table: str) -> list[Row]:
        """What is in the log."""
        journal = Journal(self.app.data / "journal.sqlite")
        found = list(journal.rows(table))
        journal.close()
        return found


def part(message: Json, *keys: str) -> Json:
    """The widget value that has these keys."""
    for value in values_in(message):
        if isinstance(value, dict) and all(key in value for key in keys):
            return dict(value)
    raise AssertionError(f"nothing with {keys} in {error_in(message)} {str(message)[:500]}")


def upload(app: AppProcess, name: str, content: bytes) -> Json:
    """Upload a file as the page does. Returns what its widget then holds."""
    head = f'--x\r\nContent-Disposition: form-data; name="files"; filename="{name}"\r\n\r\n'
    request = urllib.request.Request(
        app.url + "gradio_api/upload",
        head.encode() + content + b"\r\n--x--\r\n",
        {"Content-Type": "multipart/form-data; boundary=x"},
    )
    with urllib.request.urlopen(request, timeout=60) as reply:
        return {**FILE, "path": json.load(reply)[0]}


def photo() -> bytes:
    data = io.BytesIO()
    Image.new("RGB", (320, 240), "teal").save(data, "JPEG")
    return data.getvalue()


def answer_quiz(visitor: RawClient, card: Json, position: int) -> Json:
    answered = {**card, "answer": {"position": position, "how": "click"}}
    return part(visitor.call("tau-card", "answer", visitor.ticket, answered, None), "phase", "round")


def vote(visitor: RawClient, battle: Json) -> Json:
    """Vote, a second time for whoever is asked to listen first."""
    sent = (visitor.ticket, battle | {"ballot": {"vote": "a", "reasons": []}}, None)
    first = visitor.call("arena-battle", "vote", *sent)
    is_asked_to_listen = '"err_arena_listen"' in json.dumps(first)
    return visitor.call("arena-battle", "vote", *sent) if is_asked_to_listen else first


def battle_of(visitor: RawClient) -> Json:
    """What the arena shows to a page that is opened."""
    return part(visitor.open("arena-battle"), "sides", "phase")


def start_battle(visitor: RawClient, prompt: str) -> Json:
    battle = part(visitor.call("arena-play", "click", visitor.ticket, prompt, "places"), "sides", "phase")
    visitor.games["arena"] = str(battle["game"])
    return battle


def begin_analysis(visitor: RawClient, app: AppProcess, file: Json) -> http.client.HTTPResponse:
    """Send a recording to be analysed, and come back when that has begun."""
    body = {
        "fn_index": visitor.fn_index("savvy-own-analyse", "click"),
        "data": [file, "aria_cad", "", "", False, None],
        "session_hash": visitor.session,
    }
    connection = http.client.HTTPConnection("127.0.0.1", app.port, timeout=60)
    connection.request("POST", "/gradio_api/queue/join", json.dumps(body), {"Content-Type": "application/json"})
    connection.getresponse().read()
    connection.request("GET", f"/gradio_api/queue/data?session_hash={visitor.session}")
    stream = connection.getresponse()
    while b"process_starts" not in stream.readline():
        pass
    return stream


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Before]:
    """Everybody in the middle of something, when the app is killed and started again."""
    folder = tmp_path_factory.mktemp("restart")
    (folder / "models.toml").write_text(MODELS, encoding="utf-8")
    variables = {"MODES": "tau,savvy,arena", "MODELS_FILE": str(folder / "models.toml"), "DEMO": "all"}
    app = AppProcess(folder / "data", variables=variables | {"GRADIO_TEMP_DIR": str(folder / "gradio")}).start()
    here = Before(app)
    quiz, stage = here.visitor("quiz"), here.visitor("stage")
    card = part(quiz.call("tau-play", "click", quiz.ticket), "phase", "round")
    here.shown["first told"] = answer_quiz(quiz, card, 2)
    here.shown["quiz"] = part(quiz.call("tau-card", "next", here.shown["first told"]), "phase", "round")
    here.shown["stage"] = part(stage.call("savvy-play", "click", stage.ticket), "kind", "prompt")
    for name, prompt in (("voter", ""), ("waiting", "think long"), ("watching", "think long")):
        here.shown[name] = start_battle(here.visitor(name), prompt)
    assert wait_until(lambda: battle_of(here.visitor("voter"))["phase"] == "vote", 60)
    here.shown["voter"] = battle_of(here.visitor("voter"))
    bringer, analyst = here.visitor("bringer"), here.visitor("analyst")
    here.shown["brought"] = part(bringer.call("arena-file", "upload", upload(app, "a.jpg", photo())), "upload")
    here.shown["arrived"] = upload(app, "b.jpg", photo())
    here.shown["recording"] = upload(app, "c.flac", (demo_savvy_folder() / "scene_01.flac").read_bytes())
    half = http.client.HTTPConnection("127.0.0.1", app.port, timeout=60)
    half.putrequest("POST", "/gradio_api/upload")
    half.putheader("Content-Type", "multipart/form-data; boundary=x")
    half.putheader("Content-Length", "1000000")
    half.endheaders(b'--x\r\nContent-Disposition: form-data; name="files"; filename="d.wav"\r\n\r\n' + b"0" * 100_000)
    stream = begin_analysis(analyst, app, here.shown["recording"])
    app.stop(signal.SIGKILL)
    stream.close()
    half.close()
    yield Before(app.start(), here.visitors, here.shown)
    app.stop()


def test_a_game_goes_on_where_it_was(before: Before) -> None:
    quiz = before.visitor("quiz")
    assert before.shown["quiz"]["phase"] == "ask"
    again = answer_quiz(quiz, before.shown["first told"], 0)
    assert again["chosen"] == before.shown["first told"]["chosen"] == 2, "the first answer stands"
    told = answer_quiz(quiz, before.shown["quiz"], 1)
    assert told["phase"] == "told"
    assert part(quiz.call("tau-card", "next", told), "phase", "round")["phase"] == "ask"
    rows = [row for row in before.rows("choice") if isinstance(row, ChoiceRow)]
    assert [row.round_number for row in rows] == [1, 2]
    stage, asked = before.visitor("stage"), before.shown["stage"]
    is_direction = asked["kind"] == "direction"
    taken = {"position": 0 if is_direction else None, "metres": None if is_direction else 1.5, "how": "click"}
    assert (
        part(stage.call("savvy-card", "answer", stage.ticket, {**asked, "answer": taken}, None), "phase", "kind")[
            "phase"
        ]
        == "told"
    )
    assert len([row for row in before.rows("spatial") if isinstance(row, SpatialRow)]) == 1


def test_a_battle_whose_answers_are_there_can_be_voted_on(before: Before) -> None:
    voter, shown = before.visitor("voter"), before.shown["voter"]
    now = battle_of(voter)
    assert (now["round"], now["phase"], now["sides"]) == (shown["round"], "vote", shown["sides"])
    assert part(vote(voter, shown), "sides", "phase")["phase"] == "told"
    assert battle_of(voter)["phase"] == "told"
    assert [row.vote for row in before.rows("votes") if isinstance(row, VoteRow)] == ["a"]


def test_a_battle_whose_models_were_being_asked_is_given_up_with_a_sentence(before: Before) -> None:
    waiting, watching = before.visitor("waiting"), before.visitor("watching")
    assert before.shown["waiting"]["phase"] == "asking"
    opened = json.dumps(values_in(waiting.open("arena-battle")))
    assert "restarted" in opened and "start another battle" in opened
    assert "restarted" not in json.dumps(values_in(waiting.open("arena-battle"))), "it is said once"
    assert "restarted" in error_in(vote(watching, before.shown["watching"])), "nor is a page that did not reload left"
    assert start_battle(waiting, "")["phase"] in {"asking", "vote"}
    battles = [row for row in before.rows("battles") if isinstance(row, BattleRow)]
    outcomes = [json.loads(row.extra_json or "{}")["outcome"] for row in battles]
    assert outcomes.count("failed") == 2


def test_what_was_uploaded_is_still_there(before: Before) -> None:
    bringer, app = before.visitor("bringer"), before.app
    asked = bringer.call("arena-ask", "click", bringer.ticket, before.shown["brought"], "", False)
    assert part(asked, "sides", "phase")["round"]
    assert part(bringer.call("arena-file", "upload", before.shown["arrived"]), "upload")["upload"]
    analyst, recording = before.visitor("analyst"), before.shown["recording"]
    sent = (recording, "aria_cad", "", "", False, None)
    assert part(analyst.call("savvy-own-analyse", "click", *sent), "tracks")["tracks"]
    assert "upload it again" in error_in(analyst.call("savvy-own-analyse", "click", *sent))
    assert Path(str(upload(app, "d.wav", b"0" * 1000)["path"])).is_file(), "half an upload stands in no one's way"


def test_a_file_that_went_with_the_old_machine_is_asked_for_again(before: Before) -> None:
    bringer = before.visitor("bringer")
    gone = {**FILE, "path": str(Path(str(before.shown["arrived"]["path"])).with_name("gone.jpg"))}
    told = bringer.call("arena-file", "upload", gone)
    assert "choose it again" in json.dumps([told["said"], error_in(told)])
    asked = bringer.call("arena-ask", "click", bringer.ticket, {"upload": "x" * 40 + ".jpg"}, "", False)
    assert error_in(asked)
