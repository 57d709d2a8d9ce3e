"""Which opponents a mode offers at the moment, and whom a player chose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from soundmark.games.opponents import Opponent, offered
from soundmark.games.wire import Ticket
from soundmark.models.baselines.baseline import AnswerT, Baseline, QuestionT
from soundmark.pack_loader import PackKey
from soundmark.services import Services
from soundmark.types import ChoiceTruth, GeoTruth, ResponderKind, SoundmarkError, SpatialTruth

MAX_OFFERED = 100


def as_opponent(baseline: Baseline[QuestionT, AnswerT]) -> Opponent:
    """A baseline as somebody to play against."""
    return Opponent(kind=ResponderKind.BASELINE, name=baseline.name, setting=baseline.setting)


@dataclass(frozen=True, slots=True)
class OpponentChoice:
    """The opponents of one mode.

    Attributes:
        services: what the app gives.
        key: of the mode's questions.
        baselines: those that answer every list, where baselines are switched on.
        default: the name of the one of them whom somebody meets who never chose.
    """

    services: Services
    key: PackKey[GeoTruth] | PackKey[ChoiceTruth] | PackKey[SpatialTruth]
    baselines: tuple[Opponent, ...]
    default: str

    def now(self) -> list[Opponent]:
        """Who can be played against at the moment: whoever has logged a run over the questions, and the baselines."""
        always = self.baselines if self.services.settings.runs_baselines else ()
        pack = self.services.packs.if_ready(cast("PackKey[GeoTruth | ChoiceTruth | SpatialTruth]", self.key))
        try:
            runs = [] if pack is None else list(self.services.answers.rows("runs", benchmark=pack.benchmark))
        except SoundmarkError:  # the log cannot be read just now: the baselines are there all the same
            runs = []
        return offered(runs, always)[:MAX_OFFERED]

    def of(self, ticket: Ticket) -> str:
        """The key of the opponent in a new game of a browser with this ticket; '' for nobody."""
        told, choice = ticket.said.get(self.key.mode), self.now()
        wanted = told.get("opponent") if isinstance(told, Mapping) else None
        if wanted is None:
            return self._default_of(choice)
        return wanted if isinstance(wanted, str) and wanted in {one.key for one in choice} else ""

    def value(self) -> dict[str, object]:
        """The value of the widget in which opponents are chosen."""
        choice = self.now()
        return {
            "mode": self.key.mode,
            "default": self._default_of(choice),
            "options": [{"key": one.key, "kind": one.kind.value, "label": one.label} for one in choice],
        }

    def _default_of(self, choice: list[Opponent]) -> str:
        baselines = (one for one in choice if one.kind is ResponderKind.BASELINE and one.name == self.default)
        return next((one.key for one in baselines), "")
