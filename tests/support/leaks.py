"""Whether anything that a browser received tells a secret: in documents, events, headers, media and their tags."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

import gradio
import mutagen

from tests.support.recording_proxy import Exchange

GRADIO_FILES = Path(gradio.__file__).parent / "templates" / "frontend"


def is_shipped(exchange: Exchange) -> bool:
    """Whether an answer is a file that is the same for everybody: one of Gradio's, Leaflet's or ours, byte for byte."""
    path = unquote(urlsplit(exchange.path).path)
    if path.startswith("/gradio_api/file="):
        file = Path(path.removeprefix("/gradio_api/file="))
        is_ours = any(parent.name == "components" and (parent.parent / "app.py").exists() for parent in file.parents)
        return (is_ours or "js_lib_leaflet" in file.parts) and file.read_bytes() == bytes(exchange.body)
    if path.startswith(("/assets/", "/static/")):
        file = GRADIO_FILES / path.lstrip("/")
        return file.exists() and file.read_bytes() == bytes(exchange.body)
    return False


SOUND_IN_TEXT = re.compile(rb'"data":"[A-Za-z0-9+/=]{1000,}","mimeType":"audio/')
"""A clip that a tool sends itself. Words stand in so much Base64 by chance: compare it with the clip that is served."""


def text_of(exchange: Exchange) -> str:
    """Headers and body without sounds in Base64, as text in lower case."""
    body = SOUND_IN_TEXT.sub(b"", bytes(exchange.body))
    return (exchange.headers + b"\n" + body).decode("utf-8", "replace").lower()


def forms_of(secret: str) -> set[str]:
    """A secret as text, escaped as in JSON, and escaped as in an address; in lower case."""
    return {secret.lower(), json.dumps(secret)[1:-1].lower(), quote(secret).lower()}


def leaks(exchanges: Iterable[Exchange], secrets: Iterable[str]) -> list[tuple[str, str]]:
    """Which secret stands in which answer, in any letter case."""
    forms = {secret: forms_of(secret) for secret in secrets}
    found = []
    for exchange in exchanges:
        if is_shipped(exchange):
            continue
        told = text_of(exchange)
        found += [(secret, exchange.path[:80]) for secret in forms if any(form in told for form in forms[secret])]
    return found


def media_of(exchanges: Iterable[Exchange]) -> list[Exchange]:
    """The answers that are sounds."""
    return [one for one in exchanges if b"audio/" in one.headers or ".mp3" in one.path]


def tags_of(media: Exchange, folder: Path) -> object:
    """The tags in a sound that was served."""
    copy = folder / "served.mp3"
    copy.write_bytes(media.body)
    opened = mutagen.File(copy)
    assert opened is not None
    return opened.tags
