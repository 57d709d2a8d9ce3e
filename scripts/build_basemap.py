#!/usr/bin/env python3
"""Turn a world-atlas TopoJSON file (Natural Earth, public domain) into the GeoJSON basemap of the map.

    python build_basemap.py countries-110m.json components/world_map/static/basemap-110m.json
    python build_basemap.py countries-50m.json  components/world_map/static/basemap-50m.json --simplify 0.01

What it does, with the standard library only:
1. decodes the TopoJSON (quantised, delta-encoded arcs plus `transform`);
2. optionally thins each ARC (Douglas-Peucker in degrees). Thinning arcs, not rings, keeps the border
   that two countries share identical in both, so no slivers appear;
3. unwraps each ring: world-atlas rings are spherical, so a ring that crosses 180 degrees jumps from +180 to
   -180, which a planar renderer draws as a band across the whole map. Here longitudes run on (190 instead
   of -170), and a ring round a pole (Antarctica) is closed along that pole;
4. writes a FeatureCollection with rounded coordinates, `name` and the ISO 3166-1 numeric `id`.
The result is meant for renderers that accept longitudes beyond +-180 (Leaflet does). It departs on purpose
from RFC 7946 section 3.1.9, which asks for geometries cut at the antimeridian.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

POLE_LAT = 89.9
Arcs = list[list[tuple[float, float]]]


def decode_arcs(topology: dict[str, Any]) -> list[list[tuple[float, float]]]:
    """Arcs as lists of (lon, lat). With `transform` the points are integers, each relative to the one before."""
    transform = topology.get("transform")
    if transform is None:
        return [[(p[0], p[1]) for p in arc] for arc in topology["arcs"]]
    (kx, ky), (dx, dy) = transform["scale"], transform["translate"]
    arcs = []
    for arc in topology["arcs"]:
        x = y = 0
        points = []
        for p in arc:
            x += p[0]
            y += p[1]
            points.append((x * kx + dx, y * ky + dy))
        arcs.append(points)
    return arcs


def near(lon: float, reference: float) -> float:
    """`lon` moved by whole turns to lie within 180 degrees of `reference`."""
    return lon + 360 * round((reference - lon) / 360)


def unwrap(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The same line with a continuous longitude."""
    out = [points[0]]
    for lon, lat in points[1:]:
        out.append((near(lon, out[-1][0]), lat))
    return out


def simplify(points: list[tuple[float, float]], tolerance: float) -> list[tuple[float, float]]:
    """Douglas-Peucker, iterative; the two ends stay."""
    if tolerance <= 0 or len(points) < 3:
        return points
    keep = [False] * len(points)
    keep[0] = keep[-1] = True
    stack = [(0, len(points) - 1)]
    while stack:
        first, last = stack.pop()
        (ax, ay), (bx, by) = points[first], points[last]
        vx, vy = bx - ax, by - ay
        length2 = vx * vx + vy * vy
        worst, index = -1.0, first
        for i in range(first + 1, last):
            px, py = points[i][0] - ax, points[i][1] - ay
            t = 0.0 if length2 == 0 else max(0.0, min(1.0, (px * vx + py * vy) / length2))
            d2 = (px - t * vx) ** 2 + (py - t * vy) ** 2
            if d2 > worst:
                worst, index = d2, i
        if worst > tolerance * tolerance:
            keep[index] = True
            stack += [(first, index), (index, last)]
    return [p for p, k in zip(points, keep, strict=True) if k]


def ring_points(ring: list[int], arcs: list[list[tuple[float, float]]]) -> list[tuple[float, float]]:
    """Join the arcs of a ring. Arc ~i is arc i reversed; the first point of each later arc repeats the last."""
    points: list[tuple[float, float]] = []
    for index in ring:
        arc = arcs[index] if index >= 0 else arcs[~index][::-1]
        points.extend(arc[1:] if points else arc)
    return points


def unwrap_ring(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The ring with a continuous longitude; one that goes round a pole is closed along it."""
    ring = unwrap(points)
    if abs(ring[-1][0] - ring[0][0]) > 180:  # the ring goes once round a pole
        pole = POLE_LAT if ring[0][1] > 0 else -POLE_LAT
        ring += [(ring[-1][0], pole), (ring[0][0], pole), ring[0]]
    return ring


def rounded(ring: list[tuple[float, float]], decimals: int) -> list[list[float]]:
    """Round, and drop the points that rounding made equal to the one before."""
    out: list[list[float]] = []
    for lon, lat in ring:
        p = [round(lon, decimals) + 0.0, round(lat, decimals) + 0.0]  # + 0.0 turns -0.0 into 0.0
        p = [int(v) if v == int(v) else v for v in p]
        if not out or p != out[-1]:
            out.append(p)
    return out


def polygon(rings: list[list[int]], arcs: Arcs, thin: Arcs, decimals: int) -> list[list[list[float]]] | None:
    """One polygon: the outer ring, then its holes, all in the same turn of longitude."""
    # Antarctica in countries-50m: the OUTER ring is the pole itself (all points at -89.999) and the coast is its
    # hole. Without the pole ring the coast, closed along the pole by unwrap_ring, is the outer ring again.
    rings = [r for r in rings if not all(abs(lat) > POLE_LAT for _, lat in ring_points(r, arcs))]
    result = []
    centre = home = 0.0
    for number, ring in enumerate(rings):
        for source in (thin, arcs):  # a ring so small that thinning destroys it is kept as it was
            points = unwrap_ring(ring_points(ring, source))
            if number == 0:
                centre = (min(p[0] for p in points) + max(p[0] for p in points)) / 2
                home = near(centre, 0.0) - centre  # the middle of the polygon goes into -180..180
            shift = home if number == 0 else near(points[0][0], centre) - points[0][0] + home
            out = rounded([(lon + shift, lat) for lon, lat in points], decimals)
            if len(out) >= 4:
                result.append(out)
                break
        else:
            if number == 0:
                return None
    return result


def convert(
    topology: dict[str, Any], *, layer: str = "countries", decimals: int = 3, tolerance: float = 0.0
) -> dict[str, Any]:
    """The topology as a GeoJSON FeatureCollection."""
    arcs = [unwrap(arc) for arc in decode_arcs(topology)]
    thin = [simplify(arc, tolerance) for arc in arcs]
    features = []
    for geometry in topology["objects"][layer]["geometries"]:
        kind = geometry.get("type")
        if kind not in ("Polygon", "MultiPolygon"):
            continue
        groups = [geometry["arcs"]] if kind == "Polygon" else geometry["arcs"]
        polygons = [p for p in (polygon(rings, arcs, thin, decimals) for rings in groups) if p]
        if not polygons:
            continue
        feature = {
            "type": "Feature",
            "properties": {"name": geometry.get("properties", {}).get("name", "")},
            "geometry": {"type": "MultiPolygon", "coordinates": polygons},
        }
        if "id" in geometry:
            feature["id"] = geometry["id"]
        features.append(feature)
    return {"type": "FeatureCollection", "features": features}


def main() -> None:
    """Convert one file."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("topojson", type=Path, help="countries-110m.json or countries-50m.json of world-atlas")
    parser.add_argument("out", type=Path, help="GeoJSON to write; keep the suffix .json")
    parser.add_argument("--layer", default="countries")
    parser.add_argument("--decimals", type=int, default=3)
    parser.add_argument(
        "--simplify", type=float, default=0.0, metavar="DEGREES", help="thin each arc by this tolerance"
    )
    parser.add_argument(
        "--source",
        default="Natural Earth 4.1 Admin 0 countries (public domain), from world-atlas 2.0.2 (ISC)",
        help="text stored in the file as its source",
    )
    args = parser.parse_args()
    topology = json.loads(args.topojson.read_text(encoding="utf-8"))
    collection = convert(topology, layer=args.layer, decimals=args.decimals, tolerance=args.simplify)
    collection = {"type": collection["type"], "source": args.source, "features": collection["features"]}
    args.out.parent.mkdir(parents=True, exist_ok=True)
    args.out.write_text(json.dumps(collection, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")
    points = sum(len(r) for f in collection["features"] for p in f["geometry"]["coordinates"] for r in p)
    print(f"{args.out}: {len(collection['features'])} features, {points} points, {args.out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
