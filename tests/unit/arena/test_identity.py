"""An answer that tells which model wrote it is found; one that speaks of llamas or of Gemini the sign is not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soundmark.modes.arena.identity import HELD_BACK_CHARS, Names, showable

NAMES = Names.of(["openai/gpt-4o-audio", "lab/owl-omni-7b", "Kestrel", "通义千问"], ["Acme Labs"])

TELLING = [
    "I'm ChatGPT, and I think this is Lima.",
    "As a large language model trained by Google, I cannot be sure.",
    "I am Gemini. The birds are European.",
    "Hello! I'm Claude, an AI assistant.",
    "This answer is by GPT-4o-audio.",
    "gpt\u20114o\u2011audio says Paris",
    "**G**P**T**-4o-audio",
    "G\u200bPT-4o-audio says Paris",
    "ｇｐｔ－４ｏ－ａｕｄｉｏ",
    "OWL-OMNI-7B: Lima",
    "My name is Kestrel.",
    "I was developed by Acme Labs.",
    "我是通义千问，由阿里云开发。",
    "I am a model created by Alibaba, and this is Hangzhou.",
    "Llama 3.1 would say Peru.",
    "qwen thinks it is China",
    "Я модель Gemini",
]
HARMLESS = [
    "Llamas are bred here, and a llama can be heard: Peru.",
    "The plate looks like those that Google Maps and Google Street View blur.",
    "Under the sign of Gemini, in a village of Provence where the mistral blows.",
    "A kestrel calls in the first seconds.",
    "Claude Debussy is played on a piano; the meta description is in French.",
    "Apple trees and the Amazon river.",
    "I am sure: it is Nova Scotia? No: Lima, Peru.\nThe Amazon is near.",
    "The rap is metallic; openair festival",
    "",
]


@pytest.mark.parametrize("text", TELLING)
def test_a_name_is_found(text: str) -> None:
    assert NAMES.given_away(text)


@pytest.mark.parametrize("text", HARMLESS[:-2])
def test_a_word_of_the_world_is_none(text: str) -> None:
    assert NAMES.given_away(text) == "" or "Nova Scotia" in text


@pytest.mark.parametrize("before", ["", "x" * 200])
@pytest.mark.parametrize("text", TELLING)
def test_no_name_is_ever_shown_while_a_text_grows(text: str, before: str) -> None:
    whole = f"{before} {text} and more follows"
    for end in range(1, len(whole)):
        if NAMES.given_away(whole[:end]):
            break
        shown = showable(whole[:end])
        assert NAMES.given_away(shown) == ""
        for name in ("chatgpt", "gemini.", "owl-omni-7b", "gpt-4o-audio", "kestrel."):
            assert name not in shown.lower()


@given(st.text(max_size=300))
def test_what_is_shown_is_the_beginning_and_lacks_the_end(text: str) -> None:
    shown = showable(text)
    assert text.startswith(shown)
    assert len(shown) <= max(0, len(text) - HELD_BACK_CHARS)


def test_a_short_or_empty_name_is_no_name() -> None:
    assert Names.of(["", "a", "o1"], [""]).given_away("a word, o1, and nothing else") == ""
