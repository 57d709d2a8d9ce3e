"""From the choices that a reply names to those that it states, by their place in the text and the words round them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import groupby, islice

from soundmark.models.answer import ReadAnswer
from soundmark.models.parsing import words
from soundmark.models.parsing.context import context_of
from soundmark.models.parsing.labels import LETTERS
from soundmark.models.parsing.mentions import Mention, goes_on_in_words
from soundmark.models.parsing.options import Options
from soundmark.models.parsing.patterns import LazyPattern
from soundmark.models.parsing.unreal import Force
from soundmark.models.parsing.visible import shown_again
from soundmark.types import Status

_SENTENCE_START = LazyPattern(r"(?:[^\W\d_]\w|[)\]\"'”’%»」])(?:[.!?…]+\s|[。！？।]\s?)\s{0,2}\Z")
_WHERE = LazyPattern(
    r"\b(?:from|on|to|at|towards?|in)\s(?:the|your|my|his|her|its|their)\s(?:far\s)?\Z"
    r"|\b(?:is|are|was|be|sounds?|seems?|looks?|feels?)\s(?:very |quite |rather |slightly |more )?\Z",
    re.IGNORECASE,
)
"""Before a word of every day that is meant: "on the right", "sounds sad"."""
_TITLE = LazyPattern(r"\b(?:mr|mrs|ms|dr|st|vs|no|fig|sec|prof|ch|pt)\.\s*\Z", re.IGNORECASE)
_LEADS = LazyPattern(r"\s{0,2}(?:[.):,、．。，!;；]|[-–—]|\(|（|because|since|as\b|\Z)", re.IGNORECASE)
_VERB = LazyPattern(r"[)\]]?\s(?:is|was|has|had|might|may|could|can|would|seems|appears)\b", re.IGNORECASE)
_SAYS_WHY = LazyPattern(r",\s(?:I\s(?:guess|think|believe|suppose)|because|since|probably)\b", re.IGNORECASE)
_NAME_GOES_ON = LazyPattern(r"\s{0,2}\.\s?[A-Z]\.")
_CJK_GOES_ON = r"(?![選选項项吧啊喔哦呢啦因最符更是為为比較较才也就正對对])[\u3040-\u30ff\u4e00-\u9fff]"
_WORD_GOES_ON = LazyPattern(_CJK_GOES_ON)
_NUMERAL = LazyPattern(
    r"(?:\d{1,3}|[一二兩两三四五六七八九十]{1,3})\s?[個个位次隻只種种聲声名條条輛辆家間间]?"
    r"|(?:an?|one|two|three|four|five|six|seven|eight|nine|ten)",
    re.IGNORECASE,
)
_COUNTED = LazyPattern(rf"{_CJK_GOES_ON}|\s(?!of\b|in\b|at\b|as\b|because\b|since\b|and\b|or\b)[a-z]")
"""What is counted, behind its number."""
_MAX_RUNS = 200
_YEAR = LazyPattern(r"\s?\d{4}")
_OPTION_WORD = LazyPattern(words.OPTIONS, re.IGNORECASE)
_ENDS = LazyPattern(r"\s?[.!。！]?\s{0,3}(?:\n|\Z)")
_MAYBE = LazyPattern(r"maybe|perhaps|possibly|возможно|может|也許|也许|或許|或许|หรือ|อาจ|হয়তো", re.IGNORECASE)
"""They lead to a choice and conclude nothing."""
_CONTENT = LazyPattern(r"[^\W_]")


_RUN = LazyPattern(r"(?<![A-Za-z0-9'’.-])[A-J]{2,4}(?![A-Za-z0-9]|['’.-][A-Za-z])")


@dataclass(frozen=True, slots=True)
class Statement:
    """A choice that is stated: `place` from 0, or None with the reason why it is none."""

    start: int
    end: int
    place: int | None
    rule: str
    matched: str
    reason: str = ""
    status: Status = Status.UNPARSED
    force: Force = Force.STATED
    is_conclusion: bool = False
    n_named: int = 1

    def is_enumeration(self, n_options: int) -> bool:
        """Whether all choices are listed, as a prompt does: "A, B, C or D"."""
        return self.n_named > 2 and self.n_named == n_options

    def read(self) -> ReadAnswer[int]:
        """As what the parser returns."""
        matched = shown_again(self.matched)
        if self.place is not None:
            return ReadAnswer(status=Status.OK, answer=self.place, rule=self.rule, matched=matched)
        return ReadAnswer(status=self.status, reason=self.reason, rule=self.rule, matched=matched)


@dataclass(frozen=True, slots=True)
class _Reply:
    """What is known of a reply: its text, the choices it names, those that only echo the list, words that decline."""

    text: str
    options: Options
    mentions: list[Mention]
    echo: set[int]
    refusal: str


def statements_of(
    text: str, mentions: list[Mention], options: Options, *, refusal: str
) -> tuple[list[Statement], list[Statement]]:
    """The firm statements of a text, and the weaker ones, both in order."""
    reply = _Reply(text, options, mentions, _echoed(text, mentions), refusal)
    strong: list[Statement] = []
    weaker: list[Statement] = []
    for _, members in groupby(mentions, key=lambda mention: mention.group):
        group = list(members)
        rule = _firm_rule(reply, group)
        if rule:
            strong.append(_statement(text, group, rule, Force.STATED))
        elif not any(mention.start in reply.echo for mention in group):
            weaker += _weak(reply, group)
    return strong + _runs(text, len(options)), weaker


def _runs(text: str, n_options: int) -> list[Statement]:
    """Several letters written together where one was asked for: "ANSWER: AB"."""
    found: list[Statement] = []
    for run in islice(_RUN.finditer(text), _MAX_RUNS):
        letters = run.group()
        if len(set(letters)) < len(letters) or LETTERS.index(max(letters)) >= n_options:
            continue
        context = context_of(text, run.start(), run.end())
        is_stated = context.force is Force.STATED and not context.is_denied and not context.is_unreal
        if is_stated or _is_alone(text, run.start(), run.end()):
            found.append(
                Statement(run.start(), run.end(), None, "cue", letters, reason="multiple", n_named=len(letters))
            )
    return found


def _firm_rule(reply: _Reply, group: list[Mention]) -> str:
    """The rule by which a group is stated; '' when it is not."""
    first, last = group[0], group[-1]
    context = first.context
    is_echo = first.start in reply.echo
    if context.is_denied or context.is_unreal or (is_echo and not context.is_adjacent):
        return ""
    if context.force is Force.STATED and _is_pointed(first):
        return "cue"
    if is_echo:
        return ""
    if _is_alone(reply.text, first.start, last.end):
        return "alone"
    is_refused = reply.refusal and _is_everyday(group, reply.options)
    return "leading" if _leads(reply, group) and not is_refused else ""


def _is_pointed(mention: Mention) -> bool:
    """Whether a pointing word may reach the mention: a doubtful label only as its neighbour."""
    return mention.has_text or mention.context.is_adjacent or (mention.label is not None and mention.label.is_sure)


def _is_everyday(group: list[Mention], options: Options) -> bool:
    return any(mention.label is None and all(map(options.is_common, mention.places)) for mention in group)


def _is_alone(text: str, start: int, end: int) -> bool:
    """Whether a mention fills the first or the last line, or is the last sentence."""
    line_start, line_end = text.rfind("\n", 0, start) + 1, text.find("\n", end)
    line_end = len(text) if line_end < 0 else line_end
    before, after = text[line_start:start], text[end:line_end]
    is_first = not _CONTENT.search(text[:line_start])
    is_last = not _CONTENT.search(text[line_end:])
    if not _CONTENT.search(before) and not _CONTENT.search(after):
        return is_first or is_last
    ends = is_last and not _CONTENT.search(after)
    return ends and _SENTENCE_START.search(before) is not None and _TITLE.search(before) is None


def _leads(reply: _Reply, group: list[Mention]) -> bool:
    """Whether a reply begins with the mention and a mark behind it; not when choices are gone through in order."""
    text, first, last = reply.text, group[0], group[-1]
    if _CONTENT.search(text[: first.start]) or _NAME_GOES_ON.match(text, last.end):
        return False
    if _VERB.match(text, last.end):
        return False
    if first.label is None:
        return _LEADS.match(text, last.end) is not None
    if not (first.has_text or first.is_listed or _LEADS.match(text, last.end)):
        return False
    if not first.label.is_sure and not (first.is_listed or first.has_text or _SAYS_WHY.match(text, last.end)):
        return False
    others = [
        other for other in reply.mentions if other.is_listed and other.label is not None and other.start > last.start
    ]
    return not others or min(min(other.places) for other in others) < min(first.places)


def _echoed(text: str, mentions: list[Mention]) -> set[int]:
    """Where the mentions start that only repeat the list of choices: labels in order."""
    listed = [mention for mention in mentions if mention.label is not None and mention.is_listed]
    run: list[Mention] = []
    found: set[int] = set()
    for mention in listed:
        if len(mention.places) == 1 and min(mention.places) == len(run):
            run.append(mention)
        else:
            run = [mention] if mention.places == {0} else []
        is_list = all(member.has_text for member in run) or all(_begins_line(text, member) for member in run)
        if len(run) > 2 or (len(run) > 1 and is_list):
            found |= {member.start for member in run}
    return found


def _begins_line(text: str, mention: Mention) -> bool:
    return not _CONTENT.search(text[text.rfind("\n", 0, mention.start) + 1 : mention.start])


def _statement(text: str, group: list[Mention], rule: str, force: Force) -> Statement:
    first, last = group[0], group[-1]
    places = frozenset[int]().union(*(mention.places for mention in group))
    cue = first.context.cue if rule == "cue" else ""
    matched = f"{cue} {text[first.start : last.end]}".strip()
    is_doubtful = any(mention.is_contradictory or len(mention.places) > 1 for mention in group)
    only = len(places) == 1 and not is_doubtful
    return Statement(
        first.start,
        last.end,
        next(iter(places)) if only else None,
        rule,
        matched,
        reason="" if only else "ambiguous" if is_doubtful else "multiple",
        force=force,
        is_conclusion=first.context.is_hence and not _MAYBE.search(first.context.cue),
        n_named=len(places),
    )


def _weak(reply: _Reply, group: list[Mention]) -> list[Statement]:
    """A weaker statement of a group, if it is one at all."""
    first = group[0]
    context = first.context
    if context.is_denied or context.is_unreal or _YEAR.match(reply.text, first.end):
        return []
    if context.force >= Force.WEAK and _is_pointed(first):
        is_meant = not _is_count(reply.text, first) and (context.is_hence or not reply.refusal)
        return [_statement(reply.text, group, "weak_cue", Force.WEAK)] if is_meant else []
    return [] if reply.refusal or _is_name(reply.text, group) else _free(reply, group)


def _is_name(text: str, group: list[Mention]) -> bool:
    """Whether the words round it make a letter the name of something: "Mr. C", "B超", "B woman"."""
    first, last = group[0], group[-1]
    if _TITLE.search(text[max(0, first.start - 8) : first.start]) or _WORD_GOES_ON.match(text, first.end):
        return True
    is_bare = last.label is not None and not (last.has_text or last.label.is_bracketed)
    return is_bare and goes_on_in_words(text, last.end)


def _free(reply: _Reply, group: list[Mention]) -> list[Statement]:
    """A letter or a text that stands in a reply with nothing that points to it."""
    first, text = group[0], reply.text
    if first.label is not None:
        is_free = first.context.force is Force.FREE or first.has_text or _closes(reply, first)
        is_label = first.label.is_sure or first.has_text
        return [_statement(text, group, "free_letter", Force.FREE)] if is_label and is_free else []
    is_told = _WHERE.search(text[max(0, first.start - 20) : first.start]) is not None
    if is_told or not _is_everyday(group, reply.options):
        return [_statement(text, group, "option_text", Force.NONE)]
    return []


def _closes(reply: _Reply, mention: Mention) -> bool:
    """Whether a label in brackets ends its sentence, the only one in brackets: "the speaker sounds sad (C)."."""
    others = [one for one in reply.mentions if one.label is not None and one.label.is_bracketed]
    ends = _ENDS.match(reply.text, mention.end) is not None
    return ends and reply.text[mention.start] in "([" and all(one.places == mention.places for one in others)


def _is_count(text: str, mention: Mention) -> bool:
    """Whether a number stands behind a mere "is" or "so" and counts: "there are 2 bells", "這是一個聲音"."""
    if mention.has_text:
        is_number = mention.label is None and _NUMERAL.fullmatch(text[mention.start : mention.end]) is not None
        return is_number and _COUNTED.match(text, mention.end) is not None
    is_number = mention.label is not None and mention.label.character.isdecimal()
    return is_number and _OPTION_WORD.search(mention.context.cue) is None
