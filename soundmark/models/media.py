"""From a file on this machine to what is sent. What cannot be sent whole is a failure; nothing is cut or left away."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

from soundmark.audio.decode import decode, open_regular
from soundmark.audio.encode import encode_mp3, playable_rate_hz
from soundmark.audio.encode_pcm import as_sent, encode_pcm
from soundmark.audio.errors import AudioError, AudioReason, shown
from soundmark.models.reply import ModelFailure
from soundmark.models.request import Media
from soundmark.models.spec import AudioForm, AudioFormat, Limits

if TYPE_CHECKING:
    from PIL.Image import Image

    from soundmark.audio.sound import Sound

MAX_SOUND_S = 3_600.0
MAX_IMAGE_BYTES = 20_000_000
MAX_IMAGE_PIXELS = 50_000_000
_MIME = {AudioFormat.WAV: "audio/wav", AudioFormat.FLAC: "audio/flac", AudioFormat.MP3: "audio/mpeg"}
_IMAGE_FORMATS = {"PNG": "PNG", "JPEG": "JPEG", "WEBP": "PNG"}
"""As they come -> as they are sent."""


def read_sound(path: Path | None, form: AudioForm, limits: Limits) -> Media:
    """A recording in the form in which a model takes it.

    It is always decoded and encoded anew: what cannot be decoded is found before anything is sent, and tags, in which
    published recordings name their places, stay here.

    Args:
        path: of the file; None when the clip is not on this machine.
        form: format, sample rate and channels.
        limits: of the model.

    Raises:
        ModelFailure: with the reason `media`, whenever the whole recording cannot be sent.
    """
    if path is None:
        raise _failure("The recording of this question is not on this machine. Fetch the benchmark's recordings first.")
    try:
        sound = decode(path, max_duration_s=limits.max_audio_s or MAX_SOUND_S)
        if form.format is AudioFormat.MP3 and form.sample_rate_hz is None:
            form = AudioForm(format=form.format, sample_rate_hz=playable_rate_hz(sound.sample_rate_hz))
        changed = as_sent(sound, sample_rate_hz=form.sample_rate_hz, n_channels=form.n_channels)
    except AudioError as error:
        advice = " A model is never sent a part of it." if error.reason is AudioReason.TOO_LONG else ""
        raise _failure(f"{error}{advice}") from None
    channels = "mono" if changed.n_channels == 1 else "stereo"
    return Media(
        data=_encoded(changed, form.format),
        mime_type=_MIME[form.format],
        form=f"{form.format} {changed.sample_rate_hz} Hz {channels} {changed.duration_s:.1f} s",
        duration_s=changed.duration_s,
    )


def read_image(path: Path) -> Media:
    """A picture in its own size, encoded anew: its metadata, in which cameras write where they are, stay here.

    Raises:
        ModelFailure: with the reason `media`, when it is no picture, or one too large.
    """
    from PIL import Image

    name = shown(path.name)
    try:
        with open_regular(path, name, max_bytes=MAX_IMAGE_BYTES) as file:
            data = file.read()
        with Image.open(io.BytesIO(data), formats=list(_IMAGE_FORMATS)) as image:
            if image.width * image.height > MAX_IMAGE_PIXELS:
                raise _failure(f"{name} has more than {MAX_IMAGE_PIXELS // 10**6} million pixels. Scale it down.")
            bare, image_format = _bare(image), _IMAGE_FORMATS[str(image.format)]
    except AudioError as error:
        raise _failure(str(error)) from None
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        # What Pillow raises for pictures that are none, or broken.
        raise _failure(f"{name} is no picture that can be opened. Use PNG, JPEG or WebP.") from None
    encoded = io.BytesIO()
    bare.save(encoded, format=image_format, quality=95)
    return Media(
        data=encoded.getvalue(),
        mime_type=f"image/{image_format.lower()}",
        form=f"{image_format.lower()} {bare.width} x {bare.height}",
    )


def _bare(image: Image) -> Image:
    """The pixels of a picture, turned upright, and nothing else of it."""
    from PIL import Image, ImageOps

    upright = ImageOps.exif_transpose(image).convert("RGB")
    bare = Image.new("RGB", upright.size)
    bare.paste(upright)
    return bare


def request_bytes(text: str, media: tuple[Media, ...]) -> int:
    """About how large a request is when it is sent, its media in base64 (RFC 4648: 4 bytes for 3)."""
    return len(text.encode("utf-8", "replace")) + sum(-(-len(one.data) // 3) * 4 for one in media)


def _encoded(sound: Sound, audio_format: AudioFormat) -> bytes:
    if audio_format is AudioFormat.MP3:
        return encode_mp3(sound)
    return encode_pcm(sound, "WAV" if audio_format is AudioFormat.WAV else "FLAC")


def _failure(text: str) -> ModelFailure:
    return ModelFailure(text, reason="media")
