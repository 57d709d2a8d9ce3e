"""Thai for espeak-ng 1.51, whose rules do not read Thai vowel signs: its phonemes are written out instead."""

from __future__ import annotations

import re

_TONES = {"0": "2", "1": "", "2": "5", "3": "4", "4": "1"}
"""Mid, low, falling, high and rising to espeak-ng's contours of the voice th that come nearest, by their pitch."""
_SYLLABLE = re.compile(r"[A-Za-z@:?]+[0-4]")


def thai_phonemes(spelled: str) -> str:
    """Phrases of syllables to espeak-ng's phoneme input.

    Args:
        spelled: syllables in espeak-ng's phoneme letters (kh, ph, th aspirated, tSh for the soft one, N for ng, W, E,
            O, @ for the unrounded and open vowels, `:` long), each with its tone 0 mid, 1 low, 2 falling, 3 high or 4
            rising; `|` between phrases.

    Raises:
        ValueError: when something is no such syllable.
    """
    phrases = []
    for phrase in spelled.split("|"):
        syllables = phrase.split()
        for syllable in syllables:
            if not _SYLLABLE.fullmatch(syllable):
                raise ValueError(f"{syllable!r} is no Thai syllable with a tone 0 to 4. Write it like kha:w2.")
        phrases.append("[[" + " ".join(part[:-1] + _TONES[part[-1]] for part in syllables) + "]]")
    return " , ".join(phrases) + " ."
