"""Has a model draft the questions of all recordings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType

from soundmark.curation.questions.asking import Done
from soundmark.curation.questions.descriptors import Descriptor
from soundmark.curation.questions.draft import Draft, Problem, digest
from soundmark.curation.questions.draft_prompt import PROMPT_SHA256, QUESTIONS_A_CLIP, draft_request
from soundmark.curation.questions.draft_reply import read_drafts
from soundmark.evaluation.batch import Ask
from soundmark.models.reply import Reply
from soundmark.models.request import Parameter
from soundmark.types import Status

INVALID_RETRIES = 2
"""How often a model is asked again of whose reply no question can be used."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drafting:
    """What a model is to draft.

    Attributes:
        descriptors: of the recordings.
        model: its identity, as `model_identity` gives it.
        n: questions a recording.
        parameters: sent with each request.
    """

    descriptors: Sequence[Descriptor]
    model: str
    n: int = QUESTIONS_A_CLIP
    parameters: Mapping[str, Parameter] = field(default_factory=lambda: MappingProxyType({}))

    def asks(self) -> list[Ask]:
        """A request a recording."""
        return [
            Ask(
                key=self._key(one),
                name=one.file_name,
                compose=partial(draft_request, one, self.n, self.parameters),
            )
            for one in self.descriptors
        ]

    def read(self, done: Done) -> tuple[list[Draft], list[Problem]]:
        """The usable questions of all replies, and what was wrong with the others."""
        drafts: list[Draft] = []
        problems: list[Problem] = []
        for one in self.descriptors:
            key = self._key(one)
            text = done.text_of(key)
            if text is None:
                failed = done.answered.get(key)
                why = "it was not asked about" if failed is None else f"no reply came ({failed.failure_text})"
                problems.append(Problem(one.file_name, "", f"{why}; go on with --resume"))
                continue
            reading = read_drafts(text, one, self.n)
            drafts += reading.drafts
            problems += reading.problems
        return drafts, problems

    def is_readable(self, reply: Reply) -> bool:
        """Whether a reply holds a question that may be usable; which recording it is about does not matter here."""
        if reply.status is Status.REFUSED:
            return True
        nothing_known = Descriptor(file_name="clip", description="?", language="und")
        return bool(read_drafts(reply.text, nothing_known, self.n).drafts)

    def _key(self, one: Descriptor) -> str:
        listed = sorted((name, str(value)) for name, value in self.parameters.items())
        return digest(
            PROMPT_SHA256, self.model, str(self.n), one.file_name, one.description, one.category, one.language,
            str(listed),
        )  # fmt: skip
