"""Texts that a part of the page brings along in a folder of its own: one JSON file a language, as those beside this."""

from __future__ import annotations

import html
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import gradio as gr

from components.static_files import file_url, serve
from components.texts import LANGUAGES, texts
from soundmark.types import SoundmarkError

META = "soundmark-texts"
"""Name of the head elements that tell the page's script where such folders are."""


class TextsError(SoundmarkError):
    """Texts that cannot be used."""


def brought_texts(folder: Path) -> Mapping[str, Mapping[str, str]]:
    """The texts of a folder by language and key. English is needed, and stands in for what another language lacks.

    Args:
        folder: holds `en.json`, and what there is of the page's other languages under their names.

    Raises:
        TextsError: when a file is no object of texts, English is missing, or a key is the page's own or not in English.
    """
    english = _read(folder / "en.json")
    taken = sorted(set(english) & set(texts("en")))
    if taken:
        hint = "Begin the names of yours with the mode's."
        raise TextsError(f"{folder}/en.json: the page itself has a text {taken[0]!r}. {hint}")
    found = {}
    for language in LANGUAGES:
        path = folder / f"{language}.json"
        own = _read(path) if path.exists() else {}
        unknown = sorted(set(own) - set(english))
        if unknown:
            raise TextsError(f"{path}: {unknown[0]!r} is not in en.json.")
        found[language] = {**english, **own}
    return found


def _read(path: Path) -> dict[str, str]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise TextsError(f"{path} cannot be read: {error}. It must be a JSON object of texts.") from error
    if not isinstance(found, dict) or not all(isinstance(text, str) for text in found.values()):
        raise TextsError(f"{path} must be a JSON object of texts.")
    return found


def all_texts(folders: Sequence[Path]) -> gr.I18n:
    """The page's texts with those of some folders, for Gradio's own components.

    Raises:
        TextsError: when those of a folder cannot be used, or two folders have one name.
    """
    merged = {language: dict(texts(language)) for language in LANGUAGES}
    for folder in folders:
        for language, own in brought_texts(folder).items():
            twice = sorted(set(own) & set(merged[language]))
            if twice:
                raise TextsError(f"{folder}: another mode has a text {twice[0]!r} too.")
            merged[language].update(own)
    return gr.I18n(**merged)


def texts_head(folders: Sequence[Path]) -> str:
    """Head elements by which the page's script finds the folders, which become public."""
    found = [html.escape(file_url(serve(folder)), quote=True) for folder in folders]
    return "\n".join(f'<meta name="{META}" content="{one}/">' for one in found)
