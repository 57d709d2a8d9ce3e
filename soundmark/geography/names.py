"""One spelling for each place name, so that names compare by equality.

`Côte d'Ivoire`, `COTE D’IVOIRE` and `Cote d'Ivoire` become the same key. Vowel signs of Indic and Thai
scripts and the voicing marks of kana are kept: there they make other words, not other spellings.
"""

from __future__ import annotations

import unicodedata

# Letters that Unicode does not decompose into a base letter and an accent, and two ways to write one character.
_LETTERS = str.maketrans(
    {
        "ø": "o",
        "ł": "l",
        "đ": "d",
        "ð": "d",
        "ħ": "h",
        "ŧ": "t",
        "ı": "i",
        "ə": "e",
        "þ": "th",
        "æ": "ae",
        "œ": "oe",
        "臺": "台",
        "&": " and ",
        "ـ": "",
    }
)
_SILENT = frozenset(".'’‘`´ʻʼʹʾʿ′·")
_WORDS = {"st": "saint", "ste": "sainte"}


def normalised(text: str) -> str:
    """The comparison key of a place name; '' when nothing readable is left.

    Case, accents, points, apostrophes and invisible characters are dropped, other punctuation becomes a
    space, a leading or inner `St` becomes `saint`. A key is its own key: `normalised(normalised(x)) == normalised(x)`.
    """
    kept = text.lower().translate(_ASCII) if text.isascii() else _folded(text)
    return " ".join(_WORDS.get(word, word) for word in kept.split())


def _folded(text: str) -> str:
    folded = unicodedata.normalize("NFKD", text).casefold()
    # casefold can bring accents back (as for İ), and NFKD capitals (as for ℡): once more until stable.
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", folded).casefold())
    kept = "".join(_plain(character) for character in folded.translate(_LETTERS))
    return unicodedata.normalize("NFC", kept)


def _plain(character: str) -> str:
    if character in _SILENT or _is_accent(character):
        return ""
    category = unicodedata.category(character)
    if category[0] in "PSZ":
        return " "
    if category[0] == "C":
        return " " if character.isspace() else ""
    return character


def _is_accent(character: str) -> bool:
    """Whether a mark only decorates its letter: Latin, Greek and Cyrillic accents, Hebrew and Arabic points."""
    return (
        "\u0300" <= character <= "\u036f"
        or "\u0591" <= character <= "\u05bd"
        or "\u05bf" <= character <= "\u05c7"
        or "\u064b" <= character <= "\u065f"
        or character == "\u0670"
    )


# Most names are ASCII: one pass for them.
_ASCII = {code: " and " if chr(code) == "&" else _plain(chr(code)) for code in range(128)}
