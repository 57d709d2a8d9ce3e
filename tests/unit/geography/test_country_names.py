"""Which country a name means: whole names only, in many languages."""

from importlib.resources import files

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soundmark.geography.country import countries
from soundmark.geography.country_aliases import ALIASES, AMBIGUOUS, FORMAL_BEGINNINGS, PARTS
from soundmark.geography.country_names import countries_of_name, country_of_name, is_part_of_country
from soundmark.geography.names import normalised
from soundmark.geography.tables import read_rows

P03 = {
    "Swaziland": "SZ", "Eswatini": "SZ", "Turkey": "TR", "Türkiye": "TR", "Turkiye": "TR", "Czech Republic": "CZ",
    "Czechia": "CZ", "Ivory Coast": "CI", "Côte d'Ivoire": "CI", "Cote d’Ivoire": "CI", "Burma": "MM",
    "Macedonia": "MK", "North Macedonia": "MK", "Cape Verde": "CV", "Cabo Verde": "CV", "East Timor": "TL",
    "Timor-Leste": "TL", "Holland": "NL", "UK": "GB", "England": "GB", "Palestine": "PS", "Hong Kong": "HK",
    "USA": "US", "United States of America": "US", "Russian Federation": "RU", "Viet Nam": "VN",
}  # fmt: skip
P04 = {
    "Guinea": "GN", "Guinea Bissau": "GW", "Guinea-Bissau": "GW", "Equatorial Guinea": "GQ", "Papua New Guinea": "PG",
    "North Korea": "KP", "South Korea": "KR", "Republic of Korea": "KR", "Korea": None,
    "Democratic Republic of the Congo": "CD", "DR Congo": "CD", "Congo-Kinshasa": "CD", "Republic of the Congo": "CG",
    "Congo": None, "Laos": "LA", "Niger": "NE", "Nigeria": "NG", "Dominica": "DM", "Dominican Republic": "DO",
    "Mali": "ML", "Somalia": "SO", "Oman": "OM", "Romania": "RO", "India": "IN", "Indiana": None, "Jersey": "JE",
    "New Jersey": None,
}  # fmt: skip
SPELLINGS = {
    "  the netherlands ": "NL", "THE GAMBIA": "GM", "The Bahamas": "BS", "U.S.A.": "US", "U.K.": "GB", "u.s.": "US",
    "America": "US", "Scotland": "GB", "Northern Ireland": "GB", "Great Britain": "GB", "Republic of Ireland": "IE",
    "Korea, Republic of": "KR", "Korea (Democratic People's Republic of)": "KP", "Korea, South": "KR",
    "Iran (Islamic Republic of)": "IR", "Bolivia, Plurinational State of": "BO", "Palestine, State of": "PS",
    "Venezuela, Bolivarian Republic of": "VE", "Tanzania, United Republic of": "TZ", "Moldova, Republic of": "MD",
    "Micronesia, Federated States of": "FM", "Virgin Islands, U.S.": "VI", "Virgin Islands (British)": "VG",
    "Holy See (Vatican City State)": "VA", "Lao People's Democratic Republic": "LA", "Syrian Arab Republic": "SY",
    "Brunei Darussalam": "BN", "Congo, Democratic Republic of the": "CD", "Congo (Kinshasa)": "CD",
    "Congo (Brazzaville)": "CG", "Eswatini (Swaziland)": "SZ", "Myanmar (Burma)": "MM",
    "Falkland Islands (Malvinas)": "FK",
    "Taiwan": "TW", "Taiwan, Province of China": "TW", "Taiwan (Province of China)": "TW", "Republic of China": "TW",
    "Chinese Taipei": "TW", "People's Republic of China": "CN", "PRC": "CN", "Hong Kong SAR": "HK",
    "Hong Kong SAR, China": "HK", "Macao": "MO", "Macau": "MO", "Kingdom of Spain": "ES", "Republic of India": "IN",
    "Federal Republic of Germany": "DE", "French Republic": "FR", "State of Israel": "IL", "State of Georgia": None,
    "Republic of Georgia": "GE", "Georgia": "GE", "Bosnia": "BA", "Bosnia & Herzegovina": "BA", "KSA": "SA",
    "UAE": "AE",
    "Saint Lucia": "LC", "St. Lucia": "LC", "St Kitts and Nevis": "KN", "Curacao": "CW", "Reunion": "RE",
    "Aland Islands": "AX", "Sao Tome and Principe": "ST", "Zaire": "CD", "Kosovo": "XK", "Antarctica": "AQ",
    "Virgin Islands": None, "the Congo": None, "Kongo": None, "Virginia": None, "New Mexico": None, "Arctic": None,
}  # fmt: skip
NATIVE = {
    "日本": "JP", "Россия": "RU", "ไทย": "TH", "ประเทศไทย": "TH", "বাংলাদেশ": "BD", "Deutschland": "DE", "España": "ES",
    "Ελλάδα": "GR", "مصر": "EG", "台灣": "TW", "台湾": "TW", "臺灣": "TW", "中華民國": "TW", "中国": "CN", "香港": "HK",
    "대한민국": "KR", "한국": "KR", "Suomi": "FI", "Österreich": "AT", "Magyarország": "HU", "Éire": "IE", "भारत": "IN",
    "ישראל": "IL", "Україна": "UA", "ኢትዮጵያ": "ET", "Việt Nam": "VN", "Brasil": "BR", "Shqipëria": "AL",
    "საქართველო": "GE",
    "États-Unis": "US", "Royaume-Uni": "GB", "Pays-Bas": "NL", "アメリカ合衆国": "US", "美国": "US", "美國": "US",
}  # fmt: skip


@pytest.mark.parametrize(("name", "iso2"), [*P03.items(), *P04.items(), *SPELLINGS.items(), *NATIVE.items()])
def test_p03_p04_a_name_means_its_country(name: str, iso2: str | None) -> None:
    assert country_of_name(name) == iso2


def test_every_country_is_found_by_its_own_name_and_by_that_of_the_time_zone_table() -> None:
    assert {country.iso2: country_of_name(country.name) for country in countries().values()} == {
        c: c for c in countries()
    }
    lines = files("tzdata").joinpath("zoneinfo", "iso3166.tab").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    unknown = {iso2 for iso2, name in rows if country_of_name(name) is None}
    assert unknown == {
        "BQ",
        "CD",
        "SX",
        "TC",
        "TF",
        "VG",
    }  # `Caribbean NL`, `Turks & Caicos Is` and other abbreviations
    assert {iso2 for iso2, name in rows if country_of_name(name) not in (iso2, None)} == set()


def test_ambiguous_names_name_their_two_countries() -> None:
    assert set(countries_of_name("Korea")) == {"KP", "KR"}
    assert set(countries_of_name("congo")) == {"CD", "CG"}
    assert countries_of_name("Japan") == ("JP",)
    assert countries_of_name("Atlantis") == ()


def test_parts_of_countries_are_told_from_countries() -> None:
    assert is_part_of_country("Scotland")
    assert not is_part_of_country("United Kingdom")


def test_the_tables_hold_keys_of_known_countries_without_contradiction() -> None:
    rows = list(read_rows("country_names.tsv"))
    keys = [key for _, joined in rows for key in joined.split("|")]
    assert len(keys) == len(set(keys)) > 10_000
    by_hand = {key: iso2 for table in (ALIASES, PARTS) for iso2, joined in table.items() for key in joined.split("|")}
    assert sum(len(joined.split("|")) for table in (ALIASES, PARTS) for joined in table.values()) == len(by_hand)
    assert {iso2 for iso2, _ in rows} | set(by_hand.values()) <= set(countries())
    assert {key for key in [*keys, *by_hand, *AMBIGUOUS, *FORMAL_BEGINNINGS] if normalised(key) != key} == set()
    assert not set(AMBIGUOUS) & (set(keys) | set(by_hand))


@settings(deadline=None)
@given(
    st.sampled_from([country.name for country in countries().values()]), st.sampled_from(["x", "land", "Upper", "7"])
)
def test_a_part_of_a_longer_text_never_counts(name: str, word: str) -> None:
    for text in (f"{name}{word}", f"{name} {word}", f"{word} {name}", f"{word}, {name}", f"I think it is {name}"):
        assert country_of_name(text) is None


@settings(deadline=None)
@given(st.one_of(st.text(max_size=150), st.text(alphabet="the republic of,()korea ", max_size=40)))
def test_any_text_has_an_answer(text: str) -> None:
    found = country_of_name(text)
    assert found is None or found in countries()


def test_a_very_long_name_is_none() -> None:
    assert country_of_name("Japan" + " " * 200) is None
    assert country_of_name("(" * 1_000_000) is None
