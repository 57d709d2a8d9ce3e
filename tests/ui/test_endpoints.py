"""Every event is a public endpoint: none believes what it is sent."""

from __future__ import annotations

import json
import math
import threading
import time
import urllib.error
import urllib.request
import uuid

import pytest

from soundmark.geography.typed_place import find_place
from soundmark.types import Note
from tests.browser.test_whole_game import logged_rows
from tests.support.app_process import AppProcess
from tests.support.raw_events import RawClient, error_in, round_in, values_in

pytestmark = pytest.mark.ui


def guess(round_id: object, lat: object = 1.0, lon: object = 2.0, **more: object) -> dict[str, object]:
    return {"round": round_id, "phase": "guess", "guess": {"lat": lat, "lon": lon, "how": "map"}, **more}


def search_note(text: str) -> Note:
    """What the page says of a text that names no place."""
    return find_place(text).note


def submit(visitor: RawClient, map_value: object, player_value: object = None) -> dict[str, object]:
    return visitor.call("geo-submit", "click", visitor.ticket, map_value, player_value, "", None)


def test_a_client_without_a_page_can_play_a_round(app: AppProcess, visitor: RawClient) -> None:
    round_id = visitor.start()
    result = submit(visitor, guess(round_id), {"id": round_id, "listened_s": 1.0, "plays": 1})
    assert result["success"]
    assert any(isinstance(value, dict) and value.get("phase") == "result" for value in values_in(result))
    assert logged_rows(app)[-1].latitude_deg == 1.0


def test_s10_nothing_is_revealed_without_a_guess(app: AppProcess, visitor: RawClient) -> None:
    before = len(logged_rows(app))
    round_id = visitor.start()
    answers = [
        visitor.call("geo-next", "click", guess(round_id)),
        visitor.call("geo-next", "click", guess("x" * 22)),
        visitor.call("geo-next", "click", None),
        submit(visitor, {"round": round_id, "phase": "result"}),
        submit(visitor, None),
        submit(visitor, guess("x" * 22)),
        RawClient(app.url).call(
            "geo-submit", "click", visitor.ticket | {"player": str(uuid.uuid4())}, guess(round_id), None, "", None
        ),
    ]
    told = json.dumps(answers)
    assert "truth" not in told
    assert "City" not in told
    assert len(logged_rows(app)) == before


def test_g07_a_round_that_is_gone_gives_a_sentence_and_the_start(app: AppProcess, visitor: RawClient) -> None:
    before = len(logged_rows(app))
    result = submit(visitor, guess("unknown-round-unknown"))
    assert result["success"]
    assert "expired" in str(result["said"])
    assert len(logged_rows(app)) == before


@pytest.mark.parametrize(
    "value",
    [
        None,
        5,
        "x",
        [],
        {},
        {"round": None},
        {"round": {"a": 1}},
        {"round": "../../../etc/passwd"},
        {"round": "a" * 100_000},
    ],
)
def test_an_odd_map_value_gives_a_sentence(visitor: RawClient, value: object) -> None:
    for elem_id in ("geo-hint-circle", "geo-next"):
        assert "There is no round" in error_in(visitor.call(elem_id, "click", value))


@pytest.mark.parametrize("lat,lon", [(91, 0), ("1", "2"), (None, None), (True, False), ([1], {}), (1e308, 1e308)])
def test_an_impossible_pin_is_no_pin(app: AppProcess, visitor: RawClient, lat: object, lon: object) -> None:
    before = len(logged_rows(app))
    assert "Drop a pin" in error_in(submit(visitor, guess(visitor.start(), lat, lon)))
    assert len(logged_rows(app)) == before


@pytest.mark.parametrize("player", [None, "", "me", 5, {"$ne": 1}, "a" * 36, "2c5ea4c0-4067-11e9-8bad-9b1deb4d3b7d"])
def test_a_player_without_an_id_is_told_to_reload(visitor: RawClient, player: object) -> None:
    told = error_in(visitor.call("geo-play", "click", {"player": player, "games": {}, "query": ""}, 0))
    assert "reload" in told


@pytest.mark.parametrize("limit", [31, -1, "60", None, 10**9, True, [30]])
def test_an_odd_time_limit_is_none(app: AppProcess, visitor: RawClient, limit: object) -> None:
    result = visitor.call("geo-play", "click", visitor.ticket, limit)
    if result["success"]:  # Gradio itself refuses what is no choice of the radio
        submit(visitor, guess(round_in(result)))
        assert logged_rows(app)[-1].time_limit_s is None


def test_texts_from_outside_come_back_as_data(visitor: RawClient) -> None:
    hostile = "<img src=x onerror=alert(1)> ${alert(1)} {{value}} ![x](http://example.org/x.png)"
    answer = visitor.call("geo-set-pin", "click", hostile, guess(visitor.start()))
    # Here it is the value of a widget that writes plain text.
    assert search_note(hostile) in values_in(answer)
    answer = visitor.call("geo-submit", "click", visitor.ticket, guess(visitor.start()), None, hostile, None)
    # Here it stands in a toast, which takes HTML: the text must come escaped.
    assert "&lt;img" in error_in(answer)
    assert "<img" not in error_in(answer)


@pytest.mark.parametrize("text", [None, "", "   ", 5, {"a": 1}, "x" * 5000])
def test_an_odd_place_is_asked_for_again(visitor: RawClient, text: object) -> None:
    answer = visitor.call("geo-set-pin", "click", text, guess(visitor.start()))
    assert any(isinstance(value, dict) and value.get("text") for value in values_in(answer))


def test_hundred_submits_log_one_row_and_many_games_are_refused(app: AppProcess, visitor: RawClient) -> None:
    before = len(logged_rows(app))
    round_id = visitor.start()
    results: list[dict[str, object]] = []

    def send() -> None:
        twin = RawClient(app.url, player=visitor.player)
        results.extend(submit(twin, guess(round_id)) for _ in range(10))

    threads = [threading.Thread(target=send) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 100
    assert len(logged_rows(app)) == before + 1
    refusals = [error_in(visitor.call("geo-play", "click", visitor.ticket, 0)) for _ in range(25)]
    assert "wait a moment" in refusals[-1]


@pytest.mark.parametrize(
    "path",
    ["/etc/passwd", "../../../../etc/passwd", "..%2f..%2fapp.py", "{data}/journal.sqlite", "{data}/player_salt",
     "{data}/clip_cache", "{clips}/tone1.wav", "{clips}/metadata.csv", "file:///etc/passwd", "http://127.0.0.1:{port}/config",
     "http://169.254.169.254/latest/meta-data/", "http://[::1]:{port}/", "http://2130706433/"],
)  # fmt: skip
def test_s01_s09_only_published_files_are_served(app: AppProcess, path: str) -> None:
    wanted = path.format(data=app.data, clips=app.clips, port=app.port)
    with pytest.raises(urllib.error.HTTPError) as refusal:
        urllib.request.urlopen(f"{app.url}gradio_api/file={wanted}", timeout=30)
    assert refusal.value.code in (400, 403, 404, 500)
    assert b"root:" not in refusal.value.read()


def test_json_that_is_no_json_does_not_stop_the_app(app: AppProcess) -> None:
    for body in (b"", b"{", b'{"fn_index": 99999, "data": [], "session_hash": "x"}', b"\xff\xfe"):
        request = urllib.request.Request(app.url + "gradio_api/queue/join", body, {"Content-Type": "application/json"})
        with pytest.raises(urllib.error.HTTPError):
            urllib.request.urlopen(request, timeout=30)
    with urllib.request.urlopen(app.url, timeout=30) as page:
        assert page.status == 200


def test_numbers_that_json_lacks_are_no_pin(visitor: RawClient) -> None:
    round_id = visitor.start()
    assert "Drop a pin" in error_in(submit(visitor, guess(round_id, math.nan, math.inf)))


def test_uploads_are_refused_but_at_the_one_door(app: AppProcess) -> None:
    boundary = "x" * 20
    head = 'Content-Disposition: form-data; name="files"; filename="a"'
    body = f"--{boundary}\r\n{head}\r\n\r\n{'0' * 1000}\r\n--{boundary}--\r\n"
    for path in ("upload", "upload/", "gradio_api/x/upload", "gradio_api/queue/upload/", "x/gradio_api/upload"):
        request = urllib.request.Request(
            app.url + path, body.encode(), {"Content-Type": f"multipart/form-data; boundary={boundary}"}
        )
        with pytest.raises(urllib.error.HTTPError) as refusal:
            urllib.request.urlopen(request, timeout=30)
        assert refusal.value.code in (403, 404)


def test_every_event_may_run_for_many_players_at_once(app: AppProcess, visitor: RawClient) -> None:
    dependencies = visitor.config()["dependencies"]
    assert isinstance(dependencies, list)
    started = time.monotonic()
    threads = [threading.Thread(target=RawClient(app.url).start) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert time.monotonic() - started < 30
