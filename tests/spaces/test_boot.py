"""A written Space's folder starts with a Space's variables, is played as a guest or logged in, and has an owner."""

from __future__ import annotations

import base64
import http.client
import json
import os
import subprocess
import sys
import urllib.request
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from soundmark.deploy.files import space_files, write_folder
from soundmark.deploy.spaces import find_space
from soundmark.registry import mode_ids
from soundmark.store.journal import Journal
from soundmark.store.schema import ResponseRow, RunRow
from tests.support.app_process import AppProcess
from tests.support.openid_provider import CLIENT_SECRET, Provider, openid_provider
from tests.support.raw_events import RawClient
from tests.support.waiting import wait_until

pytestmark = pytest.mark.spaces

BLIND_RUNS = 3 + 3 + 3 + 2
"""Places, two quizzes and directions: whoever comes meets opponents from the first start on."""
OWNER_KEY = "a key of at least thirty-two characters"
SPACE = {"SYSTEM": "spaces", "SPACE_ID": "maria/y", "SPACE_HOST": "maria-y.hf.space", "SPACE_AUTHOR_NAME": "maria"}


def written(name: str, folder: Path) -> Path:
    """A Space's folder, as the command writes it."""
    write_folder(space_files(find_space(name)), folder)
    return folder


def tabs_of(app: AppProcess) -> set[object]:
    """Ids of the tabs that the page has."""
    components = RawClient(app.url).config()["components"]
    assert isinstance(components, list)
    return {one["props"].get("id") for one in components if one["type"] == "tabitem"}


def test_the_app_boots_as_a_space_and_a_round_can_be_played(tmp_path: Path) -> None:
    space = written("all", tmp_path / "space")
    variables = SPACE | {"BASELINES": "yes", "OWNER_KEY": OWNER_KEY}
    app = AppProcess(tmp_path / "data", variables=variables, root=space).start()
    try:
        with urllib.request.urlopen(app.url, timeout=30) as page:
            assert b"Soundmark" in page.read()
        assert tabs_of(app) == {*mode_ids(), "leaderboard"}
        assert RawClient(app.url).start()
        assert status(app, "/login/huggingface") == 404, "this Space's card asked for no OAuth"
        a_key_opens_the_owners_page(app)
        assert wait_until(lambda: len(runs_of_baselines(app)) >= BLIND_RUNS, 120), app.log
    finally:
        app.stop()


def a_key_opens_the_owners_page(app: AppProcess) -> None:
    asked = ask(app, "/owner/")
    assert (asked.status, str(asked.headers["WWW-Authenticate"])[:6]) == (401, "Basic ")
    for password, wanted in ((OWNER_KEY, 200), (OWNER_KEY[1:], 401)):
        code = base64.b64encode(f"me:{password}".encode()).decode()
        assert status(app, "/owner/", Authorization=f"Basic {code}") == wanted
    assert OWNER_KEY not in app.log


def runs_of_baselines(app: AppProcess) -> list[RunRow]:
    """The runs of baselines that never listen, in the app's log."""
    journal = Journal(app.data / "journal.sqlite")
    runs = [row for row in journal.rows("runs") if isinstance(row, RunRow) and row.setting == "blind"]
    journal.close()
    assert all(row.is_complete and row.ok_count == row.question_count for row in runs)
    return runs


def test_the_spaces_package_is_the_one_from_pypi(tmp_path: Path) -> None:
    space = written("all", tmp_path / "space")
    (space / "spaces").mkdir()  # as in the repository
    code = "import gradio, spaces; print(hasattr(spaces, 'GPU'), spaces.__file__)"
    environment = dict(os.environ) | SPACE
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=space, env=environment, capture_output=True, text=True, check=True
    )
    assert result.stdout.startswith("True")
    assert str(space) not in result.stdout


@pytest.mark.long
@pytest.mark.parametrize("mode", [mode for mode in mode_ids() if mode != "geo"])
def test_a_space_of_one_mode_shows_that_mode(mode: str, tmp_path: Path) -> None:
    app = AppProcess(tmp_path / "data", variables=SPACE, root=written(mode, tmp_path / "space")).start()
    try:
        assert tabs_of(app) == {mode, "leaderboard"}
    finally:
        app.stop()


@pytest.mark.long
def test_a_variable_makes_a_duplicate_another_mode(tmp_path: Path) -> None:
    space = written("all", tmp_path / "space")
    app = AppProcess(tmp_path / "data", variables=SPACE | {"MODES": "tau"}, root=space).start()
    try:
        assert tabs_of(app) == {"tau", "leaderboard"}
    finally:
        app.stop()


def ask(app: AppProcess, path: str, cookie: str = "", **headers: str) -> http.client.HTTPResponse:
    """One request as a browser at the Space's address sends it; redirects are not followed."""
    connection = http.client.HTTPConnection("127.0.0.1", app.port, timeout=30)
    own = {"Host": "maria-y.hf.space", "X-Forwarded-For": "203.0.113.9"} | ({"Cookie": cookie} if cookie else {})
    connection.request("GET", path, headers=own | headers)
    answer = connection.getresponse()
    answer.body = answer.read()  # type: ignore[attr-defined]
    connection.close()
    return answer


def status(app: AppProcess, path: str, cookie: str = "", **headers: str) -> int:
    return ask(app, path, cookie, **headers).status


def told(app: AppProcess, cookie: str = "", **headers: str) -> dict[str, object]:
    found: dict[str, object] = json.loads(ask(app, "/me", cookie, **headers).body)  # type: ignore[attr-defined]
    return found


def logged_in(app: AppProcess, provider: Provider, user_id: str, name: str) -> str:
    """Log in as the Hub lets one. Returns the cookie that the browser then has."""
    provider.account = (user_id, name)
    start = ask(app, "/login/huggingface?_target_url=/")
    back = provider.follow(str(start.headers["Location"]))
    end = ask(app, f"/login/callback?_target_url=/&{back}", cookie_of(start))
    assert (end.status, urlsplit(str(end.headers["Location"])).path) == (307, "/")
    return cookie_of(end)


def cookie_of(answer: http.client.HTTPResponse) -> str:
    return str(answer.headers["Set-Cookie"]).partition(";")[0]


def test_guests_and_accounts_play_and_the_owner_has_a_page(tmp_path: Path) -> None:
    with openid_provider() as provider:
        space = written("geo", tmp_path / "space")
        app = AppProcess(tmp_path / "data", variables=SPACE | provider.variables, root=space).start()
        try:
            assert tabs_of(app) == {"geo", "leaderboard"}
            a_guest_logs_no_player_id_without_a_salt(app)
            owner = logged_in(app, provider, "5f01", "Maria")
            other = logged_in(app, provider, "5f02", "mallory")
            an_account_is_a_player_of_its_own(app, owner, other)
            only_the_owner_enters(app, owner, other)
            the_owners_board_works_for_the_owner_alone(app, owner)
            assert status(app, "/logout", owner) == 307
        finally:
            app.stop()


def a_guest_logs_no_player_id_without_a_salt(app: AppProcess) -> None:
    from tests.browser.test_whole_game import logged_rows

    play_a_round(app, RawClient(app.url))
    row = logged_rows(app)[0]
    assert (row.responder_id, row.salt_id, row.deployment_id) == (None, None, "maria/y")


def play_a_round(app: AppProcess, visitor: RawClient) -> None:
    pin = {"round": visitor.start(), "phase": "guess", "guess": {"lat": 1, "lon": 2}}
    visitor.call("geo-submit", "click", visitor.ticket, pin, None, "", None)


def an_account_is_a_player_of_its_own(app: AppProcess, owner: str, other: str) -> None:
    guest, maria, mallory = told(app), told(app, owner), told(app, other)
    assert (guest["name"], guest["player"], guest["can_login"]) == ("", "", True)
    assert (maria["name"], mallory["name"]) == ("Maria", "mallory")
    assert str(maria["player"]).split(".")[1] != str(mallory["player"]).split(".")[1]
    assert told(app, owner, Origin="https://evil.example") == {}
    play_a_round(app, RawClient(app.url, player=str(maria["player"])))
    forged = str(maria["player"])[:-1] + ("0" if str(maria["player"])[-1] != "0" else "1")
    refused = RawClient(app.url, player=forged)
    assert not refused.call("geo-play", "click", refused.ticket, 0)["success"]
    journal = Journal(app.data / "journal.sqlite")
    rows = [row for row in journal.rows("geo") if isinstance(row, ResponseRow)]
    journal.close()
    assert len(rows) == 2
    assert "maria" not in repr(rows[1]).lower().replace("maria/y", "")


def only_the_owner_enters(app: AppProcess, owner: str, other: str) -> None:
    assert status(app, "/owner/", owner) == 200
    assert [told(app, cookie)["is_owner"] for cookie in ("", other, owner)] == [False, False, True]
    unsigned = owner[:-10] + ("x" if owner[-10] != "x" else "y") + owner[-9:]
    for path in ("/owner", "/owner/", "/owner/config", "/owner/gradio_api/info", "/owner/gradio_api/queue/data"):
        for cookie in ("", other, unsigned):
            assert status(app, path, cookie) == 403, (path, cookie)
        assert status(app, path, owner, Origin="https://evil.example") == 403
    assert "frame-ancestors 'self' https://huggingface.co" in str(ask(app, "/owner/", owner).headers)
    components = json.dumps(RawClient(app.url).config())
    assert "owner-board" not in components, "the page of others has a part of the owner's"


def the_owners_board_works_for_the_owner_alone(app: AppProcess, owner: str) -> None:
    site = RawClient(f"{app.url}owner/", headers={"Cookie": owner, "Host": "maria-y.hf.space"})
    shown = json.dumps(site.open("owner-board"))
    assert "owner_log_pending" in shown
    assert CLIENT_SECRET not in shown
    answer = site.call("owner-board", "act", {"act": {"what": "off", "id": "nobody"}})
    assert "There is no such model" in json.dumps(answer)
