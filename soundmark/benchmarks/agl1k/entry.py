"""AGL1K's place in the list of published benchmarks."""

from __future__ import annotations

from collections import Counter

from soundmark.benchmarks.agl1k.published_table import open_agl1k
from soundmark.benchmarks.agl1k.questions import NAME, REPOSITORY, read_agl1k
from soundmark.benchmarks.agl1k.score import score_agl1k
from soundmark.benchmarks.entry import AnyPack, Counts, PublishedBenchmark, count_tag
from soundmark.benchmarks.report import FindingKind
from soundmark.types import QuestionKind


def count_agl1k(pack: AnyPack) -> Counts:
    """Questions by published continent, published country and speech."""
    return {
        "Continents as published": count_tag(pack, "published_continent"),
        "Country labels as published": count_tag(pack, "published_country"),
        "Countries": count_tag(pack, "country_code"),
        "Corrections": _corrections(pack),
        "Speech": count_tag(pack, "has_speech"),
    }


def _corrections(pack: AnyPack) -> dict[str, int]:
    """How often each correction was made."""
    found = Counter(note.detail for note in pack.report.notes if note.kind is FindingKind.CORRECTED)
    return dict(found.most_common())


AGL1K = PublishedBenchmark(
    name=NAME,
    title="AGL1K",
    kind=QuestionKind.GEO,
    licence="Published for research only; each recording of radio aporee has rights of its own, named on archive.org.",
    homepage=f"https://github.com/{REPOSITORY}",
    read=read_agl1k,
    counts=count_agl1k,
    open=open_agl1k,
    score=score_agl1k,
)
