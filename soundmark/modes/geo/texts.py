"""The fixed texts of the geo tab."""

from __future__ import annotations

from soundmark.geography.typed_place import PlaceSearch
from soundmark.models.baselines.nearest import NEAREST
from soundmark.models.baselines.places import MIDDLE, OTHER_PLACE, RANDOM

HERO = """
<section class="sm-hero">
  <h2>Where on Earth was this recorded?</h2>
  <p>Listen to five short sounds and drop a pin where you think each was made.
  Then see how close you came, and how others heard it.</p>
</section>
"""

PLAY_AGAINST = {
    "label": "Play against",
    "nobody": "Nobody",
    "how": {
        RANDOM: "Never listens: a point anywhere on Earth, drawn at random.",
        OTHER_PLACE: "Never listens: the place of another recording of the game's list, drawn at random.",
        MIDDLE: "Never listens: always the middle of all the places that there are recordings of.",
        NEAREST: "Compares recordings: the place of the one that sounds most alike.",
    },
}
"""Texts of the choice of an opponent, and how each baseline answers."""

CONSENT = (
    "By pressing Play you agree that your answers are logged as open data, without anything about who you are. "
    "*What is logged* below says more; *My answers* on the leaderboard lets you take them back."
)


def logged(*, ids_are_logged: bool) -> str:
    """What is logged, in plain words."""
    who = (
        "Your browser keeps a random id. What is logged is a keyed hash of it, or of your account's number when you "
        "are logged in, so that answers of one person belong together while nobody is named. No address, account, "
        "e-mail or nickname is logged. To get a new id, delete this site's data in your browser."
        if ids_are_logged
        else "Nothing about who you are is logged: no id, address, account, e-mail or nickname."
    )
    return (
        "For each round: which clip, your pin, the distance and the points, the hints you bought, when the round was "
        f"shown and answered, and how many seconds you listened.\n\n{who}"
    )


def which(search: PlaceSearch, text: str) -> str:
    """The question over the places that a typed text may mean."""
    return f"Which {text.strip()[:40]}?" if search.matches else "Did you mean"


def continent(name: str | None) -> str:
    """The sentence that the continent hint buys."""
    return "" if name is None else f"Hint: this was recorded in {name}."
