"""The page's own texts in six languages: one JSON file a language, read by the browser and by Gradio."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

import gradio as gr

from components.widget import widget

LANGUAGES = ("en", "zh-TW", "zh-CN", "ru", "th", "bn")
_FOLDER = Path(__file__).parent / "static"


def best_language(wanted: Iterable[str]) -> str:
    """The language of the page for a reader, as the page's script finds it.

    Args:
        wanted: tags as zh-Hant-HK, the best first.
    """
    spoken = {language.partition("-")[0]: language for language in LANGUAGES if not language.startswith("zh")}
    for tag in wanted:
        first, *parts = tag.lower().split("-")
        if first == "zh":
            return "zh-TW" if {"hant", "tw", "hk", "mo"}.intersection(parts) else "zh-CN"
        if first in spoken:
            return spoken[first]
    return "en"


def wanted_languages(header: str) -> Iterable[str]:
    """Tags of languages from a header Accept-Language, in the order in which browsers send them."""
    return (part.partition(";")[0].strip() for part in header[:200].split(","))


def texts(language: str) -> Mapping[str, str]:
    """The texts of a language by key; `{name}` in a text stands for a value.

    Raises:
        KeyError: when the page does not speak it.
    """
    if language not in LANGUAGES:
        raise KeyError(language)
    found: dict[str, str] = json.loads((_FOLDER / f"{language}.json").read_text(encoding="utf-8"))
    return found


@cache
def page_texts() -> gr.I18n:
    """The same texts for Gradio's own components: `page_texts()("play")` as a label or a value."""
    return gr.I18n(**{language: dict(texts(language)) for language in LANGUAGES})


def say_class(key: str) -> str:
    """The CSS class by which the page's script finds a Gradio component whose label is `page_texts()(key)`.

    Gradio speaks fewer languages than this page does; the script says the label in the others. A component with several
    texts, as one of choices, has a class for each.
    """
    return f"sm-say-{key}"


def said(parts: Sequence[tuple[str, str]], *, css_class: str = "sm-prose", elem_id: str | None = None) -> gr.HTML:
    """Fixed texts in the reader's language.

    Args:
        parts: (HTML tag, key of the text) of each paragraph or heading.
        css_class: of the box around them.
        elem_id: as for every Gradio component.
    """
    return widget(
        None,
        template=f'<div class="sm-said {css_class}"></div>',
        mount="SoundmarkText.mount",
        scripts=[],
        options={"parts": [list(part) for part in parts]},
        elem_id=elem_id,
    )
