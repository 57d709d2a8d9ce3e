"""Gradio's components with their labels in the reader's language: wiring only."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import gradio as gr

from components.texts import page_texts, say_class

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
