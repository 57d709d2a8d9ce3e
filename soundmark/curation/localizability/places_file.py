"""Which continent each clip is from, from a table of places."""

from __future__ import annotations

from pathlib import Path

from soundmark.audio.errors import shown
from soundmark.curation.localizability.cells import BadCell, Cells, clip_id_of, pairs_of, rows_of, text_of
from soundmark.curation.localizability.errors import LocalizabilityError
from soundmark.geography.country import continent_at
from soundmark.geography.same_names import continent_of_name
from soundmark.types import Coordinate

PLACE = (("true_latitude", "true_longitude"), ("true_latitude_deg", "true_longitude_deg"), ("latitude", "longitude"))


def read_continents(path: Path) -> tuple[dict[str, str], list[str]]:
    """Continents by clip id, and a remark on each row that tells none.

    Args:
        path: a table with the clip and its continent, or its latitude and longitude, as a pack's metadata.csv.

    Raises:
        PackError: when the file cannot be read at all.
        LocalizabilityError: when it tells the continent of no clip.
    """
    rows, remarks = rows_of(path)
    found: dict[str, str] = {}
    contradictory: set[str] = set()
    for row in rows:
        try:
            clip_id, continent = clip_id_of(row.cells), _continent(row.cells)
        except BadCell as error:
            remarks.append(f"{row.where}: {error}")
            continue
        if found.setdefault(clip_id, continent) != continent:
            contradictory.add(clip_id)
            remarks.append(f"{row.where}: the clip {shown(clip_id)} is on another continent too; neither counts")
    found = {clip_id: continent for clip_id, continent in found.items() if clip_id not in contradictory}
    if not found:
        told = f" The first fault: {remarks[0]}." if remarks else ""
        raise LocalizabilityError(
            f"{shown(path.name)} tells the continent of no clip. It needs clip_id or file_name, and continent or "
            f"latitude and longitude.{told}"
        )
    return found, remarks


def _continent(cells: Cells) -> str:
    named = text_of(cells, "true_continent") or text_of(cells, "continent")
    if named:
        continent = continent_of_name(named)
        if continent is None:
            raise BadCell(f"{shown(named)} is no continent")
        return continent
    place = next(pairs_of(cells, PLACE), None)
    if place is None:
        raise BadCell("it has neither a continent nor latitude and longitude")
    try:
        found = continent_at(Coordinate.wrapped(*place))
    except ValueError as error:
        raise BadCell(str(error).rstrip(".")) from error
    if found is None:
        raise BadCell("its place is on the open sea")
    return found
