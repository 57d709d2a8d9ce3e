"""What requests may cost at most, and a limit that is kept."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field

from soundmark.models.price import Price
from soundmark.models.reply import Usage
from soundmark.models.request import Parameter

CHARACTERS_A_TOKEN = 3.0
"""Of English text 4 or more."""
TOKENS_A_CHARACTER = 1.5
"""Beyond ASCII, rather too many than too few."""
AUDIO_TOKENS_PER_S = 32.0
"""Of Gemini (ai.google.dev/gemini-api/docs/audio); other models count fewer."""
DEFAULT_OUTPUT_TOKENS = 8192
"""Assumed as the longest reply, thinking included, where the parameters of a request set no bound."""
_OUTPUT_BOUNDS = ("max_tokens", "max_completion_tokens", "max_output_tokens")
_TIGHT = 1e-9
"""Sums of cents are not exact: a request that fits to a billionth of a dollar fits."""


def text_tokens(text: str) -> int:
    """About how many tokens a text has, rather too many than too few."""
    n_ascii = len(text.encode("ascii", "ignore"))
    return round(n_ascii / CHARACTERS_A_TOKEN + (len(text) - n_ascii) * TOKENS_A_CHARACTER) + 8


def output_bound(parameters: Mapping[str, Parameter]) -> int:
    """The most tokens that a reply can have."""
    bounds = [value for name in _OUTPUT_BOUNDS if isinstance(value := parameters.get(name), int)]
    return min(bounds, default=DEFAULT_OUTPUT_TOKENS)


def likely_usage(text: str, audio_s: float, output_tokens: int) -> Usage:
    """What an endpoint will count for a request, as far as it can be told before.

    Args:
        text: all of it, instructions too.
        audio_s: seconds of sound.
        output_tokens: of the reply.
    """
    audio_tokens = round(audio_s * AUDIO_TOKENS_PER_S)
    return Usage(input_tokens=text_tokens(text) + audio_tokens, output_tokens=output_tokens, audio_tokens=audio_tokens)


def worst_usd(price: Price | None, text: str, audio_s: float, parameters: Mapping[str, Parameter]) -> float:
    """The most that a request may cost, 0 without a price."""
    if price is None:
        return 0.0
    usage = likely_usage(text, audio_s, output_bound(parameters))
    return price.cost_usd(usage, audio_s=audio_s) or 0.0


class BudgetSpent(Exception):
    """Nothing more can be asked within the limit."""


@dataclass(slots=True)
class Budget:
    """A limit in US dollars that is kept by setting aside the most that each request may cost, before it is sent.

    Attributes:
        max_usd: the limit; None for none.
        spent_usd: what was paid, and what may have been paid for requests of which no end is known.
    """

    max_usd: float | None
    spent_usd: float = 0.0
    _open: list[float] = field(default_factory=list)
    _changed: asyncio.Condition = field(default_factory=asyncio.Condition)

    async def set_aside(self, worst_usd: float) -> None:
        """Wait until a request that may cost so much is within the limit.

        Raises:
            BudgetSpent: when it will not be, however the open requests end.
        """
        async with self._changed:
            while not self._has_room_for(worst_usd):
                if not self._open:
                    raise BudgetSpent
                await self._changed.wait()
            self._open.append(worst_usd)

    def _has_room_for(self, worst_usd: float) -> bool:
        return self.max_usd is None or self.spent_usd + sum(self._open) + worst_usd <= self.max_usd + _TIGHT

    async def settle(self, worst_usd: float, paid_usd: float) -> None:
        """A request for which `worst_usd` was set aside has ended, and cost so much."""
        async with self._changed:
            self._open.remove(worst_usd)
            self.spent_usd += paid_usd
            self._changed.notify_all()
