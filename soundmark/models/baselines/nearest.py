"""The baseline that listens: what is right for the recording that sounds most alike, by its MFCC statistics.

Recordings of spatial scenes are not compared in this way: cepstra say what sounds, and nothing of where.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from soundmark.models.baselines.baseline import AUDIO, Baseline
from soundmark.models.baselines.draws import one_of
from soundmark.models.baselines.neighbours import Features, nearest_first
from soundmark.types import ChoiceQuestion, Coordinate, GeoQuestion

NEAREST = "Nearest neighbour"
_ALIKE = "by the mean and spread of 20 mel-frequency cepstral coefficients and their changes"


def nearest_places(features: Mapping[str, Features]) -> Baseline[GeoQuestion, Coordinate]:
    """The place of the other recording that sounds most alike.

    Args:
        features: of the recordings, by the SHA-256 of their bytes; a recording without them gets no answer.
    """

    def answers(questions: Sequence[GeoQuestion]) -> list[Coordinate | None]:
        places = {one.clip.sha256: one.truth.place for one in questions}
        nearest = nearest_first({key: found for key, found in features.items() if key in places})
        return [places[others[0]] if (others := nearest.get(one.clip.sha256)) else None for one in questions]

    return Baseline(
        name=NEAREST,
        version=1,
        setting=AUDIO,
        rule=f"The place of the other recording of the list that sounds most alike, {_ALIKE}.",
        answers=answers,
    )


def nearest_choices(features: Mapping[str, Features]) -> Baseline[ChoiceQuestion, int]:
    """The choice whose text is most like a right answer on the recordings that sound most alike.

    Recordings are asked in the order of their likeness. The first decides on which one choice alone shares most with a
    right answer in the same language, by the Jaccard index of pairs of characters; when none does, a choice is drawn.

    Args:
        features: as in `nearest_places`.
    """

    def answers(questions: Sequence[ChoiceQuestion]) -> list[int | None]:
        right: dict[tuple[str, str], list[set[str]]] = {}
        for one in questions:
            text = one.choices[one.truth.choice_index]
            right.setdefault((one.clip.sha256, one.language), []).append(_pairs(text))
        keys = {one.clip.sha256 for one in questions}
        nearest = nearest_first({key: found for key, found in features.items() if key in keys})

        def answer(one: ChoiceQuestion) -> int | None:
            if not (others := nearest.get(one.clip.sha256)):
                return None
            choices = [_pairs(choice) for choice in one.choices]
            found = (_most_alike(choices, right.get((key, one.language), ())) for key in others)
            taken = next((index for index in found if index is not None), None)
            return one_of(NEAREST, one, range(len(choices))) if taken is None else taken

        return [answer(one) for one in questions]

    return Baseline(
        name=NEAREST,
        version=1,
        setting=AUDIO,
        rule="The choice whose wording shares most pairs of letters with a right answer on the other recording of the "
        f"list that sounds most alike, {_ALIKE}; then on the next one. Without any, one drawn at random.",
        answers=answers,
    )


def _pairs(text: str) -> set[str]:
    folded = "".join(unicodedata.normalize("NFKC", text).casefold().split())
    return {folded[at : at + 2] for at in range(len(folded) - 1)} or {folded}


def _most_alike(choices: Sequence[set[str]], right: Iterable[set[str]]) -> int | None:
    """The one choice that shares most with any of the right answers; None when several do, or none."""
    shares = [max((len(choice & one) / len(choice | one) for one in right), default=0.0) for choice in choices]
    most = max(shares, default=0.0)
    return shares.index(most) if most > 0 and shares.count(most) == 1 else None
