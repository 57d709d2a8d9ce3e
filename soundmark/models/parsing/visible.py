"""What a reply says to its reader: without thoughts, end marks, formatting and characters nobody sees."""

from __future__ import annotations

import html
import re
import unicodedata

MAX_CHARACTERS = 50_000
"""Of what is left without thoughts. A longer answer to a short question is an endless loop."""

_THINKING = "think|thinking|thought|thoughts|reasoning|analysis|reflection|scratchpad"
_OPENED = re.compile(rf"<(?:{_THINKING})>|\[THINK\]|◁think▷", re.IGNORECASE)
_CLOSED = re.compile(rf"</(?:{_THINKING})>|\[/THINK\]|◁/think▷", re.IGNORECASE)
_CHANNEL = re.compile(r"<\|channel\|>\s{0,9}(\w{1,20})[^<]{0,40}<\|message\|>")
_SAID_CHANNELS = frozenset({"final", "commentary"})
_END = re.compile(r"<\|(?:im_end|endoftext|eot_id|end|return|end_of_text)\|>|<end_of_turn>|<eos>|(?<!\w)</s>")
_ROLE = re.compile(
    r"\A\s{0,20}(?:<\|?(?:assistant|model|start_header_id)\|?>|(?:assistant|ai|model|bot)\s?[:：])", re.IGNORECASE
)
_TURN = re.compile(
    r"\n\s{0,20}(?:#{1,4}\s?)?(?:human|user|question|instruction|input|q|問題|问题|題目|题目|вопрос|คำถาม|প্রশ্ন)\s?\d{0,3}\s?[:：]",
    re.IGNORECASE,
)
_STRUCK = re.compile(r"~~[^~\n]{1,300}~~|<(s|del|strike)>[^<>]{1,300}</\1>", re.IGNORECASE)
_FENCE = re.compile(r"```[A-Za-z]{0,20}|~~~")
_EMPHASISED = re.compile(r"(?<![\w*])(\*{1,3}|_{1,3}|`)([A-Za-z])\1(?![\w*])")
_TEX = re.compile(r"\\(?:text(?:bf|it|rm|sf)?|math(?:rm|bf|it|sf)|operatorname)\s?\{([^{}]{0,300})\}")
_TEX_MARK = re.compile(r"\\[()\[\],;! ]|\$")
_ANGLED = re.compile(r"<([A-Z])>(?![^<\n]{0,80}</\1>)")
_TAG = re.compile(r"</?[A-Za-z][^<>\n]{0,80}>")
_BULLET = re.compile(r"(?m)^[ \t>]{0,20}(?:[-–—•·▪◦‣→➤➜⇒►▶*]|=>|->)[ \t]{1,8}")
_LINE_ENDS = re.compile(r"\r\n?|[\v\f\u0085\u2028\u2029]")
_HEADING = re.compile(r"(?m)^[ \t]{0,8}#{1,6}[ \t]{1,8}|#{2,}")
_MARKS = str.maketrans(dict.fromkeys("*`\ufe0e\ufe0f", "") | {"_": " "})

FIRST_CIRCLED = 0xE000
"""Circled digits become private characters, so that normalising does not turn them into plain ones."""
_CIRCLED_STARTS = (0x2460, 0x2776, 0x2780, 0x278A, 0x24F5, 0x3280)
_CIRCLED = {start + number: FIRST_CIRCLED + number for start in _CIRCLED_STARTS for number in range(10)}
_KEYCAP = re.compile("([0-9])\ufe0f?\u20e3|\U0001f51f")
# Letters in black circles and squares, and the flags' letters, which normalising leaves alone.
_LETTER_SIGNS = {
    start + letter: chr(ord("A") + letter) for start in (0x1F150, 0x1F170, 0x1F1E6) for letter in range(26)
}
_NEVER_MEANT = ("Cf", "Co", "Cs", "Cn", "Cc")


class NothingToReadError(Exception):
    """A reply without an answer in sight; `reason` says why in a word."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def said(reply: str) -> str:
    """The reply without thoughts and without what follows an end mark.

    Raises:
        NothingToReadError: `empty`, `incomplete` for thoughts that do not end, `too_long`.
    """
    text = _ROLE.sub("", _before_end(_after_channels(_after_thinking(reply))), count=1)
    if len(text) > MAX_CHARACTERS:
        raise NothingToReadError("too_long")
    if not any(unicodedata.category(character)[0] in "LNPS" for character in text):
        raise NothingToReadError("empty")
    return text


def _after_thinking(reply: str) -> str:
    """What follows the last thoughts; where nothing does, what stands before the first ones."""
    *_, last = [0, *(found.end() for found in _CLOSED.finditer(reply))]
    rest = reply[last:]
    if _OPENED.search(rest):
        raise NothingToReadError("incomplete")
    if last and not rest.strip():
        opened = _OPENED.search(reply)
        return reply[: opened.start()] if opened else ""
    return rest


def _after_channels(text: str) -> str:
    """Of a reply in channels the last one that is meant for the reader."""
    channels = list(_CHANNEL.finditer(text))
    if not channels:
        return text
    if channels[-1][1] not in _SAID_CHANNELS:
        raise NothingToReadError("incomplete")
    return text[channels[-1].end() :]


def _before_end(text: str) -> str:
    """What stands before the first end mark: what a model makes up after it belongs to nobody's question."""
    start = len(text) - len(text.lstrip())
    for found in _END.finditer(text):
        if text[start : found.start()].strip():
            return text[: found.start()]
        start = found.end()
    return text[start:] if text.strip() else text


def before_next_turn(text: str) -> str:
    """The one line that stands before a question that the model made up itself; '' where there is no such thing."""
    turn = _TURN.search(text)
    line = text[: turn.start()].strip() if turn else ""
    return "" if "\n" in line else line


def plain(text: str) -> str:
    """The text in one spelling: NFKC, formatting marks gone, circled digits as private characters.

    Struck text goes; a letter alone in bold is put in brackets.
    """
    text = _LINE_ENDS.sub("\n", html.unescape(text) if "&" in text else text)
    text = _STRUCK.sub(" ", text)
    text = _EMPHASISED.sub(r"(\2)", _FENCE.sub("\n", text))
    text = _KEYCAP.sub(lambda found: chr(FIRST_CIRCLED + (int(found[1]) - 1 if found[1] else 9)), _seen(text))
    text = unicodedata.normalize("NFKC", text.translate(_CIRCLED).translate(_LETTER_SIGNS))
    text = without_tex(text)
    text = _TAG.sub(" ", _ANGLED.sub(r"(\1)", text))
    return _HEADING.sub("", _BULLET.sub("", text)).translate(_MARKS)


def without_tex(text: str) -> str:
    """Without the commands and marks by which TeX sets text and formulas."""
    return _TEX_MARK.sub(" ", _TEX.sub(r"\1", _TEX.sub(r"\1", text)))


def _seen(text: str) -> str:
    """Without invisible, private and control characters, but for line ends and tabs."""
    return "".join(c for c in text if c in "\n\t" or unicodedata.category(c) not in _NEVER_MEANT)


def same_spelling(text: str) -> str:
    """A word of a table as it stands in a text made by `plain`: NFKC changes Thai."""
    return unicodedata.normalize("NFKC", text)


def shown_again(text: str) -> str:
    """Circled digits as such again, on one line, for people and the log."""
    digits = {FIRST_CIRCLED + number: 0x2460 + number for number in range(10)}
    line = " ".join(text.translate(digits).split())
    return line if len(line) <= 100 else f"{line[:99]}…"
