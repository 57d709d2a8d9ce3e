"""One model, one name: spellings that look alike are the same model."""

from __future__ import annotations

import unicodedata

MAX_NAME_CHARS = 200
_HYPHENS = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d", "-"))
_UNSEEN = ("Cf", "Mn")
_FILLERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0")
_VARIATION_SELECTORS = (range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0), range(0x180B, 0x1810))


def model_name(text: str) -> str:
    """The name by which a model is known: composed (NFC), with one kind of hyphen, and nothing that cannot be seen.

    Upper and lower case differ, as they do on the Hub.

    Raises:
        ValueError: with a sentence's end, when no name is left, it is longer than 200 characters, or it holds control
            characters or broken ones.
    """
    if len(text) > 10 * MAX_NAME_CHARS:
        raise ValueError(f"a name of more than {MAX_NAME_CHARS} characters")
    name = " ".join(text.split())
    if not name.isascii() or not name.isprintable():
        if any(unicodedata.category(sign) in ("Cc", "Cs") for sign in name):
            raise ValueError("a name with control characters, or in no known encoding")
        seen = "".join(sign for sign in unicodedata.normalize("NFC", name).translate(_HYPHENS) if not _is_unseen(sign))
        name = unicodedata.normalize("NFC", " ".join(seen.split()))
    if not name:
        raise ValueError("no name")
    if len(name) > MAX_NAME_CHARS:
        raise ValueError(f"a name of more than {MAX_NAME_CHARS} characters")
    return name


def _is_unseen(sign: str) -> bool:
    if unicodedata.category(sign) not in _UNSEEN and sign not in _FILLERS:
        return False
    return sign in _FILLERS or unicodedata.category(sign) == "Cf" or any(ord(sign) in r for r in _VARIATION_SELECTORS)
