"""Units of length as people and models write them, and what looks like one but is not a distance."""

from __future__ import annotations

import unicodedata

METRES_PER_UNIT: dict[str, float] = {}
"""By the casefolded name of the unit."""

_NAMES = {
    1.0: (
        "m", "meter", "meters", "metre", "metres", "metern", "mètre", "mètres", "metro", "metros", "metri",
        "metr", "metry", "metrů", "метр", "метра", "метров", "м", "米", "公尺",
        "メートル", "미터", "เมตร", "মিটার", "متر", "mtr", "mtrs",
    ),
    0.01: (
        "cm", "centimeter", "centimeters", "centimetre", "centimetres", "zentimeter", "zentimetern", "centimètre",
        "centimètres", "centímetro", "centímetros", "centimetri", "см", "厘米", "公分",
        "センチ", "เซนติเมตร", "সেন্টিমিটার",
    ),
    0.001: ("mm", "millimeter", "millimeters", "millimetre", "millimetres", "мм", "毫米"),
    0.1: ("dm", "decimeter", "decimeters", "decimetre", "decimetres"),
    1000.0: ("km", "kilometer", "kilometers", "kilometre", "kilometres", "км", "公里"),
    0.3048: ("ft", "foot", "feet", "fuß", "'", "′"),
    0.0254: ("in", "inch", "inches", "zoll", '"', "″"),
    0.9144: ("yd", "yds", "yard", "yards"),
    1609.344: ("mi", "mile", "miles"),
}  # fmt: skip
for _metres, _names in _NAMES.items():
    METRES_PER_UNIT.update({unicodedata.normalize("NFKC", name).casefold(): _metres for name in _names})

OTHER_UNITS = frozenset(
    {
        "s", "sec", "secs", "second", "seconds", "ms", "min", "mins", "minute", "minutes", "h", "hr", "hour", "hours",
        "°", "deg", "degree", "degrees", "%", "percent", "hz", "khz", "db", "kg", "°c", "am", "pm", "o'clock",
        "秒", "度",
    }
)  # fmt: skip
"""A number with one of these is something else and is passed over."""

METRIC = frozenset({0.001, 0.01, 0.1, 1.0, 1000.0})
"""Metres in a unit of the metric system."""

MAY_FOLLOW = frozenset(
    {"away", "apart", "approx", "approximately", "or", "so", "roughly", "about", "from", "between", "in", "at", "when"}
)
"""Words that may follow a distance without a unit; after any other word a number counts things."""

MAY_PRECEDE = frozenset(
    {
        "is", "be", "about", "approximately", "approx", "around", "roughly", "distance", "estimate", "estimated",
        "say", "think", "guess", "answer", "prediction", "nearly", "almost", "circa", "ca", "was", "s", "of",
        "as", "exactly", "so",
    }
)  # fmt: skip
"""Words that may stand before a distance without a unit; after any other word a number is a name: option 2."""
