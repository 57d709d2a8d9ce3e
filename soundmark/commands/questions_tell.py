"""What the topics of `questions` print: sentences, or one JSON object."""

from __future__ import annotations

import dataclasses
import json
import math
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from soundmark.audio.errors import shown
from soundmark.curation.pack import WrittenPack
from soundmark.curation.questions.agreement import Agreement
from soundmark.curation.questions.asking import Done
from soundmark.curation.questions.draft import Draft, Problem
from soundmark.curation.questions.leakage import LeakageReport, Screened
from soundmark.curation.questions.review import Compared
from soundmark.curation.questions.table import QuestionTable
from soundmark.scoring.figures import Figure
from soundmark.wording import n_of

_OTHER = {"t": "exact binomial test", "binomial": "t-test"}
_OWN = {"t": "t-test", "binomial": "exact binomial test"}


def tell_table(table: QuestionTable, *, as_json: bool) -> int:
    """What an editing table holds."""
    if as_json:
        _print(
            {
                "questions": len(table.drafts), "kept": len(table.kept), "problems": _listed(table.problems),
                "remarks": _listed(table.remarks),
            }
        )  # fmt: skip
        return 1 if table.problems else 0
    _complain(table.problems)
    for remark in table.remarks:
        print(f"Look at {remark}")
    print(f"Questions: {len(table.drafts)}, {len(table.kept)} of them kept")
    print(f"Cells to correct: {len(table.problems)}")
    return 1 if table.problems else 0


def tell_drafted(
    path: Path, there: Sequence[Draft], drafts: Sequence[Draft], problems: Sequence[Problem], done: Done, *,
    as_json: bool,
) -> int:  # fmt: skip
    """What came of drafting."""
    status = 1 if problems or done.stopped_because else 0
    if as_json:
        _print(
            {"table": path.name, "drafted": len(drafts), "there_before": len(there), "problems": _listed(problems)}
            | _run(done)
        )
        return status
    _complain(problems)
    before = f"; {n_of(len(there), 'row stays as it was', 'rows stay as they were')}" if there else ""
    n_recordings = len({one.file_name for one in drafts})
    print(f"Drafted: {n_of(len(drafts), 'question')} about {n_of(n_recordings, 'recording')}{before}")
    if there or drafts:
        print(f"Edit {shown(path.name)}, then look it over with `questions check`.")
    _tell_run(done)
    return status


def tell_leakage(
    path: Path, report: LeakageReport, screened: Sequence[Screened], problems: Sequence[Problem], done: Done, *,
    as_json: bool,
) -> int:  # fmt: skip
    """What the leakage filter found."""
    untested = [Problem(one.draft.question_id, "", one.why_not) for one in screened if one.test is None]
    problems = [*problems, *untested]
    status = 1 if problems or done.stopped_because else 0
    if as_json:
        found = dataclasses.asdict(report) | {"questions": [_screened(one) for one in screened if one.test is not None]}
        _print({"table": path.name} | found | {"problems": _listed(problems)} | _run(done))
        return status
    _complain(problems)
    own, other = _OWN[report.rule.value], _OTHER[report.rule.value]
    print(f"Tested: {report.n_tested} of {n_of(report.n_questions, 'question')}, {n_of(report.samples, 'answer')} each")
    print(f"Leaking by the {own} at p < {report.alpha:g}: {report.n_leaking}, no longer kept in {shown(path.name)}")
    print(f"Leaking by the {other}: {report.n_leaking_other}")
    expected = report.size * report.n_tested
    print(f"A harmless question is called leaking in {report.size:.2%} of cases: about {expected:.1f} of those tested")
    print("Questions by right answers: " + ", ".join(f"{k}: {n}" for k, n in enumerate(report.by_right)))
    if report.n_blind:
        print(f"Tested by question and options alone, since nothing is said: {report.n_blind}")
    if report.n_unread:
        print(f"Answers that name no single option, counted as wrong: {report.n_unread}")
    _tell_run(done)
    return status


def tell_sheets(table: QuestionTable, n: int, paths: Sequence[Path], *, as_json: bool) -> int:
    """Which sheets were written."""
    status = 1 if table.problems else 0
    if as_json:
        _print({"sheets": [path.name for path in paths], "questions": n, "problems": _listed(table.problems)})
        return status
    _complain(table.problems)
    print(f"Wrote {' and '.join(path.name for path in paths)} with {n_of(n, 'question')}.")
    print("Each reviewer fills in answer (A to D, or ? for cannot tell) and verdict (ok, fix or reject), alone.")
    return status


def tell_pack(written: WrittenPack, problems: Sequence[Problem], *, as_json: bool) -> int:
    """What went into a pack."""
    status = 1 if problems else 0
    if as_json:
        _print(
            {
                "pack": written.folder.name, "questions": written.n_rows, "problems": _listed(problems),
                "warnings": list(written.warnings),
            }
        )  # fmt: skip
        return status
    _complain(problems)
    print(f"Pack: {written.folder} ({n_of(written.n_rows, 'question')})")
    return status


def tell_compared(found: Compared, problems: Sequence[tuple[str, Problem]], *, as_json: bool) -> int:
    """How far two reviewers agree."""
    status = 1 if problems else 0
    if as_json:
        listed = [{"file": name, **dataclasses.asdict(one)} for name, one in problems]
        differences = [
            {**dataclasses.asdict(one), "is_key_in_doubt": one.is_key_in_doubt} for one in found.disagreements
        ]
        _print(dataclasses.asdict(found) | {"disagreements": differences, "problems": listed})
        return status
    for name, problem in problems:
        print(f"{shown(name)}, {problem}", file=sys.stderr)
    _tell_agreement("Answers", found.answers)
    _tell_agreement("Verdicts", found.verdicts)
    print(f"First reviewer right: {_share(found.first_right)}")
    print(f"Second reviewer right: {_share(found.second_right)}")
    if found.n_one_only:
        print(f"Judged by one reviewer only: {found.n_one_only}")
    for one in found.disagreements:
        doubt = ", the key is in doubt" if one.is_key_in_doubt else ""
        first, second = (f"{said.answer or '-'} {said.verdict or ''}".strip() for said in (one.first, one.second))
        print(f"    {shown(one.question_id)}: key {one.key}, first {first}, second {second}{doubt}")
    return status


def _tell_agreement(label: str, found: Agreement) -> None:
    if not found.share.n:
        return
    print(f"{label} agree: {_share(found.share)}")
    if found.kappa is None:
        print("    Cohen's kappa has no value: both say the same one thing of all questions")
    else:
        interval = f"95 % interval {found.kappa_low:.2f} to {found.kappa_high:.2f}"
        print(f"    Cohen's kappa: {found.kappa:.2f} ({interval}; by chance {found.expected:.1%} agree)")


def _share(figure: Figure) -> str:
    if figure.value is None:
        return "-"
    return f"{figure.value:.1%} (95 % interval {figure.low:.1%} to {figure.high:.1%}, n {figure.n})"


def _screened(one: Screened) -> dict[str, object]:
    test = one.test
    found: dict[str, object] = {"question_id": one.draft.question_id, "setting": one.setting, "unread": one.n_unread}
    if test is not None:
        t = test.t if math.isfinite(test.t) else None
        found |= {"right": test.n_right, "n": test.n, "t": t, "p_t": test.p_t, "p_binomial": test.p_binomial}
    return found


def _complain(problems: Sequence[Problem]) -> None:
    for problem in problems:
        print(problem, file=sys.stderr)


def _listed(problems: Sequence[Problem]) -> list[dict[str, str]]:
    return [dataclasses.asdict(problem) for problem in problems]


def _run(done: Done) -> dict[str, object]:
    return {"spent": dataclasses.asdict(done.spent), "stopped_because": done.stopped_because}


def _tell_run(done: Done) -> None:
    if done.spent.cost_usd is not None:
        print(f"Cost: {done.spent.cost_usd:.4f} USD")
    if done.stopped_because:
        print(done.stopped_because, file=sys.stderr)


def _print(found: Mapping[str, object]) -> None:
    print(json.dumps(found, ensure_ascii=False, indent=2))
