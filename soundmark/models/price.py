"""What asking costs, by the price list that a model file gives."""

from __future__ import annotations

from dataclasses import dataclass

from soundmark.models.reply import Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """A price list in US dollars.

    Attributes:
        usd_per_million_input_tokens, usd_per_million_output_tokens: thinking counts as output.
        usd_per_million_audio_tokens: of input tokens that are sound; None when they cost what others do.
        usd_per_request: on top, for each request.
        usd_per_audio_minute: on top, for the length of the sound that is sent.
    """

    usd_per_million_input_tokens: float = 0.0
    usd_per_million_output_tokens: float = 0.0
    usd_per_million_audio_tokens: float | None = None
    usd_per_request: float = 0.0
    usd_per_audio_minute: float = 0.0

    def cost_usd(self, usage: Usage, *, audio_s: float = 0.0) -> float | None:
        """What a request cost.

        Args:
            usage: what the endpoint counted. A price that it names itself is taken in place of the list.
            audio_s: length of the sound that was sent, in seconds.

        Returns:
            US dollars; None when the list has a price for tokens that the endpoint did not count.
        """
        if usage.cost_usd is not None:
            return usage.cost_usd
        per_input = self.usd_per_million_input_tokens
        per_audio = per_input if self.usd_per_million_audio_tokens is None else self.usd_per_million_audio_tokens
        if usage.input_tokens is None and max(per_input, per_audio) > 0:
            return None
        if usage.output_tokens is None and self.usd_per_million_output_tokens > 0:
            return None
        n_input = usage.input_tokens or 0
        n_audio = min(usage.audio_tokens or 0, n_input)
        tokens_usd = (n_input - n_audio) * per_input + n_audio * per_audio
        tokens_usd += (usage.output_tokens or 0) * self.usd_per_million_output_tokens
        return tokens_usd / 1e6 + self.usd_per_request + self.usd_per_audio_minute * audio_s / 60
