"""Mandarin for espeak-ng 1.51, which spells Chinese characters instead of reading them."""

from __future__ import annotations

import re

from pypinyin import Style, lazy_pinyin

from demo_pack.voices import Voice

_PAUSES = str.maketrans("，、。！？：；", ",,.!?:;")


def pinyin(text: str) -> str:
    """The text in pinyin with tone numbers, which espeak-ng's voice cmn-latn-pinyin reads.

    Raises:
        ValueError: when a character has no reading.
    """
    syllables = lazy_pinyin(text.translate(_PAUSES), style=Style.TONE3, neutral_tone_with_five=True)
    spelled = " ".join(syllables).replace("v", "ü")
    if re.search(r"[^\x00-\x7fü]", spelled):
        raise ValueError(f"No pinyin for a character of {text!r}. Write it in another way.")
    return spelled


def mandarin_voice(variant: str, pitch: int, speed_wpm: int = 165) -> Voice:
    """A speaker of Mandarin written in pinyin."""
    return Voice(language="cmn-latn-pinyin", variant=variant, pitch=pitch, speed_wpm=speed_wpm)
