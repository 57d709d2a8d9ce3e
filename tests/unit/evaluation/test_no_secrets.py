"""A key that an endpoint throws back, in whatever part of an answer, stands in no log, message, ledger or row."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from soundmark.cli import main
from soundmark.evaluation.retry import RetryRules
from tests.support.model_runs import logged
from tests.support.model_server import Answer, ModelServer, model_server
from tests.support.model_talk import KEY
from tests.support.packs import tone

OTHERS = {"HF_TOKEN": "hf_" + "PlantedTokenOfTheHub00", "OWNER_KEY": "planted owner key of forty characters xx"}
HEADERS = {"X-Echo": f"Bearer {KEY}", "WWW-Authenticate": f'Bearer realm="{KEY}"', "Retry-After": KEY, "X-Key": KEY}
SAID = f"The request had the headers {{'authorization': 'Bearer {KEY}', 'x-api-key': '{KEY}'}}; key {KEY} is wrong."
COMPLETION = {
    "id": KEY, "object": "chat.completion", "created": 1, "model": f"model-{KEY}", "provider": KEY,
    "system_fingerprint": KEY, "service_tier": KEY,
    "usage": {"prompt_tokens": KEY, "completion_tokens": 3},
}  # fmt: skip
CHOICE = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "A"}}
ANSWERS = {
    "a sentence with headers": Answer(status=400, body={"error": {"message": SAID, "code": KEY}}, headers=HEADERS),
    "a refused key": Answer(status=401, body={"error": SAID}, headers=HEADERS),
    "a page of a gateway": Answer(status=502, body=f"<html>{SAID}</html>".encode(), headers=HEADERS),
    "no JSON": Answer(body=f'{{"choices": {SAID}'.encode(), headers=HEADERS),
    "a way to another address": Answer(
        status=302, body=SAID.encode(), headers=HEADERS | {"Location": f"http://127.0.0.1:9/{KEY}"}
    ),
    "JSON of another shape": Answer(body={KEY: [SAID], "choices": SAID, "error": SAID}, headers=HEADERS),
    "an error beside an answer": Answer(body=COMPLETION | {"error": {"message": SAID, "type": KEY}, "choices": []}),
    "an answer whose members are odd": Answer(
        body=COMPLETION | {"choices": [CHOICE | {"finish_reason": KEY}], "x": KEY}, headers=HEADERS
    ),
    "an answer that says the key": Answer(
        body=COMPLETION
        | {"choices": [CHOICE | {"message": {"role": "assistant", "content": f"A, {SAID}", "reasoning": SAID}}]}
    ),
    "nothing": Answer(hang_up=True),
}
"""What the endpoint does, by name."""


@pytest.fixture(scope="module")
def server() -> Iterator[ModelServer]:
    with model_server() as started:
        yield started


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, server: ModelServer) -> Path:
    """One question, and a model that answers it at the server."""
    monkeypatch.setattr(RetryRules, "wait_s", lambda *_: 0.0)
    lines = ["[[models]]", 'name = "planted"', 'adapter = "openai"', 'model = "some-model"', 'inputs = ["audio"]']
    lines += [f'endpoint = "{server.address}/v1"', 'key_variable = "PLANTED_KEY"']
    (tmp_path / "models.toml").write_text("\n".join(lines))
    for name, value in {
        **OTHERS, "PLANTED_KEY": KEY, "MODELS_FILE": str(tmp_path / "models.toml"), "DATA_DIR": str(tmp_path / "data")
    }.items():  # fmt: skip
        monkeypatch.setenv(name, value)
    folder = tmp_path / "pack"
    folder.mkdir()
    tone(folder / "clip.wav", 0.2)
    row = {"file_name": "clip.wav", "question": "What is it?", "options": ["a bell", "a dog", "rain"], "answer": "A"}
    (folder / "metadata.jsonl").write_text(json.dumps(row))
    return folder


@pytest.mark.parametrize("name", ANSWERS)
def test_a_key_that_is_thrown_back_stands_nowhere(
    pack: Path, tmp_path: Path, server: ModelServer, name: str,
    capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    server.will(ANSWERS[name])
    with caplog.at_level(logging.INFO):
        main(["evaluate", str(pack), "--model", "planted"])
    assert f"Bearer {KEY}" in str(server.asked[0].headers), "the key was sent, so that it could come back"
    assert len(logged(tmp_path / "data", "choice")) == 1 or name == "a refused key"
    printed = capfd.readouterr()
    told = {"out": printed.out, "err": printed.err, "log": caplog.text}
    for path in (tmp_path / "data").rglob("*"):
        if path.is_file():
            told[path.name] = path.read_bytes().decode("utf-8", "replace")
    assert len(told) >= 5, "neither journal nor ledger was read"
    assert [(place, KEY) for place, text in told.items() if KEY in text] == []
    assert [place for place, text in told.items() for value in OTHERS.values() if value in text] == []
