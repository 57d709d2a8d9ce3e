"""The folders in `spaces/` are what the command writes now, and their cards are what the Hub accepts."""

from __future__ import annotations

import re

import pytest
import yaml
from PIL import Image

from soundmark.deploy.card import CardError, card, gradio_version
from soundmark.deploy.files import own_files
from soundmark.deploy.spaces import SPACES, Space, UnknownSpace, find_space
from soundmark.registry import mode_ids
from soundmark.settings import ROOT

COLOURS = {"red", "yellow", "green", "blue", "indigo", "purple", "pink", "gray"}
"""Those that the Hub's reference of Space cards names."""
each = pytest.mark.parametrize("space", SPACES, ids=lambda space: space.name)


def head_of(text: str) -> dict[str, object]:
    found: dict[str, object] = yaml.safe_load(text.split("---\n")[1])
    return found


@each
def test_the_folder_is_current(space: Space) -> None:
    folder = ROOT / "spaces" / space.name
    for name, content in own_files(space).items():
        assert (folder / name).read_bytes() == content, f"run `python -m scripts.write_spaces`: {name} of {space.name} is old"


def test_there_is_a_space_of_every_mode_and_one_of_all() -> None:
    assert {space.name for space in SPACES} == {"all", *mode_ids()}
    assert all(space.modes == ((space.name,) if space.name != "all" else ()) for space in SPACES)
    assert {folder.name for folder in (ROOT / "spaces").iterdir() if folder.is_dir()} == {one.name for one in SPACES}


@each
def test_a_card_has_what_the_hub_wants(space: Space) -> None:
    head = head_of((ROOT / "spaces" / space.name / "README.md").read_text(encoding="utf-8"))
    pinned = re.search(r"^gradio\[oauth\]==(\S+)$", (ROOT / "requirements.txt").read_text(), re.MULTILINE)
    assert pinned is not None
    assert (head["sdk"], head["sdk_version"]) == ("gradio", pinned[1])
    assert head["python_version"] in ("3.11", "3.12", "3.13"), "a text: as a number 3.10 would be 3.1"
    assert (ROOT / "spaces" / space.name / str(head["app_file"])).is_file()
    assert {head["colorFrom"], head["colorTo"]} <= COLOURS
    assert 0 < len(str(head["short_description"])) <= 60
    assert not str(head["emoji"]).isascii()
    assert head["license"] == "apache-2.0"
    assert head["hf_oauth"] is True
    assert 0 < int(str(head["hf_oauth_expiration_minutes"])) <= 30 * 24 * 60
    tags = head["tags"]
    assert isinstance(tags, list)
    assert len(tags) == len(set(tags)) >= 5
    datasets = head.get("datasets", [])
    assert isinstance(datasets, list)
    assert all(re.fullmatch(r"[\w.-]+/[\w.-]+", name) for name in datasets)


@each
def test_there_is_a_thumbnail_of_the_size_that_is_shared(space: Space) -> None:
    path = ROOT / "spaces" / space.name / "thumbnail.png"
    with Image.open(path) as image:
        assert (image.format, image.size) == ("PNG", (1200, 630))
    assert path.stat().st_size < 100_000


def test_the_thumbnail_has_a_whole_address_once_the_space_has_a_name() -> None:
    requirements = (ROOT / "requirements.txt").read_text()
    named = head_of(card(find_space("geo"), requirements=requirements, repo="maria/places"))
    assert named["thumbnail"] == "https://huggingface.co/spaces/maria/places/resolve/main/thumbnail.png"
    assert "thumbnail" not in head_of(card(find_space("geo"), requirements=requirements))


@pytest.mark.parametrize("text", ["", "gradio>=6\n", "gradio\n", "# gradio==6.31.0\n", "gradio-x==1.0\n"])
def test_a_gradio_that_is_not_pinned_is_named(text: str) -> None:
    with pytest.raises(CardError, match="pins no version of gradio"):
        gradio_version(text)
    assert gradio_version("numpy\ngradio==6.31.0\n") == "6.31.0"


def test_a_space_that_is_not_there_is_named() -> None:
    with pytest.raises(UnknownSpace, match=r"'moon'.*all, geo, tau, globeaudio, savvy, arena"):
        find_space("moon")
