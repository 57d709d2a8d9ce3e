"""What was left out of a table of votes, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from leaderboard.ratings.raw_votes import WrongRow

_NUMBERS_SHOWN = 20
_REASONS_SHOWN = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class VoteReport:
    """What became of the rows of a table.

    Attributes:
        n_rows: all rows, without a header.
        n_votes: votes that can be rated.
        wrong: rows that cannot be used.
        n_repeated: rows that say the same as another of the same id, which counts.
        n_self: battles of a model with itself.
        n_placeholder: first rows of a published table, which stand for no vote.
        n_withdrawn: votes that their voters took back.
        excluded: why -> votes that are left out of ratings by a check or by who gave them; they stay in the table.
        unavailable: check -> votes of which it could not be told; they count.
        n_without_time: votes that count, but in no stretch of time, since theirs is missing or cannot be read.
        spellings: name -> how else it was spelled.
    """

    n_rows: int
    n_votes: int
    wrong: tuple[WrongRow, ...] = ()
    n_repeated: int = 0
    n_self: int = 0
    n_placeholder: int = 0
    n_withdrawn: int = 0
    excluded: Mapping[str, int] = field(default_factory=dict)
    unavailable: Mapping[str, int] = field(default_factory=dict)
    n_without_time: int = 0
    spellings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def text(self) -> str:
        """The report in sentences, for a terminal: names in it are made safe for one."""
        from soundmark.audio.errors import shown

        lines = [f"{self.n_votes:,} of {_rows(self.n_rows)} count as votes."]
        numbers: dict[str, list[int]] = {}
        for row in self.wrong:
            numbers.setdefault(row.why, []).append(row.number)
        for why, found in list(numbers.items())[:_REASONS_SHOWN]:
            lines.append(f"- {_rows(len(found))} left out, {shown(why)}: {_listed(found)}.")
        if len(numbers) > _REASONS_SHOWN:
            rest = sum(len(found) for found in list(numbers.values())[_REASONS_SHOWN:])
            lines.append(f"- {_rows(rest)} left out for other reasons; --json names each.")
        counted = (
            (self.n_repeated, "left out, for another with the same vote_id says the same"),
            (self.n_self, "left out, where a model meets itself"),
            (self.n_placeholder, "passed over, which stand for no vote (their id begins with init-)"),
            (self.n_withdrawn, "left out, whose voters took them back"),
            *((number, f"left out of ratings: {why}") for why, number in self.excluded.items()),
            (self.n_without_time, "counted, but in no stretch of time: it is missing or cannot be read"),
            *((number, f"counted though {check} could not be told") for check, number in self.unavailable.items()),
        )
        lines += [f"- {_rows(number)} {what}." for number, what in counted if number]
        for name, others in list(self.spellings.items())[:_REASONS_SHOWN]:
            lines.append(f"- {shown(name)} is also spelled {', '.join(ascii(other)[:80] for other in others[:5])}.")
        return "\n".join(lines)


def _rows(number: int) -> str:
    return f"{number:,} {'row' if number == 1 else 'rows'}"


def _listed(numbers: list[int]) -> str:
    shown_numbers = ", ".join(str(number) for number in numbers[:_NUMBERS_SHOWN])
    more = len(numbers) - _NUMBERS_SHOWN
    return f"row {shown_numbers}{f' and {more:,} more' if more > 0 else ''}"
