"""The leakage filter: questions that a model answers from what is said in the recording, or from the words alone.

As in TAU (section 3.3.4), a model that hears nothing is asked each question several times with the transcript of its
recording. Where nothing is said it gets question and options alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from types import MappingProxyType

from soundmark.curation.questions.asking import Done
from soundmark.curation.questions.draft import N_OPTIONS, Draft, digest, drawn_order
from soundmark.curation.questions.heard import Heard
from soundmark.curation.questions.leak_test import ALPHA, SAMPLES, LeakTest, Rule, leak_test, rejection_rate
from soundmark.evaluation.batch import Ask
from soundmark.models.parsing import PARSER_VERSION, parse_choice
from soundmark.models.prompts.render import render_text
from soundmark.models.prompts.tau import DEFAULT
from soundmark.models.request import ModelRequest, Parameter, Setting
from soundmark.types import Status, Wording

CHANCE = 1 / N_OPTIONS
LEAK_COLUMNS = ("leak_right", "leak_samples", "leak_p_t", "leak_p_binomial", "leak_setting", "leak")


@dataclass(frozen=True, slots=True, kw_only=True)
class Screening:
    """What a model that hears nothing is asked.

    Attributes:
        drafts: the questions.
        heard: transcripts of their recordings.
        model: its identity, as `model_identity` gives it.
        parameters: sent with each request.
        samples: how often each question is asked.
        is_shuffled: show the options of each sample in an order of its own. Without it a model that likes one letter
            is right every time, or never, whatever the question.
    """

    drafts: Sequence[Draft]
    heard: Heard
    model: str
    parameters: Mapping[str, Parameter] = field(default_factory=lambda: MappingProxyType({}))
    samples: int = SAMPLES
    is_shuffled: bool = True

    def asks(self) -> list[Ask]:
        """The requests about all questions whose transcript is known."""
        return [
            Ask(
                key=self._key(draft, transcript, sample),
                name=f"{draft.question_id} sample {sample + 1}",
                compose=partial(self._request, draft, transcript, sample),
            )
            for draft, transcript in self._known()
            for sample in range(self.samples)
        ]

    def screened(self, done: Done) -> list[Screened]:
        """What the answers say of each question, in order."""
        known = {draft.question_id: transcript for draft, transcript in self._known()}
        return [self._screened(draft, known.get(draft.question_id), done) for draft in self.drafts]

    def order(self, draft: Draft, sample: int) -> tuple[int, ...]:
        """The options of a sample as they are shown, by their places in the table."""
        if not self.is_shuffled:
            return tuple(range(len(draft.options)))
        return drawn_order(len(draft.options), "leakage", draft.question_id, str(sample))

    def _known(self) -> Iterator[tuple[Draft, str]]:
        for draft in self.drafts:
            transcript = self.heard.of(draft)
            if transcript is not None:
                yield draft, transcript

    def _request(self, draft: Draft, transcript: str, sample: int) -> ModelRequest:
        setting = Setting.TRANSCRIPT if transcript else Setting.BLIND
        rendered = render_text(
            DEFAULT,
            Wording(prompt=draft.question, choices=draft.options),
            setting,
            order=self.order(draft, sample),
            language=draft.language,
            transcript=transcript or None,
        )
        return ModelRequest(
            text=rendered.text, system=rendered.system, parameters=dict(self.parameters), setting=setting
        )

    def _key(self, draft: Draft, transcript: str, sample: int) -> str:
        listed = sorted((name, str(value)) for name, value in self.parameters.items())
        return digest(
            DEFAULT.sha256, self.model, draft.question_id, draft.question, *draft.options, draft.language, transcript,
            str(self.order(draft, sample)), str(sample), str(listed),
        )  # fmt: skip

    def _screened(self, draft: Draft, transcript: str | None, done: Done) -> Screened:
        if transcript is None:
            return Screened(draft=draft, why_not="its recording has no transcript")
        setting = Setting.TRANSCRIPT if transcript else Setting.BLIND
        right: list[bool] = []
        n_unread = 0
        for sample in range(self.samples):
            text = done.text_of(self._key(draft, transcript, sample))
            if text is None:
                return Screened(
                    draft=draft, setting=setting, why_not="not all of its samples have a reply; go on with --resume"
                )
            order = self.order(draft, sample)
            read = parse_choice(text, [draft.options[place] for place in order])
            n_unread += read.status is not Status.OK
            right.append(read.answer is not None and order[read.answer] == draft.answer_index)
        return Screened(draft=draft, setting=setting, test=leak_test(right, CHANCE), n_unread=n_unread)


@dataclass(frozen=True, slots=True, kw_only=True)
class Screened:
    """What came of a question.

    Attributes:
        draft: the question.
        setting: with its transcript, or without any; None when it was not asked.
        test: None when it could not be made.
        n_unread: samples that name no single option; they count as wrong.
        why_not: why there is no test.
    """

    draft: Draft
    setting: Setting | None = None
    test: LeakTest | None = None
    n_unread: int = 0
    why_not: str = ""

    def marked(self, rule: Rule = Rule.T, alpha: float = ALPHA) -> Draft:
        """The question with what was found in columns of its own; one that leaks is no longer kept."""
        if self.test is None:
            return replace(self.draft, more=_without_leak_columns(self.draft) | {"leak": "untested"})
        leaks = self.test.leaks(rule, alpha)
        columns = {
            "leak_right": str(self.test.n_right),
            "leak_samples": str(self.test.n),
            "leak_p_t": f"{self.test.p_t:.6f}",
            "leak_p_binomial": f"{self.test.p_binomial:.6f}",
            "leak_setting": "" if self.setting is None else self.setting.value,
            "leak": "yes" if leaks else "no",
        }
        return replace(
            self.draft, is_kept=self.draft.is_kept and not leaks, more=_without_leak_columns(self.draft) | columns
        )


def _without_leak_columns(draft: Draft) -> dict[str, str]:
    return {column: cell for column, cell in draft.more.items() if column not in LEAK_COLUMNS}


@dataclass(frozen=True, slots=True, kw_only=True)
class LeakageReport:
    """The filter in figures.

    Attributes:
        n_questions, n_tested: all, and those of which all samples are there.
        n_leaking: by the rule that decides.
        n_leaking_other: by the other one.
        n_blind: tested without a transcript, since nothing is said.
        n_unread: samples that name no single option.
        size: how often a harmless question is called leaking, when the model guesses each time anew.
        by_right: tested questions by their right answers, from 0.
        rule, alpha, samples: of the test.
        parser_version: what read the replies.
    """

    n_questions: int
    n_tested: int
    n_leaking: int
    n_leaking_other: int
    n_blind: int
    n_unread: int
    size: float
    by_right: tuple[int, ...]
    rule: Rule
    alpha: float
    samples: int
    parser_version: str = PARSER_VERSION


def report_of(
    screened: Sequence[Screened], *, samples: int = SAMPLES, rule: Rule = Rule.T, alpha: float = ALPHA
) -> LeakageReport:
    """Sum up what was found."""
    tests = [one.test for one in screened if one.test is not None]
    other = Rule.BINOMIAL if rule is Rule.T else Rule.T
    return LeakageReport(
        n_questions=len(screened),
        n_tested=len(tests),
        n_leaking=sum(test.leaks(rule, alpha) for test in tests),
        n_leaking_other=sum(test.leaks(other, alpha) for test in tests),
        n_blind=sum(one.test is not None and one.setting is Setting.BLIND for one in screened),
        n_unread=sum(one.n_unread for one in screened),
        size=rejection_rate(samples, CHANCE, CHANCE, rule=rule, alpha=alpha),
        by_right=tuple(sum(test.n_right == k for test in tests) for k in range(samples + 1)),
        rule=rule,
        alpha=alpha,
        samples=samples,
    )
