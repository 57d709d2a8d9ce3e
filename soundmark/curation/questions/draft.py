"""A multiple-choice question that is still being worked on."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from soundmark.types import SoundmarkError

N_OPTIONS = 4
LETTERS = "ABCD"


class QuestionsError(SoundmarkError):
    """A file or an option that cannot be used; the text says why and what to do."""


class CellError(ValueError):
    """A value that cannot be used: its column and the reason."""

    def __init__(self, column: str, why: str) -> None:
        super().__init__(why)
        self.column = column
        self.why = why


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a part of a file.

    Attributes:
        where: the row, as 'line 7' or the name of a clip.
        column: which cell of it; '' for the whole row.
        why: the fault, as a sentence without a beginning.
    """

    where: str
    column: str
    why: str

    def __str__(self) -> str:
        """As it is shown to a person."""
        return f"{self.where}, {self.column}: {self.why}" if self.column else f"{self.where}: {self.why}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A question with four options.

    Attributes:
        question_id: stays the same while the words are edited.
        file_name: of the recording.
        options: four texts.
        answer_index: the right one, from 0.
        language: of question and options (BCP 47).
        hop_type: one of `soundmark.benchmarks.hops.HOPS`, or '' while nobody has said.
        category: what kind of sound it is, '' while nobody has said.
        description: what is known of the recording, for editors. It betrays the answer and goes into no pack.
        is_kept: whether it is to go into the pack.
        more: further columns, by name.
    """

    question_id: str
    file_name: str
    question: str
    options: tuple[str, ...]
    answer_index: int
    language: str = "en"
    hop_type: str = ""
    category: str = ""
    description: str = ""
    is_kept: bool = True
    more: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def answer(self) -> str:
        """The letter of the right option."""
        return LETTERS[self.answer_index]


def question_id_of(file_name: str, question: str, options: Sequence[str]) -> str:
    """An id that tells nothing, the same for the same question whatever the order of its options."""
    return f"q-{digest(file_name, question, *sorted(options))[:12]}"


def digest(*parts: str) -> str:
    """SHA-256 of texts, none of which can run into the next."""
    return hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def drawn_order(n: int, *seed: str) -> tuple[int, ...]:
    """An order of n things, each as likely as any other, the same for the same seed on every machine."""
    return tuple(sorted(range(n), key=lambda place: digest(*seed, str(place))))
