"""The report for programs."""

from __future__ import annotations

import dataclasses
import json

from soundmark.curation.report.summary import MEASURES, Summary

N_PAIRS_TOLD = 1000


def report_json(summary: Summary) -> str:
    """Counts, thresholds, histograms and examples as strict JSON (no NaN)."""
    content = {
        "files": summary.n_files,
        "clips": summary.n_clips,
        "kept": summary.n_kept,
        "kept_duration_s": round(summary.duration_kept_s, 3),
        "dropped": summary.n_dropped_clips,
        "could_not_be_used": summary.n_faults.total(),
        "dropped_by": {name.value: number for name, number in sorted(summary.n_dropped.items())},
        "faults_by_reason": dict(sorted(summary.n_faults.items())),
        "faults": [{"file_name": name, **dataclasses.asdict(fault)} for name, fault in summary.faults],
        "lossy": summary.n_lossy,
        "near_duplicates": _near_duplicates(summary),
        "thresholds": dataclasses.asdict(summary.thresholds),
        "spectrum": dataclasses.asdict(summary.spectrum),
        "filters": {
            name.value: {
                "scale": each.title,
                "threshold": each.threshold(summary.thresholds),
                "edges": each.edges,
                "counts": summary.histograms[name],
                "passing_nearest": [dataclasses.asdict(example) for example in summary.examples[name].passing],
                "short_nearest": [dataclasses.asdict(example) for example in summary.examples[name].short],
            }
            for name, each in MEASURES.items()
        },
    }
    return json.dumps(content, ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def _near_duplicates(summary: Summary) -> dict[str, object] | None:
    """Groups in full, for they grow with the clips only; of pairs, which may be many more, the first."""
    found = summary.near_duplicates
    if found is None:
        return None
    return {
        "groups": [[dataclasses.asdict(each) for each in group] for group in found.groups],
        "pairs": len(found.pairs),
        "first_pairs": [dataclasses.asdict(pair) for pair in found.pairs[:N_PAIRS_TOLD]],
    }
