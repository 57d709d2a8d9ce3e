"""Words that point to an answer, away from it, or decline, as patterns; the words themselves are in words.toml.

English, Chinese (both scripts), Russian, Thai and Bengali are whole; of others the word for "answer" and a few more.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from pathlib import Path

from soundmark.models.parsing.visible import same_spelling

MARKS = "\u0300-\u036f\u0900-\u0903\u093a-\u094f\u0981-\u0983\u09bc\u09be-\u09cd\u09d7\u0e31\u0e34-\u0e3a\u0e47-\u0e4e"
"""Vowel signs, tone marks and accents, which `\\w` leaves out though they continue a word."""

_TABLES: dict[str, dict[str, list[str]]] = tomllib.loads(
    Path(__file__).with_name("words.toml").read_text(encoding="utf-8")
)


def pattern(name: str) -> str:
    """A pattern for any word of a table, the longest first; words of spaced scripts as whole words."""
    return "(?:" + "|".join(_whole(word) for word in sorted(listed(name), key=lambda word: (-len(word), word))) + ")"


def listed(name: str) -> frozenset[str]:
    """The words of a table, all languages together, in the spelling of a text made by `plain`."""
    return frozenset(same_spelling(word) for words in _TABLES[name].values() for word in words)


def _whole(word: str) -> str:
    escaped = re.escape(word).replace(r"\ ", r"\s{1,3}").replace("'", "['’]?")
    before = rf"(?<![^\W\d_])(?<![{MARKS}])" if _is_spaced(word[0]) else ""
    after = rf"(?![^\W\d_])(?![{MARKS}])" if _is_spaced(word[-1]) else ""
    return before + escaped + after


def _is_spaced(character: str) -> bool:
    """Latin, Greek, Cyrillic and the scripts of India put spaces between words."""
    return unicodedata.category(character)[0] in "LM" and (
        character < "\u0530" or "\u0900" <= character < "\u0e00" or "\u1e00" <= character < "\u1f00"
    )


ANSWERS = pattern("answers")
CHOOSING = pattern("choosing")
OPTIONS = pattern("options")
COPULAS = pattern("copulas")
FILLERS = pattern("fillers")
HENCE = pattern("hence")
NOT_BEFORE = pattern("not_before")
NOT_AFTER = pattern("not_after")
BEFORE_NOT = pattern("before_not")
YES_AFTER = pattern("yes_after")
BEFORE_YES = pattern("before_yes")
YES_ALONE = pattern("yes_alone")
NO_ALONE = pattern("no_alone")
UNREAL = pattern("unreal")
CONCEDING = pattern("conceding")
POSSIBLE = pattern("possible")
AFTER_LETTER = pattern("after_letter")
DENYING = pattern("denying")
DENYING_BEHIND = pattern("denying_behind")
CLAUSE_BREAKS = pattern("clause_breaks")
NO_DENIALS = pattern("no_denials")
AFTER_FREE = pattern("after_free")
HEADINGS = pattern("headings")
RULING_OUT = pattern("ruling_out")
CONTRASTS = pattern("contrasts")
OTHER_THINGS = pattern("other_things")
IFS = pattern("ifs")
MUST_CHOOSE = pattern("must_choose")
TAKEN_BACK = pattern("taken_back")
JOINS = pattern("joins")
NONE_OF_THEM = pattern("none_of_them")
CANNOT = pattern("cannot")
SORRY = pattern("sorry")
DECLINED = pattern("alone")

UNSURE = re.compile(
    r"(?:cannot|can['’]?t|can not|unable to|not able to|couldn['’]?t|could not|impossible to|do(?:n['’]?t| not) know"
    r"|not sure)\b"
    r"(?:\s\w{1,15}){0,3}?\s?(?:say|tell|confirm|determine|verify|know|claim|guarantee|decide|conclude|answer|if|whether"
    r"|that)\b"
    r"|[無无不][法能](?:確定|确定|判斷|判断|確認|确认|說|说|回答)|不知道|不確定|不确定"
    r"|не могу (?:сказать|определить|подтвердить|утверждать)|не знаю|не уверен|ไม่สามารถ|ไม่แน่ใจ|ไม่ทราบ",
    re.IGNORECASE,
)
"""A sentence that does not know whether what follows holds."""
BUT = re.compile(
    r"\b(?:but|so|however|yet|still|my guess|guess)\b|但|不過|不过|所以|\b(?:но|однако|поэтому)\b|แต่|কিন্তু|তবে",
    re.IGNORECASE,
)
"""After it a sentence that was unsure says something."""
