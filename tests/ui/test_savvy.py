"""The events of the spatial tab, called as anybody could."""

from __future__ import annotations

import http.client
import json
import urllib.request
from pathlib import Path

import numpy as np
import pytest
import soundfile

from soundmark.benchmarks.demo import demo_savvy_folder
from soundmark.store.journal import Journal
from soundmark.store.schema import SpatialRow
from tests.support.app_process import AppProcess
from tests.support.raw_events import RawClient, error_in, values_in

pytestmark = pytest.mark.ui

Json = dict[str, object]


def logged(app: AppProcess) -> list[SpatialRow]:
    """What is in the app's journal."""
    journal = Journal(app.data / "journal.sqlite")
    rows = [row for row in journal.rows("spatial") if isinstance(row, SpatialRow)]
    journal.close()
    return rows


def card_in(message: Json) -> Json:
    """The answer card of a page."""
    for value in values_in(message):
        if isinstance(value, dict) and value.get("phase") in {"ask", "told", "summary"} and "clips" not in value:
            return value
    raise AssertionError(f"no card in {str(message)[:500]}")


def stage_in(message: Json) -> Json:
    """The stage of a page."""
    for value in values_in(message):
        if isinstance(value, dict) and "clips" in value:
            return value
    raise AssertionError(f"no stage in {str(message)[:500]}")


def start(visitor: RawClient) -> tuple[Json, Json]:
    """Card and stage of a new game."""
    page = visitor.call("savvy-play", "click", visitor.ticket)
    return card_in(page), stage_in(page)


def answer(visitor: RawClient, card: Json, stage: object = None, **given: object) -> Json:
    how = {"position": None, "metres": None, "how": "click"} | given
    return visitor.call("savvy-card", "answer", visitor.ticket, {**card, "answer": how}, stage)


def test_a_client_without_a_page_plays_a_game_and_six_valid_rows_are_logged(
    app: AppProcess, visitor: RawClient
) -> None:
    before = len(logged(app))
    card, stage = start(visitor)
    for number in range(6):
        given = {"position": 1} if card["kind"] == "direction" else {"metres": 2.5, "how": "slider"}
        told = answer(visitor, card, {**stage, "listened_s": 2.0, "plays": 1}, **given)
        assert told["success"], error_in(told)
        assert card_in(told)["phase"] == "told"
        assert len(logged(app)) == before + number + 1
        following = visitor.call("savvy-card", "next", card)
        card = card_in(following)
        if card["phase"] == "ask":
            stage = stage_in(following)
    assert card["phase"] == "summary"
    rows = logged(app)[before:]
    assert len({row.question_id for row in rows}) == 6
    assert len({row.game_id for row in rows}) == 1
    assert [row.round_number for row in rows] == [1, 2, 3, 4, 5, 6]
    assert all(row.score is not None and 0 <= row.score <= 1 and row.listened_s == 2.0 for row in rows)
    assert {row.task for row in rows} == {"direction_ego", "direction_exo", "distance_ego", "distance_exo"}


def test_before_the_answer_no_response_tells_anything(app: AppProcess, visitor: RawClient) -> None:
    before = len(logged(app))
    card, stage = start(visitor)
    for part in ("map", "truth", "own", "span", "peak_map"):
        assert stage[part] is None
    stranger = RawClient(app.url)
    replies = [
        visitor.call("savvy-card", "next", card),
        visitor.call("savvy-mics", "input", visitor.ticket, card, "3456", False, stage),
        visitor.call("savvy-stage", "switch", visitor.ticket, card, "3456", False, {**stage, "shown": {"sd": False}}),
        visitor.call("savvy-paper", "input", visitor.ticket, {**card, "phase": "told"}, "3456", True, stage),
        answer(stranger, card, None, position=0),
        answer(visitor, {"round": "x" * 22}, None, position=0),
        visitor.call("savvy-card", "answer", visitor.ticket, None, None),
    ]
    told = json.dumps([card, stage, replies])
    for word in ("target_path", "true_m", "scene_0", "demo_savvy", "Pipeline", '"told"'):
        assert word not in told
    assert len(logged(app)) == before


def test_a_switch_on_the_stage_changes_what_the_pipeline_answers_on_the_card(
    app: AppProcess, visitor: RawClient
) -> None:
    card, stage = start(visitor)
    first = answer(visitor, card, stage)
    told, stage = card_in(first), stage_in(first)
    assert stage["switches"] == {"sd": True, "seg": True, "audio": True, "map": True}
    shown = {"sd": False, "seg": False, "audio": False, "map": True}
    other = visitor.call("savvy-stage", "switch", visitor.ticket, told, "02", True, {**stage, "shown": shown})
    rows = [row for row in others_in(card_in(other)) if row["name"] == "Pipeline"]
    assert [(row["limits"], row["position"], row["metres"]) for row in rows] == [("\u2013, 02, paper", None, None)]
    assert stage_in(other)["switches"] == shown
    back = visitor.call("savvy-mics", "input", visitor.ticket, told, "0123456", False, {**stage, "shown": None})
    assert others_in(card_in(back)) == others_in(told)


def others_in(card: Json) -> list[Json]:
    """The answers of others on a card."""
    others = card["others"]
    assert isinstance(others, list)
    return others


@pytest.mark.parametrize(
    "given",
    [{"position": 9}, {"position": "1"}, {"position": True}, {"metres": -1}, {"metres": 1e9}, {"metres": "far"},
     {"position": {"a": 1}}, {"metres": [2]}, {"position": 10**40}],
)  # fmt: skip
def test_an_odd_answer_gives_a_sentence_and_logs_nothing(
    app: AppProcess, visitor: RawClient, given: dict[str, object]
) -> None:
    before = len(logged(app))
    card, _ = start(visitor)
    assert error_in(answer(visitor, card, None, **given))
    assert len(logged(app)) == before


def test_a_second_answer_changes_nothing(app: AppProcess, visitor: RawClient) -> None:
    before = len(logged(app))
    card, _ = start(visitor)
    first = card_in(answer(visitor, card))
    second = card_in(answer(visitor, card, None, position=0, metres=1.0))
    assert (first["status"], second["status"]) == ("skipped", "skipped")
    assert len(logged(app)) == before + 1


def upload(app: AppProcess, path: Path) -> str:
    """Upload a file as the page does. Returns where it lies."""
    boundary = "x" * 20
    head = f'--{boundary}\r\nContent-Disposition: form-data; name="files"; filename="{path.name}"\r\n\r\n'
    body = head.encode() + path.read_bytes() + f"\r\n--{boundary}--\r\n".encode()
    request = urllib.request.Request(
        app.url + "gradio_api/upload", body, {"Content-Type": f"multipart/form-data; boundary={boundary}"}
    )
    with urllib.request.urlopen(request, timeout=60) as reply:
        return str(json.load(reply)[0])


def analyse(visitor: RawClient, path: str, array: object = "aria_cad", mics: object = "") -> Json:
    file = {"path": path, "meta": {"_type": "gradio.FileData"}}
    return visitor.call("savvy-own-analyse", "click", file, array, "", mics, False, None)


def test_an_uploaded_scene_gives_the_engines_figures_and_is_gone(app: AppProcess, visitor: RawClient) -> None:
    from soundmark.spatial.arrays import ARIA_CAD
    from soundmark.spatial.locate import locate

    path = upload(app, demo_savvy_folder() / "scene_01.flac")
    assert "9" in error_in(analyse(visitor, path, mics="3,9"))
    assert "err_own_positions" in error_in(analyse(visitor, path, array="own"))
    stage = stage_in(analyse(visitor, path))  # wrong microphones are chosen anew without another upload
    tracks = stage["tracks"]
    assert isinstance(tracks, list)
    samples, rate_hz = soundfile.read(demo_savvy_folder() / "scene_01.flac", dtype="float32")
    assert tracks[0]["azimuths_deg"] == locate([samples], rate_hz, 7, ARIA_CAD).to_track().azimuths_deg.tolist()
    assert not Path(path).exists()
    assert not Path(path).parent.exists()
    clips = stage["clips"]
    assert isinstance(clips, dict)
    for kind in ("stereo", "mono"):
        with urllib.request.urlopen(app.url + clips[kind]["src"].lstrip("/"), timeout=60) as copy:
            assert copy.headers["Content-Type"] == "audio/mpeg"


def test_a_mono_file_gets_a_sentence_and_is_gone(app: AppProcess, visitor: RawClient, tmp_path: Path) -> None:
    soundfile.write(tmp_path / "mono.wav", np.full(48_000, 0.1), 48_000)
    path = upload(app, tmp_path / "mono.wav")
    assert "one channel" in error_in(analyse(visitor, path))
    assert not Path(path).exists()


@pytest.mark.parametrize("path", ["/etc/passwd", "{data}/journal.sqlite", "../../app.py", ""])
def test_only_what_was_uploaded_is_analysed(app: AppProcess, visitor: RawClient, path: str) -> None:
    wanted = path.format(data=app.data)
    reply = analyse(visitor, wanted)
    assert not reply["success"]
    assert "tracks" not in json.dumps(reply)
    if wanted.startswith("/"):
        assert Path(wanted).exists()


def test_the_door_is_shut_to_what_is_too_large(app: AppProcess) -> None:
    for length, status in (("1900000000", 413), ("x", 411)):
        connection = http.client.HTTPConnection("127.0.0.1", app.port, timeout=30)
        connection.putrequest("POST", "/gradio_api/upload")
        connection.putheader("Content-Type", "multipart/form-data; boundary=x")
        if length != "x":
            connection.putheader("Content-Length", length)
        else:
            connection.putheader("Transfer-Encoding", "chunked")
        connection.endheaders()
        assert connection.getresponse().status == status
        connection.close()
