"""Which questions people answered for the paper (`human_eval_id.json`)."""

from __future__ import annotations

from collections.abc import Collection

from soundmark.audio.errors import shown
from soundmark.benchmarks.report import Finding, FindingKind
from soundmark.benchmarks.savvy.json_files import JsonDocument
from soundmark.benchmarks.savvy.values import id_of, list_of, object_of


def parse_human_ids(
    document: JsonDocument, name: str, known: Collection[str]
) -> tuple[tuple[str, ...], tuple[Finding, ...]]:
    """Read the ids: each once, in the published order, and only those of the benchmark.

    Args:
        document: {"<task>_<level>_audio-visual.json": [ids]}; the published lists name many ids several times.
        name: of the file, for findings.
        known: ids of the benchmark. The lists were made before it was filtered and name others too.

    Raises:
        ValueError: when the file holds no object.
    """
    found: dict[str, None] = {}
    wrong: list[Finding] = []
    n_repeated = n_unknown = 0
    for key, value in object_of(document.value, "the file").items():
        try:
            listed = list_of(value, "the list")
        except ValueError as error:
            wrong.append(Finding(FindingKind.BAD_VALUE, name, f"{shown(key)}: {error}"))
            continue
        for entry in listed:
            try:
                question_id = id_of(entry, "id")
            except ValueError as error:
                wrong.append(Finding(FindingKind.BAD_VALUE, name, f"{shown(key)}: {error}"))
                continue
            n_repeated += question_id in found
            n_unknown += question_id not in known
            if question_id in known:
                found[question_id] = None
    if n_repeated:
        wrong.append(Finding(FindingKind.REPEATED_ID, name, f"{n_repeated} ids are listed again; each counts once"))
    if n_unknown:
        wrong.append(Finding(FindingKind.BAD_VALUE, name, f"{n_unknown} ids are of no question of the benchmark"))
    return tuple(found), tuple(wrong)
