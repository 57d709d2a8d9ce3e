"""Files that nobody should be able to do harm with, made here."""

from __future__ import annotations

import gzip
import io
import struct
import wave
import zipfile
import zlib
from collections.abc import Callable

from PIL import Image

SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>fetch("http://203.0.113.1/")</script></svg>'


def jpeg(size: tuple[int, int] = (64, 48)) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", size, "teal").save(file, "JPEG")
    return file.getvalue()


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width: int, height: int, data: bytes = b"", extra: bytes = b"") -> bytes:
    """A PNG that claims a size, whatever it holds."""
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + header + extra + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def huge_jpeg() -> bytes:
    """A real JPEG whose header claims 65,500 x 65,500 pixels."""
    found = jpeg()
    place = found.index(b"\xff\xc0") + 5
    return found[:place] + struct.pack(">HH", 65_500, 65_500) + found[place + 4 :]


def webp(width: int, height: int) -> bytes:
    """A lossless WebP header that claims a size."""
    bits = (width - 1) | (height - 1) << 14
    data = b"\x2f" + struct.pack("<I", bits) + b"\x00" * 10
    body = b"WEBPVP8L" + struct.pack("<I", len(data)) + data + b"\x00" * (len(data) % 2)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def animated(form: str) -> bytes:
    file = io.BytesIO()
    frames = [Image.new("RGB", (64, 64), color) for color in ("red", "blue")]
    frames[0].save(file, form, save_all=True, append_images=frames[1:])
    return file.getvalue()


def wav(n_frames: int, rate_hz: int = 8000, claimed_bytes: int | None = None) -> bytes:
    file = io.BytesIO()
    with wave.open(file, "wb") as made:
        made.setnchannels(1)
        made.setsampwidth(2)
        made.setframerate(rate_hz)
        made.writeframes(b"\x00\x10" * n_frames)
    found = file.getvalue()
    return found if claimed_bytes is None else found[:40] + struct.pack("<I", claimed_bytes) + found[44:]


def flac_bomb() -> bytes:
    """An hour of silence in a few kilobytes."""
    import numpy as np
    import soundfile

    file = io.BytesIO()
    soundfile.write(file, np.zeros(600 * 8000, np.int16), 8000, format="FLAC")
    return file.getvalue()


def poster() -> bytes:
    """A sound picture of 56 million pixels, each of one bit: nothing but a limit stands in its way."""
    file = io.BytesIO()
    Image.new("1", (8000, 7000)).save(file, "PNG")
    return file.getvalue()


def zipped(name: str) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr(name, b"0" * 1_000_000)
    return file.getvalue()


HOSTILE: dict[str, Callable[[], bytes]] = {
    "empty.jpg": lambda: b"",
    "svg_script.svg": lambda: SVG,
    "svg_named.jpg": lambda: b"\xef\xbb\xbf \n" + SVG,
    "svg_after_comment.png": lambda: b"<!-- a picture -->" + SVG,
    "svg_late.jpg": lambda: b"x" * 100 + SVG,
    "page.html": lambda: b"<!DOCTYPE html><script>alert(1)</script>",
    "xxe.xml": lambda: b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
    "png_bomb.png": lambda: png(50_000, 50_000, zlib.compress(b"\x00" * 10_000_000)),
    "png_wide.png": lambda: png(2_000_000, 1, zlib.compress(b"\x00" * 6_000_001)),
    "png_tall.png": lambda: png(1, 2_147_483_647, zlib.compress(b"\x00")),
    "png_poster.png": poster,
    "png_zero.png": lambda: png(0, 0, zlib.compress(b"")),
    "png_tiny.png": lambda: png(1, 1, zlib.compress(b"\x00\x00\x00\x00")),
    "png_no_pixels.png": lambda: png(64, 64, b""),
    "png_bad_pixels.png": lambda: png(64, 64, b"\xff" * 200),
    "png_text_bomb.png": lambda: png(
        64, 64, zlib.compress(b"\x00" * 64 * 193), chunk(b"zTXt", b"k\x00\x00" + zlib.compress(b"0" * 100_000_000, 9))
    ),
    "png_only_signature.png": lambda: b"\x89PNG\r\n\x1a\n",
    "jpeg_huge.jpg": huge_jpeg,
    "jpeg_cut.jpg": lambda: jpeg((600, 600))[:700],
    "jpeg_only_start.jpg": lambda: b"\xff\xd8\xff\xe0",
    "jpeg_noise.jpg": lambda: b"\xff\xd8\xff" + bytes(range(256)) * 40,
    "webp_huge.webp": lambda: webp(16_384, 16_384),
    "webp_broken.webp": lambda: b"RIFF\x10\x00\x00\x00WEBPVP8 \xff\xff\xff\xff",
    "animated.png": lambda: animated("PNG"),
    "animated.webp": lambda: animated("WEBP"),
    "animated.gif": lambda: animated("GIF"),
    "phone.heic": lambda: b"\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic" + b"\x00" * 100,
    "tiff.jpg": lambda: b"II*\x00\x08\x00\x00\x00" + b"\x00" * 100,
    "document.pdf": lambda: b"%PDF-1.7\n" + b"0" * 100,
    "zip_bomb.wav": lambda: zipped("a.wav"),
    "gzip_bomb.mp3": lambda: gzip.compress(b"0" * 10_000_000),
    "program.exe": lambda: b"MZ" + b"\x90" * 1000,
    "program.wav": lambda: b"\x7fELF" + b"\x00" * 1000,
    "playlist.mp3": lambda: b"#EXTM3U\nhttp://169.254.169.254/latest/meta-data/\n/etc/passwd\n",
    "concat.mp3": lambda: b"ffconcat version 1.0\nfile /etc/passwd\n",
    "hls_in_text.wav": lambda: b"\n\n#EXTM3U\nfile:///etc/passwd\n",
    "ten_minutes.flac": flac_bomb,
    "claims_four_gigabytes.wav": lambda: wav(0, claimed_bytes=0xFFFFFFF0),
    "no_frames.wav": lambda: wav(0),
    "blink.wav": lambda: wav(80),
    "text.mp3": lambda: b"Paris, France. " * 50,
    "noise.m4a": lambda: b"\x00\x00\x00\x20ftypM4A " + bytes(range(256)) * 20,
    "zeros.ogg": lambda: b"OggS" + b"\x00" * 2000,
}
"""Each must be refused with a sentence."""

TOLD = {
    **dict.fromkeys(
        ("svg_script.svg", "svg_named.jpg", "svg_after_comment.png", "svg_late.jpg", "xxe.xml"), "SVG, XML"
    ),
    **dict.fromkeys(("png_bomb.png", "png_wide.png", "png_tall.png", "png_poster.png"), "too many pixels"),
    **dict.fromkeys(("jpeg_huge.jpg", "webp_huge.webp"), "too many pixels"),
    **dict.fromkeys(("animated.png", "animated.webp"), "several pictures"),
    "png_tiny.png": "1 x 1 pixels",
    "phone.heic": "HEIC",
    "zip_bomb.wav": "ZIP",
    "playlist.mp3": "M3U",
    "ten_minutes.flac": "longer than 120 s",
    "blink.wav": "0.01 s",
}
"""What the sentence says of those that have a limit or a rule of their own."""

GLUED: dict[str, Callable[[], bytes]] = {
    "jpeg_then_zip.jpg": lambda: jpeg() + zipped("evil.exe"),
    "jpeg_then_page.jpg": lambda: jpeg() + b"<script>alert(1)</script>" + SVG,
    "jpeg_comment_page.jpg": lambda: jpeg()[:2] + b"\xff\xfe\x00\x1b<script>evil()</script>!" + jpeg()[2:],
    "png_text_page.png": lambda: png(
        64, 64, zlib.compress((b"\x00" + b"\x00" * 192) * 64), chunk(b"tEXt", b"Comment\x00<script>evil()</script>")
    ),
    "wav_then_page.wav": lambda: wav(8000) + b"<script>evil()</script>",
}
"""Two files in one: what can be seen or heard is taken, and nothing else of it."""
