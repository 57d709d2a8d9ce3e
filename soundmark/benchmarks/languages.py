"""Language codes in tables: BCP 47 (RFC 5646) tags of language, script and region."""

from __future__ import annotations

import re

from soundmark.audio.errors import shown

_TAG = re.compile(r"([a-z]{2,3})(?:[-_ ]([a-z]{4}))?(?:[-_ ]([a-z]{2}|[0-9]{3}))?", re.IGNORECASE)


def language_tag(text: str) -> str:
    """A tag in its usual letters: zh-Hant for `ZH_hant`.

    Raises:
        ValueError: when it is none.
    """
    match = _TAG.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"{shown(text.strip())} is no language code such as en or zh-Hant")
    language, script, region = match.groups(default="")
    return "-".join(part for part in (language.lower(), script.title(), region.upper()) if part)
