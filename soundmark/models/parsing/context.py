"""What the words round a label make of it: the answer, an option that is only named, or one that is turned down."""

from __future__ import annotations

import re
from dataclasses import dataclass

from soundmark.models.parsing import words
from soundmark.models.parsing.patterns import LazyPattern
from soundmark.models.parsing.unreal import MUST, Force, is_unreal
from soundmark.models.parsing.visible import same_spelling

_WINDOW = 160
_AFTER = 90
_ROUNDS = 10
_LONGEST = 48


@dataclass(frozen=True, slots=True)
class Context:
    """What stands round one label, or round several that are joined.

    Attributes:
        is_denied: it is turned down.
        is_unreal: its sentence asks, supposes or reports.
        is_adjacent: the pointing word is a neighbour, with nothing but fillers between.
        is_hence: the pointing word draws a conclusion.
    """

    force: Force
    is_denied: bool
    is_unreal: bool
    cue: str
    is_adjacent: bool = False
    is_hence: bool = False


def _ends_with(*tables: str) -> LazyPattern:
    return LazyPattern(rf"(?:{'|'.join(tables)})\Z", re.IGNORECASE)


def _begins_with(*tables: str) -> LazyPattern:
    return LazyPattern(f"(?:{'|'.join(tables)})", re.IGNORECASE)


_MARK_END = LazyPattern(r"[\s:=→>⇒()\[\]{}<«»「」『』【】《》“”\"'‘’ঃ,;~\-–—.…*!]+\Z")
_COPULA_MARK = LazyPattern(r"[:=→⇒ঃ]|[-–—>]\s")
_COPULA_END = _ends_with(words.COPULAS)
_FILLER_END = _ends_with(words.FILLERS, r"(?-i:(?<![^\W_])an?)")
_ANSWER_END = _ends_with(words.ANSWERS)
_HEADING_END = _ends_with(words.HEADINGS)
_CHOOSING_END = _ends_with(words.CHOOSING)
_OPTION_END = _ends_with(words.OPTIONS)
_LIKELY = LazyPattern(same_spelling(r"(?:most\s)?likely|probably|скорее всего|সম্ভবত|น่าจะ|最?可能的?"), re.IGNORECASE)
_HENCE_END = _ends_with(words.HENCE)
_OTHER_END = _ends_with(words.OTHER_THINGS)
_NOT_END = _ends_with(words.NOT_BEFORE, "(?<!相)比")
_CLAUSE_BREAK = LazyPattern(
    rf"[;；。—–()（）]|\s-\s|[,，、](?!\s{{0,2}}(?:что|чтобы|that)\b)|{words.CLAUSE_BREAKS}"
    rf"|\s(?={same_spelling('คำตอบ')}|ตอบ|ขอ|เลือก)",
    re.IGNORECASE,
)
_CLAUSE_END = LazyPattern(rf"[,，;；:：.。!！?？।\n—–(（]|\s-\s|{words.CLAUSE_BREAKS}", re.IGNORECASE)
_DENIES = LazyPattern(words.DENYING, re.IGNORECASE)
_DENIES_BEHIND = LazyPattern(words.DENYING_BEHIND, re.IGNORECASE)
_NO_DENIAL = LazyPattern(words.NO_DENIALS, re.IGNORECASE)
_WRONG_BEHIND = LazyPattern(
    r"\s{0,3}(?:[-–—:(（]|,\s?(?=wrong|incorrect))\s{0,3}(?:wrong|incorrect|false|no\b(?!\s\w)|неверн|неправильн|ошиб|[錯错]|不[對对]|ผิด|ভুল)",
    re.IGNORECASE,
)
_OTHER_CHOICE = LazyPattern(
    r"(?:not|не|不是|而非|ไม่ใช่)\s{0,2}(?:the\s|option\s)?[(\[「]?[A-J](?![A-Za-z0-9])", re.IGNORECASE
)
_STANDARD = LazyPattern(r"\s{0,2}(?:比起?|較之|较之)\s?[^,，。;；]{1,20}?(?=更|較|较|還|还|要|差|弱|低|小|不|$)")
"""What a choice is compared with, between it and the word that tells how it compares."""
_COMPARED = LazyPattern(same_spelling(r"[\s-]{0,2}(?:(?:এর|র)\s?)?(?:চেয়ে|তুলনায়)|\s?(?:相比|相較|相较|比起來|比起来)"))
"""Behind a choice: it is what others are compared with."""
_ONLY = LazyPattern(r"\bonly\s(?:(?:option|choice|answer)\s)?\Z", re.IGNORECASE)
_REMAINS = LazyPattern(r"(?:remains?|fits?|matches|works|applies|is|does)\s{0,2}(?:[.!;,]|\Z)", re.IGNORECASE)
_SHARE = LazyPattern(r"\s?[:=(（–-]?\s?(\d{1,2})(?:[.,]\d{1,3})?\s?%")
_EVEN_PERCENT = 50
_NEXT_LABEL = LazyPattern(r"\s?(?:(?:is|it['’]?s|option)\s)?[(\[]?[A-J](?![A-Za-z0-9])")
_LISTS_OUT = LazyPattern(words.RULING_OUT, re.IGNORECASE)
_ANSWER_IN = LazyPattern(words.ANSWERS, re.IGNORECASE)
_NEGATED_IN = _begins_with(words.NOT_BEFORE)
_SENTENCE_END = LazyPattern(r"[.!?](?=\s)|[。！？।॥;；]|\n")
_CONTINUES_LINE = LazyPattern(r"(?:[:：=ঃ—–-]|\b(?:is|are|be)|是|คือ|হলো|হল)\s*\Z", re.IGNORECASE)
_GAP_AFTER = LazyPattern(r"[\s)\]}>»」』】》”\"'’]{0,4}[,:\-–—]?\s{0,3}")
_CONTRAST = LazyPattern(r"[,\-–—]")
_YES_AFTER = LazyPattern(
    rf"(?:{words.BEFORE_YES}[\s—–:-]{{0,3}}){{0,5}}{words.YES_AFTER}|(?:it is|remains|stays|stands)(?=\s*(?:[.!]|$))",
    re.IGNORECASE,
)
_NOT_AFTER = LazyPattern(
    rf"(?:{words.BEFORE_NOT}[\s—–-]{{0,3}}){{0,5}}{words.NOT_AFTER}|no(?=\s*(?:[.;!)]|$))", re.IGNORECASE
)
_NOT_WORD = LazyPattern(rf"\W{{0,3}}{words.NOT_AFTER}", re.IGNORECASE)
_POSSIBLE_AFTER = LazyPattern(rf"(?:{words.BEFORE_YES}[\s—–:-]{{0,3}}){{0,5}}{words.POSSIBLE}", re.IGNORECASE)
_BREAK_IN = LazyPattern(r"[,，;；:—–]")
_LEADS_TO = LazyPattern(
    r"\b(?:is|are|was|were|has|have|makes?|gives?|gave|settles?|settled|points?|decides?|tells?|leads?|means?|seals?|proves?"
    r"|shows?|\w{3,}s\s(?:it|this|that)|I|my|me)\b[^:：\n]*(?:[:：=→]|\s[-–—]+)\s*\Z",
    re.IGNORECASE,
)
"""A clause with a verb, and a colon or a dash: "the two notes settle it:"; "last key pressed:" is none."""
_BREAK_BEFORE = LazyPattern(r"[.!?,;:。，；：！？।\n—–()\[\]…\"“”]\s*\Z")


def context_of(text: str, start: int, end: int) -> Context:
    """Judge what stands from `start` to `end` by its own sentence."""
    before = _NO_DENIAL.sub(" surely ", _sentence_before(text, start))
    after = text[end : end + _AFTER]
    pointer = _pointed_at(before)
    gap = _GAP_AFTER.match(after)
    tail = after[gap.end() if gap else 0 :]
    is_contrast = gap is not None and _CONTRAST.search(gap.group())  # "B, not A" turns down A
    is_denied = (
        pointer.is_denial
        or (pointer.force < Force.STATED and _LISTS_OUT.search(before) is not None)
        or (not is_contrast and _NOT_AFTER.match(tail) is not None)
    )
    is_denied = is_denied or _COMPARED.match(after) is not None or _is_denied_by_clause(before, after)
    if standard := _STANDARD.match(tail):
        tail = tail[standard.end() :]
    if not is_denied and (yes := _YES_AFTER.match(tail)) and not (is_contrast and _NEXT_LABEL.match(tail, yes.end())):
        is_denied = _NOT_WORD.match(tail, yes.end()) is not None
        pointer = _Pointer(Force.STATED, yes.group(), is_adjacent=True)
    if pointer.force is Force.FREE and (must := MUST.search(before)):
        pointer = _Pointer(Force.WEAK, must.group(), is_adjacent=True, is_hence=True)
    if pointer.force < Force.STATED and _ONLY.search(before) and _REMAINS.match(tail):
        pointer = _Pointer(Force.STATED, "only", is_adjacent=True)
    is_possible = (share := _SHARE.match(after)) is not None and int(share[1]) < _EVEN_PERCENT
    is_possible |= not is_contrast and _POSSIBLE_AFTER.match(tail) is not None
    is_weaker = standard is not None and pointer.force < Force.STATED  # "A 比 B 差": nothing says that A is better
    return Context(
        force=pointer.force,
        is_denied=is_denied,
        is_unreal=is_unreal(before, tail, pointer.force, is_possible=is_possible) or is_weaker,
        cue=pointer.word,
        is_adjacent=pointer.is_adjacent,
        is_hence=pointer.is_hence,
    )


def _is_denied_by_clause(before: str, after: str) -> bool:
    """Whether a word of the same clause turns the choice down: "I don't think the answer is", "is far from right"."""
    before = before.rstrip(" \n:=-–—>([{「『“\"'‘«")
    *_, cut = [0, *(found.end() for found in _CLAUSE_BREAK.finditer(before))]
    if _DENIES.search(before, cut) or _WRONG_BEHIND.match(after):
        return True
    tail = _NO_DENIAL.sub(" ", after.lstrip(" )]}>»」』】》”\"'’"))
    end = _CLAUSE_END.search(tail)
    clause = tail[: end.start()] if end else tail
    found = _DENIES_BEHIND.search(clause)
    return found is not None and not _OTHER_CHOICE.match(clause, found.start())


def _sentence_before(text: str, start: int) -> str:
    """What stands before in the same sentence; a line that ends in a colon goes on in the next one."""
    window = text[max(0, start - _WINDOW) : start]
    cut = 0
    for found in _SENTENCE_END.finditer(window):
        line = window[cut : found.start()].strip()
        if found.group() != "\n" or (line and not _CONTINUES_LINE.search(line)):
            cut = found.end()
    return window[cut:]


@dataclass(frozen=True, slots=True)
class _Pointer:
    """The word before a label that points to it, or denies it."""

    force: Force
    word: str = ""
    is_denial: bool = False
    is_adjacent: bool = False
    is_hence: bool = False


def _pointed_at(before: str) -> _Pointer:
    """Go back from the label over fillers until a word decides."""
    rest, has_copula, has_mark, moved, likely = before, False, False, False, ""
    for _ in range(_ROUNDS):
        mark = _MARK_END.search(rest)
        if mark:
            has_mark |= _COPULA_MARK.search(mark.group()) is not None
            rest = rest[: mark.start()]
        if denial := _at_end(_NOT_END, rest):
            if _is_no_comma(denial.group(), mark):
                return _Pointer(Force.WEAK, denial.group(), is_adjacent=True, is_hence=True)
            return _Pointer(Force.NONE, denial.group(), is_denial=True)
        if found := _at_end(_ANSWER_END, rest) or _at_end(_CHOOSING_END, rest):
            negated = _at_end(_NOT_END, rest[: found.start()].rstrip()) is not None
            return _Pointer(Force.NONE if negated else Force.STATED, found.group(), negated, is_adjacent=True)
        heading = _at_end(_HEADING_END, rest) if has_mark or has_copula else None
        if heading and not moved:
            return _Pointer(Force.STATED, heading.group(), is_adjacent=True)
        if found := _at_end(_COPULA_END, rest):
            has_copula = True
        elif found := _at_end(_FILLER_END, rest):
            likely = likely or (found.group() if _LIKELY.fullmatch(found.group()) else "")
        else:
            break
        rest = rest[: found.start()]
        moved = True
    farther = _farther(before, rest, has_copula=has_copula, has_mark=has_mark, moved=moved)
    is_apart = not rest.strip() or _BREAK_IN.match(before, len(rest)) is not None
    is_concluded = likely and is_apart and not has_copula and farther.force <= Force.FREE
    return _Pointer(Force.WEAK, likely, is_adjacent=True, is_hence=True) if is_concluded else farther


def _at_end(pattern: LazyPattern, text: str) -> re.Match[str] | None:
    """The match at the end of a text; no word of the tables is longer than `_LONGEST`."""
    return pattern.search(text, max(0, len(text) - _LONGEST))


def _is_no_comma(word: str, mark: re.Match[str] | None) -> bool:
    """Whether it is the "no" of "No, B": it denies what was said before."""
    return word.casefold() in ("no", "non", "não", "never") and mark is not None and bool(mark.group().strip())


def _farther(before: str, rest: str, *, has_copula: bool, has_mark: bool, moved: bool) -> _Pointer:
    """What points when no word beside the label does."""
    nouns = list(_ANSWER_IN.finditer(rest))
    if (has_copula or has_mark) and nouns:
        between = rest[nouns[-1].end() :]
        if not _NEGATED_IN.search(between):
            return _Pointer(Force.STATED, nouns[-1].group(), is_adjacent=has_copula)
        if not _BREAK_IN.search(between):
            return _Pointer(Force.NONE)
    if found := _at_end(_OPTION_END, before.rstrip(" :=-–—([{\"'“「.")):
        lead = before[: before.rindex(found.group())].rstrip()
        hence = _at_end(_HENCE_END, lead)
        word = f"{hence.group()} {found.group()}" if hence else found.group()
        return _Pointer(Force.WEAK, word, is_adjacent=True, is_hence=hence is not None)
    if found := _at_end(_HENCE_END, rest):
        return _Pointer(Force.WEAK, found.group(), is_adjacent=True, is_hence=True)
    if _at_end(_OTHER_END, rest) and "," not in before[len(rest) :]:
        return _Pointer(Force.NONE)
    is_free = moved or not rest.strip() or (_BREAK_BEFORE.search(before) is not None and not has_mark)
    is_free = is_free or _LEADS_TO.search(before) is not None
    return _Pointer(Force.WEAK if has_copula else Force.FREE if is_free else Force.NONE, is_adjacent=has_copula)
