"""Models' rows by the benchmark's own published rules, faults included: to be comparable with the paper only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import cast

from leaderboard.tables.answers import origin_of
from leaderboard.tables.groups import GroupKey, Who
from soundmark.benchmarks.entry import AnyPack
from soundmark.evaluation.figures import Answers, report_of
from soundmark.evaluation.rows import AnswerRow
from soundmark.store.schema import ChoiceRow, GeoRow, SpatialRow
from soundmark.types import ResponderKind

SECTION = "as_published"


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedRules:
    """A model's figures by the published rules.

    Attributes:
        figures: by the names of the papers' tables; shares 0 to 1, SAVVY's in per cent.
        n: of how many questions each is.
        answers: rows of the log.
    """

    key: GroupKey
    figures: Mapping[str, float | None]
    n: Mapping[str, int]
    answers: int


Known = dict[GroupKey, tuple[frozenset[str], PublishedRules | None]]
"""What was worked out before, and from the rows of which ids."""


def by_published_rules(pack: AnyPack, rows: Iterable[object], known: Known | None = None) -> list[PublishedRules]:
    """A row for each model, with what it was given, in the order of the log.

    Args:
        pack: the benchmark's questions; answers to others are left out.
        rows: of the log, each id once, without those taken back.
        known: rows of models that were worked out from the same answers are taken from here, and new ones put in.
    """
    by_id = {str(question.question_id): question for question in pack.questions}
    groups: dict[GroupKey, list[AnswerRow]] = {}
    for row in rows:
        if (
            isinstance(row, GeoRow | ChoiceRow | SpatialRow)
            and row.responder_kind is not ResponderKind.HUMAN
            and row.benchmark == pack.benchmark
            and row.question_id in by_id
        ):
            groups.setdefault(_key(row), []).append(row)
    kept: Known = {} if known is None else known
    for key, answers in groups.items():
        ids = frozenset(row.response_id for row in answers)
        if key not in kept or kept[key][0] != ids:
            kept[key] = ids, _worked_out(key, [(by_id[row.question_id], row) for row in answers])
    return [found for key in groups if (found := kept[key][1]) is not None]


def _worked_out(key: GroupKey, answers: Answers) -> PublishedRules | None:
    sections = report_of(answers).sections
    if SECTION not in sections:
        return None
    section = sections[SECTION]
    numbers = cast("Mapping[str, int]", section["n"])
    figures = {name: cast("float | None", section[name]) for name in numbers if name in section}
    return PublishedRules(key=key, figures=figures, n=numbers, answers=len(answers))


def _key(row: AnswerRow) -> GroupKey:
    who = Who.MODEL if row.responder_kind is ResponderKind.MODEL else Who.BASELINE
    return GroupKey(who, row.responder_id or "", row.setting, row.prompt_id or "", origin_of(row.imported_from))
