"""Files of a scene that cannot be had: the first failure is waited for, the others are known at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from soundmark.benchmarks.fetch import FetchError, FetchReason
from soundmark.benchmarks.savvy.source import KeptFiles


def test_after_a_failure_nobody_is_asked_for_a_while(tmp_path: Path) -> None:
    asked: list[str] = []

    def bring(name: str, target: Path) -> None:
        asked.append(name)
        raise FetchError(FetchReason.NO_NETWORK, "The server did not answer in time.")

    files = KeptFiles(tmp_path, bring, lambda _: True)
    for name in ("maps.json", "path.json", "maps.json"):
        with pytest.raises(FetchError, match="in time"):
            files.get(name)
    assert asked == ["maps.json"]
