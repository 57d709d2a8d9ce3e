"""What somebody brings to the arena: a recording or a photo, decoded within limits and encoded anew.

Nothing but samples or pixels survives: EXIF, tags, names, thumbnails, and whatever was glued to the file are gone
before anything is kept, shown or sent.
"""

from __future__ import annotations

import hashlib
import io
import struct
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING
from zlib import error as ZlibError

from soundmark.audio import AudioError, decode, waveform_peaks
from soundmark.audio.encode import encode_mp3
from soundmark.modes.arena import refusals

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_PHOTO_BYTES = 25_000_000
MAX_PHOTO_PIXELS = 50_000_000
MAX_PHOTO_SIDE_PX = 16_000
MIN_PHOTO_SIDE_PX = 32
SHOWN_SIDE_PX = 1600
JPEG_QUALITY = 88
MAX_SOUND_BYTES = 100_000_000
MAX_SOUND_S = 120.0
MIN_SOUND_S = 0.2

OTHER_FILES = (
    (b"GIF8", "GIF"),
    (b"BM", "BMP"),
    (b"II*\x00", "TIFF"),
    (b"MM\x00*", "TIFF"),
    (b"8BPS", "Photoshop"),
    (b"%PDF", "PDF"),
    (b"PK\x03\x04", "ZIP, DOCX, ..."),
    (b"\x1f\x8b", "GZIP"),
    (b"Rar!", "RAR"),
    (b"7z\xbc\xaf", "7-Zip"),
    (b"MZ", "EXE"),
    (b"\x7fELF", "ELF"),
    (b"#EXTM3U", "M3U"),
    (b"\x00\x00\x01\x00", "ICO"),
)
"""What files that are neither begin with, and what they are called."""
PHONE_PHOTOS = frozenset({b"heic", b"heix", b"heim", b"hevc", b"mif1", b"msf1", b"avif", b"avis"})
MARKUP = (b"<svg", b"<?xml", b"<!doctype", b"<html", b"<script", b"<!--")


class ExhibitKind(StrEnum):
    """What a battle is about."""

    SOUND = "sound"
    PHOTO = "photo"


@dataclass(frozen=True, slots=True, kw_only=True)
class Exhibit:
    """A recording or photo as it is kept, shown and sent.

    Attributes:
        kind: sound or photo.
        data: an MP3 or JPEG file without tags.
        duration_s: of a sound, in seconds.
        waveform: of a sound: heights from 0 to 1 for drawing it.
        size_px: width and height of a photo.
    """

    kind: ExhibitKind
    data: bytes = field(repr=False)
    duration_s: float | None = None
    waveform: tuple[float, ...] = ()
    size_px: tuple[int, int] | None = None

    @property
    def suffix(self) -> str:
        """Of its file."""
        return "mp3" if self.kind is ExhibitKind.SOUND else "jpg"

    @property
    def sha256(self) -> str:
        """Hex digest of the bytes."""
        return hashlib.sha256(self.data).hexdigest()


def take(path: Path) -> Exhibit:
    """What an uploaded file shows or plays, encoded anew.

    Raises:
        UploadError: when it is neither photo nor recording, cannot be decoded, or is beyond a limit.
    """
    try:
        n_bytes = path.stat().st_size
        with path.open("rb") as file:
            head = file.read(512)
    except OSError as error:
        raise refusals.not_whole() from error
    if not head:
        raise refusals.empty()
    _refuse_others(head)
    return _photo(path, n_bytes) if _is_photo(head) else _sound(path, n_bytes)


def _refuse_others(head: bytes) -> None:
    text = head.lstrip(b"\xef\xbb\xbf \t\r\n\x00").lower()
    if text.startswith(MARKUP) or b"<svg" in head.lower():
        raise refusals.other_kind("SVG, XML, HTML")
    if head[4:8] == b"ftyp" and head[8:12] in PHONE_PHOTOS:
        raise refusals.phone_photo()
    for start, what in OTHER_FILES:
        if head.startswith(start):
            raise refusals.other_kind(what)


def _is_photo(head: bytes) -> bool:
    return head.startswith((b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n")) or (head[:4] == b"RIFF" and head[8:12] == b"WEBP")


def _sound(path: Path, n_bytes: int) -> Exhibit:
    if n_bytes > MAX_SOUND_BYTES:
        raise refusals.too_large(n_bytes, MAX_SOUND_BYTES)
    try:
        sound = decode(path, max_duration_s=MAX_SOUND_S)
    except AudioError as error:
        raise refusals.of_sound(error, MAX_SOUND_S) from error
    if sound.duration_s < MIN_SOUND_S:
        raise refusals.too_short(sound.duration_s, MIN_SOUND_S)
    return Exhibit(
        kind=ExhibitKind.SOUND,
        data=encode_mp3(sound),
        duration_s=sound.duration_s,
        waveform=tuple(float(peak) for peak in waveform_peaks(sound)),
    )


def _photo(path: Path, n_bytes: int) -> Exhibit:
    from PIL import Image

    if n_bytes > MAX_PHOTO_BYTES:
        raise refusals.too_large(n_bytes, MAX_PHOTO_BYTES)
    try:
        with Image.open(path, formats=("JPEG", "PNG", "WEBP")) as opened:
            _check_size(opened)
            pixels = _pixels(opened)
    except Image.DecompressionBombError as error:
        raise refusals.too_many_pixels(MAX_PHOTO_PIXELS, MAX_PHOTO_SIDE_PX) from error
    # All of these are how Pillow says that a file is damaged.
    except (OSError, ValueError, SyntaxError, EOFError, IndexError, struct.error, ZlibError) as error:
        raise refusals.broken_photo() from error
    encoded = io.BytesIO()
    pixels.save(encoded, "JPEG", quality=JPEG_QUALITY, optimize=True)
    return Exhibit(kind=ExhibitKind.PHOTO, data=encoded.getvalue(), size_px=pixels.size)


def _check_size(image: Image) -> None:
    """Nothing is decoded before this: a small file may claim any size."""
    width, height = image.size
    if width * height > MAX_PHOTO_PIXELS or max(width, height) > MAX_PHOTO_SIDE_PX:
        raise refusals.too_many_pixels(MAX_PHOTO_PIXELS, MAX_PHOTO_SIDE_PX)
    if min(width, height) < MIN_PHOTO_SIDE_PX:
        raise refusals.too_few_pixels(width, height, MIN_PHOTO_SIDE_PX)
    if getattr(image, "is_animated", False):
        raise refusals.several_pictures()


def _pixels(image: Image) -> Image:
    """The pixels alone, upright, in RGB on white, and no larger than a page shows."""
    from PIL import Image as Images
    from PIL import ImageOps

    enough = (2 * SHOWN_SIDE_PX, 2 * SHOWN_SIDE_PX)
    image.draft("RGB", enough)  # a JPEG is decoded at a fraction of its size
    image.thumbnail(enough)  # before anything that takes memory for each pixel
    upright = ImageOps.exif_transpose(image)
    if upright.mode.startswith(("I", "F")):  # 16 bits and more: Pillow would clip instead of scaling
        upright = upright.point(lambda value: value / 256).convert("L")
    if "A" in upright.getbands() or "transparency" in upright.info:
        over = upright.convert("RGBA")
        upright = Images.alpha_composite(Images.new("RGBA", over.size, "white"), over)
    found = upright.convert("RGB")
    found.thumbnail((SHOWN_SIDE_PX, SHOWN_SIDE_PX))
    bare = Images.new("RGB", found.size)
    bare.paste(found)  # without what the file said of itself
    return bare
