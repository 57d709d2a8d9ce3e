"""What is sent of a recording: all of it, or nothing. A missing sound never makes a question without one."""

from __future__ import annotations

import asyncio
import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile
from numpy.typing import NDArray

from soundmark.models.build import build_request, sent_parameters
from soundmark.models.media import read_image, read_sound, request_bytes
from soundmark.models.openai_chat import OpenAIChat
from soundmark.models.prompts import find_prompt
from soundmark.models.reply import ModelFailure
from soundmark.models.request import Media, ModelRequest, Setting
from soundmark.models.spec import AdapterKind, AudioForm, AudioFormat, Input, Limits, ModelSpec
from soundmark.types import ChoiceQuestion, ChoiceTruth, Clip, Question, QuestionId, QuestionKind
from tests.support.model_server import Answer, model_server

PROMPT = find_prompt("globeaudio")
QUESTION: ChoiceQuestion = Question(
    question_id=QuestionId("q"), benchmark="b", revision="r", kind=QuestionKind.CHOICE, prompt="Which?",
    choices=("bus", "tram"), clip=Clip(path=None), truth=ChoiceTruth(choice_index=0),
)  # fmt: skip
RATE_HZ = 44_100


def spec(**changes: Any) -> ModelSpec:
    return ModelSpec(**({"name": "m", "adapter": AdapterKind.OPENAI, "model_id": "x"} | changes))


def tone(seconds: float, *, channels: int = 1, hz: float = 440.0) -> NDArray[np.float32]:
    one = 0.5 * np.sin(2 * np.pi * hz * np.arange(round(seconds * RATE_HZ)) / RATE_HZ)
    return np.repeat(one[:, None], channels, axis=1).astype(np.float32)


@pytest.fixture
def clip(tmp_path: Path) -> Path:
    path = tmp_path / "Taipei_25.03_121.56.wav"
    soundfile.write(path, tone(1.5, channels=2), RATE_HZ)
    return path


def sent(media: Media) -> tuple[NDArray[np.float64], int]:
    samples, rate_hz = soundfile.read(io.BytesIO(media.data), always_2d=True)
    return samples, rate_hz


@pytest.mark.parametrize(
    ("form", "mime_type", "said", "rate_hz", "n_channels"),
    [
        (AudioForm(), "audio/wav", "wav 16000 Hz mono 1.5 s", 16_000, 1),
        (AudioForm(format=AudioFormat.FLAC), "audio/flac", "flac 16000 Hz mono 1.5 s", 16_000, 1),
        (AudioForm(format=AudioFormat.MP3), "audio/mpeg", "mp3 16000 Hz mono 1.5 s", 16_000, 1),
        (AudioForm(sample_rate_hz=None, n_channels=2), "audio/wav", "wav 44100 Hz stereo 1.5 s", 44_100, 2),
        (AudioForm(sample_rate_hz=24_000), "audio/wav", "wav 24000 Hz mono 1.5 s", 24_000, 1),
    ],
)
def test_a_recording_is_sent_whole_in_the_form_that_is_set(
    clip: Path, form: AudioForm, mime_type: str, said: str, rate_hz: int, n_channels: int
) -> None:
    media = read_sound(clip, form, Limits())
    assert (media.mime_type, media.form) == (mime_type, said)
    assert media.duration_s == pytest.approx(1.5, abs=1e-3)
    samples, found_hz = sent(media)
    assert (found_hz, samples.shape[1]) == (rate_hz, n_channels)
    assert len(samples) / rate_hz == pytest.approx(1.5, abs=0.1 if form.format is AudioFormat.MP3 else 1e-3)
    middle = samples[len(samples) // 3 : 2 * len(samples) // 3, 0]
    assert np.sqrt(np.mean(middle**2)) == pytest.approx(0.5 / np.sqrt(2), rel=0.02), "as loud as it was"


def test_the_same_recording_gives_the_same_bytes_without_its_name_and_tags(clip: Path, tmp_path: Path) -> None:
    tagged = tmp_path / "other.flac"
    with soundfile.SoundFile(tagged, "w", RATE_HZ, 2, format="FLAC") as file:
        file.title = "Taipei, 25.03, 121.56"
        file.write(tone(1.5, channels=2))
    first, second = (read_sound(path, AudioForm(), Limits()) for path in (clip, tagged))
    assert b"Taipei" in tagged.read_bytes()
    assert b"Taipei" not in second.data
    assert first.sha256 == read_sound(clip, AudioForm(), Limits()).sha256
    assert "Taipei" not in repr(first)


def test_many_channels_become_their_mean(tmp_path: Path) -> None:
    path = tmp_path / "array.wav"
    samples = np.concatenate([tone(0.5), np.zeros((RATE_HZ // 2, 6), np.float32)], axis=1)
    soundfile.write(path, samples, RATE_HZ)
    mixed, _ = sent(read_sound(path, AudioForm(sample_rate_hz=None), Limits()))
    assert np.abs(mixed).max() == pytest.approx(0.5 / 7, rel=1e-2)


def test_channels_that_cancel_each_other_are_told(tmp_path: Path) -> None:
    path = tmp_path / "antiphase.wav"
    left = tone(0.5)
    soundfile.write(path, np.concatenate([left, -left], axis=1), RATE_HZ, subtype="FLOAT")
    with pytest.raises(ModelFailure, match="cancel each other"):
        read_sound(path, AudioForm(), Limits())
    assert sent(read_sound(path, AudioForm(n_channels=2), Limits()))[0].shape[1] == 2


def bad_clips(folder: Path) -> dict[str, Path | None]:
    empty, text, cut = folder / "empty.wav", folder / "text.mp3", folder / "cut.flac"
    header_only = folder / "header.wav"
    empty.write_bytes(b"")
    text.write_text("<html>not found</html>")
    soundfile.write(cut, tone(1.0), RATE_HZ, format="FLAC")
    cut.write_bytes(cut.read_bytes()[:60])
    soundfile.write(header_only, np.zeros((0, 1), np.float32), RATE_HZ)
    return {
        "not here": None, "missing": folder / "nothing.wav", "empty": empty, "a page": text, "cut": cut,
        "without samples": header_only, "a folder": folder,
    }  # fmt: skip


@pytest.mark.parametrize("name", ["not here", "missing", "empty", "a page", "cut", "without samples", "a folder"])
@pytest.mark.parametrize("adapter", [AdapterKind.OPENAI, AdapterKind.GEMINI, AdapterKind.CASCADE])
def test_a_clip_that_cannot_be_sent_is_a_failure_before_any_request(
    tmp_path: Path, name: str, adapter: AdapterKind
) -> None:
    with pytest.raises(ModelFailure) as caught:
        build_request(spec(adapter=adapter), PROMPT, QUESTION, Setting.AUDIO, clip=bad_clips(tmp_path)[name])
    assert (caught.value.reason, caught.value.is_retryable, caught.value.stops_run) == ("media", False, False)
    assert str(tmp_path) not in str(caught.value)


def test_the_endpoint_hears_of_whole_clips_only(clip: Path, tmp_path: Path) -> None:
    """Good and bad clips in turn: the server gets one request for each good one, each with its sound."""

    async def ask(path: Path | None, address: str) -> str:
        model = spec(endpoint=f"{address}/v1")
        try:
            asking = build_request(model, PROMPT, QUESTION, Setting.AUDIO, clip=path)
        except ModelFailure as failure:
            return failure.reason
        adapter = OpenAIChat(model)
        try:
            return (await adapter.ask(asking.request, timeout_s=10)).text
        finally:
            await adapter.close()

    clips = [clip, *bad_clips(tmp_path).values(), clip]
    with model_server() as server:
        server.will(Answer(body={"choices": [{"message": {"content": "A"}, "finish_reason": "stop"}]}))
        found = [asyncio.run(ask(path, server.address)) for path in clips]
        assert found == ["A", *["media"] * 7, "A"]
        assert len(server.asked) == 2
        for asked in server.asked:
            first, second = asked.json["messages"][0]["content"]
            assert (first["type"], second["type"]) == ("input_audio", "text")


def test_a_recording_beyond_the_limit_is_a_failure_and_not_cut(clip: Path) -> None:
    with pytest.raises(ModelFailure, match=r"longer than 1 s.*never sent a part") as caught:
        read_sound(clip, AudioForm(), Limits(max_audio_s=1.0))
    assert caught.value.reason == "media"
    assert read_sound(clip, AudioForm(), Limits(max_audio_s=1.5)).duration_s == pytest.approx(1.5)


def test_a_request_beyond_the_limit_is_a_failure(clip: Path) -> None:
    # 1.5 s x 16000 Hz x 2 bytes = 48 kB, in base64 64 kB
    with pytest.raises(ModelFailure, match=r"has 0\.1 MB; 0\.06 MB is the model's max_request_mb. Nothing is cut"):
        build_request(spec(limits=Limits(max_request_mb=0.06)), PROMPT, QUESTION, Setting.AUDIO, clip=clip)
    asking = build_request(spec(limits=Limits(max_request_mb=0.07)), PROMPT, QUESTION, Setting.AUDIO, clip=clip)
    size = request_bytes(asking.request.text, asking.request.media)
    assert 64_000 < size < 65_000


def test_the_three_settings(clip: Path) -> None:
    heard = build_request(spec(), PROMPT, QUESTION, Setting.AUDIO, clip=clip).request
    read = build_request(spec(), PROMPT, QUESTION, Setting.TRANSCRIPT, clip=clip, transcript="Mind the gap.").request
    blind = build_request(spec(), PROMPT, QUESTION, Setting.BLIND, clip=clip, transcript="Mind the gap.").request
    assert [len(request.media) for request in (heard, read, blind)] == [1, 0, 0]
    assert read.text == f"Transcript of the audio:\nMind the gap.\n\n{blind.text}"
    assert "Mind the gap" not in blind.text + heard.text
    assert [request.setting for request in (heard, read, blind)] == list(Setting)


@pytest.mark.parametrize("transcript", [None, "", " \n"])
def test_a_missing_transcript_is_a_failure(transcript: str | None) -> None:
    with pytest.raises(ModelFailure) as caught:
        build_request(spec(), PROMPT, QUESTION, Setting.TRANSCRIPT, transcript=transcript)
    assert caught.value.reason == "transcript"


def test_a_text_model_is_not_asked_about_sounds(clip: Path) -> None:
    text_model = spec(inputs=frozenset[Input]())
    with pytest.raises(ModelFailure, match="takes no sound") as caught:
        build_request(text_model, PROMPT, QUESTION, Setting.AUDIO, clip=clip)
    assert caught.value.stops_run
    assert build_request(text_model, PROMPT, QUESTION, Setting.BLIND).request.media == ()


def test_a_request_cannot_say_one_thing_and_hold_another() -> None:
    sound = Media(data=b"x", mime_type="audio/wav", form="wav")
    with pytest.raises(ValueError, match="audio lacks a sound"):
        ModelRequest(text="Which?", setting=Setting.AUDIO)
    for setting in (Setting.BLIND, Setting.TRANSCRIPT):
        with pytest.raises(ValueError, match="has a sound"):
            ModelRequest(text="Which?", setting=setting, media=(sound,))


def test_parameters_of_the_prompt_give_way_to_those_of_the_model() -> None:
    savvy = find_prompt("savvy-letter")
    model = spec(parameters={"temperature": 0.7, "max_tokens": 9}, not_accepted=frozenset({"top_p"}))
    assert sent_parameters(model, savvy) == {"temperature": 0.7, "max_tokens": 9}
    assert sent_parameters(spec(), savvy) == {"temperature": 0, "top_p": 1}


def test_pictures_are_looked_at_before_they_are_sent(tmp_path: Path) -> None:
    from PIL import Image

    good, bad = tmp_path / "good.png", tmp_path / "bad.png"
    Image.new("RGB", (3, 2), (10, 200, 30)).save(good)
    bad.write_bytes(good.read_bytes()[:40])
    media = read_image(good)
    assert (media.mime_type, media.form) == ("image/png", "png 3 x 2")
    with Image.open(io.BytesIO(media.data)) as sent_image:
        assert sent_image.getpixel((2, 1)) == (10, 200, 30)
    for path in (bad, tmp_path / "nothing.png", tmp_path):
        with pytest.raises(ModelFailure) as caught:
            read_image(path)
        assert caught.value.reason == "media"


def test_where_a_picture_was_taken_is_not_sent(tmp_path: Path) -> None:
    from PIL import Image
    from PIL.ExifTags import IFD, Base

    exif = Image.Exif()
    exif[Base.Orientation] = 6  # a quarter turn
    exif[Base.ImageDescription] = "Taipei"
    exif.get_ifd(IFD.GPSInfo)[2] = (25.0, 2.0, 0.0)
    path = tmp_path / "photo.jpg"
    Image.new("RGB", (40, 20)).save(path, exif=exif)
    assert b"Taipei" in path.read_bytes()
    media = read_image(path)
    assert (media.mime_type, media.form) == ("image/jpeg", "jpeg 20 x 40")
    assert b"Taipei" not in media.data
    with Image.open(io.BytesIO(media.data)) as sent_image:
        assert not sent_image.getexif()
