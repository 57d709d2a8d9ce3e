"""What makes four options and a question unusable, and what only deserves a second look."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from soundmark.benchmarks.rows import MAX_QUESTION_CHARACTERS
from soundmark.benchmarks.values import MAX_TEXT_CHARACTERS
from soundmark.curation.questions.draft import LETTERS, N_OPTIONS

_ARTICLES = frozenset({"the", "a", "an"})
_ABOUT_OTHERS = re.compile(
    r"\b(?:all|none|both|neither|any) of (?:the|these|them)\b|以上皆|以上都|以上均|皆非|все вышеперечисленн|ничего из|"
    r"ถูกทุกข้อ|উপরের সব",
    re.IGNORECASE,
)
_SCRIPTS = {
    "zh": ("CJK",), "ja": ("CJK", "HIRAGANA", "KATAKANA"), "ko": ("HANGUL", "CJK"), "ru": ("CYRILLIC",),
    "uk": ("CYRILLIC",), "bg": ("CYRILLIC",), "th": ("THAI",), "bn": ("BENGALI",), "hi": ("DEVANAGARI",),
    "ta": ("TAMIL",), "ar": ("ARABIC",), "fa": ("ARABIC",), "ur": ("ARABIC",), "he": ("HEBREW",), "el": ("GREEK",),
} | dict.fromkeys(("en", "fr", "de", "es", "pt", "it", "nl", "id", "ms", "vi", "tr", "pl"), ("LATIN",))  # fmt: skip
"""How the names of the letters of a language begin in the Unicode character database."""
_UNSPACED = ("CJK", "HIRAGANA", "KATAKANA", "THAI", "LAO", "KHMER", "MYANMAR")


def question_faults(question: str, options: Sequence[str], language: str) -> list[tuple[str, str]]:
    """Why a question cannot be asked: columns and reasons; empty when it can.

    Args:
        question: on one line, as `clean_text` gives it.
        options: the same.
        language: in which they should be (BCP 47).
    """
    found: list[tuple[str, str]] = []
    if not _is_seen(question):
        found.append(("question", "it is empty"))
    elif len(question) > MAX_QUESTION_CHARACTERS:
        found.append(("question", f"it has more than {MAX_QUESTION_CHARACTERS} characters"))
    elif not is_written_in(question, language):
        found.append(("question", f"it is not written in the letters of {language}"))
    if len(options) != N_OPTIONS:
        return [*found, ("options", f"{len(options)} options instead of {N_OPTIONS}")]
    seen: dict[str, str] = {}
    for letter, option in zip(LETTERS, options, strict=True):
        column = f"option_{letter.lower()}"
        if not _is_seen(option):
            found.append((column, "it is empty"))
        elif len(option) > MAX_TEXT_CHARACTERS:
            found.append((column, f"it has more than {MAX_TEXT_CHARACTERS} characters"))
        elif _ABOUT_OTHERS.search(option):
            found.append((column, "it speaks of the other options, which are shown in any order"))
        elif (same := seen.setdefault(_comparable(option), letter)) != letter:
            found.append((column, f"it says the same as option {same}"))
    return found


def gives_away(question: str, options: Sequence[str], answer_index: int) -> str:
    """Why the question betrays its answer; '' when it does not.

    It does when it holds the words of the right option. A question that names all its options betrays none.
    """
    if not _names(question, options[answer_index]) or all(_names(question, option) for option in options):
        return ""
    return "it holds the words of the right option"


def remarks(question: str, options: Sequence[str], answer_index: int) -> list[tuple[str, str]]:
    """What an editor should look at: columns and reasons. The question can be asked all the same."""
    found: list[tuple[str, str]] = []
    column = f"option_{LETTERS[answer_index].lower()}"
    others = [option for place, option in enumerate(options) if place != answer_index]
    if len(options[answer_index]) > 2 * max(map(len, others)):
        found.append((column, "the right option is more than twice as long as every other one"))
    only_here = set(_words(options[answer_index])) - {word for option in others for word in _words(option)}
    shared = sorted(word for word in only_here & set(_words(question)) if len(word) >= 4)
    if shared and not gives_away(question, options, answer_index):
        found.append((column, f"only the right option repeats the word {shared[0]} of the question"))
    return found


def is_written_in(text: str, language: str) -> bool:
    """Whether at least half of the letters are those of a language; True for languages whose letters are not known."""
    scripts = _SCRIPTS.get(language.partition("-")[0].lower())
    letters = [character for character in text if character.isalpha()]
    if scripts is None or not letters:
        return True
    return 2 * sum(unicodedata.name(letter, "").startswith(scripts) for letter in letters) >= len(letters)


def _is_seen(text: str) -> bool:
    return any(unicodedata.category(character)[0] in "LNPS" for character in text)


def _names(question: str, option: str) -> bool:
    words, asked = _words(option), _words(question)
    if not words:
        return False
    if any(unicodedata.name(character, "").startswith(_UNSPACED) for character in option):
        joined = "".join(words)
        return len(joined) > 1 and joined in "".join(asked)
    return f" {' '.join(words)} " in f" {' '.join(asked)} "


def _words(text: str) -> list[str]:
    """Letters and digits, with the marks that belong to them, without articles."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    spaced = "".join(one if unicodedata.category(one)[0] in "LNM" else " " for one in plain)
    return [word for word in spaced.split() if word not in _ARTICLES]


def _comparable(text: str) -> str:
    """One spelling of options that a reader takes for the same: case, an article and a full stop do not count."""
    words = unicodedata.normalize("NFKC", text).casefold().rstrip(".。! ").split()
    return " ".join(words[1:] if len(words) > 1 and words[0] in _ARTICLES else words)
