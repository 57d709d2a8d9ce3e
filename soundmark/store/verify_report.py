"""What was found when a dataset of the log was checked, in sentences."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class TableReport:
    """What was found in one table.

    Attributes:
        table: its name.
        rows: rows that stand for something, each counted once.
        files: Parquet files, the first row's file included.
        problems: a sentence each; none when the table is sound.
    """

    table: str
    rows: int
    files: int
    problems: tuple[str, ...] = ()

    def lines(self) -> list[str]:
        """The table in a line, and each problem in one more."""
        rows = f"{self.rows:,} rows" if self.rows != 1 else "1 row"
        files = f"{self.files:,} files" if self.files != 1 else "1 file"
        return [f"{self.table}: {rows} in {files}", *(f"  - {problem}" for problem in self.problems)]


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyReport:
    """What was found in a dataset.

    Attributes:
        name: the dataset.
        revision: which state of it was checked.
        tables: one report a table, in the order of the log.
        problems: what is wrong with the dataset as a whole, a sentence each.
    """

    name: str
    revision: str
    tables: tuple[TableReport, ...]
    problems: tuple[str, ...] = ()

    @property
    def problem_count(self) -> int:
        """How many problems there are in all."""
        return len(self.problems) + sum(len(table.problems) for table in self.tables)

    @property
    def exit_status(self) -> int:
        """For a command: 0 when all is sound, 1 when there is a problem."""
        return 1 if self.problem_count else 0

    def text(self) -> str:
        """The report for a person."""
        count = self.problem_count
        lines = [f"{self.name} at revision {self.revision[:12]}", *(f"- {problem}" for problem in self.problems)]
        lines += [line for table in self.tables for line in table.lines()]
        if count:
            lines.append(f"{count} problem{'s' if count > 1 else ''} found.")
        else:
            lines.append("Every table loads, every id is there once, and types and card agree with this version.")
        return "\n".join(lines)
