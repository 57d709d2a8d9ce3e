"""Nothing is done for whoever is not the owner, whatever door was left open before."""

from __future__ import annotations

from unittest.mock import Mock

import pytest

from soundmark.owner import ownership_of
from soundmark.ownership.asked import answer
from soundmark.settings import read_settings
from soundmark.types import SoundmarkError

LOCAL = ownership_of(read_settings({}))
HERE: dict[str, object] = {"client": ("127.0.0.1", 1), "headers": [(b"host", b"localhost:7860")]}


def test_the_owner_gets_what_was_asked_for() -> None:
    assert answer(HERE, LOCAL, lambda: {"log": []}) == {"log": []}


@pytest.mark.parametrize(
    "scope",
    [
        {},
        {"client": ("203.0.113.9", 1), "headers": HERE["headers"]},
        {"client": HERE["client"], "headers": [(b"host", b"localhost:7860"), (b"origin", b"https://evil.example")]},
    ],
)
def test_others_get_a_sentence_and_nothing_is_done(scope: dict[str, object]) -> None:
    give, otherwise = Mock(), Mock()
    told = answer(scope, LOCAL, give, otherwise)
    assert set(told) == {"said"}
    assert "Only the owner" in str(told)
    assert (give.called, otherwise.called) == (False, False)


def test_what_failed_is_told_beside_the_board() -> None:
    failing = Mock(side_effect=SoundmarkError("The disk is full."))
    assert answer(HERE, LOCAL, failing) == {"said": {"text": "The disk is full."}}
    board = answer(HERE, LOCAL, failing, lambda told: {"log": [], "said": told})
    assert board == {"log": [], "said": {"text": "The disk is full."}}
