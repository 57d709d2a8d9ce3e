"""Derive `kosovo.json` in soundmark/geography/data: the outline the time zones do not know.

Natural Earth's 1:10 million countries are in the public domain; they come as TopoJSON in the npm package
world-atlas 2.0.2 (ISC), which the product does not need: `npm pack world-atlas@2.0.2`, unpack it, then

    python scripts/build_kosovo_outline.py package/countries-10m.json
"""

from __future__ import annotations

import json
import sys
from itertools import accumulate
from pathlib import Path
from typing import Any

DATA_FOLDER = Path(__file__).resolve().parent.parent / "soundmark" / "geography" / "data"
CREDIT = "Outline of Kosovo from Natural Earth 1:10m (public domain), by way of npm world-atlas 2.0.2; see README.md."


def main(topology_path: Path) -> None:
    """Write the outer ring as [longitude, latitude] pairs, 4 decimals (11 m)."""
    topology = json.loads(topology_path.read_text(encoding="utf-8"))
    shapes = topology["objects"]["countries"]["geometries"]
    outer_ring = next(shape for shape in shapes if shape["properties"]["name"] == "Kosovo")["arcs"][0]
    ring: list[list[float]] = []
    for index in outer_ring:
        points = arc(topology, ~index if index < 0 else index)
        # Arcs share their end points; a negative index means the arc is walked backwards.
        ring += (points[::-1] if index < 0 else points)[1:]
    text = json.dumps({"credit": CREDIT, "outline_lon_lat_deg": ring}, separators=(",", ":"))
    (DATA_FOLDER / "kosovo.json").write_text(text + "\n", encoding="utf-8")


def arc(topology: dict[str, Any], index: int) -> list[list[float]]:
    """One arc's points: TopoJSON stores steps on an integer grid."""
    (scale_x, scale_y), (shift_x, shift_y) = topology["transform"]["scale"], topology["transform"]["translate"]
    steps = topology["arcs"][index]
    xs = accumulate(step[0] for step in steps)
    ys = accumulate(step[1] for step in steps)
    return [[round(x * scale_x + shift_x, 4), round(y * scale_y + shift_y, 4)] for x, y in zip(xs, ys, strict=True)]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
