"""What rows and cells of a table are called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from leaderboard.notes import JsonValue, left_out
from leaderboard.ranks import PROVISIONAL_BELOW
from leaderboard.tables.answers import Origin
from leaderboard.tables.groups import GroupKey, Who
from leaderboard.tables.metrics import Metric
from leaderboard.tables.table import FigureRow, is_partial
from soundmark.types import worded
from soundmark.wording import n_of

MAX_LABEL_CHARS = 60
MAX_DETAIL_CHARS = 40
PERCENT = 100.0
NO_NAME = "Without a name"
UNSAID = "People who did not say"


def plain(text: str) -> str:
    """A name from outside without what is not seen: control characters, and those that turn the way of writing."""
    return "".join(letter for letter in text if letter.isprintable())


def label_of(key: GroupKey, classes: Mapping[str, str], *, own: bool = False) -> str:
    """What a row is called; it can come from outside: show it as text only."""
    fixed = {Who.ALL_PEOPLE: "All people", Who.NO_ID: "Players without an id"}
    if key.who in fixed:
        return fixed[key.who]
    if key.who is Who.PEOPLE:
        return classes.get(key.name, UNSAID)
    if own:
        return "You"
    if key.who is Who.PLAYER:
        return f"Player {plain(key.name)[:6]}".strip()
    return plain(key.name)[:MAX_LABEL_CHARS].strip() or NO_NAME


def detail_of(row: FigureRow, questions: int) -> str:
    """What else is to be known of a row: what a model was given, how far it came."""
    parts = given_to(row.key.setting, row.key.prompt)
    parts += [partial_words(row.questions, questions)] if row.is_partial else []
    return ", ".join([*parts, "provisional"] if row.is_provisional else parts)


def given_to(setting: str, prompt: str, *, max_chars: int = MAX_DETAIL_CHARS) -> list[str]:
    """What a model was given, as far as that is to be said: that it heard the sound goes without saying."""
    parts = ("" if setting == "audio" else setting, prompt)
    return [plain(part[:max_chars]) for part in parts if part]


def marks_of(key: GroupKey) -> list[str]:
    """What tells a model apart from others of its name: what it was given, and that its answers are imported."""
    given = given_to(key.setting, key.prompt, max_chars=MAX_LABEL_CHARS)
    return [*given, key.origin.value] if key.origin is Origin.IMPORTED else given


def with_marks(name: str, marks: Iterable[str]) -> str:
    """A name and what tells it apart from others."""
    parts = ", ".join(marks)
    return f"{name} ({parts})" if parts else name


def partial_words(answered: int, questions: int) -> str:
    """How far a model came through the questions; '' for one that answered as good as all."""
    return f"partial: {answered:,} of {n_of(questions, 'question')}" if is_partial(answered, questions) else ""


TOGGLES = {
    "people": "People",
    "single": "Single players",
    "models": "Models and baselines",
    "imported": "Imported",
    "published": "Published figures",
}


def toggles_of(is_there: Mapping[str, bool]) -> list[JsonValue]:
    """Buttons that show or hide rows, for those of `TOGGLES` of which there are any."""
    return [{"field": field, "label": TOGGLES[field]} for field, is_any in is_there.items() if is_any]


def shown_value(metric: Metric, value: float | None) -> float | None:
    """A figure in the unit in which it is shown, rounded to its digits."""
    return None if value is None else round(value * (PERCENT if metric.percent else 1.0), metric.digits)


def footnotes(repeats: int, damaged: int, hidden_players: int) -> list[str]:
    """Sentences on what counts, and what is not in a table, for a terminal."""
    later = f"; {n_of(repeats, 'later answer is', 'later answers are')} left out" if repeats else ""
    notes = [
        f"Only a player's first answer to a question counts{later}. Rows with fewer than {PROVISIONAL_BELOW} "
        "answers are provisional and stand after all others. Imported answers come from published files and never "
        "stand in one row with answers given here."
    ]
    if hidden_players:
        notes.append(f"{n_of(hidden_players, 'more player is', 'more players are')} not shown.")
    if damaged:
        notes.append(f"{n_of(damaged, 'damaged row')} of the log could not be used.")
    return notes


def page_footnotes(repeats: int, damaged: int, hidden_players: int) -> list[JsonValue]:
    """The same as the page's texts."""
    first, *others = left_out(repeats, damaged, hidden_players)
    return [first, worded("board_note_kinds", least=str(PROVISIONAL_BELOW)), *others]
