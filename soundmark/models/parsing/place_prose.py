"""Coordinates among words: each run of numbers, signs and words of the compass is read by itself."""

from __future__ import annotations

import re
from dataclasses import dataclass

from soundmark.geography.coordinates import CoordinateReason, ParsedCoordinates, parse_coordinates
from soundmark.types import Coordinate

MAX_RUNS = 200
_FOREIGN = (
    (r"(?:с\.?\s?ш\.?|северной широты|с\.\s?широты)", " N "), (r"(?:ю\.?\s?ш\.?|южной широты)", " S "),
    (r"(?:в\.?\s?д\.?|восточной долготы)(?!\w)", " E "), (r"(?:з\.?\s?д\.?|западной долготы)(?!\w)", " W "),
    ("ละติจูด|অক্ষাংশ", " latitude "), ("ลองจิจูด|ลองติจูด|দ্রাঘিমাংশ", " longitude "),
    (r"(?<=[\d°])\s?(?:องศา|ডিগ্রি)", "° "),
    (r"(?<=[\d°])\s{0,3}(?:เหนือ|উত্তর)", " N "), (r"(?<=[\d°])\s{0,3}(?:ใต้|দক্ষিণ)", " S "),
    (r"(?<=[\d°])\s{0,3}(?:ตะวันออก|পূর্ব)", " E "), (r"(?<=[\d°])\s{0,3}(?:ตะวันตก|পশ্চিম)", " W "),
    ("широт[аы]", " latitude "), ("долгот[аы]", " longitude "),
)  # fmt: skip
_TRANSLATIONS = tuple((re.compile(pattern, re.IGNORECASE), replacement) for pattern, replacement in _FOREIGN)
_NUMBER = r"[+\-−–]?\s?\d{1,4}(?:[.,]\d{1,20})?"
_LABEL = (
    r"(?:latitude|longitude|lat|lng|long|lon|latitud|longitud|latitudine|longitudine|breite|breitengrad|länge"
    r"|längengrad)"
)
_EAST_ASIAN = r"(?:緯度|纬度|[經经経]度|[北南][緯纬]|[東东西][經经経]|위도|경도|북위|남위|동경|서경)"
_SIDE = r"(?:north|south|east|west|nord|süd|sud|ost|est|ouest|oeste|norte|sur|este|N|S|E|W|O)"
_SIGN = r"[°º˚'′’\"″”“‘]|度|分|秒|degrees?|deg\.?|minutes?|min|seconds?|sec"
_BETWEEN = re.compile(
    rf"(?:\s|[,;:/|()\[\]=，、；：]|{_SIGN}|{_EAST_ASIAN}"
    rf"|(?<![^\W\d_])(?:{_LABEL}|{_SIDE}|and|is|of|by|和|และ|и|এবং|approximately|about|around|~|≈)(?![^\W\d_\s度]))"
    r"{0,60}",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    rf"[(\[]?\s?{_LABEL}\s?[,/]\s?{_LABEL}\s?[)\]]?\s?[:=]?\s?[(\[]?\s?\Z|"
    rf"(?:(?:(?<![^\W\d_])(?:{_LABEL}|{_SIDE})|{_EAST_ASIAN})"
    r"(?:\s|[:：=(\[]|is|of|about|approximately|~|≈){0,8}){1,3}\Z",
    re.IGNORECASE,
)
_AFTER = re.compile(rf"(?:\s{{0,3}}(?:{_SIGN}|(?:{_LABEL}|{_SIDE})(?![^\W\d_]))){{1,6}}", re.IGNORECASE)
_NUMBERS = re.compile(rf"(?<![\w.])(?:{_NUMBER})(?!\d)|(?<=[NSEWOnsewo緯纬經经度度分])(?:{_NUMBER})(?!\d)")
_TELLTALE = re.compile(
    rf"[°º˚]|度|(?<![^\W\d_])(?:{_LABEL})(?![^\W\d_])|\d\s?{_SIDE}(?![^\W\d_])|(?<![^\W\d_]){_SIDE}\s?\d|[緯纬經经]",
    re.IGNORECASE,
)
_DECIMALS = re.compile(r"\d(?:\.\d{3}|,\d{4})")
_MANY_DECIMALS = re.compile(r"\d[.,]\d{4}")
_FEW_DECIMALS = re.compile(r"\d\.\d{2}")
_SLASH = re.compile(r"(?<=\.\d{3})(\d{0,20})\s?/\s?(?=[+\-−]?\d{1,3}\.\d{3})")
_ANNOUNCED = re.compile(
    r"coordinate|\bcoords?\b|\bgps\b|\blat|position|location|[\(\[]\s*\Z|座標|坐标|位置|координат|พิกัด|স্থানাঙ্ক",
    re.IGNORECASE,
)
_OTHER_UNIT = re.compile(
    r"\s?(?:s|sec|seconds?|hz|khz|ms|db|kg|km|m|meters?|metres?|minutes?|million|billion|thousand|people|points|times"
    r"|percent|%|usd|eur|dollars?|euros?)(?![^\W\d_])",
    re.IGNORECASE,
)
_TIME = re.compile(r"(?<![\d.])\d{1,2}:\d{2}(?::\d{2})?(?![\d.])")
_MARKUP = re.compile(r"[*`]|</?[A-Za-z][^<>\n]{0,60}>|\\[()\[\]]|\$")
_BULLET = re.compile(r"(?m)^[ \t>]{0,20}[-–•·]\s{1,4}(?=[^\W\d_])")
_CUE = re.compile(
    r"final|answer|guess|estimate|conclu|therefore|prediction|predict|best|i (?:would )?(?:say|place|locate|put)"
    r"|most likely|my location"
    r"|答案|最終|最终|推測|推测|猜|因此|所以|結論|结论|ответ|итог|вывод|вероятн|คำตอบ|สรุป|ดังนั้น|উত্তর|সুতরাং|অতএব",
    re.IGNORECASE,
)
_DENIED = re.compile(r"(?:\b(?:not|unlike|rather than|instead of)|不是|而非|не|ไม่ใช่)\b[^.!?\n]{0,25}\Z", re.IGNORECASE)
_CUE_WINDOW = 120
_TOLERANCE_DEG = 0.02


@dataclass(frozen=True, slots=True)
class Found:
    """A run that looks like coordinates, and what it says."""

    text: str
    parsed: ParsedCoordinates
    is_stated: bool

    @property
    def place(self) -> Coordinate | None:
        """The point, where the run is one."""
        return self.parsed.place


def coordinates_in(text: str) -> list[Found]:
    """The runs of a prose that look like coordinates, in order, those that are turned down left out."""
    text = _BULLET.sub("", _MARKUP.sub("", text.replace("_", " ")))
    for pattern, replacement in _TRANSLATIONS:
        text = pattern.sub(replacement, text)
    text = _TIME.sub(lambda time: " @ " + " " * len(time.group()), text)
    found: list[Found] = []
    for start, end in _runs(text):
        piece = text[start:end].strip(" ,;:\n")
        before = text[max(0, start - _CUE_WINDOW) : start]
        piece = _SLASH.sub(r"\1 ; ", piece)
        sentence = re.split(r"[.!?。！？](?=\s)|\n\s*\n", before)[-1]
        is_stated = _CUE.search(sentence) is not None
        is_alone = not sentence.strip(" ([\n") and not text[end:].strip(" )].\n")
        is_announced = is_stated or is_alone or _ANNOUNCED.search(sentence) is not None
        if (
            _is_like_coordinates(piece, is_announced=is_announced)
            and not _DENIED.search(before)
            and not _OTHER_UNIT.match(text, end)
        ):
            found.append(Found(piece, parse_coordinates(" ".join(piece.split())), is_stated))
    return found


def _runs(text: str) -> list[tuple[int, int]]:
    """Numbers with nothing but signs, separators and words of the compass between them."""
    runs: list[list[int]] = []
    for number in _NUMBERS.finditer(text):
        if runs and _BETWEEN.fullmatch(text[runs[-1][1] : number.start()][:61]):
            runs[-1][1] = number.end()
        else:
            runs.append([number.start(), number.end()])
        if len(runs) > MAX_RUNS:
            break
    return [_widened(text, start, end) for start, end in runs]


def _widened(text: str, start: int, end: int) -> tuple[int, int]:
    """With the label or hemisphere before the first number and the signs behind the last."""
    before = _BEFORE.search(text[max(0, start - 40) : start])
    after = _AFTER.match(text, end)
    return start - (len(before.group()) if before else 0), after.end() if after else end


def _is_like_coordinates(piece: str, *, is_announced: bool) -> bool:
    """Whether a run shows by a sign, a word or its decimals that it means coordinates, or the words before do."""
    numbers = re.findall(r"\d+(?:[.,]\d+)?", piece)
    is_told = _TELLTALE.search(piece) is not None or (is_announced and len(_FEW_DECIMALS.findall(piece)) > 1)
    return len(numbers) > 1 and (
        is_told or (len(_DECIMALS.findall(piece)) > 1 and _MANY_DECIMALS.search(piece) is not None)
    )


def agree(places: list[Coordinate]) -> bool:
    """Whether all are one point, within rounding."""
    first = places[0]
    return all(
        abs(place.latitude_deg - first.latitude_deg) <= _TOLERANCE_DEG
        and abs(place.longitude_deg - first.longitude_deg) <= _TOLERANCE_DEG
        for place in places
    )


def reason_of(found: Found) -> str:
    """Why a run is no place."""
    return found.parsed.reason.value if found.parsed.reason is not CoordinateReason.OK else ""
