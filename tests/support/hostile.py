"""What nobody's page sends: values for any place that takes one from outside."""

from __future__ import annotations

import math
from collections.abc import Mapping

HTML = "<img src=x onerror=\"document.body.dataset.pwned='yes'\">"
TEMPLATE = "${document.body.dataset.pwned='yes'}{{value}}"
FORMULA = '=HYPERLINK("http://canary.example/x")'
CONTROL = "\x00\x1b[31m\r\n\u202e\u2028"
HALF = "\ud83d"
"""Half a character."""
WEB = "http://canary.example/canary.wav"
TEXTS = (HTML, TEMPLATE, FORMULA, CONTROL, HALF)


def deep(levels: int = 200) -> list[object]:
    """A list in a list in a list."""
    found: list[object] = []
    for _ in range(levels):
        found = [found]
    return found


def file_value(path: str, *, is_marked: bool = True) -> dict[str, object]:
    """A file as Gradio's page would name it after an upload; unmarked, Gradio does not know it for one."""
    marked: dict[str, object] = {"meta": {"_type": "gradio.FileData"}} if is_marked else {}
    return {"path": path, "url": path, "orig_name": path, "size": 1, "mime_type": "audio/wav", **marked}


def of_round(round_id: object) -> dict[str, object]:
    """Whatever any widget sends of a round, all at once, complete."""
    return {
        "round": round_id,
        "id": round_id,
        "phase": "guess",
        "guess": {"lat": 1, "lon": 2, "how": "map", "label": HTML},
        "answer": {"position": 0, "metres": 1.0, "how": "click"},
        "ballot": {"vote": "a", "reasons": ["clarity"]},
        "report": "x" * 9000,
        "upload": "../../canary.txt",
        "listened_s": 1,
        "plays": 1,
    }


def ticket(player: object, rounds: Mapping[str, object]) -> dict[str, object]:
    """A page's ticket with oddities in all of its parts."""
    odd = {"opponent": deep(20), "levels": {HALF: HALF}, "filters": [[]], "level": HTML}
    query = f"?mode=geo&seed={'9' * 400}&challenge={HALF}&daily=9999-99-99&game=../../x"
    return {"player": player, "games": dict(rounds), "query": query, "said": dict.fromkeys(rounds, odd), "unlogged": 1}


def values(canary: str, journal: str) -> dict[str, object]:
    """Values of every wrong kind, by name.

    Args:
        canary: path of a file on the server.
        journal: path of its database.
    """
    return {
        "nothing": None,
        "no number": math.nan,
        "huge number": 10**300,
        "long text": "a" * 100_000,
        "texts": " ".join(TEXTS),
        "half a character": HALF * 20,
        "path": f"../../../../../..{canary}",
        "deep": deep(),
        "prototype": {"__proto__": {"a": 1}, "constructor": 1, "__type__": "update", "value": 1},
        "file of the server": file_value(canary),
        "file without its mark": file_value(canary, is_marked=False),
        "files": [file_value(journal), file_value("/etc/passwd")],
        "file on the web": file_value(WEB),
    }
