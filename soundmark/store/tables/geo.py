"""The table `geo`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from soundmark.store.tables.answers import PlayedRow


@dataclass(frozen=True, slots=True, kw_only=True)
class GeoRow(PlayedRow):
    """One answer to "Where on Earth was this recorded?"."""

    ABOUT: ClassVar[str] = 'One answer to "Where on Earth was this recorded?".'

    latitude_deg: Annotated[float | None, "The guess, WGS-84 degrees; null without a guess."] = None
    longitude_deg: Annotated[float | None, "The guess, in (-180, 180] degrees."] = None
    guess_country: Annotated[str | None, "ISO 3166-1 alpha-2 of the guessed point; null at sea."] = None
    guess_continent: Annotated[str | None, "Continent of the guessed point; null at sea."] = None
    named_city: Annotated[str | None, "City as the responder named it; null when none was named."] = None
    named_country: Annotated[str | None, "Country as the responder named it; null when none was named."] = None
    named_continent: Annotated[str | None, "Continent as the responder named it; null when none was named."] = None
    true_latitude_deg: Annotated[float, "Where the clip was recorded, WGS-84 degrees."]
    true_longitude_deg: Annotated[float, "Where the clip was recorded, in (-180, 180] degrees."]
    true_country: Annotated[str | None, "Country as the benchmark names it."] = None
    true_continent: Annotated[str | None, "Continent as the benchmark names it."] = None
    true_city: Annotated[str | None, "City as the benchmark names it."] = None
    error_km: Annotated[float | None, "Geodesic (WGS-84) distance from guess to truth in kilometres."] = None
    hints: Annotated[list[str], "Hints the player bought, in order."]
    hint_cost: Annotated[float, "Share of the score paid for hints, 0 to 1."]
    points: Annotated[float, "score x (1 - hint_cost): what the player was given."]
