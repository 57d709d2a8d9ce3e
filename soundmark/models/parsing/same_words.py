"""A short reply that says one choice in nearly its words: "the chime of a shop door", "metro gate", 垃圾車.

What all choices share and words without content are left aside on both sides. All other words of the reply must stand
in one choice and in no other, and be more than half of that choice's own, or all by which it differs. Words that turn
or bound a choice ("not", "two", "before") must be the same in both.
"""

from __future__ import annotations

import re
from functools import lru_cache

from soundmark.models.parsing.visible import same_spelling
from soundmark.models.parsing.words import ANSWERS, MARKS, listed

MAX_CHARACTERS = 120
_WORD = re.compile(rf"(?:[^\W_]|[{MARKS}])+")
_LEADS = re.compile(
    same_spelling(
        r"^(?:我(?:覺得|觉得|認為|认为|猜|想)|答案|應該|应该|可能|聽起來|听起来|好像|大概|這|这|那|是|為|为|像|就|คำตอบ|คือ|เป็น|เสียง|น่าจะ|คิดว่า|ฉัน|ผม"
        r"|ตอบ)+"
    )
)
_TAIL = re.compile(same_spelling(r"(?:的?(?:聲音|声音|聲|声)|(?<=.)[吧呢啊喔]|ครับ|ค่ะ|คะ)$"))
_UNSPACED_TURNING = re.compile(
    same_spelling(r"[不沒没非未無无別别只前後后一二兩两三四五六七八九十或和與与]|ไม่|มิ|หรือ|และ|ก่อน|หลัง")
)
_UNSPACED = re.compile("[\u0e00-\u0e7f\u2e80-\ua4ff\uac00-\ud7af\uf900-\ufaff]")
_CLAUSES = re.compile(same_spelling(r"[.;,!。；，！।]|\b(?:but|но|а)\b|แต่|但是?|而是?|কিন্তু"), re.IGNORECASE)
_NEGATES = re.compile(
    same_spelling(r"\b(?:not|no|never|neither|nor|не|нет|ни)\b|n['’]t\b|[不沒没非]|ไม่|মিথ্যা|নয়|না(?!\w)"), re.IGNORECASE
)
_ASKS = re.compile("[?？]")
_CUE_LINE = re.compile(rf"\W*(?:the\s|my\s|final\s)*{ANSWERS}", re.IGNORECASE)


def place_by_words(text: str, keys: tuple[str, ...]) -> int | None:
    """The choice that a reply, or its last line after a word for answer, says in nearly its words.

    Args:
        text: a text made by `plain`.
        keys: the choices, as `options.key_of` gives them.
    """
    said = text.strip()
    if _ASKS.search(said):
        return None
    if len(said) > MAX_CHARACTERS or "\n" in said:
        *_, said = said.splitlines()
        if len(said) > MAX_CHARACTERS or not _CUE_LINE.match(said):
            return None
    whole = _place_of(said, keys)
    return _by_clauses(said, keys) if whole is None else whole


def _by_clauses(said: str, keys: tuple[str, ...]) -> int | None:
    """What the one clause says that denies nothing: "the shop was not closed; she changed her mind"."""
    clauses = [clause for clause in _CLAUSES.split(said) if clause.strip()]
    plain = [clause for clause in clauses if not _NEGATES.search(clause)]
    return _place_of(plain[0], keys) if len(plain) == 1 and len(clauses) > 1 else None


def _place_of(said: str, keys: tuple[str, ...]) -> int | None:
    if any(map(_UNSPACED.search, keys)):
        return _by_characters(_core(said), _cores(keys))
    return _by_words(frozenset(_words(said)), _contents(keys))


def _words(text: str) -> list[str]:
    spelled = re.sub(r"n['’]t\b", " not", text.casefold().replace("ё", "е"))
    return [_stem(word) for word in _WORD.findall(spelled)]


def _stem(word: str) -> str:
    """Without the ending of an English plural."""
    is_plural = word.isascii() and len(word) > 3 and word.endswith("s") and not word.endswith("ss")
    return word[:-1] if is_plural else word


_EMPTY_STEMS = frozenset(map(_stem, listed("empty")))
_TURNING_STEMS = frozenset(map(_stem, listed("turning")))


@lru_cache(maxsize=256)
def _contents(keys: tuple[str, ...]) -> tuple[tuple[frozenset[str], ...], frozenset[str]]:
    """The words of each choice that tell it from the others, and the words that tell nothing."""
    words = [frozenset(_words(key)) for key in keys]
    shared = frozenset.intersection(*words)
    differing = frozenset().union(*words) - shared
    empty = (_EMPTY_STEMS | shared) - _TURNING_STEMS
    contents = tuple(own - empty for own in words)
    if not all(contents) or len(set(contents)) < len(contents):  # they differ in such words only: "he", "she"
        empty -= differing
        contents = tuple(own - empty for own in words)
    return contents, empty


def _by_words(words: frozenset[str], known: tuple[tuple[frozenset[str], ...], frozenset[str]]) -> int | None:
    contents, empty = known
    said = words - empty
    if not said - _TURNING_STEMS:
        return None
    found = [place for place, own in enumerate(contents) if said == own]
    found = found or [place for place, own in enumerate(contents) if said <= own]
    if len(found) != 1:
        return None
    own = contents[found[0]]
    others = frozenset().union(*(other for place, other in enumerate(contents) if place != found[0]))
    is_most = 2 * len(said) > len(own) or own - others <= said
    is_turned = bool((own - said) & _TURNING_STEMS)
    return found[0] if is_most and not is_turned else None


def _core(text: str) -> str:
    """A text of a script without spaces, without what leads to a choice or stands behind it."""
    joined = "".join(re.findall(rf"(?:[^\W_]|[{MARKS}])", text.casefold())).replace("的", "")
    return _TAIL.sub("", _LEADS.sub("", joined))


@lru_cache(maxsize=256)
def _cores(keys: tuple[str, ...]) -> tuple[tuple[str, ...], str]:
    """The choices without the beginning that all of them share, and that beginning."""
    cores = tuple(map(_core, keys))
    n_shared = next((at for at, signs in enumerate(zip(*cores, strict=False)) if len(set(signs)) > 1), len(min(cores)))
    beginning = cores[0][:n_shared]
    if _UNSPACED_TURNING.search(beginning) or any(core == beginning for core in cores):
        beginning = ""
    return tuple(core[len(beginning) :] for core in cores), beginning


def _by_characters(said: str, known: tuple[tuple[str, ...], str]) -> int | None:
    cores, beginning = known
    said = said.removeprefix(beginning)
    found = [place for place, core in enumerate(cores) if said == core]
    found = found or [place for place, core in enumerate(cores) if len(said) > 1 and said in core]
    if len(found) != 1:
        return None
    core = cores[found[0]]
    is_turned = _UNSPACED_TURNING.search(core.replace(said, "", 1)) is not None
    return None if is_turned or 2 * len(said) <= len(core) else found[0]
