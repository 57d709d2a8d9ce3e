"""The point in a link to a map, or in a `geo:` address (RFC 5870). Nothing is fetched."""

from __future__ import annotations

import re
from urllib.parse import unquote

MAX_LINK_LENGTH = 2000
_ANGLE = r"([+-]?\d{1,3}(?:\.\d{1,20})?)"
# The place a link marks comes before the middle of the map it shows.
_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\bgeo:{_ANGLE},{_ANGLE}(?:,[\d.-]{{1,20}})?(?![\d.,-])",
        rf"!3d{_ANGLE}!4d{_ANGLE}",
        rf"[?&#]mlat={_ANGLE}&mlon={_ANGLE}",
        rf"[?&#](?:q|ll|query|center|destination|daddr)=(?:loc:)?{_ANGLE}, ?{_ANGLE}(?![\d.,])",
        rf"[?&#]lat(?:itude)?={_ANGLE}&(?:lon|lng|longitude)={_ANGLE}",
        rf"#map=[\d.]{{1,6}}/{_ANGLE}/{_ANGLE}",
        rf"[/=]@{_ANGLE},{_ANGLE}",
        rf"^@{_ANGLE},{_ANGLE}",
    )
)


def is_link(text: str) -> bool:
    """Whether the text is, or holds, an address rather than words."""
    start = text.lstrip().lower()
    return "://" in text or start.startswith(("geo:", "www.", "maps.", "goo.gl/", "@"))


def points_of_link(text: str) -> set[tuple[float, float]]:
    """Latitude and longitude in degrees of what the link marks; several when it is a route, none when it has none."""
    link = unquote(text).replace("+", " ") if "%2b" not in text.lower() else unquote(text)
    for pattern in _PATTERNS:
        if found := pattern.findall(link):
            return {(float(latitude), float(longitude)) for latitude, longitude in found}
    return set()
