"""Derive `country_names.tsv` in soundmark/geography/data: what speakers of many languages call each country.

Run it by hand when the source is renewed; the result is committed. The names are CLDR's, by way of Babel,
which the product does not need: `pip install babel==2.19.0`, best in an environment of its own, then

    PYTHONPATH=. python scripts/build_country_names.py

A name that means different countries in different languages is left out, and so is a bare `Congo` or `Korea`.
"""

from __future__ import annotations

import logging
import re
from collections import defaultdict
from pathlib import Path

from babel import Locale, UnknownLocaleError  # type: ignore[import-not-found, unused-ignore]
from babel.core import get_global  # type: ignore[import-not-found, unused-ignore]

from soundmark.geography.names import normalised

logger = logging.getLogger(__name__)
DATA_FOLDER = Path(__file__).resolve().parent.parent / "soundmark" / "geography" / "data"
# In each of these every country is named; a country's own official languages come on top, for itself.
LANGUAGES = (
    "af am ar az be bg bn bs ca cs cy da de el es et eu fa fi fil fr ga gl gu he hi hr hu hy id is it ja ka kk km kn "
    "ko lo lt lv mk ml mn mr ms my nb ne nl nn pa pl pt pt_PT ro ru si sk sl sq sr sv sw ta te th tr uk ur uz vi yue "
    "zh zh_Hant zh_Hant_HK"
)
# The one's name must not stand for the pair: `Congo` is the Spanish CLDR name of CG and part of that of CD.
PAIRS = {"CG": "CD", "CD": "CG", "KR": "KP", "KP": "KR"}
BARE = {"kongo", "කොංගෝව"}  # where a language tells the two apart in other words
CREDIT = "# Derived from Unicode CLDR, Unicode License v3, by way of Babel 2.19.0; see README.md."


def main() -> None:
    """Write the table."""
    lines = (DATA_FOLDER / "countries.tsv").read_text(encoding="utf-8").splitlines()[2:]
    countries = {line.split("\t")[0] for line in lines}
    meanings: dict[str, set[str]] = defaultdict(set)
    for language in LANGUAGES.split():
        collect(language, countries, meanings)
    for iso2 in countries:
        for language in official_languages(iso2):
            collect(language, {iso2}, meanings)
    for line in lines:  # a country's English name means that country, whatever it means elsewhere
        meanings[normalised(line.split("\t")[1])] = {line.split("\t")[0]}
    write(meanings)


def collect(language: str, countries: set[str], meanings: dict[str, set[str]]) -> None:
    """Add one language's names of these countries."""
    try:
        territories = Locale.parse(language).territories
    except (UnknownLocaleError, ValueError):
        logger.info("No names in %s", language)
        return
    for iso2 in countries & set(territories):
        sibling = normalised(territories.get(PAIRS.get(iso2, ""), ""))
        for name in variants(territories[iso2]):
            if name not in sibling and name not in BARE and not is_abbreviation(name):
                meanings[name].add(iso2)


def variants(name: str) -> set[str]:
    """A name's key, and the key of what stands before its parenthesis: Myanmar (Burma), Myanmar."""
    outside = re.sub(r"[(（［\[].*", "", name)
    return {normalised(name), normalised(outside)}


def is_abbreviation(name: str) -> bool:
    """Whether a key is too short to be told from a postal or language code: Vietnamese `Áo` is Austria."""
    return len(name) <= 2 and name.isascii()


def official_languages(iso2: str) -> list[str]:
    """Official languages of a country, from CLDR."""
    languages = get_global("territory_languages").get(iso2, {})
    return [language for language, facts in languages.items() if facts["official_status"]]


def write(meanings: dict[str, set[str]]) -> None:
    """One row a country, its names joined by bars; names with two meanings are told and dropped."""
    names: dict[str, list[str]] = defaultdict(list)
    for name, isos in sorted(meanings.items()):
        if len(isos) == 1:
            names[next(iter(isos))].append(name)
        else:
            logger.info("Dropped %s: %s", name, ", ".join(sorted(isos)))
    rows = [f"{iso2}\t{'|'.join(known)}" for iso2, known in sorted(names.items())]
    path = DATA_FOLDER / "country_names.tsv"
    path.write_text("\n".join([CREDIT, "iso2\tnames", *rows]) + "\n", encoding="utf-8")
    logger.info("%s: %d names, %d bytes", path.name, sum(map(len, names.values())), path.stat().st_size)


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    main()
