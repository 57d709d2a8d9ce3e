"""What a run would take, without asking anything."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from soundmark.evaluation.budget import likely_usage, output_bound
from soundmark.evaluation.items import Item
from soundmark.evaluation.task import Task
from soundmark.models.price import Price
from soundmark.models.spec import Limits
from soundmark.wording import n_of

SHORT_REPLY_TOKENS = 20
"""Of a letter or a number; and a place as JSON with an explanation takes about ten times as many."""
LONG_REPLY_TOKENS = 250


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """What a run would take.

    Attributes:
        n_items: requests, when none fails.
        audio_s: seconds of sound.
        n_unknown_lengths: recordings whose length is not known; they are counted as long as the others are on average.
        input_tokens: sound counted as Gemini counts it, 32 a second.
        output_tokens: of replies of usual length, without thinking.
        likely_usd, worst_usd: with such replies, and with the longest that the parameters allow; None without a price.
        shortest_s: seconds that the endpoint's limits ask for at least; None without such limits.
    """

    n_items: int
    audio_s: float
    n_unknown_lengths: int
    input_tokens: int
    output_tokens: int
    likely_usd: float | None
    worst_usd: float | None
    shortest_s: float | None

    def lines(self) -> list[str]:
        """In words."""
        found = [f"Requests: {self.n_items}"]
        unknown = (
            f", {n_of(self.n_unknown_lengths, 'recording')} of unknown length among them"
            if self.n_unknown_lengths
            else ""
        )
        found.append(f"Sound: {self.audio_s / 60:.1f} min{unknown}")
        found.append(f"Tokens: about {self.input_tokens} in, {self.output_tokens} out")
        if self.likely_usd is None or self.worst_usd is None:
            found.append("Cost: the model file names no price")
        else:
            found.append(
                f"Cost: about {self.likely_usd:.4f} USD, at most {self.worst_usd:.4f} USD when nothing is retried"
            )
        if self.shortest_s is not None:
            found.append(f"Time: {self.shortest_s / 60:.1f} min at least, by the model's limits")
        return found


def estimate(items: Sequence[Item], task: Task, price: Price | None, limits: Limits) -> Estimate:
    """What asking these items would take.

    Args:
        items: what would be asked.
        task: how.
        price: of the model, None when it is not known.
        limits: of the model.
    """
    has_sound = bool(task.media_recipe)
    known = [task.seconds(item) if has_sound else 0.0 for item in items]
    lengths = [seconds for seconds in known if seconds is not None]
    mean_s = sum(lengths) / len(lengths) if lengths else 0.0
    bound = output_bound(task.parameters)
    input_tokens = output_tokens = 0
    likely = worst = 0.0
    for item, seconds in zip(items, known, strict=True):
        words, audio_s = task.words(item), mean_s if seconds is None else seconds
        reply_tokens = min(bound, SHORT_REPLY_TOKENS if item.question.kind != "geo" else LONG_REPLY_TOKENS)
        usage = likely_usage(words.system + words.text, audio_s, reply_tokens)
        input_tokens += usage.input_tokens or 0
        output_tokens += reply_tokens
        if price is not None:
            likely += price.cost_usd(usage, audio_s=audio_s) or 0.0
            longest = likely_usage(words.system + words.text, audio_s, bound)
            worst += price.cost_usd(longest, audio_s=audio_s) or 0.0
    return Estimate(
        n_items=len(items),
        audio_s=sum(mean_s if seconds is None else seconds for seconds in known),
        n_unknown_lengths=len(known) - len(lengths),
        input_tokens=input_tokens,
        output_tokens=output_tokens,
        likely_usd=None if price is None else likely,
        worst_usd=None if price is None else worst,
        shortest_s=_shortest_s(len(items), input_tokens + output_tokens, limits),
    )


def _shortest_s(n_items: int, tokens: int, limits: Limits) -> float | None:
    bounds = []
    if limits.requests_per_minute:
        bounds.append(60.0 * n_items / limits.requests_per_minute)
    if limits.tokens_per_minute:
        bounds.append(60.0 * tokens / limits.tokens_per_minute)
    return max(bounds, default=None)
