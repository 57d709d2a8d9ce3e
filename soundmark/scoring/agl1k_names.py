"""How AGL1K's own evaluation compares names and tells refusals, faults included: only to be comparable with the paper.

Rules of `analyze_new.py` of Rising0321/AGL1K, written anew. For everything else use `soundmark.scoring.geo_names`.
"""

from __future__ import annotations

from functools import cache

_REFUSALS = frozenset({"0", "-1", "", "null", "none", "n/a", "na", "unknown", "unable", "cannot", "0.0"})

# Country -> its other names there. Those without any count too: punctuation is dropped for known names only.
_OTHER_NAMES = {
    "united states": "usa|us|united states of america|america",
    "united kingdom": "uk|great britain|britain|england",
    "netherlands": "holland",
    "czechia": "czech republic|czech",
    "turkey": "türkiye|turkiye",
    "russia": "russian federation",
    "south korea": "korea|republic of korea",
    "north korea": "democratic people's republic of korea|dprk",
    "china": "people's republic of china|prc|mainland china",
    "japan": "nippon",
    "germany": "deutschland|federal republic of germany",
    "france": "french republic",
    "italy": "italia",
    "spain": "españa|espana",
    "brazil": "brasil",
    "mexico": "méxico",
    "india": "bharat",
    "peru": "perú",
    "greece": "hellas",
    "switzerland": "suisse|schweiz",
    "austria": "österreich|osterreich",
    "sweden": "sverige",
    "norway": "norge",
    "denmark": "danmark",
    "finland": "suomi",
    "poland": "polska",
    "hungary": "magyarország|magyarorszag",
    "romania": "românia",
    "belarus": "belorussia",
    "iran": "islamic republic of iran",
    "egypt": "arab republic of egypt",
    "thailand": "siam",
    "vietnam": "viet nam",
    "ireland": "éire|eire",
    "luxembourg": "luxemburg",
}
_WITHOUT_OTHERS = (
    "australia", "south africa", "canada", "argentina", "chile", "colombia", "bulgaria", "ukraine", "israel",
    "palestine", "saudi arabia", "iraq", "nigeria", "kenya", "indonesia", "malaysia", "philippines", "singapore",
    "new zealand", "portugal", "belgium",
)  # fmt: skip


def is_refusal(text: str | None) -> bool:
    """Whether a value counts as a refusal: absent, or one of eleven words, among them 0 and -1.

    A true answer on the equator, or at -1, is one too.
    """
    return text is None or text.strip().lower() in _REFUSALS


def country_key(text: str | None) -> str | None:
    """What countries are compared by; None for an absent name, which is left out.

    Any name with 'taiwan' in it is China. A name that the list lacks keeps its punctuation and its 'the'.
    """
    lowered = (text or "").strip().lower()
    if not lowered:
        return None
    if "taiwan" in lowered:
        return "china"
    bare = lowered.removeprefix("the ").strip()
    for sign in ",.;":
        bare = bare.replace(sign, "")
    return _known().get(bare.strip(), lowered)


def continent_key(text: str | None) -> str | None:
    """What continents are compared by; None for an absent name. Any text with 'arctic' in it is Antarctica."""
    lowered = (text or "").strip().lower()
    if not lowered:
        return None
    if "arctic" in lowered:
        return "antarctica"
    return "oceania" if lowered == "australia" else lowered


def city_key(text: str | None) -> str | None:
    """What cities are compared by: the text in lower case, an empty one too."""
    return None if text is None else text.lower()


@cache
def _known() -> dict[str, str]:
    by_name = {name: country for country, joined in _OTHER_NAMES.items() for name in (country, *joined.split("|"))}
    return by_name | {name: name for name in _WITHOUT_OTHERS}
