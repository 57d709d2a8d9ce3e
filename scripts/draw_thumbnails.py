"""Draws what is shown where a Space's address is shared: `spaces/<name>/thumbnail.png`, 1200 by 630 pixels."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from soundmark.deploy.card import THUMBNAIL
from soundmark.deploy.spaces import SPACES, Space
from soundmark.settings import ROOT

SIZE_PX = (1200, 630)
SCALE = 2
"""Drawn larger and made smaller, for smooth edges."""
SEA, LAND, INK, SOFT, PIN = "#dce9f0", "#f4f0e6", "#1b2733", "#4a5d6e", "#d55e00"
BARS = (0.25, 0.55, 0.85, 0.45, 0.7, 1.0, 0.6, 0.35, 0.8, 0.5, 0.3, 0.65, 0.9, 0.4, 0.2)


def main() -> None:
    """Draw them all."""
    for space in SPACES:
        draw(space, ROOT / "spaces" / space.name / THUMBNAIL)


def draw(space: Space, path: Path) -> None:
    """Draw the picture of one Space."""
    image = Image.new("RGB", (SIZE_PX[0] * SCALE, SIZE_PX[1] * SCALE), LAND)
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 430 * SCALE, *image.size), fill=SEA)
    _pin(pen, 150, 190)
    for number, height in enumerate(BARS):
        x, half = 90 + number * 72, height * 62
        pen.rounded_rectangle(_scaled(x, 530 - half, x + 26, 530 + half), radius=13 * SCALE, fill=SOFT)
    _text(pen, (270, 118), space.title, 76, INK)
    for line, words in enumerate(_lines(space.short_description, 40)):
        _text(pen, (272, 222 + line * 56), words, 42, SOFT)
    image.resize(SIZE_PX, Image.Resampling.LANCZOS).quantize(64).save(path, optimize=True)


def _pin(pen: ImageDraw.ImageDraw, x: float, y: float) -> None:
    radius = 72
    pen.polygon([_point(x - 66, y + 30), _point(x, y + 150), _point(x + 66, y + 30)], fill=PIN)
    pen.ellipse(_scaled(x - radius, y - radius, x + radius, y + radius), fill=PIN)
    for shift, half in ((-36, 14), (-12, 34), (12, 44), (36, 20)):
        box = _scaled(x + shift - 7, y - half, x + shift + 7, y + half)
        pen.rounded_rectangle(box, radius=7 * SCALE, fill="white")


def _text(pen: ImageDraw.ImageDraw, at: tuple[float, float], words: str, size_px: int, colour: str) -> None:
    pen.text(_point(*at), words, font=ImageFont.load_default(size_px * SCALE), fill=colour)


def _lines(words: str, most: int) -> list[str]:
    lines = [""]
    for word in words.split():
        whole = f"{lines[-1]} {word}".strip()
        lines[-1:] = [whole] if len(whole) <= most else [lines[-1], word]
    return lines


def _point(x: float, y: float) -> tuple[float, float]:
    return x * SCALE, y * SCALE


def _scaled(left: float, top: float, right: float, bottom: float) -> tuple[float, float, float, float]:
    return left * SCALE, top * SCALE, right * SCALE, bottom * SCALE


if __name__ == "__main__":
    main()
