"""Makes logged answers, as the leaderboard's tests do."""

from __future__ import annotations

from tests.unit.leaderboard.conftest import answer

__all__ = ["answer"]
