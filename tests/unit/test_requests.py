"""What no page of ours sends does not reach Gradio: addresses, large bodies, files of other hosts, half characters."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.types import Message, Receive, Scope, Send

from components.requests import MAX_BODY_BYTES, GuardedRequests, names_web_file, with_whole_characters
from tests.support.hostile import file_value

EVENT = "/gradio_api/queue/join"
LET_IN = 299


def sent(
    path: str = EVENT, parts: Sequence[bytes] = (b"{}",), method: str = "POST", length: bytes | None = None
) -> tuple[int, bytes]:
    """The status of a request's answer, and the body that the app behind got."""
    answers: list[Message] = []
    waiting = [{"type": "http.request", "body": part, "more_body": True} for part in parts]
    waiting.append({"type": "http.request", "body": b"", "more_body": False})
    got = bytearray()

    async def behind(scope: Scope, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            got.extend(message["body"])
            if not message["more_body"]:
                break
        await send({"type": "http.response.start", "status": LET_IN, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def receive() -> Message:
        return waiting.pop(0)

    async def send(message: Message) -> None:
        answers.append(message)

    headers = [] if length is None else [(b"content-length", length)]
    scope = {"type": "http", "method": method, "path": path, "headers": headers, "root_path": ""}
    asyncio.run(GuardedRequests(behind)(scope, receive, send))
    return int(answers[0]["status"]), bytes(got)


@pytest.mark.parametrize(
    "path",
    [
        "/gradio_api/file=http://canary.example/x",
        "/gradio_api/file=https://canary.example/x",
        "/gradio_api/file/HTTP:/x",
        "/gradio_api/file=ftp://x/y",
        "/x/gradio_api/file=http://127.0.0.1/",
        "/gradio_api/file=file:///etc/passwd",
        "/gradio_api/proxy=http://canary.example/",
        "/monitoring",
        "/monitoring/summary",
        "/gradio_api/deep_link",
        "/gradio_api/process_recording",
        "/gradio_api/custom_component/a/client/b/c",
        "/gradio_api/component_server",
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_what_the_page_has_no_use_for_is_not_there(path: str, method: str) -> None:
    assert sent(path, method=method)[0] == 404


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/config",
        "/gradio_api/file=/srv/data/published/a.mp3",
        "/gradio_api/file=C:/data/published/a.mp3",
        "/gradio_api/queue/data",
        "/theme.css",
        "/gradio_api/heartbeat/abc",
    ],
)
def test_what_the_page_uses_is_let_through(path: str) -> None:
    assert sent(path, method="GET")[0] == LET_IN


def test_a_body_that_is_too_large_is_not_read_to_its_end() -> None:
    assert sent(length=str(MAX_BODY_BYTES + 1).encode())[0] == 413
    assert sent(length=b"9" * 40)[0] == 413
    assert sent(length=b"-1")[0] == 413
    assert sent(parts=[b" " * 400_000] * 3)[0] == 413  # whatever it said of its length
    assert sent(parts=[b" " * 400_000] * 2) == (LET_IN, b" " * 800_000)


def test_an_upload_is_left_to_its_own_door() -> None:
    assert sent("/gradio_api/upload", parts=[b" " * 400_000] * 3)[0] == LET_IN


@pytest.mark.parametrize(
    "path", ["http://canary.example/x", "https://canary.example", "HTTPS://x/y", " http://x/y", "//x/y"]
)
def test_no_file_of_another_host_is_fetched(path: str) -> None:
    for data in ([file_value(path)], [[{"a": file_value(path)}]], {"b": [file_value(path)]}):
        body = json.dumps({"data": data}).encode()
        assert sent(parts=[body])[0] == 400
        spelt = body.replace(b"FileData", rb"\u0046ile\u0044ata").replace(b"http", rb"\u0068ttp")
        assert json.loads(spelt) == json.loads(body)
        assert sent(parts=[spelt])[0] == 400


def test_an_upload_of_ones_own_is_no_file_of_another_host() -> None:
    own = file_value("/tmp/gradio/abc/x.wav") | {"url": "http://127.0.0.1:7860/gradio_api/file=/tmp/gradio/abc/x.wav"}
    assert not names_web_file(json.dumps({"data": [own]}).encode())


def test_what_is_no_json_is_left_to_whoever_reads_it() -> None:
    for body in (b"", b"{", b"\xff FileData", b"[" * 100_000 + b"FileData"):
        assert sent(parts=[body]) == (LET_IN, body)


JSON_TEXTS = st.text(st.characters(codec=None, categories=["L", "Cs", "Cc", "Po", "So"]), max_size=30)


@given(st.dictionaries(JSON_TEXTS, JSON_TEXTS, max_size=3))
def test_half_a_character_is_replaced_and_everything_else_stays(value: dict[str, str]) -> None:
    body = json.dumps(value).encode()
    mended = with_whole_characters(body)
    assert len(mended) == len(body)
    found = json.loads(mended)
    json.dumps(found, ensure_ascii=False).encode()  # which fails with half a character in it

    def whole(text: str) -> str:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")

    assert found == {whole(name): whole(text) for name, text in value.items()}


def test_a_written_backslash_is_no_escape() -> None:
    for body in (rb'{"a": "\\ud83d"}', rb'{"a": "\ud83d\ude00"}', rb'{"a": "\\\\uD83D \u00e9 \n"}'):
        assert with_whole_characters(body) == body
    assert with_whole_characters(rb'{"a": "\\\ud83d"}') == rb'{"a": "\\\ufffd"}'
