"""What makes the leaderboard of one quiz differ from another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from soundmark.benchmarks.hops import HOP_KEYS, HOPS
from soundmark.types import ChoiceQuestion


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedTable:
    """A table of a paper.

    Attributes:
        file: in the folder `published`.
        source: as it is cited in the table.
        columns: column of the file -> group of questions.
        mean_column: the column with the paper's own mean of the groups; '' when the paper has none.
    """

    file: str
    source: str
    columns: Mapping[str, str]
    mean_column: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceSpec:
    """The leaderboard of a quiz.

    Attributes:
        mode: whose questions are played.
        benchmark: name of the published benchmark in the log.
        title: the same for people.
        group_tag: the tag of a question by which results are broken down, or 'language' for its own language.
        groups: the tag's values in the order of the columns -> what the column is called.
        groups_are: what the groups are, over their columns.
        mean_is: what the mean of the groups is called.
        asked: what people may say of themselves, as it is named in the log.
        classes: what they may have said -> what the people of this class are called.
        unsaid: what the others are called.
        published: tables of the benchmark's paper.
        published_key: of the page's text that says what the published rows are.
    """

    mode: str
    benchmark: str
    title: str
    group_tag: str
    groups: Mapping[str, str]
    groups_are: str
    mean_is: str
    asked: str
    classes: Mapping[str, str]
    unsaid: str
    published: tuple[PublishedTable, ...] = field(default=())
    published_key: str = "columns_published_none"

    def group_of(self, question: ChoiceQuestion) -> str:
        """The group of a question, '' when it has none that this table knows."""
        found = question.language if self.group_tag == "language" else question.tags.get(self.group_tag, "")
        return found if found in self.groups else ""

    def class_of(self, self_report: str | None) -> str:
        """What somebody said of themselves, '' when nothing that was asked."""
        told = dict(part.partition(":")[::2] for part in (self_report or "").split())
        return found if (found := told.get(self.asked, "")) in self.classes else ""


TAU = ChoiceSpec(
    mode="tau",
    benchmark="tau",
    title="TAU",
    group_tag="hop_type",
    groups={hop: hop for hop in HOPS},
    groups_are="Accuracy by kind of question",
    mean_is="Mean of both kinds",
    asked="lived_in_taiwan",
    classes={"yes": "People who have lived in Taiwan", "no": "People who have not lived in Taiwan"},
    unsaid="People who did not say whether they have",
    published=(
        PublishedTable(
            file="tau_table1.csv",
            source="Table 1, default prompt",
            columns={key: hop for hop, key in HOP_KEYS.items()},
        ),
        PublishedTable(
            file="tau_table2.csv",
            source="Table 2, prompt of a Taiwanese person",
            columns={key: hop for hop, key in HOP_KEYS.items()},
        ),
    ),
    published_key="columns_published_tau",
)

GLOBEAUDIO = ChoiceSpec(
    mode="globeaudio",
    benchmark="globeaudio",
    title="GlobeAudio",
    group_tag="language",
    groups={
        "en": "English",
        "ru": "Russian",
        "zh-Hans": "Mandarin",
        "th": "Thai",
        "en-SG": "Singapore English",
        "bn": "Bengali",
    },
    groups_are="Accuracy by language",
    mean_is="Mean over languages",
    asked="language",
    classes={
        "native": "People asked in a native language",
        "good": "People asked in a language they know well",
        "some": "People asked in a language they know a little",
    },
    unsaid="People who did not say how well they know it",
    published=(
        PublishedTable(
            file="globeaudio_table3.csv",
            source="Table 3",
            columns={"en": "en", "ru": "ru", "zh": "zh-Hans", "th": "th", "sg": "en-SG", "bn": "bn"},
            mean_column="avg",
        ),
    ),
    published_key="columns_published_globeaudio",
)

SPECS = (TAU, GLOBEAUDIO)
