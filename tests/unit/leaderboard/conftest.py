"""Makes logged answers."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from soundmark.store.schema import GeoRow
from soundmark.types import ResponderKind, Status

Answer = Callable[..., GeoRow]


@pytest.fixture(scope="session")
def answer() -> Answer:
    """One answer; each is given a second after the one made before it."""
    numbers = itertools.count()

    def make(
        who: str | None,
        question: str,
        points: float = 0.0,
        km: float | None = None,
        *,
        status: Status = Status.OK,
        kind: ResponderKind = ResponderKind.HUMAN,
        game: str | None = "game",
        setting: str = "audio",
        truth: tuple[float, float] = (0.0, 10.0),
        benchmark: str = "clips",
    ) -> GeoRow:
        number = next(numbers)
        when = datetime(2026, 3, 1, tzinfo=UTC) + timedelta(seconds=number)
        return GeoRow(
            response_id=f"response-{number:09}",
            schema_version=1,
            benchmark=benchmark,
            benchmark_revision="r1",
            question_id=question,
            responder_kind=kind,
            responder_id=who,
            setting=setting,
            status=status,
            score=points,
            shown_at=when,
            answered_at=when,
            app_version="0",
            deployment_id="test",
            true_latitude_deg=truth[0],
            true_longitude_deg=truth[1],
            error_km=km,
            hints=[],
            hint_cost=0.0,
            points=points,
            timed_out=False,
            game_id=game,
        )

    return make
