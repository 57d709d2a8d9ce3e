"""The committed list of cities is complete, clean and credited."""

from collections import Counter

import pytest

from soundmark.geography.country import countries, country_at
from soundmark.geography.gazetteer import Region, capital_of, cities_named, load_gazetteer, regions_by_name
from soundmark.geography.names import normalised
from soundmark.geography.tables import read_text

WITHOUT_CAPITAL = {"AQ", "BV", "HM", "IO", "TK", "UM"}


def test_each_file_names_its_source_and_licence_and_is_small() -> None:
    sizes = {}
    for name in ("cities.tsv", "countries.tsv", "regions.tsv"):
        text = read_text(name)
        assert "GeoNames" in text.splitlines()[0]
        assert "CC BY 4.0" in text.splitlines()[0]
        sizes[name] = len(text.encode())
    assert sizes["cities.tsv"] < 1_300_000
    assert "Unicode License" in read_text("country_names.tsv").splitlines()[0]
    assert "public domain" in read_text("kosovo.json")[:200]
    readme = read_text("README.md")
    for credit in ("CC BY 4.0", "UNICODE, INC", "Natural Earth"):
        assert credit.casefold() in readme.casefold()


def test_every_row_is_a_place_of_a_known_country_with_clean_names() -> None:
    gazetteer = load_gazetteer()
    regions = {(region.iso2, region.code) for found in regions_by_name().values() for region in found}
    assert len(gazetteer.rows) > 9_000
    for row_number, row in enumerate(gazetteer.rows):
        assert len(row) == 7
        city = gazetteer.city(row_number)  # raises for an impossible place
        assert city.iso2 in countries()
        assert city.region == "" or (city.iso2, city.region) in regions
        assert city.population >= 0
        assert city.name == city.name.strip() != ""
        names = row[6].split("|") if row[6] else []
        assert len(names) == len(set(names))
        assert [name for name in names if normalised(name) != name or not name] == []
        assert normalised(city.name) not in names
    populations = [int(row[5]) for row in gazetteer.rows]
    assert populations == sorted(populations, reverse=True)


def test_places_lie_in_their_countries() -> None:
    gazetteer = load_gazetteer()
    cities = [gazetteer.city(row_number) for row_number in range(0, len(gazetteer.rows), 7)]
    elsewhere: Counter[bool] = Counter()
    for city in cities:
        country = country_at(city.place)
        elsewhere[country is not None and country.iso2 == city.iso2] += 1
    # A few lie on a border or in a territory that the two sources give to different countries.
    assert elsewhere[False] <= 0.01 * len(cities)


def test_every_country_has_its_capital_or_is_known_to_have_none() -> None:
    for iso2 in countries():
        capital = capital_of(iso2)
        if iso2 in WITHOUT_CAPITAL:
            assert capital is None
            continue
        assert capital is not None, iso2
        name, place = capital
        assert place in [city.place for city in cities_named(normalised(name), within=[[iso2]])], (iso2, name)


@pytest.mark.parametrize(
    ("iso2", "name", "latitude", "longitude"),
    [
        ("TW", "Taipei", 25.04, 121.53),
        ("JP", "Tokyo", 35.68, 139.69),
        ("KZ", "Astana", 51.17, 71.43),
        ("US", "Washington", 38.90, -77.04),
        ("XK", "Pristina", 42.66, 21.16),
        ("NZ", "Wellington", -41.29, 174.78),
        ("PW", "Ngerulmud", 7.50, 134.62),
    ],
)
def test_capitals_are_where_they_are(iso2: str, name: str, latitude: float, longitude: float) -> None:
    capital = capital_of(iso2)
    assert capital is not None
    assert capital[0] == name
    assert capital[1].latitude_deg == pytest.approx(latitude, abs=0.05)
    assert capital[1].longitude_deg == pytest.approx(longitude, abs=0.05)


@pytest.mark.parametrize(
    ("name", "own_name"),
    [
        ("münchen", "Munich"),
        ("muenchen", "Munich"),
        ("москва", "Moscow"),
        ("wien", "Vienna"),
        ("東京都", "Tokyo"),
        ("新北市", "New Taipei City"),
        ("臺北市", "Taipei"),
        ("서울", "Seoul"),
        ("القاهرة", "Cairo"),
        ("กรุงเทพมหานคร", "Bangkok"),
        ("genf", "Geneva"),
        ("köln", "Köln"),
        ("cologne", "Köln"),
        ("bangalore", "Bengaluru"),
        ("peking", "Beijing"),
        ("saigon", "Ho Chi Minh City"),
    ],
)
def test_a_city_is_found_by_its_name_in_other_languages(name: str, own_name: str) -> None:
    assert [city.name for city in cities_named(normalised(name))] == [own_name]


def test_machine_romanisations_and_airport_codes_are_not_names() -> None:
    for junk in ("bai lin", "berurin", "ber", "mu ni hei", "tpe", "muc"):
        assert not {"Berlin", "Munich", "Taipei"} & {city.name for city in cities_named(junk)}


def test_areas_narrow_the_search() -> None:
    ontario = Region("CA", "ON", "Ontario")
    assert [city.iso2 for city in cities_named("london")] == ["GB", "CA"]
    assert [city.iso2 for city in cities_named("london", within=[[ontario]])] == ["CA"]
    assert [city.iso2 for city in cities_named("london", within=[["CA"], [ontario]])] == ["CA"]
    assert cities_named("london", within=[["GB"], [ontario]]) == ()
    assert cities_named("london", within=[["FR"]]) == ()


def test_the_states_of_three_countries_are_known_by_name_and_code() -> None:
    counts = Counter(region.iso2 for region in {r for found in regions_by_name().values() for r in found})
    assert counts == {"US": 51, "CA": 13, "AU": 8}
    assert {region.iso2 for region in regions_by_name()["wa"]} == {"US", "AU"}
    for name, code, region in (("toronto", "ON", "CA"), ("sydney", "NSW", "AU"), ("chicago", "IL", "US")):
        assert code in {city.region for city in cities_named(name) if city.iso2 == region}
