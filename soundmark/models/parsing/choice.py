"""Which choice a reply states.

The rules, in their order, are those of docs/answer_parsing.md. No letter comes of a guess: where the reply names none,
or several without deciding, there is no answer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from soundmark.models.answer import ReadAnswer
from soundmark.models.parsing import words
from soundmark.models.parsing.mentions import Mention, all_labels_in, mentions_in
from soundmark.models.parsing.options import Options, options_from
from soundmark.models.parsing.patterns import LazyPattern
from soundmark.models.parsing.refusals import refusal_in
from soundmark.models.parsing.same_words import place_by_words
from soundmark.models.parsing.statements import Statement, statements_of
from soundmark.models.parsing.structure import Stated, with_slots
from soundmark.models.parsing.verdicts import verdict_of
from soundmark.models.parsing.visible import NothingToReadError, before_next_turn, plain, said, shown_again
from soundmark.types import Status

_SLOT = LazyPattern(r"⟦(\d{1,3})⟧")
_TAKEN_BACK = LazyPattern(
    rf"(?:^|[.!?…\n,;:—–。，！？)\-]\s{{0,3}}(?:(?:hmm|no|oh|but|actually|well|ah)\W{{1,3}})?){words.TAKEN_BACK}",
    re.IGNORECASE,
)
_OR = LazyPattern(
    r"[\s.…,;:()–—-]{0,8}(?:(?:or|maybe|perhaps|possibly|alternatively|или|возможно|หรือ|อาจจะ|বা|অথবা|或者?|也可能是?|可能是?)[\s,]{0,3})+"
    r"(?:(?:even|also|it['’]?s|it is|is|option|the|\()\s?){0,3}",
    re.IGNORECASE,
)
_OPTION_WORDS = LazyPattern(rf"{words.OPTIONS}|নং|নম্বর", re.IGNORECASE)
_NONE = LazyPattern(words.NONE_OF_THEM, re.IGNORECASE)


def parse_choice(reply: str, options: Sequence[str], *, is_numbered: bool = False) -> ReadAnswer[int]:
    """Read which choice a reply states.

    Args:
        reply: the model's words, thoughts included or not.
        options: the texts of the choices in the order in which they were shown, 2 to 10.
        is_numbered: they were shown as 1, 2, 3 rather than A, B, C; only then a plain number is a choice.

    Returns:
        The position of the choice, from 0; or `refused`, or `unparsed` with the reason empty, incomplete, too_long,
        multiple, ambiguous, retracted, none or no_choice.

    Raises:
        OptionsError: when the options cannot be those of a question.
    """
    known = options_from(options, is_numbered=is_numbered)
    try:
        words = said(reply)
    except NothingToReadError as error:
        return ReadAnswer(status=Status.UNPARSED, reason=error.reason)
    if line := before_next_turn(words):
        first = _read_text(line, known)
        if first.status is Status.OK:
            return first
    return _read_text(words, known)


def _read_text(words: str, known: Options) -> ReadAnswer[int]:
    text, stated = with_slots(words)
    return _read(plain(text), [_content(one, known) for one in stated], known)


def _read(text: str, contents: list[ReadAnswer[int]], options: Options) -> ReadAnswer[int]:
    whole = None if contents else whole_reading(text, options)
    if whole is not None:
        return whole
    mentions = mentions_in(text, options)
    refusal = refusal_in(_without_choices(text, mentions, options))
    strong, weaker = statements_of(text, mentions, options, refusal=refusal)
    said_in = {number for number, content in enumerate(contents) if content.reason != "no_choice"}
    strong += [_of_content(found, contents) for found in _SLOT.finditer(text) if int(found[1]) in said_in]
    strong.sort(key=lambda statement: statement.start)
    decided = _last(text, strong, weaker, mentions, len(options))
    if decided is None and not refusal:
        decided = verdict_of(text, mentions)
    if decided is None:
        decided = _only(weaker)
    if decided is not None and (decided.place is not None or not refusal or decided.reason == "null"):
        return decided.read()
    # What a reply names and does not state was turned down, or asked, or is one of several.
    by_words = None if mentions or refusal or _NONE.search(text) else place_by_words(text, options.keys)
    if by_words is not None:
        return ReadAnswer(status=Status.OK, answer=by_words, rule="option_words", matched=shown_again(text.strip()))
    return _unread(text, refusal)


def _without_choices(text: str, mentions: list[Mention], options: Options) -> str:
    """The text without the choices' own words, which may be those of a refusal: "he cannot come"."""
    for mention in reversed(mentions):
        if mention.has_text and not any(map(options.is_common, mention.places)):
            text = text[: mention.start] + " " + text[mention.end :]
    return text


def whole_reading(text: str, options: Options) -> ReadAnswer[int] | None:
    """The reading of a reply that is one label or one choice's text and nothing else; None for any other."""
    by_text = options.place_of(text)
    labels = all_labels_in(text, options) if len(text) < 60 else []
    letters: frozenset[int] = frozenset()
    if len(labels) == 1:
        rest = _OPTION_WORDS.sub("", text[: labels[0].start] + text[labels[0].end :])
        letters = labels[0].places if not re.search(r"[^\W_]", rest) else letters
    found = letters | (frozenset() if by_text is None else {by_text})
    matched = shown_again(text)
    if len(found) == 1:
        rule = "whole_text" if by_text is not None else "whole_label"
        return ReadAnswer(status=Status.OK, answer=next(iter(found)), rule=rule, matched=matched)
    if found:
        return ReadAnswer(status=Status.UNPARSED, reason="ambiguous", rule="whole_label", matched=matched)
    return None


def _content(stated: Stated, options: Options) -> ReadAnswer[int]:
    """What the contents of a JSON object, a tag or a box say, all of them together."""
    if not stated.values:
        return ReadAnswer(status=Status.UNPARSED, reason="no_choice", rule=stated.form)
    if all(value is None for value in stated.values):
        return ReadAnswer(status=Status.REFUSED, reason="null", rule=stated.form)
    readings = [_value(value, options) for value in stated.values if value is not None]
    answers = {reading.answer for reading in readings if reading.answer is not None}
    matched = next((reading.matched for reading in readings if reading.matched), "")
    if len(answers) == 1:
        return ReadAnswer(status=Status.OK, answer=answers.pop(), rule=stated.form, matched=matched)
    if answers:
        return ReadAnswer(status=Status.UNPARSED, reason="multiple", rule=stated.form, matched=matched)
    first = readings[0]
    return ReadAnswer(status=first.status, reason=first.reason, rule=stated.form, matched=matched)


def _value(value: str | int | float | bool, options: Options) -> ReadAnswer[int]:
    if isinstance(value, bool):
        value = "yes" if value else "no"
        place = options.place_of(value)
        if place is not None:
            return ReadAnswer(status=Status.OK, answer=place, rule="whole_text", matched=value)
        return ReadAnswer(status=Status.UNPARSED, reason="no_choice")
    text = plain(str(value)[:3_000])
    if not text.strip():
        return ReadAnswer(status=Status.UNPARSED, reason="empty")
    return _read(text, [], options)


def _of_content(found: re.Match[str], contents: list[ReadAnswer[int]]) -> Statement:
    content = contents[int(found[1])]
    return Statement(
        found.start(),
        found.end(),
        content.answer,
        content.rule,
        content.matched,
        reason=content.reason,
        status=content.status,
    )


def _last(
    text: str, strong: list[Statement], weaker: list[Statement], mentions: list[Mention], n_options: int
) -> Statement | None:
    """The last statement, unless it was taken back: then what is named after that."""
    deciding = [one for one in strong if not one.is_enumeration(n_options)] or strong
    if not deciding:
        return None
    last = deciding[-1]
    rivals = [one for one in deciding if one.rule in ("alone", "leading") and one.place != last.place]
    if last.rule == "alone" and any(not _is_taken_back(text, one.end, last.start) for one in rivals):
        return Statement(last.start, last.end, None, "alone", last.matched, reason="multiple")
    if _has_alternative(text, last, deciding, mentions):
        return Statement(last.start, last.end, None, last.rule, last.matched, reason="multiple")
    chosen = _chosen(last, weaker) if last.reason == "multiple" else None
    taken_back = list(_TAKEN_BACK.finditer(text, last.start))
    if chosen or not taken_back:
        return chosen or last
    after = _only([one for one in weaker if one.start >= taken_back[-1].start()])
    if after is not None and after.place is not None:
        return after
    return Statement(last.start, last.end, None, "correction", taken_back[-1].group().strip(), reason="retracted")


def _is_taken_back(text: str, start: int, end: int) -> bool:
    return any(found.start() < end for found in _TAKEN_BACK.finditer(text, start))


def _chosen(several: Statement, weaker: list[Statement]) -> Statement | None:
    """The one conclusion that follows several choices: "that leaves C or D, probably D"."""
    after = [one for one in weaker if one.start >= several.end and one.is_conclusion and one.place is not None]
    return after[-1] if len({one.place for one in after}) == 1 else None


def _has_alternative(text: str, last: Statement, strong: list[Statement], mentions: list[Mention]) -> bool:
    """Whether another choice stands beside the last statement: "B... or maybe C"."""
    if last.place is None:
        return False
    after = next((one for one in mentions if one.start >= last.end), None)
    if after is not None and last.place not in after.places and _OR.fullmatch(text[last.end : after.start]):
        return True
    before = next((one for one in reversed(strong) if one.end <= last.start), None)
    return (
        before is not None and before.place != last.place and _OR.fullmatch(text[before.end : last.start]) is not None
    )


def _only(statements: list[Statement]) -> Statement | None:
    """The one choice that weaker statements name, by the strongest of their kinds; a conclusion decides."""
    for force in sorted({one.force for one in statements}, reverse=True):
        kind = [one for one in statements if one.force == force]
        if kind[-1].is_conclusion and kind[-1].place is not None:
            return kind[-1]
        if len({one.place for one in kind}) == 1:
            return kind[-1]
        return Statement(kind[-1].start, kind[-1].end, None, kind[-1].rule, kind[-1].matched, reason="multiple")
    return None


def _unread(text: str, refusal: str) -> ReadAnswer[int]:
    if found := _NONE.search(text):
        return ReadAnswer(status=Status.UNPARSED, reason="none", rule="none", matched=found.group())
    if refusal:
        return ReadAnswer(status=Status.REFUSED, reason="refusal", rule="refusal", matched=shown_again(refusal))
    return ReadAnswer(status=Status.UNPARSED, reason="no_choice")
