"""Whether an answer gives away which model wrote it. Such an answer cannot be judged blindly."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

# Names that mean nothing but a maker or a family of models.
UNMISTAKABLE = (
    "anthropic", "openai", "chatgpt", "deepmind", "deepseek", "qwen", "tongyi", "通义", "千问", "moonshot ai", "zhipu",
    "chatglm", "internvl", "internlm", "minicpm", "minimax", "hunyuan", "doubao", "bytedance", "mistral ai", "pixtral",
    "voxtral", "cohere", "xai", "salmonn", "audio flamingo", "phi-4", "step-audio", "mimo-audio",
)  # fmt: skip
FAMILY = re.compile(r"\b(?:gpt|gemini|gemma|claude|llama|glm|kimi|grok|mixtral|mistral|phi|nova|ernie)[ -]?v?\d", re.I)
"""A family with its number, as GPT-4 or Llama 3."""
# Names that also mean something else: a cloud, a star sign, an animal, a search engine.
AMBIGUOUS = (
    "google", "gemini", "gemma", "claude", "meta", "llama", "mistral", "kimi", "grok", "microsoft", "alibaba", "baidu",
    "ernie", "amazon", "nova", "apple", "nvidia", "xiaomi", "tencent", "ibm", "granite", "gpt", "phi", "reka", "glm",
)  # fmt: skip
SELF = re.compile(
    r"\b(?:i am|i'm|my name is|call me|as an? [\w -]{0,30}(?:model|assistant|ai)"
    r"|(?:trained|developed|created|built|made) by|language model|ai (?:model|assistant))\b"
    r"|我是|我叫|я\s+(?:модель|—|-)|меня зовут|je suis|ich bin|soy un|私は",
    re.I,
)
"""Where a sentence speaks of who answers."""
SENTENCE_END = re.compile(r"[.!?。！？\n]+(?:\s|$)|\n")
HELD_BACK_CHARS = 48
"""So many of the last characters of a text that is still growing are not shown: a name in them may be half."""
FEWEST_CHARS = 4
"""A configured name that is shorter is a word like any other."""


@dataclass(frozen=True, slots=True)
class Names:
    """The names that must not appear.

    Attributes:
        exact: folded names of models, which appear nowhere else than as such.
        makers: folded words that betray only where an answer speaks of itself.
    """

    exact: frozenset[str]
    makers: frozenset[str]

    @classmethod
    def of(cls, models: Iterable[str], makers: Iterable[str] = ()) -> Names:
        """The names of the models that may be met here, beside those that everybody knows.

        Args:
            models: ids and display names, as openai/gpt-4o; the part after the last slash counts alone too.
            makers: names of makers, as a model file gives them.
        """
        whole = {folded(name) for name in models}
        parts = {name.rpartition("/")[2] for name in whole}
        exact = {name for name in whole | parts if len(name) >= FEWEST_CHARS and _is_telling(name)}
        words = {folded(name) for name in makers} | {name for name in parts if name not in exact} | set(AMBIGUOUS)
        return cls(frozenset(exact | {folded(name) for name in UNMISTAKABLE}), frozenset(words - {""}))

    def given_away(self, text: str) -> str:
        """The piece of a text that tells who wrote it; '' when nothing does."""
        plain = folded(text)
        for name in sorted(self.exact):
            if _has_word(plain, name):
                return name
        found = FAMILY.search(plain)
        if found is not None:
            return found.group()
        for sentence in SENTENCE_END.split(plain):
            if SELF.search(sentence):
                for name in sorted(self.makers):
                    if _has_word(sentence, name):
                        return name
        return ""


def folded(text: str) -> str:
    """A text as it is compared: compatibility forms and case folded, hyphens alike, nothing invisible, one space."""
    composed = unicodedata.normalize("NFKC", text).casefold()
    visible = "".join(
        "-" if unicodedata.category(sign) == "Pd" else sign
        for sign in composed
        if unicodedata.category(sign) not in {"Cf", "Mn"}
    )
    return re.sub(r"[^\S\n]+", " ", re.sub(r"[*_`~]", "", visible)).strip()


def _is_telling(name: str) -> bool:
    """Whether a name has a number or several parts, so that it is no word of a language."""
    return any(sign.isdigit() for sign in name) or any(sign in name for sign in "-_./ ") or not name.isascii()


def _has_word(text: str, name: str) -> bool:
    start = text.find(name)
    while start >= 0:
        end = start + len(name)
        before, after = text[start - 1 : start], text[end : end + 1]
        if not (name.isascii() and (before.isalnum() or after.isalnum())):
            return True
        start = text.find(name, start + 1)
    return False


def showable(text: str) -> str:
    """The part of a growing text that may be shown: without its last characters, up to a whole word."""
    kept = text[:-HELD_BACK_CHARS] if len(text) > HELD_BACK_CHARS else ""
    return kept[: max(kept.rfind(" "), kept.rfind("\n")) + 1].rstrip()
