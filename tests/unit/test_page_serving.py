"""What is spared between Gradio and a visitor: the page is made once, and a full queue says what to do."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence

import pytest
from starlette.types import Message, Receive, Scope, Send

from components.full_queue import FullQueue
from components.kept_documents import MAX_KEPT, KeptDocuments
from components.texts import LANGUAGES, best_language, texts

Header = tuple[bytes, bytes]
HOST: Header = (b"host", b"a.example")


class Behind:
    """The app behind: says which request this is and what of it came through."""

    def __init__(self, status: int = 200, extra: Sequence[Header] = ()) -> None:
        self.status, self.extra, self.count = status, list(extra), 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.count += 1
        number, query = self.count, scope["query_string"]
        await asyncio.sleep(0)
        await send({"type": "http.response.start", "status": self.status, "headers": [*self.extra]})
        await send({"type": "http.response.body", "body": b"%d " % number, "more_body": True})
        await send({"type": "http.response.body", "body": query})


async def got(
    app: KeptDocuments | FullQueue, path: str = "/", headers: Sequence[Header] = (HOST,), **more: object
) -> tuple[int, bytes, list[Header]]:
    """Status, body and headers of an answer."""
    messages: list[Message] = []

    async def send(message: Message) -> None:
        messages.append(message)
        if message["type"] == "http.response.start":
            message["headers"].append((b"x-added", b"by a middleware outside"))

    async def receive() -> Message:
        return {"type": "http.request", "body": b""}

    scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "scheme": "http", "root_path": ""}
    await app(scope | {"headers": list(headers)} | more, receive, send)
    head, *parts = messages
    return head["status"], b"".join(part.get("body", b"") for part in parts), head["headers"]


def bodies(app: KeptDocuments, *requests: Mapping[str, object]) -> list[bytes]:
    """Of requests one after the other."""

    async def all_of_them() -> list[bytes]:
        return [(await got(app, **request))[1] for request in requests]  # type: ignore[arg-type]

    return asyncio.run(all_of_them())


def test_the_page_is_made_once_and_the_query_stays_with_the_browser() -> None:
    behind = Behind()
    assert bodies(KeptDocuments(behind), {}, {"query_string": b"deep_link=x"}, {}) == [b"1 "] * 3
    assert behind.count == 1


def test_many_at_once_after_a_restart_have_it_made_once() -> None:
    async def crowd() -> list[bytes]:
        app = KeptDocuments(behind)
        return [body for _, body, _ in await asyncio.gather(*(got(app) for _ in range(20)))]

    behind = Behind()
    assert asyncio.run(crowd()) == [b"1 "] * 20


@pytest.mark.parametrize(
    "other",
    [
        {"headers": [(b"host", b"b.example")]},
        {"headers": [HOST, (b"x-forwarded-host", b"b.example")]},
        {"headers": [HOST, (b"x-forwarded-proto", b"https")]},
        {"headers": [HOST, (b"x-gradio-server", b"http://b.example")]},
        {"headers": [HOST, (b"accept-encoding", b"br, gzip")]},
        {"scheme": "https"},
        {"root_path": "/app", "path": "/app/"},
        {"path": "/config"},
    ],
)
def test_another_address_has_a_document_of_its_own(other: dict[str, object]) -> None:
    assert bodies(KeptDocuments(Behind()), {}, other, {}, other) == [b"1 ", b"2 ", b"1 ", b"2 "]


def test_two_headers_are_not_one_that_is_written_alike() -> None:
    split = {"headers": [(b"host", b"a"), (b"x-forwarded-host", b"b")]}
    assert len(set(bodies(KeptDocuments(Behind()), split, {"headers": [(b"host", b"a\nb")]}))) == 2


@pytest.mark.parametrize(
    ("behind", "request_"),
    [
        (Behind(status=500), {}),
        (Behind(extra=[(b"set-cookie", b"a=b")]), {}),
        (Behind(), {"method": "HEAD"}),
        (Behind(), {"path": "/gradio_api/info"}),
    ],
)
def test_whatever_is_not_the_same_for_all_is_not_kept(behind: Behind, request_: dict[str, object]) -> None:
    assert bodies(KeptDocuments(behind), request_, request_) == [b"1 ", b"2 "]


def test_claimed_addresses_do_not_fill_the_memory() -> None:
    app = KeptDocuments(Behind())
    bodies(app, *({"headers": [(b"host", b"%d.example" % number)]} for number in range(3 * MAX_KEPT)))
    assert len(app._kept) == MAX_KEPT


def test_what_is_written_into_an_answers_headers_is_not_kept() -> None:
    async def twice() -> list[Header]:
        app = KeptDocuments(Behind())
        await got(app)
        return (await got(app))[2]

    assert asyncio.run(twice()) == [(b"x-added", b"by a middleware outside")]


JOIN = "/gradio_api/queue/join"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_full_queue_says_what_to_do_in_the_readers_language(language: str) -> None:
    app = FullQueue(Behind(status=503))
    status, body, _ = asyncio.run(got(app, JOIN, [(b"accept-language", f"{language},en;q=0.5".encode())]))
    assert (status, json.loads(body)["detail"]) == (429, texts(language)["too_many_at_once"])


@pytest.mark.parametrize("header", [b"", b"xx", b"\xff\xfe", b"," * 5000, b"en;q=" + b"9" * 9000])
def test_an_odd_language_is_english(header: bytes) -> None:
    _, body, _ = asyncio.run(got(FullQueue(Behind(status=503)), JOIN, [(b"accept-language", header)]))
    assert json.loads(body)["detail"] == texts("en")["too_many_at_once"]


@pytest.mark.parametrize(("path", "status"), [(JOIN, 200), (JOIN, 422), ("/", 503)])
def test_all_else_passes_as_it_is(path: str, status: int) -> None:
    assert asyncio.run(got(FullQueue(Behind(status=status)), path))[:2] == (status, b"1 ")


@pytest.mark.parametrize(
    ("wanted", "language"),
    [
        (["zh-Hant-HK"], "zh-TW"),
        (["zh"], "zh-CN"),
        (["zh-SG"], "zh-CN"),
        (["fr", "ru-RU"], "ru"),
        (["EN-gb", "ru"], "en"),
        (["bn-IN"], "bn"),
        ([], "en"),
    ],
)
def test_languages_are_chosen_as_the_pages_script_does(wanted: list[str], language: str) -> None:
    assert best_language(wanted) == language
