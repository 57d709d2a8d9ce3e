"""Sentences on the page: fixed texts travel as keys, and the browser says them in the reader's language. No gradio."""

from __future__ import annotations

from collections.abc import Mapping

JsonValue = Mapping[str, object]


def told(key: str, **params: str) -> JsonValue:
    """One of the page's texts, with what stands in its places."""
    return {"key": key, "params": params}


def left_out(repeats: int, damaged: int, hidden_players: int, *, ids_are_logged: bool = True) -> list[JsonValue]:
    """What counts, and what is not in a table.

    Args:
        repeats: later answers of players to the same question.
        damaged: rows of the log whose values cannot be.
        hidden_players: players beyond those shown.
        ids_are_logged: whether this deployment gives players an id.
    """
    notes = [told("board_note_first", n=f"{repeats:,}")]
    notes += [told("board_note_hidden", n=f"{hidden_players:,}")] if hidden_players else []
    notes += [told("board_note_damaged", n=f"{damaged:,}")] if damaged else []
    return notes if ids_are_logged else [*notes, told("board_note_no_ids")]
