"""How many replies are read right, and how fast, beside plain regular expressions.

    .venv/bin/python -m perf.answer_parsing

The replies are those of tests/data/model_replies_*.jsonl, and those of published trouble reports in tests/data/cases,
which are named "reports". The peer is what evaluation scripts commonly do: for a choice
the first capital letter that stands alone, before that one behind "answer"; for a place the first two decimal numbers,
latitude first; for a distance the first number. AGL1K's published replies are added where they lie beside the
repository.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Sequence

from soundmark.models.parsing import PARSER_VERSION, parse_place
from tests.support.agl1k import GEMINI, GPT_4O
from tests.support.collected_replies import collected_choices, collected_places
from tests.support.model_replies import KINDS, Answer, ModelReply, answer, model_replies, tally

_LETTER_BEHIND_CUE = re.compile(r"answer\W*(?:is|:)?\W*([A-J])\b", re.IGNORECASE)
_LETTER = re.compile(r"\b([A-J])\b")
_PAIR = re.compile(r"(-?\d+\.\d+)\D{1,30}?(-?\d+\.\d+)")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def plain_regex(reply: ModelReply) -> Answer:
    """The peer's reading."""
    if reply.kind == "choice":
        found = _LETTER_BEHIND_CUE.search(reply.text) or _LETTER.search(reply.text)
        place = "ABCDEFGHIJ".index(found[1].upper()) if found else len(reply.options)
        return place if place < len(reply.options) else None
    if reply.kind == "geo":
        pair = _PAIR.search(reply.text)
        return (float(pair[1]), float(pair[2])) if pair else None
    number = _NUMBER.search(reply.text)
    return float(number[0]) if number else None


def report(kind: str, name: str, replies: Sequence[ModelReply], parser: Callable[[ModelReply], Answer]) -> None:
    """Print a line of figures."""
    begin = time.process_time()
    found = tally(replies, parser)
    seconds = time.process_time() - begin
    print(
        f"{kind:<17}{name:<12}{len(replies):>8}{found.readable:>10}{found.read_share:>9.1%}{len(found.missed):>8}"
        f"{len(found.wrong):>7}{len(found.wrong) / len(replies):>9.1%}{len(replies) / seconds:>14,.0f}"
    )


def published() -> None:
    """AGL1K's replies: whose coordinates are the published ones, and which more are read."""
    for path in (GEMINI, GPT_4O):
        if not path.is_file():
            continue
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        same = other = more = 0
        for row in rows:
            stated = parse_place(row["model_output"]).answer
            place = None if stated is None else stated.place
            found = (0.0, 0.0) if place is None else (place.latitude_deg, place.longitude_deg)
            theirs = row["predicted_latitude"], row["predicted_longitude"]
            same += found == theirs
            more += theirs == (0.0, 0.0) and found != theirs
            other += theirs not in ((0.0, 0.0), found)
        print(f"{path.name}: {len(rows)} replies, {same} as published, {more} read beside, {other} otherwise")


def main() -> None:
    """Print the table."""
    print(f"Parser {PARSER_VERSION}. Wrong: an answer that the reply does not state, of all replies.")
    print(f"{'':<29}{'replies':>8}{'readable':>10}{'read':>9}{'missed':>8}{'wrong':>7}{'':>9}{'replies/CPU s':>14}")
    sets = {kind: model_replies(kind) for kind in KINDS}
    sets |= {"choice, reports": collected_choices(), "geo, reports": collected_places()}
    for name, replies in sets.items():
        tally(replies[:20], answer)  # patterns are compiled
        report(name, "soundmark", replies, answer)
        report(name, "plain regex", replies, plain_regex)
    published()


if __name__ == "__main__":
    main()
