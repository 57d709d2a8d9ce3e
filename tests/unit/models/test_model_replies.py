"""The replies of tests/data: no answer that is not stated, and nearly all that are."""

from __future__ import annotations

import pytest

from soundmark.types import Status
from tests.support.model_replies import KINDS, answer, model_replies, read, tally

LEAST_SHARE = 0.95
LEAST_REPLIES = {"choice": 250, "geo": 60, "distance": 60}
LANGUAGES = ("en", "zh-Hant", "zh-Hans", "ru", "th", "bn")


@pytest.mark.parametrize("kind", KINDS)
def test_no_wrong_answer_is_asserted_and_nearly_all_stated_ones_are_read(kind: str) -> None:
    replies = model_replies(kind)
    assert len(replies) >= LEAST_REPLIES[kind]
    found = tally(replies, answer)
    assert found.wrong == []
    assert found.read_share >= LEAST_SHARE, found.missed


@pytest.mark.parametrize("language", LANGUAGES)
def test_choices_are_read_in_every_language(language: str) -> None:
    replies = [reply for reply in model_replies("choice") if reply.language == language]
    assert len(replies) >= 30
    assert tally(replies, answer).read_share >= LEAST_SHARE


@pytest.mark.parametrize("kind", KINDS)
def test_a_reading_says_by_which_rule_and_from_what(kind: str) -> None:
    for reply in model_replies(kind):
        found = read(reply)
        if found.status is Status.OK:
            assert found.rule and found.matched, reply
        else:
            assert found.reason, reply
            assert found.status in (Status.REFUSED, Status.UNPARSED)
        if reply.status:
            assert found.status.value == reply.status, reply
