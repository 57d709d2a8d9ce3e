"""The fixed texts of the geo tab."""

from __future__ import annotations

from soundmark.geography.typed_place import PlaceSearch

HERO = """
<section class="sm-hero">
  <h2>Where on Earth was this recorded?</h2>
  <p>Listen to five short sounds and drop a pin where you think each was made.
  Then see how close you came, and how others heard it.</p>
</section>
"""

PLAY_AGAINST = {"label": "Play against", "nobody": "Nobody"}

CONSENT = (
    "By pressing Play you agree that your answers are logged as open data, without anything about who you are. "
    "*What is logged* below says more; *My answers* on the leaderboard lets you take them back."
)


def logged(*, ids_are_logged: bool) -> str:
    """What is logged, in plain words."""
    who = (
        "Your browser keeps a random id. What is logged is a keyed hash of it, so that answers of one person belong "
        "together while nobody is named. No address, account, e-mail or nickname is logged. To get a new id, delete "
        "this site's data in your browser."
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
