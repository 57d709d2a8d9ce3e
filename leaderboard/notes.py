"""Fixed words and sentences of the boards as notes, which the page says in its reader's language. No gradio.

In a table a fixed word, as the header of a column, stands in English, so that files keep their names of columns; the
page knows its own word by it. What comes from outside, as a model's name, is no fixed word.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from soundmark.types import Note, worded

JsonValue = Mapping[str, object]
Meaning = tuple[Sequence[str], Note]
"""Headers of columns, as a table has them, and what they mean."""


class Counted(NamedTuple):
    """A fixed word with something in it.

    Attributes:
        form: a regular expression for all of its English form, as Python and JavaScript both read it.
        key: of the page's text.
        params: what its groups are called there. One of `WORDS_IN` is a fixed word itself.
    """

    form: str
    key: str
    params: tuple[str, ...]


COUNTED: Sequence[Counted] = (
    Counted("Player (.{1,8})", "board_player", ("id",)),
    Counted("Question ([0-9a-f]{1,20})", "board_question", ("id",)),
    Counted("Answers within ([\\d,.]+) km", "board_within", ("km",)),
    Counted("Within ([\\d,.]+) km", "board_within_short", ("km",)),
    Counted("partial: ([\\d,]+) of ([\\d,]+) questions", "board_partial", ("n", "all")),
    Counted("group (\\d+): not comparable with the others", "board_island", ("n",)),
    Counted("Table (\\d+)", "board_table", ("n",)),
    Counted("([A-Z][A-Za-z ]+), median error", "board_continent_median", ("continent",)),
    Counted("([A-Z][A-Za-z ]+), GeoScore", "board_continent_points", ("continent",)),
    Counted("Accuracy by (?!kind of question|language)(.{1,60})", "board_accuracy_by", ("kind",)),
    Counted("Mean over each (.{1,60})", "board_mean_over", ("kind",)),
    Counted("People who said (?!nothing of themselves)(.{1,60})", "board_people_said", ("said",)),
)
"""Whatever has one of these forms is none of the words that the page knows by themselves."""
WORDS_IN = ("continent", "kind", "said")
_FORMS = tuple((re.compile(one.form), one) for one in COUNTED)


def slug(text: str) -> str:
    """A text in the form in which the keys of fixed words hold it."""
    return re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")


def fixed(text: str) -> Note:
    """A fixed word as a note; a text that is none is said as it is."""
    for form, one in _FORMS:
        found = form.fullmatch(text)
        if found is not None:
            values = zip(one.params, found.groups(), strict=True)
            params = {name: fixed(value) if name in WORDS_IN else value for name, value in values}
            return {"text": text, **worded(one.key, **params)}
    return {"text": text, "key": f"board_word_{slug(text)}", "name": text}


def left_out(repeats: int, damaged: int, hidden_players: int, *, ids_are_logged: bool = True) -> list[Note]:
    """What counts, and what is not in a table.

    Args:
        repeats: later answers of players to the same question.
        damaged: rows of the log whose values cannot be.
        hidden_players: players beyond those shown.
        ids_are_logged: whether this deployment gives players an id.
    """
    notes = [worded("board_note_first", n=f"{repeats:,}")]
    notes += [worded("board_note_hidden", n=f"{hidden_players:,}")] if hidden_players else []
    notes += [worded("board_note_damaged", n=f"{damaged:,}")] if damaged else []
    return notes if ids_are_logged else [*notes, worded("board_note_no_ids")]


class Speaker(Protocol):
    """Says fixed words and notes where no script of the page does, as in a figure."""

    def word(self, text: str, /) -> str:
        """A fixed word; a text that is none as it is."""

    def note(self, note: Note, /) -> str:
        """A note."""


class English:
    """For a terminal, a notebook or a file: as it stands in the code."""

    def word(self, text: str, /) -> str:
        """The word itself."""
        return text

    def note(self, note: Note, /) -> str:
        """The note's own text."""
        return str(note.get("text", ""))


ENGLISH: Speaker = English()
FOR_SCRIPTS = [[*one, [name for name in one.params if name in WORDS_IN]] for one in COUNTED]
"""`COUNTED` as `components.ranking_table` takes it."""
