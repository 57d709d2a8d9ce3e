"""A process that answers rounds from 16 threads and prints each acknowledged response id, until it is killed."""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path

from soundmark.store.journal import Journal
from soundmark.store.rounds import RoundBook
from soundmark.types import OwnerKey, QuestionId
from tests.support.rows import geo_row


def answer_for_ever(book: RoundBook, owner: str) -> None:
    number = 0
    game = book.start_game("geo", OwnerKey(owner), {})
    while True:
        number += 1
        round_ = book.open_round(game.game_id, number, QuestionId(f"q{number}"))
        row, is_first = book.settle(round_.round_id, geo_row(game_id=game.game_id, round_number=number))
        if is_first:
            # One write call: a line is whole or absent, whenever the kill comes.
            os.write(1, f"{row.response_id} {round_.round_id}\n".encode())


def main() -> None:
    book = RoundBook(Journal(Path(sys.argv[1])))
    for number in range(16):
        threading.Thread(target=answer_for_ever, args=(book, f"owner{number}"), daemon=True).start()
    threading.Event().wait()


if __name__ == "__main__":
    main()
