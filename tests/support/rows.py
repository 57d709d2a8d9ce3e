"""Rows for tests."""

from __future__ import annotations

import dataclasses
from datetime import UTC, datetime

from soundmark.store.ids import new_response_id
from soundmark.store.schema import SCHEMA_VERSION, GeoRow
from soundmark.types import ResponderKind, Status

NOON = datetime(2026, 3, 20, 12, 0, tzinfo=UTC)


def geo_row(**changes: object) -> GeoRow:
    """An answered round in Taipei, with the given changes."""
    row = GeoRow(
        response_id=new_response_id(),
        schema_version=SCHEMA_VERSION,
        benchmark="pack",
        benchmark_revision="abc123",
        question_id="q1",
        responder_kind=ResponderKind.HUMAN,
        responder_id="p" * 32,
        setting="audio",
        status=Status.OK,
        score=5000.0,
        shown_at=NOON,
        answered_at=NOON,
        app_version="0",
        deployment_id="test",
        latitude_deg=25.0,
        longitude_deg=121.5,
        true_latitude_deg=25.0,
        true_longitude_deg=121.5,
        error_km=0.0,
        hints=[],
        hint_cost=0.0,
        points=5000.0,
        timed_out=False,
    )
    return dataclasses.replace(row, **changes)  # type: ignore[arg-type]
