"""Replies of published trouble reports with their right readings, from tests/data/cases."""

from __future__ import annotations

import json
from typing import Any

from tests.conftest import ROOT
from tests.support.model_replies import LETTERS, Answer, ModelReply

CASES = ROOT / "tests" / "data" / "cases"
BY_TEXT_OR_ELIMINATION: dict[str, Answer] = {"A temple drum gives a low sound": 3, "Not A. Not B. Not C.": 3}
"""Replies that state no letter by the case, and whose other reading is right too by its note."""


def collected_choices() -> list[ModelReply]:
    """Replies to questions with choices; `status` is the case's own, as refusal or multiple."""
    return [
        ModelReply(
            id=case_id,
            kind="choice",
            language="",
            text=text,
            expected=None if letter is None else LETTERS.index(letter),
            also=BY_TEXT_OR_ELIMINATION.get(text),
            options=tuple(given["options"]),
            status=status,
        )
        for case_id, given, expected in _rows("m_mcq_parse")
        for text, letter, status in zip(
            given["responses"],
            expected["letter"],
            expected.get("status", [""] * len(expected["letter"])),
            strict=True,
        )
    ]


def collected_places() -> list[ModelReply]:
    """Replies with coordinates, in prose and as JSON; `status` is why there are none, where the case says it."""
    found: list[ModelReply] = []
    for case_id, given, expected in _rows("c_coordinates"):
        pairs = expected.get("lat_lon") or expected["parsed"]
        reasons = expected.get("reason") or expected.get("status") or [""] * len(pairs)
        for reply, pair, reason in zip(given.get("strings") or given["answers"], pairs, reasons, strict=True):
            text = reply if isinstance(reply, str) else json.dumps(reply)
            place = None if pair is None else (float(pair[0]), float(pair[1]))
            found.append(ModelReply(id=case_id, kind="geo", language="", text=text, expected=place, status=reason))
    return found


def _rows(name: str) -> list[tuple[str, dict[str, Any], dict[str, Any]]]:
    lines = (CASES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [(row["id"], row["input"], row["expected"]) for row in map(json.loads, lines)]
