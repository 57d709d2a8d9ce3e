"""What somebody brings is decoded within limits, encoded anew, and refused with a sentence when it is neither."""

from __future__ import annotations

import io
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from soundmark.audio import decode
from soundmark.modes.arena.upload import SHOWN_SIDE_PX, ExhibitKind, take
from soundmark.types import SoundmarkError
from tests.conftest import ROOT
from tests.unit.arena.hostile_files import GLUED, HOSTILE, TOLD, jpeg

CASES = ROOT / "tests" / "data" / "cases"
S07_FORBIDDEN = (b"Dihua", b"Taipei", b"25.05", b"121.50", b"Taiwan", b"Exif", b"GPS")


def at(folder: Path, name: str, content: bytes) -> Path:
    path = folder / name
    path.write_bytes(content)
    return path


def pixels_of(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("RGB")


def test_there_are_thirty_of_them() -> None:
    assert len(HOSTILE) >= 30


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_gets_a_sentence(tmp_path: Path, name: str) -> None:
    path = at(tmp_path, name, HOSTILE[name]())
    start_s = time.process_time()
    with pytest.raises(SoundmarkError) as refusal:
        take(path)
    said = str(refusal.value)
    assert said.endswith(".")
    assert len(said) > 25
    assert TOLD.get(name, "") in said
    assert str(tmp_path) not in said
    assert "<" not in said
    assert time.process_time() - start_s < 5, "a limit was found out too late"


@pytest.mark.parametrize("name", GLUED)
def test_of_two_files_in_one_only_what_is_seen_or_heard_is_left(tmp_path: Path, name: str) -> None:
    content = GLUED[name]()
    assert b"script" in content or b"evil" in content
    kept = take(at(tmp_path, name, content)).data
    for piece in (b"script", b"evil", b"PK\x03\x04", b"svg"):
        assert piece not in kept


@pytest.mark.parametrize(
    "name",
    ["s07_exif_gps.jpg", "s07_id3_location.mp3", "s07_m4a_location.m4a", "s07_riff_info_location.wav"],
)
def test_s07_no_place_survives(tmp_path: Path, name: str) -> None:
    exhibit = take(CASES / name)
    assert [word for word in S07_FORBIDDEN if word in exhibit.data] == []
    if exhibit.kind is ExhibitKind.PHOTO:
        assert not pixels_of(exhibit.data).getexif()
        assert exhibit.size_px == pixels_of(exhibit.data).size
    else:
        copy = at(tmp_path, "copy.mp3", exhibit.data)
        assert decode(copy).duration_s == pytest.approx(decode(CASES / name).duration_s, abs=0.1)


def test_a_photo_is_upright_and_no_larger_than_is_shown(tmp_path: Path) -> None:
    image = Image.new("RGB", (4000, 2000), "blue")
    image.paste("red", (0, 0, 2000, 2000))
    exif = Image.Exif()
    exif[0x0112] = 6  # the camera was held upright: turn by 90 degrees to the right
    image.save(tmp_path / "a.jpg", exif=exif)
    exhibit = take(tmp_path / "a.jpg")
    assert exhibit.size_px == (SHOWN_SIDE_PX // 2, SHOWN_SIDE_PX)
    shown = pixels_of(exhibit.data)
    top, bottom = shown.getpixel((400, 200)), shown.getpixel((400, 1400))
    assert isinstance(top, tuple) and isinstance(bottom, tuple)
    assert top[0] > 200 > bottom[0]
    assert bottom[2] > 200 > top[2]


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "L", "LA", "P", "CMYK", "1", "I;16", "I", "F"])
@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP"])
def test_every_kind_of_picture_becomes_a_plain_one(tmp_path: Path, mode: str, form: str) -> None:
    image = Image.new(mode, (64, 48))
    try:
        image.save(tmp_path / "a", form)
    except (OSError, ValueError):
        pytest.skip("there is no such file")
    shown = take(tmp_path / "a")
    assert (shown.kind, shown.size_px) == (ExhibitKind.PHOTO, (64, 48))


def test_what_is_seen_through_is_white(tmp_path: Path) -> None:
    Image.new("RGBA", (64, 64), (255, 0, 0, 0)).save(tmp_path / "a.png")
    assert pixels_of(take(tmp_path / "a.png").data).getpixel((30, 30)) == (255, 255, 255)


@given(place=st.integers(0, 700), sign=st.integers(0, 255), cut=st.integers(1, 800))
def test_a_damaged_photo_is_taken_or_gets_a_sentence(
    tmp_path_factory: pytest.TempPathFactory, place: int, sign: int, cut: int
) -> None:
    content = bytearray(jpeg())
    content[place % len(content)] = sign
    path = at(tmp_path_factory.getbasetemp(), "damaged.jpg", bytes(content[:cut]))
    try:
        assert take(path).data.startswith(b"\xff\xd8\xff")
    except SoundmarkError as refusal:
        assert str(refusal).endswith(".")
