"""How long a quiz's leaderboard takes: the first look, a look when nothing new came, and a look after a new answer.

    .venv/bin/python -m perf.choice_board [--rows 100000] [--players 5000]

The peer is what a board would do that counts the whole log at every look with pandas: read all rows of the journal and
group them, without any interval.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable, Iterable
from itertools import islice
from pathlib import Path

import pandas as pd

from leaderboard.choice_board import ChoiceBoard
from leaderboard.choice_spec import GLOBEAUDIO
from soundmark.pack_loader import PackKey
from soundmark.store.journal import Journal, insert_job
from soundmark.store.schema import ChoiceRow
from soundmark.types import ChoiceQuestion, ChoiceTruth, Status
from tests.support.choice_log import made_up_log
from tests.support.choices import pack_of, question
from tests.support.services import services_on

QUESTIONS = 5637
"""As many as GlobeAudio has (paper, table 2)."""
LOOKS = 10
REPORTS = ("language:native", "language:good", "language:some", None)


def questions() -> list[ChoiceQuestion]:
    """Questions in six languages."""
    languages = tuple(GLOBEAUDIO.groups)
    return [question(number, language=languages[number % 6]) for number in range(QUESTIONS)]


def write(journal: Journal, rows: Iterable[ChoiceRow]) -> None:
    """Store rows, many in one transaction."""
    remaining = iter(rows)
    while jobs := [insert_job(row) for row in islice(remaining, 10_000)]:
        journal.write(lambda connection, jobs=jobs: [job(connection) for job in jobs])  # type: ignore[misc]


def by_pandas(journal: Journal) -> int:
    """Accuracy of each player in each language from the whole log."""
    rows = [row for row in journal.rows("choice") if isinstance(row, ChoiceRow) and row.status is not Status.ERROR]
    frame = pd.DataFrame(
        {
            "who": [row.responder_id for row in rows],
            "question": [row.question_id for row in rows],
            "when": [row.answered_at for row in rows],
            "language": [row.language for row in rows],
            "right": [row.correct is True for row in rows],
        }
    )
    first = frame.sort_values("when").drop_duplicates(["who", "question"])
    return len(first.groupby(["who", "language"], dropna=False).right.mean())


def seconds(look: Callable[[], object]) -> float:
    """How long a look takes, in seconds."""
    begin = time.perf_counter()
    look()
    return time.perf_counter() - begin


def main() -> None:
    """Write a log, look at it, and print Markdown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--players", type=int, default=5000)
    options = parser.parse_args()
    asked = questions()
    with tempfile.TemporaryDirectory() as top:
        journal = Journal(Path(top) / "journal.sqlite")
        rows = made_up_log(asked, options.rows + LOOKS, players=options.players, reports=REPORTS)
        write(journal, islice(rows, options.rows))
        services = services_on(journal, Path(top))
        key = PackKey[ChoiceTruth](GLOBEAUDIO.mode)
        pack = pack_of(asked)
        services.packs.start(key, lambda _: pack)
        services.packs.of(key).pack()
        board = ChoiceBoard(services, GLOBEAUDIO)
        first_s = seconds(lambda: board.value(None))
        again_s = statistics.median(seconds(lambda: board.value(None)) for _ in range(LOOKS))
        after_s = []
        for row in rows:
            journal.append(row)
            after_s.append(seconds(lambda: board.value(None)))
        pandas_s = statistics.median(seconds(lambda: by_pandas(journal)) for _ in range(3))
        journal.close()
    print(
        f"{options.rows:,} answers of {options.players:,} players; a look in seconds, and as a share of the peer's.\n"
    )
    print("| look | s | of pandas |\n|---|---|---|")
    named = {"first": first_s, "nothing new": again_s, "after a new answer": statistics.median(after_s)}
    for name, taken_s in {**named, "pandas over the whole log": pandas_s}.items():
        print(f"| {name} | {taken_s:.3f} | {taken_s / pandas_s:.2f} |")


if __name__ == "__main__":
    main()
