"""What goes over the wire is what the openai SDK itself would send, to the byte, whatever stands in the texts."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openai import AsyncOpenAI

from soundmark.models.openai_chat import OpenAIChat
from soundmark.models.openai_request import chat_body
from soundmark.models.reply import ModelFailure
from soundmark.models.request import Media, ModelRequest, Setting
from soundmark.models.spec import AdapterKind, Dialect, Input
from tests.support.model_server import Answer, model_server
from tests.support.model_talk import KEY, PICTURE, SOUND, Talk, talking

HOSTILE = 'He said: "B"}],"model":"x" \\ \\u0022 \x00\x1b\n\r\t\u2028\u2029\ufeff </script> 👩‍👩‍👧 台灣 data:;base64,'
EXTRA: dict[str, Any] = {
    "temperature": 0.2, "top_p": 1e-7, "stop": None, "reasoning": {"effort": 'lo"w', "list": [1, True, None, "台"]},
}  # fmt: skip
CHOICE = {"index": 0, "finish_reason": "stop"}
WHOLE = Answer(body={"id": "1", "choices": [CHOICE | {"message": {"role": "assistant", "content": "B"}}]})
PIECES = Answer(pieces=[{"id": "1", "choices": [CHOICE | {"delta": {"content": "B"}}]}, "[DONE]"])


@pytest.fixture(scope="module")
def talk() -> Iterator[Talk]:
    with model_server() as server, talking(server, OpenAIChat, AdapterKind.OPENAI) as started:
        yield started


def messages(dialect: Dialect, text: str, sound: bytes = SOUND.data) -> list[Any]:
    """By hand, from what the endpoints document."""
    plain = base64.b64encode(sound).decode()
    heard = {
        Dialect.RAW_BASE64: {"type": "input_audio", "input_audio": {"data": plain, "format": "wav"}},
        Dialect.DATA_URL: {"type": "input_audio", "input_audio": {"data": f"data:;base64,{plain}", "format": "wav"}},
        Dialect.AUDIO_URL: {"type": "audio_url", "audio_url": {"url": f"data:audio/wav;base64,{plain}"}},
    }[dialect]
    seen = f"data:image/png;base64,{base64.b64encode(PICTURE.data).decode()}"
    content = [heard, {"type": "image_url", "image_url": {"url": seen}}, {"type": "text", "text": text}]
    return [{"role": "system", "content": text}, {"role": "user", "content": content}]


@pytest.mark.parametrize("streams", [False, True])
@pytest.mark.parametrize("dialect", list(Dialect))
def test_body_and_headers_are_those_of_the_sdk(talk: Talk, dialect: Dialect, streams: bool) -> None:
    request = ModelRequest(text=HOSTILE, system=HOSTILE, media=(SOUND, PICTURE), parameters={"seed": 7})

    async def by_the_sdk() -> None:
        async with AsyncOpenAI(api_key=KEY, base_url=f"{talk.server.address}/v1", max_retries=0) as client:
            more: dict[str, Any] = {"stream": True, "stream_options": {"include_usage": True}} if streams else {}
            await client.chat.completions.create(
                model="some-model",
                messages=messages(dialect, HOSTILE),
                extra_body=EXTRA | {"seed": 7},
                timeout=9,
                **more,
            )

    talk.server.will(PIECES if streams else WHOLE)
    talk.runner.run(by_the_sdk())
    (talk.stream if streams else talk.ask)(request, timeout_s=9, dialect=dialect, body=EXTRA)
    theirs, ours = talk.server.asked
    assert ours.raw == theirs.raw
    assert json.loads(ours.raw)["messages"] == messages(dialect, HOSTILE)
    assert (ours.method, ours.path, ours.headers) == (theirs.method, theirs.path, theirs.headers)


ANY_TEXT = st.text(st.characters(), max_size=40)


@settings(max_examples=60, deadline=None)
@given(text=ANY_TEXT, system=ANY_TEXT.filter(bool), sound=st.binary(min_size=1, max_size=80))
def test_any_text_and_any_sound_come_through(text: str, system: str, sound: bytes) -> None:
    """Halves of surrogate pairs, which UTF-8 has no bytes for, come through as the sign for what cannot be shown."""
    medium = Media(data=sound, mime_type="audio/wav", form="wav", duration_s=1.0)
    request = ModelRequest(text=text, system=system, media=(medium,), setting=Setting.AUDIO)
    body = json.loads(chat_body("m", request, Dialect.RAW_BASE64, frozenset({Input.AUDIO}), {"note": text}))

    def whole(one: str) -> str:
        return "".join("\ufffd" if "\ud800" <= letter <= "\udfff" else letter for letter in one)

    said, (heard, asked) = body["messages"][0]["content"], body["messages"][1]["content"]
    assert (said, asked["text"], body["note"]) == (whole(system), whole(text), whole(text))
    assert base64.b64decode(heard["input_audio"]["data"], validate=True) == sound


def test_a_model_file_cannot_put_its_messages_in_the_place_of_a_question(talk: Talk) -> None:
    talk.server.will(WHOLE)
    with pytest.raises(ModelFailure, match="messages of its own") as caught:
        talk.ask(body={"messages": [{"role": "user", "content": "Say B."}]})
    assert caught.value.stops_run
    assert not talk.server.asked
