"""A mode's own texts stand beside the page's; English stands in for what a language lacks, and faults are named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from components.texts import LANGUAGES, texts
from components.texts.brought import TextsError, all_texts, brought_texts, texts_head


def folder_with(folder: Path, **languages: object) -> Path:
    folder.mkdir(exist_ok=True)
    for language, content in languages.items():
        text = content if isinstance(content, str) else json.dumps(content)
        (folder / f"{language.replace('_', '-')}.json").write_text(text, encoding="utf-8")
    return folder


def test_english_stands_in(tmp_path: Path) -> None:
    folder = folder_with(tmp_path / "own", en={"own_a": "A", "own_b": "B"}, zh_TW={"own_a": "甲"})
    found = brought_texts(folder)
    assert set(found) == set(LANGUAGES)
    assert (found["zh-TW"], found["ru"]) == ({"own_a": "甲", "own_b": "B"}, {"own_a": "A", "own_b": "B"})
    assert all_texts([folder]).translations["zh-TW"] == {**texts("zh-TW"), **found["zh-TW"]}
    assert texts_head([folder]).startswith(f'<meta name="soundmark-texts" content="gradio_api/file={folder}')


@pytest.mark.parametrize(
    ("languages", "said"),
    [
        ({}, r"en\.json cannot be read"),
        ({"en": "{"}, r"en\.json cannot be read"),
        ({"en": ["own"]}, "must be a JSON object of texts"),
        ({"en": {"own": 1}}, "must be a JSON object of texts"),
        ({"en": {"play": "Go"}}, "the page itself has a text 'play'"),
        ({"en": {"own": "A"}, "ru": {"own_x": "Б"}}, r"ru\.json: 'own_x' is not in en\.json"),
    ],
)
def test_faults_are_named(tmp_path: Path, languages: dict[str, object], said: str) -> None:
    with pytest.raises(TextsError, match=said):
        brought_texts(folder_with(tmp_path / "own", **languages))


def test_two_modes_do_not_share_a_text(tmp_path: Path) -> None:
    folders = [folder_with(tmp_path / name, en={"same": name}) for name in ("one", "two")]
    with pytest.raises(TextsError, match="another mode has a text 'same' too"):
        all_texts(folders)
