"""Coordinates in one spelling: words of six languages, TeX, tables and tags as signs, letters and labels."""

from __future__ import annotations

import re

_FOREIGN = (
    (r"(?:с\.?\s?ш\.?|северной широты|с\.\s?широты)", " N "), (r"(?:ю\.?\s?ш\.?|южной широты)", " S "),
    (r"(?:в\.?\s?д\.?|восточной долготы)(?!\w)", " E "), (r"(?:з\.?\s?д\.?|западной долготы)(?!\w)", " W "),
    ("ละติจูด|অক্ষাংশ", " latitude "), ("ลองจิจูด|ลองติจูด|দ্রাঘিমাংশ", " longitude "),
    (r"(?<=[\d°])\s?(?:องศา|ডিগ্রি)", "° "),
    (r"(?<=[\d°])\s{0,3}(?:เหนือ|উত্তর)", " N "), (r"(?<=[\d°])\s{0,3}(?:ใต้|দক্ষিণ)", " S "),
    (r"(?<=[\d°])\s{0,3}(?:ตะวันออก|পূর্ব)", " E "), (r"(?<=[\d°])\s{0,3}(?:ตะวันตก|পশ্চিম)", " W "),
    ("широт[аы]", " latitude "), ("долгот[аы]", " longitude "),
    ("[º˚]", "°"), (r"\\n", "\n"), (r"\b(lat|lon|lng|long)\.(?=\W)", r"\1"),
    (r"<(lat|lon|lng|latitude|longitude)>", r" \1 "), (r"</(?:lat|lon|lng)\w{0,6}>", " "),
    (r"""(?<![\d°'′])"(?=[+\-−]?\d)([^"\n°'′]{3,60})\"""", r" \1 "),
    (r"\^\{?\s?\\(?:circ|degree)\b\s?\}?|\\(?:degree|textdegree)\b(?:\{\})?", "°"),
    (r"\^\{?\\prime\}?", "'"),
    (
        r"([+\-−–]?\d{1,3}(?:\.\d{1,20})?)\s?°?\s?(?:\(|(?:for|as|in)\s(?:the\s)?)"
        r"(latitude|longitude|lat|lng|long|lon)\b\)?",
        r"\2 \1",
    ),
)  # fmt: skip
_TRANSLATIONS = tuple((re.compile(pattern, re.IGNORECASE), replacement) for pattern, replacement in _FOREIGN)
_TIME = re.compile(r"(?<![\d.])\d{1,2}:\d{2}(?::\d{2})?(?![\d.])")
_MARKUP = re.compile(r"[*`]|</?(?!lat|lon|lng)[A-Za-z][^<>\n]{0,60}>|\\[()\[\]]|\$")
_BULLET = re.compile(r"(?m)^[ \t>]{0,20}[-–•·]\s{1,4}(?=[^\W\d_])")
_SLASH = re.compile(r"(?<=\.\d{3})(\d{0,20})\s?/\s?(?=[+\-−]?\d{1,3}\.\d{3})")
_CELL = re.compile(r"[ \t]*\|[ \t]*|[~≈]")


def spelled(text: str) -> str:
    """A text in which coordinates are written in one way; times of the day are gone."""
    text = _BULLET.sub("", _MARKUP.sub("", text.replace("_", " ")))
    for pattern, replacement in _TRANSLATIONS:
        text = pattern.sub(replacement, text)
    return _TIME.sub(lambda time: " @ " + " " * len(time.group()), text)


def spelled_piece(piece: str) -> str:
    """What was cut out as one place, without the marks of tables and of "about"."""
    return _SLASH.sub(r"\1 ; ", _CELL.sub(" ", piece).strip(" ,;:\n"))
