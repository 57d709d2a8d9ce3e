"""Words in the reader's language: labels of Gradio's components, and what figures say. Wiring only."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TypeVar

import gradio as gr

from components.texts import best_language, page_texts, say_class, texts, wanted_languages
from leaderboard.notes import Speaker, fixed, slug
from soundmark.types import Note

ComponentT = TypeVar("ComponentT")


def worded(component: Callable[..., ComponentT], key: str, elem_id: str, **settings: object) -> ComponentT:
    """A component whose label is one of the page's texts."""
    return component(label=page_texts()(key), elem_classes=[say_class(key)], elem_id=elem_id, **settings)


def button(key: str, elem_id: str, **settings: object) -> gr.Button:
    """A button that says one of the page's texts, small unless told otherwise."""
    made: Callable[..., gr.Button] = gr.Button
    wanted = {"size": "sm"} | settings
    return made(page_texts()(key), elem_classes=[say_class(key)], elem_id=elem_id, **wanted)


def accordion(key: str, elem_id: str) -> gr.Accordion:
    """Something closed that is headed by one of the page's texts."""
    return gr.Accordion(label=page_texts()(key), open=False, elem_classes=[say_class(key)], elem_id=elem_id)


class PageWords:
    """Says notes as the page's script does.

    Args:
        found: the page's texts of a language, by key.
    """

    def __init__(self, found: Mapping[str, str]) -> None:
        self._texts = found

    def word(self, text: str, /) -> str:
        """A fixed word; a text that is none as it is."""
        return self.note(fixed(text))

    def note(self, note: Note, /) -> str:
        """A note."""
        key, params = str(note.get("key", "")), note.get("params")
        if key in self._texts:
            return self._filled(self._texts[key], params if isinstance(params, Mapping) else {})
        if "name" in note:
            name = str(note["name"])
            return self._texts.get(f"name_{slug(name)}", name)
        return str(note.get("text", key))

    def _filled(self, text: str, params: Note) -> str:
        def value(found: re.Match[str]) -> str:
            given = params.get(found[1])
            return found[0] if given is None else self.note(given) if isinstance(given, Mapping) else str(given)

        return re.sub(r"\{(\w+)\}", value, text)


def words_for(request: gr.Request) -> Speaker:
    """What says words to whoever sent a request; English where the request says no language."""
    scope = {} if request.request is None else request.request.scope
    headers = {bytes(name).lower(): bytes(value) for name, value in scope.get("headers", [])}
    wanted = headers.get(b"accept-language", b"").decode("latin-1")
    return PageWords(texts(best_language(wanted_languages(wanted))))
