"""Lets models judge reasoning: asks each through its run log, so that nothing is paid for twice."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TextIO

from soundmark.curation.localizability.answers_file import ClipAnswer
from soundmark.curation.localizability.contributions import Shares
from soundmark.curation.localizability.prompt import MAX_SOUNDS, PROMPT_SHA256, judge_request, read_levels
from soundmark.evaluation.asker import Endpoint
from soundmark.evaluation.batch import Ask
from soundmark.evaluation.batch_session import asked_in_session
from soundmark.evaluation.ledger import Ledger
from soundmark.evaluation.retry import RetryRules
from soundmark.evaluation.stop import Stop
from soundmark.models.reply import Reply
from soundmark.models.request import Parameter
from soundmark.types import Status

INVALID_RETRIES = 2
"""How often a judge is asked again whose reply lacks a level."""


@dataclass(frozen=True, slots=True)
class Clues:
    """What a judge is asked about at once.

    Attributes:
        categories: detected in the clip, the longest heard first.
    """

    clip_id: str
    reasoning: str
    categories: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Levels:
    """What a judge said.

    Attributes:
        rows: clip id, category, judge, level.
        n_unread: categories in clips that have no level, be it that they were not asked about.
        stopped_because: why it ended early; '' when it did not.
    """

    rows: Sequence[tuple[str, str, str, int]]
    n_unread: int
    stopped_because: str = ""


def clues_of(answers: Mapping[str, ClipAnswer], shares: Shares, *, min_share: float = 0.0) -> list[Clues]:
    """What there is to be judged: clips with reasoning and at least one detected category, by clip id.

    Args:
        answers: by clip id.
        shares: of time, by clip and category.
        min_share: a category counts as detected when it is heard for a greater share of the clip than this.
    """
    found: list[Clues] = []
    for clip_id in sorted(answers.keys() & shares.keys()):
        own = shares[clip_id]
        names = sorted((name for name, share in own.items() if share > min_share), key=lambda name: (-own[name], name))
        reasoning = answers[clip_id].reasoning
        if reasoning:
            found += [
                Clues(clip_id, reasoning, tuple(names[start : start + MAX_SOUNDS]))
                for start in range(0, len(names), MAX_SOUNDS)
            ]
    return found


async def judge_clues(
    clues: Sequence[Clues],
    endpoint: Endpoint,
    ledger: Ledger,
    parameters: Mapping[str, Parameter],
    *,
    max_usd: float | None = None,
    spent_elsewhere_usd: float = 0.0,
    stop: Stop | None = None,
    stream: TextIO | None = None,
) -> Levels:
    """Ask one judge about all clips.

    Args:
        clues: what is to be judged.
        endpoint: the judge.
        ledger: of what it was asked, held by this process.
        parameters: sent with each request.
        max_usd: the limit; None for none.
        spent_elsewhere_usd: what counts against the limit beside this ledger.
        stop: ends it early; what was judged is there all the same.
        stream: where progress is told; None for nowhere.

    Raises:
        LedgerError: when the run log cannot be written.
    """
    stop = stop or Stop()
    asks = {
        key: Ask(
            key=key,
            name=one.clip_id,
            compose=partial(judge_request, one.reasoning, one.categories, parameters),
            is_readable=partial(_is_whole, len(one.categories)),
        )
        for one in clues
        for key in [key_of(one, endpoint.identity, parameters)]
    }
    async with asked_in_session(
        list(asks.values()), endpoint, ledger, stop=stop, is_readable=lambda _: True,
        rules=RetryRules(invalid=INVALID_RETRIES), max_usd=max_usd, spent_elsewhere_usd=spent_elsewhere_usd,
        stream=stream,
    ):  # fmt: skip
        found = known_levels(clues, ledger, endpoint.name, endpoint.identity, parameters)
    return replace(found, stopped_because=stop.reason)


def key_of(clues: Clues, judge: str, parameters: Mapping[str, Parameter]) -> str:
    """Names what a judge is asked in its run log: the same for the same judge, parameters, prompt and clues."""
    asked = [PROMPT_SHA256, judge, dict(parameters), clues.clip_id, clues.reasoning, *clues.categories]
    parts = json.dumps(asked, sort_keys=True)
    return hashlib.sha256(parts.encode()).hexdigest()


def _is_whole(n_categories: int, reply: Reply) -> bool:
    names = [str(number) for number in range(n_categories)]
    return reply.status is Status.REFUSED or len(read_levels(reply.text, names)) == n_categories


def known_levels(
    clues: Sequence[Clues], ledger: Ledger, judge: str, identity: str, parameters: Mapping[str, Parameter]
) -> Levels:
    """What a judge has said so far, by its run log.

    Args:
        clues: what it is to judge.
        ledger: of what it was asked.
        judge: its name.
        identity: as its endpoint has it.
        parameters: sent with each request.
    """
    rows: list[tuple[str, str, str, int]] = []
    n_unread = 0
    for one in clues:
        answered = ledger.answered.get(key_of(one, identity, parameters))
        text = "" if answered is None or answered.reply is None else answered.reply.text
        levels = read_levels(text, one.categories)
        rows += [(one.clip_id, category, judge, level) for category, level in levels.items()]
        n_unread += len(one.categories) - len(levels)
    return Levels(rows=rows, n_unread=n_unread)
