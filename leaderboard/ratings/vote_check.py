"""From raw columns to votes: each row is looked at, and what is left out is counted and named."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

import numpy as np

from leaderboard.ratings.counts import check_number
from leaderboard.ratings.names import model_name
from leaderboard.ratings.outcomes import Bools, Floats, Ints, outcome_of
from leaderboard.ratings.raw_votes import CHECKS, LABELS, STYLE_COLUMNS, STYLES, RawColumn, RawVotes, WrongRow
from leaderboard.ratings.vote_report import VoteReport
from leaderboard.ratings.vote_table import VoteTable
from leaderboard.ratings.vote_values import cell_text, feature_of, labels_of, numbers_of, times_of

_INIT_PREFIX = "init-"
_NOT_READ = -1
_NOBODY = -2
_VERDICTS = frozenset({"", "ok", "failed", "unavailable"})


@dataclass(slots=True, eq=False)
class _Rows:
    """Which rows still count, and why the others do not."""

    numbers: Ints
    kept: Bools
    wrong: list[WrongRow]

    def refuse(self, bad: Bools, why: Callable[[int], str]) -> None:
        """Leave out rows for a fault of each."""
        for place in np.flatnonzero(bad & self.kept):
            self.wrong.append(WrongRow(int(self.numbers[place]), why(int(place))))
        self.kept &= ~bad

    def drop(self, bad: Bools) -> int:
        """Leave out rows that are no fault. Returns how many."""
        number = int((bad & self.kept).sum())
        self.kept &= ~bad
        return number


def checked_votes(
    raw: RawVotes,
    *,
    withdrawn: Collection[str] = (),
    with_failed: bool = False,
    responders: Collection[str] = ("human",),
) -> tuple[VoteTable, VoteReport]:
    """Votes from raw columns.

    A wrong row is left out and named; the others stay. Rows with one vote_id count once when they say the same, and not
    at all when they contradict each other. The outcome of a check is judged here and nowhere else: `failed` leaves a
    vote out, `unavailable` does not, since what could not be told is no fault of a voter.

    Args:
        raw: the columns.
        withdrawn: ids of votes that were taken back.
        with_failed: count votes that failed a check all the same.
        responders: whose votes count where the table says who gave them: `human`, or `model` for judges.

    Raises:
        RatingError: when there are too many models.
    """
    rows = _Rows(raw.numbers, np.ones(len(raw.numbers), dtype=bool), list(raw.unreadable))
    ids = _ids(raw)
    n_placeholder = rows.drop(_marked(ids, lambda text: text.startswith(_INIT_PREFIX)))
    taken = frozenset(withdrawn)
    n_withdrawn = rows.drop(_marked(ids, lambda text: text in taken)) if taken else 0
    models, spellings, a, b = _models(raw, rows)
    outcome = _outcomes(raw, rows, models, a, b)
    n_self = rows.drop(a == b)
    n_repeated = _once(ids, rows, a, b, outcome)
    excluded, unavailable = _judged(raw, rows, with_failed=with_failed, responders=responders)
    style = _style(raw, rows)
    time_s = times_of(raw.columns.get("time"))
    table = VoteTable(
        models=models,
        a=a,
        b=b,
        outcome=outcome,
        voter=numbers_of(raw.columns.get("voter")),
        question=numbers_of(raw.columns.get("question")),
        battle=numbers_of(raw.columns.get("battle_id")),
        time_s=time_s,
        style=style,
        labels={name: labels_of(raw.columns[name]) for name in LABELS if name in raw.columns},
    )
    kept = _with_own_models(table if rows.kept.all() else table.where(rows.kept))
    check_number(len(kept.models))
    report = VoteReport(
        n_rows=len(raw.numbers) + len(raw.unreadable),
        n_votes=kept.n_votes,
        wrong=tuple(sorted(rows.wrong, key=lambda row: row.number)),
        n_repeated=n_repeated,
        n_self=n_self,
        n_placeholder=n_placeholder,
        n_withdrawn=n_withdrawn,
        excluded=excluded,
        unavailable=unavailable,
        n_without_time=0 if kept.time_s is None else int(np.isnan(kept.time_s).sum()),
        spellings=spellings,
    )
    return kept, report


def _with_own_models(table: VoteTable) -> VoteTable:
    """With the models that are left, in the order of their names."""
    used = np.unique(np.concatenate([table.a, table.b]))
    places = np.array(sorted(used.tolist(), key=lambda place: table.models[place]), dtype=np.int64)
    new = np.zeros(len(table.models) + 1, dtype=np.int64)
    new[places] = np.arange(len(places))
    return VoteTable(
        models=tuple(table.models[place] for place in places),
        a=new[table.a],
        b=new[table.b],
        outcome=table.outcome,
        voter=table.voter,
        question=table.question,
        battle=table.battle,
        time_s=table.time_s,
        style=table.style,
        labels=table.labels,
    )


def _ids(raw: RawVotes) -> RawColumn | None:
    column = raw.columns.get("vote_id")
    return None if column is None else RawColumn(column.codes, [cell_text(value) for value in column.values])


def _marked(column: RawColumn | None, test: Callable[[str], bool]) -> Bools:
    """The rows whose value passes a test."""
    if column is None:
        return np.zeros(1, dtype=bool)
    found = np.array([test(str(value)) for value in column.values], dtype=bool)
    marked: Bools = found[column.codes] if found.any() else np.zeros(1, dtype=bool)
    return marked


def _models(raw: RawVotes, rows: _Rows) -> tuple[tuple[str, ...], dict[str, tuple[str, ...]], Ints, Ints]:
    """Names, other spellings, and who stood on sides a and b."""
    places: dict[str, int] = {}
    spelled: dict[str, set[str]] = {}
    sides = []
    for side in ("model_a", "model_b"):
        column = raw.columns[side]
        own, faults = [], {}
        for at, value in enumerate(column.values):
            text = cell_text(value)
            try:
                if isinstance(value, (list, dict, bool)):
                    raise ValueError("neither a text nor a number")
                name = model_name(text)
            except ValueError as error:
                own.append(_NOT_READ)
                faults[at] = f"{side} is {error}"
            else:
                own.append(places.setdefault(name, len(places)))
                spelled.setdefault(name, set()).update({text} - {name})
        codes = np.array(own, dtype=np.int64)[column.codes] if own else column.codes
        sides.append(codes)
        rows.refuse(codes == _NOT_READ, lambda row, column=column, faults=faults: faults[int(column.codes[row])])  # type: ignore[misc]
    others = {name: tuple(sorted(found)) for name, found in sorted(spelled.items()) if found}
    return tuple(places), others, sides[0], sides[1]


def _outcomes(raw: RawVotes, rows: _Rows, models: tuple[str, ...], a: Ints, b: Ints) -> Ints:
    """What each vote says; a winner may also be named by the model's own name."""
    column = raw.columns["winner"]
    named = {name: place for place, name in enumerate(models)}
    own, winners = [], []
    for value in column.values:
        text = "" if isinstance(value, (bool, int, float)) else cell_text(value)
        found = outcome_of(text)
        own.append(_NOT_READ if found is None else int(found))
        winners.append(_NOBODY if found is not None else named.get(_name_or_nothing(text), _NOBODY))
    if not own:
        return column.codes
    outcome = np.array(own, dtype=np.int64)[column.codes]
    if any(winner != _NOBODY for winner in winners):
        winner_of = np.array(winners, dtype=np.int64)[column.codes]
        outcome = np.where(winner_of == a, 0, np.where(winner_of == b, 2, outcome))
    bad = outcome == _NOT_READ
    rows.refuse(bad, lambda row: _no_outcome(column.values[int(column.codes[row])]))
    found_outcome: Ints = np.where(bad, 0, outcome)
    return found_outcome


def _name_or_nothing(text: str) -> str:
    try:
        return model_name(text)
    except ValueError:
        return ""


def _no_outcome(value: object) -> str:
    text = cell_text(value)
    if not text:
        return "winner is empty"
    return f"winner is {text[:40]!a}, neither a, b, tie nor both_bad"


def _once(ids: RawColumn | None, rows: _Rows, a: Ints, b: Ints, outcome: Ints) -> int:
    """Leave out rows whose id is not their own. Returns how many repeat another."""
    if ids is None or len(ids.values) >= len(ids.codes):
        return 0
    has_id = np.array([bool(value) for value in ids.values], dtype=bool)[ids.codes]
    candidates = np.flatnonzero(rows.kept & has_id)
    order = candidates[np.argsort(ids.codes[candidates], kind="stable")]
    if not len(order):
        return 0
    codes = ids.codes[order]
    starts = np.flatnonzero(np.append(True, codes[1:] != codes[:-1]))
    said = (a * (int(b.max(initial=0)) + 1) + b) * 4 + outcome
    lowest, highest = np.minimum.reduceat(said[order], starts), np.maximum.reduceat(said[order], starts)
    group = np.cumsum(np.append(False, codes[1:] != codes[:-1]))
    contradicts, repeats = np.zeros(len(rows.kept), dtype=bool), np.zeros(len(rows.kept), dtype=bool)
    contradicts[order] = (lowest != highest)[group]
    rows.refuse(contradicts, lambda _: "another row with its vote_id says something else")
    repeats[order] = True
    repeats[order[starts]] = False
    return rows.drop(repeats)


def _judged(
    raw: RawVotes, rows: _Rows, *, with_failed: bool, responders: Collection[str]
) -> tuple[dict[str, int], dict[str, int]]:
    """Apply the checks. Returns votes left out by reason, and votes of which a check could not be told."""
    excluded: dict[str, int] = {}
    unavailable: dict[str, int] = {}
    if "responder_kind" in raw.columns:
        kinds = frozenset(responders)
        others = _marked(_as_text(raw.columns["responder_kind"]), lambda text: bool(text) and text not in kinds)
        excluded[f"not given by {' or '.join(sorted(kinds))}"] = rows.drop(others)
    for check in CHECKS:
        if check not in raw.columns:
            continue
        column = _as_text(raw.columns[check])
        rows.refuse(
            _marked(column, lambda text: text not in _VERDICTS) & np.ones_like(rows.kept),
            lambda _, check=check: f"{check} is neither ok, failed nor unavailable",  # type: ignore[misc]
        )
        if not with_failed:
            excluded[f"{check} failed"] = rows.drop(_marked(column, lambda text: text == "failed"))
        unavailable[check] = int((_marked(column, lambda text: text == "unavailable") & rows.kept).sum())
    return _positive(excluded), _positive(unavailable)


def _as_text(column: RawColumn) -> RawColumn:
    return RawColumn(column.codes, [cell_text(value).lower() for value in column.values])


def _positive(counts: dict[str, int]) -> dict[str, int]:
    return {name: number for name, number in counts.items() if number}


def _style(raw: RawVotes, rows: _Rows) -> Floats | None:
    """Features of both answers, NaN where they are not known."""
    if not all(name in raw.columns for name in STYLE_COLUMNS[:2]):
        return None
    found = np.full((len(rows.kept), len(STYLES), 2), np.nan)
    for place, name in enumerate(STYLES):
        for side, letter in enumerate("ab"):
            column = raw.columns.get(f"{name}_{letter}")
            if column is None or not len(column.values):
                continue
            numbers = np.array([feature_of(value) for value in column.values])
            values = numbers[column.codes]
            rows.refuse(values == -1, lambda _, name=name, letter=letter: f"{name}_{letter} is no count")  # type: ignore[misc]
            found[:, place, side] = values
    return found
