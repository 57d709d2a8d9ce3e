"""TAU's place in the list of published benchmarks."""

from __future__ import annotations

from soundmark.benchmarks.choice_score import score_tau
from soundmark.benchmarks.entry import Access, AnyPack, Counts, PublishedBenchmark, count_tag
from soundmark.benchmarks.pack import ChoicePack
from soundmark.benchmarks.tau.questions import DATASET, LICENCE, NAME, TITLE, read_tau
from soundmark.benchmarks.tau.source import open_tau
from soundmark.types import QuestionKind


def count_tau(pack: AnyPack) -> Counts:
    """Questions by type and hop, and by the languages they can be read in."""
    languages: dict[str, int] = {}
    for question in pack.questions:
        for language in (question.language, *question.wordings):
            languages[language] = languages.get(language, 0) + 1
    return {"Types": count_tag(pack, "category"), "Hops": count_tag(pack, "hop_type"), "Languages": languages}


def _open(access: Access) -> ChoicePack:
    return open_tau(access, offline=access.offline, cache_bytes=access.clip_cache_bytes)


TAU = PublishedBenchmark(
    name=NAME,
    title=TITLE,
    kind=QuestionKind.CHOICE,
    licence=LICENCE,
    homepage=f"https://huggingface.co/datasets/{DATASET}",
    read=read_tau,
    counts=count_tau,
    open=_open,
    score=score_tau,
)
