"""Requests that no page sends: what Gradio would serve beside the page is shut, and odd bodies get a plain refusal."""

from __future__ import annotations

import ast
import http.client
import json
from collections.abc import Iterator
from pathlib import Path

import gradio as gr
import pytest
from gradio.routes import App
from starlette.routing import Mount

from components.requests import CLOSED, MAX_BODY_BYTES, mcp_refusal
from tests.conftest import ROOT
from tests.support.app_process import AppProcess
from tests.support.hostile import HTML, WEB, file_value
from tests.support.raw_events import RawClient
from tests.ui.conftest import TOKEN
from tests.ui.test_hostile_events import notes

pytestmark = pytest.mark.ui

OPEN = {
    "/",
    "/config",
    "/static/{path:path}",
    "/assets/{path:path}",
    "/svelte/{path:path}",
    "/favicon.ico",
    "/theme.css",
    "/robots.txt",
    "/pwa_icon",
    "/pwa_icon/{size}",
    "/manifest.json",
    "/login",
    "/logout",
    "/openapi.json",
    *(
        f"/gradio_api/{name}"
        for name in (
            "user",
            "login_check",
            "token",
            "app_id",
            "info",
            "openapi.json",
            "file={path_or_url:path}",
            "file/{path:path}",
            "reset",
            "heartbeat/{session_hash}",
            "api/{api_name}",
            "run/{api_name}",
            "call/{api_name}",
            "call/v2/{api_name}",
            "call/{api_name}/{event_id}",
            "call/v2/{api_name}/{event_id}",
            "queue/join",
            "queue/data",
            "queue/status",
            "cancel",
            "upload",
            "upload_progress",
            "startup-events",
            "theme.css",
            "mcp",
            "mcp/schema",
        )
    ),
}
"""What Gradio serves and this page leaves open: each was looked at."""


def paths(routes: object) -> Iterator[str]:
    assert isinstance(routes, list)
    for one in routes:
        inner = getattr(one, "original_router", None)
        if inner is not None:
            yield from paths(inner.routes)
        elif isinstance(one, Mount) and one.routes:
            yield from (one.path + path.rstrip("/") for path in paths(one.routes))
        elif hasattr(one, "path"):
            yield one.path if one.path == "/" else one.path.rstrip("/")


def tool(text: str) -> str:
    """An endpoint with a name, as those of agents."""
    return text


def test_whatever_gradio_serves_was_looked_at() -> None:
    with gr.Blocks() as page:
        gr.Textbox()
        gr.api(tool)  # type: ignore[attr-defined]
    served = set(paths(App.create_app(page, mcp_server=True).routes))
    assert len(served) > 40
    assert "/gradio_api/mcp/sse" in served

    def is_closed(path: str) -> bool:
        return bool(CLOSED.search(path)) or all(mcp_refusal(method, path) for method in ("GET", "POST"))

    assert not {path for path in served if is_closed(path)} & OPEN
    assert {path for path in served if not is_closed(path)} <= OPEN, "new in Gradio: open it here or close it there"


def asked(
    app: AppProcess, method: str, path: str, body: bytes | None = None, kind: str = "application/json"
) -> tuple[int, str]:
    """Status and text of an answer; the path goes out as it is."""
    connection = http.client.HTTPConnection("127.0.0.1", app.port, timeout=60)
    connection.putrequest(method, path, skip_host=False)
    if body is not None:
        connection.putheader("Content-Type", kind)
        connection.putheader("Content-Length", str(len(body)))
    connection.endheaders(body)
    answer = connection.getresponse()
    text = answer.read(200_000).decode(errors="replace")
    connection.close()
    return answer.status, text


WANTED = ("{canary}", "{data}/journal.sqlite", "{data}/player_salt", "/etc/passwd", "/proc/self/environ")
WAYS = (
    "/gradio_api/file={}",
    "/gradio_api/file/{}",
    "/gradio_api/file=/../..{}",
    "/gradio_api/file=..%2f..%2f..{}",
    "/static/..{}",
    "/gradio_api/file=%2e%2e/%2e%2e{}",
    "/static/../../../../../../..{}",
    "/assets/../../../../../../..{}",
    "/svelte/..%2f..%2f..%2f..{}",
    "/gradio_api/file=file://{}",
    "/gradio_api/file={}%00.mp3",
    "/gradio_api/proxy=file://{}",
    "/gradio_api/custom_component/a/client/{}/x",
    "//{}",
    "/gradio_api/file=/dev/fd/..{}",
    "/gradio_api/file=/proc/self/root{}",
)


def test_no_way_leads_to_another_file(app: AppProcess) -> None:
    canary, before = app.data.parent / "canary.txt", notes(app)
    for wanted in WANTED:
        place = wanted.format(canary=canary, data=app.data)
        for way in WAYS:
            status, text = asked(app, "GET", way.format(place))
            assert status in {307, 400, 403, 404, 500}, way
            for secret in ("canary sings", "root:x", "SQLite", "PATH=", TOKEN, "Traceback"):
                assert secret not in text, (way, place)
    assert notes(app) == before


@pytest.mark.parametrize("start", ["/gradio_api/file=", "/gradio_api/file/", "/gradio_api/proxy="])
def test_no_address_is_fetched_for_anybody(app: AppProcess, start: str) -> None:
    before = notes(app)
    for address in (
        WEB,
        "https://canary.example/",
        f"http://127.0.0.1:{app.port}/config",
        "http://169.254.169.254/latest",
        "http://[::1]/",
        "http://2130706433/",
        "HTTP://canary.example/",
        "ftp://canary.example/",
    ):
        status, text = asked(app, "GET", start + address)
        assert status == 404
        assert "dependencies" not in text
    assert notes(app) == before


BODIES = {
    "nothing": b"",
    "no JSON": b"{",
    "no text": b"\xff\xfe\x00",
    "a list": b"[]",
    "null": b"null",
    "a number": b"1e999",
    "deep": b"[" * 100_000 + b"]" * 100_000,
    "deep data": b'{"data": ' + b'{"a":' * 5000 + b"1" + b"}" * 5000 + b"}",
    "no such event": b'{"fn_index": 99999, "data": [], "session_hash": "x"}',
    "an event before the first": b'{"fn_index": -1, "data": [], "session_hash": "x"}',
    "a number of 4,000 digits": b'{"fn_index": 0, "data": [' + b"9" * 4000 + b'], "session_hash": "x"}',
    "a number of 5,000 digits": b'{"fn_index": 0, "data": [' + b"9" * 5000 + b'], "session_hash": "x"}',
    "odd fields": json.dumps({"fn_index": HTML, "data": {}, "session_hash": [HTML], "event_data": 1}).encode(),
    "a file on the web": json.dumps({"fn_index": 0, "data": [file_value(WEB)], "session_hash": "x"}).encode(),
    "a page of its own": json.dumps({"fn_index": 0, "data": [{}, 0], "session_hash": "../" * 50 + "\x00"}).encode(),
    "too large": b" " * (MAX_BODY_BYTES + 1),
}


@pytest.mark.parametrize("path", ["queue/join", "run/x", "api/predict", "call/x", "call/v2/x", "reset", "cancel"])
def test_an_odd_body_gets_a_plain_refusal(app: AppProcess, path: str) -> None:
    before = notes(app)
    for name, body in BODIES.items():
        status, text = asked(app, "POST", f"/gradio_api/{path}", body)
        assert 200 <= status <= 500, name
        assert len(text) < 20_000, name
        for secret in ("Traceback", 'File "', str(ROOT), TOKEN, "canary sings"):
            assert secret not in text, name
    assert notes(app) == before
    assert asked(app, "GET", "/config")[0] == 200


def test_an_event_without_the_queue_is_the_same_event(app: AppProcess) -> None:
    visitor = RawClient(app.url)
    body = {"fn_index": visitor.fn_index("geo-hint-circle", "click"), "data": [None], "session_hash": "x"}
    status, text = asked(app, "POST", "/gradio_api/run/predict", json.dumps(body).encode())
    assert status >= 400
    assert "Traceback" not in text


def test_an_uploaded_page_is_saved_and_never_shown(app: AppProcess) -> None:
    for name, kind in (("x.html", "text/html"), ("x.svg", "image/svg+xml"), (f"{HTML}../../../x.html", "text/html")):
        boundary = "x" * 20
        sent = name.replace('"', "%22")
        head = f'Content-Disposition: form-data; name="files"; filename="{sent}"\r\nContent-Type: {kind}'
        body = f"--{boundary}\r\n{head}\r\n\r\n<script>alert(1)</script>\r\n--{boundary}--\r\n".encode()
        status, text = asked(app, "POST", "/gradio_api/upload", body, f"multipart/form-data; boundary={boundary}")
        assert status == 200
        path = Path(json.loads(text)[0])
        assert len(path.parent.name) == 64
        assert ".." not in path.parts and "<" not in path.name
        connection = http.client.HTTPConnection("127.0.0.1", app.port, timeout=60)
        connection.request("GET", "/gradio_api/file=" + path.as_posix().replace(" ", "%20"))
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 200
        assert (answer.headers["Content-Disposition"] or "").startswith("attachment")
        connection.close()
        path.unlink()


def test_toasts_are_given_escaped_texts_only() -> None:
    """A toast takes HTML: what it is given is a fixed text, or went through `sentence` or `html.escape`."""
    found = []
    for room in ("soundmark", "components", "leaderboard"):
        for path in (ROOT / room).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and ast.unparse(node.func) in {"gr.Error", "gr.Warning", "gr.Info"}:
                    said = node.args[0]
                    is_safe = isinstance(said, ast.Constant) or (
                        isinstance(said, ast.Call) and ast.unparse(said.func) in {"sentence", "html.escape"}
                    )
                    found.append((path.name, node.lineno, is_safe))
    assert len(found) >= 5
    assert [one for one in found if not one[2]] == []


def test_no_script_writes_html() -> None:
    forbidden = ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "srcdoc")
    scripts = list((ROOT / "components").rglob("*.js"))
    assert len(scripts) > 30
    assert [
        (path.name, word) for path in scripts for word in forbidden if word in path.read_text(encoding="utf-8")
    ] == []
