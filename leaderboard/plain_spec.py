"""The leaderboard of a quiz for which none was written: what its own configuration says."""

from __future__ import annotations

from leaderboard.choice_spec import ChoiceSpec
from soundmark.quiz.config import QuizConfig


def plain_spec(title: str, config: QuizConfig) -> ChoiceSpec:
    """A board with a column for each value of the quiz's first group, and people by what the quiz asks them first.

    Args:
        title: of the mode.
        config: the quiz.
    """
    group, values = next(iter(config.values_by_group().items()), ("", ()))
    ask = config.asks[0] if config.asks else None
    kind = group.replace("_", " ")
    return ChoiceSpec(
        mode=config.mode,
        benchmark=config.mode,
        title=title,
        group_tag=group,
        groups={value: value for value in values},
        groups_are=f"Accuracy by {kind}",
        mean_is=f"Mean over each {kind}",
        asked="" if ask is None else ask.name,
        classes={} if ask is None else {value: f"People who said {value}" for value in ask.values},
        unsaid="People who said nothing of themselves",
    )
