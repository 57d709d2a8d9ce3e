"""What happens on each event of the geo tab: read what the browser sent, play, and say which page to show."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from soundmark.games.flow import GameFlow
from soundmark.games.handlers import GameHandlers
from soundmark.games.opponent_choice import OpponentChoice, as_opponent
from soundmark.games.table import PlayError, Wish
from soundmark.games.wire import Ticket, read_round_id, read_ticket
from soundmark.geography.typed_place import NamedPlace, PlaceSearch, find_place
from soundmark.models.baselines.places import MIDDLE, PLACES
from soundmark.modes.geo.play import MODE_ID, GeoPlay, warm_up
from soundmark.modes.geo.round import Hint, Submission
from soundmark.modes.geo.stages import Finished, Settled, Stage
from soundmark.modes.geo.view import JsonValue, Page, Screen, clip_value, guess_page, result_page, summary_page
from soundmark.modes.geo.wire import read_label, read_method, read_pin, read_submission
from soundmark.pack_loader import PackKey
from soundmark.types import GeoTruth, Note

GEO_PACK: PackKey[GeoTruth] = PackKey(MODE_ID)
MAX_PLACE_CHARS = 200


@dataclass(frozen=True)
class GeoHandlers(GameHandlers[GeoTruth, Stage, Page]):
    """The events of the geo tab.

    Attributes:
        play: the game engine.
        address_of: gives the address of a file in the served folder.
    """

    play: GeoPlay
    address_of: Callable[[Path], str]

    @property
    def key(self) -> PackKey[GeoTruth]:
        """Names the mode and its questions."""
        return GEO_PACK

    @property
    def flow(self) -> GameFlow[GeoTruth, Stage]:
        """How its games go."""
        return self.play.flow

    @property
    def opponents(self) -> OpponentChoice:
        """Who can be played against."""
        return OpponentChoice(self.services, GEO_PACK, tuple(map(as_opponent, PLACES)), MIDDLE)

    @property
    def welcome(self) -> Page:
        """The page before a game."""
        return Page(screen=Screen.WELCOME)

    def open_page(self, ticket_value: object) -> tuple[Page, Note]:
        """As every mode's; what the first answer needs is loaded meanwhile."""
        warm_up()
        return super().open_page(ticket_value)

    def start(self, ticket_value: object, time_limit: object = None) -> Page:
        """A new game: that of the page's link, else a free one."""
        return self._start(read_ticket(ticket_value), time_limit_s=_limit_s(time_limit))

    def start_free(self, ticket_value: object, time_limit: object = None) -> Page:
        """A new free game, whatever the page's link says."""
        ticket = dataclasses.replace(read_ticket(ticket_value), query="")
        return self._start(ticket, time_limit_s=_limit_s(time_limit))

    def keep_draft(self, map_value: object) -> None:
        """Remember the pin of a round."""
        pin = read_pin(map_value)
        if pin is not None:
            self.play.keep_draft(read_round_id(map_value), pin, read_method(map_value))

    def submit(
        self, ticket_value: object, map_value: object, player_value: object, text: object = "", chosen: object = None
    ) -> Page:
        """Answer the round with the pin, or with the place that was typed and not set.

        Args:
            ticket_value: the browser's ticket.
            map_value: the map with its pin.
            player_value: what was heard.
            text: what stands in the field for places.
            chosen: which of the places that the text may mean was chosen, from 0; anything else for none.

        Raises:
            PlayError: when there is no pin, or the text may mean several places or none.
        """
        if isinstance(text, str) and text.strip() and text != read_label(map_value):
            map_value = with_pin(map_value, self._meant(text, chosen))
        submission = read_submission(map_value, player_value)
        if submission.guess is None:
            raise PlayError("Drop a pin on the map first, or type a place.", key="err_no_pin")
        return self._answer(ticket_value, map_value, submission)

    def time_up(
        self, ticket_value: object, map_value: object, player_value: object, _text: object = "", _chosen: object = None
    ) -> Page:
        """Answer the round with the present pin, or with none."""
        sent = dataclasses.replace(read_submission(map_value, player_value), by_timer=True)
        return self._answer(ticket_value, map_value, sent)

    def give_up(
        self, ticket_value: object, map_value: object, player_value: object, _text: object = "", _chosen: object = None
    ) -> Page:
        """Answer the round with "I do not know"."""
        heard = read_submission(map_value, player_value)
        nothing = Submission(guess=None, listened_s=heard.listened_s, play_count=heard.play_count)
        return self._answer(ticket_value, map_value, nothing)

    def hint(self, map_value: object, hint: Hint) -> Page:
        """Buy a hint; the pin stays."""
        return self.page(self.play.buy_hint(read_round_id(map_value), hint), pin=_kept_pin(map_value))

    def typed(self, text: object) -> PlaceSearch:
        """The places that a typed text may mean.

        Raises:
            PlayError: when nothing was typed.
        """
        if not isinstance(text, str) or not text.strip():
            raise PlayError("Type a place, such as Lima, or coordinates, such as 48.86, 2.35.", key="err_no_place")
        return find_place(text[:MAX_PLACE_CHARS])

    def chosen(self, text: object, number: object) -> NamedPlace | None:
        """The place that was chosen among those that a text may mean; None when it is none of them.

        Raises:
            PlayError: when nothing was typed.
        """
        options = self.typed(text).options
        return options[number] if isinstance(number, int) and 0 <= number < len(options) else None

    def _meant(self, text: str, number: object) -> NamedPlace:
        search = self.typed(text)
        if len(search.matches) == 1:
            return search.matches[0]
        place = self.chosen(text, number)
        if place is None:
            raise PlayError(
                "{question} Press Set pin to choose, or empty the field.", key="err_which_place", question=search.note
            )
        return place

    def _answer(self, ticket_value: object, map_value: object, submission: Submission) -> Page:
        player = self.player(read_ticket(ticket_value))
        return result_page(self.play.answer(player, read_round_id(map_value), submission))

    def page(self, stage: Stage, pin: JsonValue | None = None) -> Page:
        """The page of where a game stands; a pin that is set stays."""
        if isinstance(stage, Finished):
            return summary_page(stage, url=self.services.settings.public_url)
        published = stage.published
        clip = None if published is None else clip_value(stage.seat.record, published, self.address_of(published.path))
        if isinstance(stage, Settled):
            return result_page(stage, clip=clip)
        return guess_page(stage, now=self.play.table.clock(), clip=clip, pin=pin)

    def _begin(self, ticket: Ticket, wish: Wish) -> Page:
        return self.page(self.play.start(self.player(ticket), wish))


def with_pin(map_value: object, named: NamedPlace) -> JsonValue:
    """A map's value with a typed pin.

    Raises:
        WireError: when the map shows no round.
    """
    fields = map_value if isinstance(map_value, Mapping) else {}
    place = named.place
    pin = {"lat": place.latitude_deg, "lon": place.longitude_deg, "how": "typed", "label": named.label}
    return {**fields, "round": read_round_id(map_value), "phase": "guess", "guess": pin}


def _kept_pin(map_value: object) -> JsonValue | None:
    """The pin that is on the map, so that a redraw keeps it."""
    pin = read_pin(map_value)
    if pin is None:
        return None
    return {
        "lat": pin.latitude_deg,
        "lon": pin.longitude_deg,
        "how": read_method(map_value),
        "label": read_label(map_value),
    }


def _limit_s(value: object) -> int | None:
    return value if isinstance(value, int) else None
