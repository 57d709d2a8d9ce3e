"""Where a reply names choices, by label or by text, each with what the words round it make of it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from soundmark.models.parsing import words
from soundmark.models.parsing.context import Context, context_of
from soundmark.models.parsing.labels import MAX_LABELS, Label, labels_in
from soundmark.models.parsing.options import Options
from soundmark.models.parsing.ordinals import ordinals_in
from soundmark.models.parsing.patterns import LazyPattern
from soundmark.models.parsing.unreal import Force

_AFTER_LABEL = LazyPattern(
    r"[ \t]{0,3}[).:\]、．。,，(（\[\"'“‘「『—–-]{0,3}[ \t]{0,3}(?:\n[ \t]{0,3})?[\"'“‘「『(]?((?:the|an?)\s)?",
    re.IGNORECASE,
)
_BEFORE_LABEL = LazyPattern(
    rf"[\"'”’」』]?[ \t]{{0,2}}[:,(（—–-]?[ \t]{{0,2}}(?:{words.OPTIONS}[ \t]?)?", re.IGNORECASE
)
_FIRM = LazyPattern(r"[).:\]、．(\[]|^[ \t]{1,2}\Z|^\Z")
_JOIN = LazyPattern(
    rf"\s{{0,3}}(?:[,，、/&+]\s{{0,2}}(?:{words.JOINS})?|{words.JOINS})\s{{0,3}}"
    rf"(?:(?:perhaps|maybe|possibly|even|also|{words.OPTIONS}|the|an?|either)\s){{0,3}}",
    re.IGNORECASE,
)
_AND = LazyPattern(r"and|и|和|และ|এবং|ও", re.IGNORECASE)
_SINGULAR = LazyPattern(r"\s{1,2}(?:is|was|isn't|cannot|can't|doesn't|does|has|seems)\b|\s?[更較较才最]", re.IGNORECASE)
_COMMA = LazyPattern(r"\s?[,，]\s?(?:the\s|option\s){0,2}", re.IGNORECASE)
_LIST_MARK = LazyPattern(r"\s?[.):：、．]|\s[-–—]\s")
_ARTICLE_GOES_ON = LazyPattern(
    rf" (?!I (?:think|guess|believe|would|say)\b)(?!{words.AFTER_LETTER})[a-z\u00c0-\u024f]", re.IGNORECASE
)
_NAME_GOES_ON = LazyPattern(rf" (?!I (?:think|guess|believe|would|say)\b)(?!{words.AFTER_FREE})[^\W\d_]", re.IGNORECASE)
_LOWER_A_GOES_ON = LazyPattern(r"\s?[^\s.,;:!?)\]】」』}>。，、]")
_SMALL_WORDS = "Aaавикс"
"""Articles, and the Russian for and, in, to, with."""
_MUSIC = LazyPattern(
    r"[ -](?:major|minor|flat|sharp|natural|section|scale|chord|string)\b|[大小][調调]|[股站座區区班組组線线棟栋]",
    re.IGNORECASE,
)


def goes_on_in_words(text: str, end: int) -> bool:
    """Whether a word follows that makes what stands before no label but an article or a name: "A man, B woman"."""
    return _NAME_GOES_ON.match(text, end) is not None


@dataclass(frozen=True, slots=True)
class Mention:
    """A choice that is named.

    Attributes:
        places: what it may be; several for a letter of two alphabets, or a letter and a text that differ.
        is_contradictory: letter and text name different choices.
        has_text: its text stands there, alone or after its label.
        label: None for a text alone.
        group: the same number for those that are joined, as "A or B".
    """

    start: int
    end: int
    places: frozenset[int]
    context: Context
    label: Label | None = None
    has_text: bool = False
    is_contradictory: bool = False
    is_listed: bool = False
    group: int = 0


_NO_CONTEXT = Context(Force.NONE, is_denied=False, is_unreal=False, cue="")


def all_labels_in(text: str, options: Options) -> list[Label]:
    """The letters, digits and counted places of a text, in order; what a counted place holds is no label of its own."""
    counted = ordinals_in(text, len(options), has_numbers=options.has_numbers)
    labels = labels_in(text, len(options), is_numbered=options.is_numbered)
    if not counted:
        return labels
    within = {at for label in counted for at in range(label.start, label.end)}
    return sorted([*(label for label in labels if label.start not in within), *counted], key=lambda label: label.start)


def mentions_in(text: str, options: Options) -> list[Mention]:
    """All choices that a text names, in order; at most `MAX_LABELS` labels are looked at."""
    labels = all_labels_in(text, options)
    texts = [] if options.pattern is None else list(options.pattern.finditer(text))
    if len(labels) > MAX_LABELS or len(texts) > MAX_LABELS:
        return []
    bare = _merged(
        text, options, labels, [(found.start(), found.end(), int((found.lastgroup or "o0")[1:])) for found in texts]
    )
    return _with_contexts(text, [mention for mention in bare if not _is_word(text, mention, options)], options)


def _merged(text: str, options: Options, labels: list[Label], texts: list[tuple[int, int, int]]) -> list[Mention]:
    """Labels and texts, a label and the text right behind or before it as one."""
    texts = [_with_article(text, found, options) for found in texts]
    by_start = {start: (start, end, place) for start, end, place in texts}
    used: set[int] = set()
    found: list[Mention] = []
    for label in _outside(labels, texts):
        is_listed = _LIST_MARK.match(text, label.end) is not None or label.is_bracketed
        mention = Mention(label.start, label.end, label.places, _NO_CONTEXT, label=label, is_listed=is_listed)
        behind = _text_behind(text, label, by_start)
        joined = None if behind is None else _joined(text, mention, behind, text[label.end : behind[0]])
        if behind is not None and joined is not None:
            used.add(behind[0])
            found.append(joined)
        elif behind is None or not _is_article(text, label, behind):
            found.append(mention)
    found += [
        Mention(start, end, frozenset({place}), _NO_CONTEXT, has_text=True)
        for start, end, place in texts
        if start not in used
    ]
    found.sort(key=lambda mention: mention.start)
    return _text_then_label(text, found)


def _text_behind(text: str, label: Label, by_start: dict[int, tuple[int, int, int]]) -> tuple[int, int, int] | None:
    """The choice's text that follows a label, with or without its article."""
    gap = _AFTER_LABEL.match(text, label.end)
    return None if gap is None else by_start.get(gap.end()) or by_start.get(gap.start(1))


def _with_article(text: str, found: tuple[int, int, int], options: Options) -> tuple[int, int, int]:
    """A choice's text together with an A before it that is its own article, or the label of the first: both mean it."""
    start, end, place = found
    article = re.search(r"(?<![^\W_])[Aa]n? \Z", text[max(0, start - 4) : start])
    is_own = place == 0 or options.texts[place].startswith(("A ", "a ", "An ", "an "))
    if article and is_own:
        return start - len(article.group()), end, place
    return found


def _outside(labels: list[Label], texts: list[tuple[int, int, int]]) -> list[Label]:
    """The labels that are no part of a choice's text, as the C of "Vitamin C"."""
    kept: list[Label] = []
    row = 0
    for label in labels:
        while row < len(texts) and texts[row][1] <= label.start:
            row += 1
        inside = row < len(texts) and texts[row][0] <= label.start and label.end <= texts[row][1]
        if not inside:
            kept.append(label)
    return kept


def _joined(text: str, mention: Mention, behind: tuple[int, int, int], gap: str) -> Mention | None:
    """Label and text as one mention; None when they do not belong together."""
    start, end, place = behind
    label = mention.label
    if place in mention.places:
        return replace(mention, end=end, places=frozenset({place}), has_text=True)
    if "\n" in gap or not _FIRM.search(gap):
        return None
    if label is not None and label.character in _SMALL_WORDS and not gap.strip() and not label.is_bracketed:
        if label.character == "A" and text[start].isupper():  # "A Temple drum": an article, or the letter
            return replace(mention, end=end, places=mention.places | {place}, has_text=True, is_contradictory=True)
        return None
    return replace(mention, end=end, has_text=True, is_contradictory=True)


def _is_article(text: str, label: Label, behind: tuple[int, int, int]) -> bool:
    return label.character in _SMALL_WORDS and not text[label.end : behind[0]].strip()


def _text_then_label(text: str, found: list[Mention]) -> list[Mention]:
    """A text and the label behind it as one mention: "Temple drum (D)"."""
    kept: list[Mention] = []
    for mention in found:
        last = kept[-1] if kept else None
        if (
            last is not None
            and last.has_text
            and last.label is None
            and mention.label is not None
            and not mention.has_text
            and (mention.label.is_bracketed or mention.label.character not in _SMALL_WORDS)
        ):
            gap = text[last.end : mention.start]
            if _BEFORE_LABEL.fullmatch(gap) and (
                mention.label.is_bracketed or "(" in gap or mention.places == last.places
            ):
                is_same = last.places <= mention.places
                kept[-1] = replace(
                    mention,
                    start=last.start,
                    places=last.places if is_same else mention.places,
                    has_text=True,
                    is_listed=False,
                    is_contradictory=not is_same,
                )
                continue
        kept.append(mention)
    return kept


def _is_word(text: str, mention: Mention, options: Options) -> bool:
    """Whether what looks like a label is an article, a pronoun, a conjunction or a note of music."""
    label = mention.label
    if label is None or mention.has_text or label.is_bracketed:
        return False
    if label.character in "Aa" and not mention.is_listed and _ARTICLE_GOES_ON.match(text, label.end):
        return True
    if (
        label.character in _SMALL_WORDS
        and not label.character.isascii()
        and not mention.is_listed
        and re.match(r"\s\S", text[label.end : label.end + 2])
    ):
        return True
    if label.character == "a" and _LOWER_A_GOES_ON.match(text, label.end):
        return True
    if label.character == "I" and re.match(r"\s[a-z]|['’]", text[label.end : label.end + 2]):
        return True
    return label.character.isascii() and _MUSIC.match(text, label.end) is not None and len(options) > 0


def _with_contexts(text: str, bare: list[Mention], options: Options) -> list[Mention]:
    """Joined mentions share one context: what is said before the first and behind the last holds for all."""
    groups: list[list[Mention]] = []
    for mention in bare:
        is_again = groups and any(mention.places == other.places for other in groups[-1])  # "between B and C, B ..."
        if groups and not is_again and _is_joined(text, groups[-1], mention):
            groups[-1].append(mention)
        else:
            groups.append([mention])
    found: list[Mention] = []
    for number, group in enumerate(groups):
        context = context_of(text, group[0].start, group[-1].end)
        if options.place_of(context.cue) is not None:  # "front right" where "right" is a choice too
            context = replace(context, force=Force.NONE, cue="", is_adjacent=False)
        found += [replace(mention, context=context, group=number) for mention in group]
    return found


def _is_joined(text: str, group: list[Mention], mention: Mention) -> bool:
    last = group[-1]
    gap = text[last.end : mention.start]
    if len(gap) > 30 or _JOIN.fullmatch(gap) is None:
        return False
    if mention.label is not None and not mention.label.is_sure and last.label is not None and last.label.is_sure:
        return False
    # "B and C is wrong", "compared with A, option D is better": another statement begins.
    is_apart = _AND.search(gap) or (len(group) == 1 and _COMMA.fullmatch(gap))
    return not (is_apart and _SINGULAR.match(text, mention.end))
