"""`localizability judge`: models say what each sound contributed to a model's reasoning."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from soundmark.commands.localizability_tables import as_json, check_folders, shares_of, tables, tell
from soundmark.commands.options import with_data
from soundmark.settings import Settings
from soundmark.variables import SettingsError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from soundmark.curation.localizability.judge_run import Clues
    from soundmark.curation.localizability.judge_session import Judging


def judge(options: argparse.Namespace, settings: Settings) -> int:
    """Ask each judge about each clip, and write down the levels."""
    from soundmark.curation.localizability.judge_session import most_it_may_cost

    judging = _judging(options, with_data(options, settings))
    check_folders(options.to)
    clues, remarks = _clues(options)
    facts: dict[str, object] = {
        "clips": len({one.clip_id for one in clues}),
        "categories_in_clips": sum(len(one.categories) for one in clues),
        "requests": len(clues) * len(judging.judges),
    }
    reason = ""
    if options.dry_run:
        facts["worst_usd"] = most_it_may_cost(judging, clues)
    else:
        found, reason = _asked(options, judging, clues)
        facts |= found
    text = as_json(facts) if options.json else "\n".join(f"{name}: {value}" for name, value in facts.items())
    notices = [reason] if reason else []
    if facts.get("without_level"):
        notices.append("Replies without a level for each sound are kept as they are; --new asks again for everything.")
    return tell(text, notices, remarks) or int(bool(notices))


def _judging(options: argparse.Namespace, settings: Settings) -> Judging:
    from soundmark.curation.localizability.judge_session import Judging
    from soundmark.evaluation.wish import check_price
    from soundmark.models.model_file import models_of

    if len(set(options.judge)) < len(options.judge):
        raise SettingsError("A judge is named twice. Name each once.")
    models = models_of(settings)
    judges = [models.model(name) for name in options.judge]
    for spec in judges if options.max_usd is not None else ():
        check_price(models, spec)
    return Judging(
        judges=judges, models=models, runs_dir=settings.data_dir / "runs", max_usd=options.max_usd, anew=options.new
    )


def _clues(options: argparse.Namespace) -> tuple[list[Clues], list[str]]:
    from soundmark.curation.localizability.judge_run import clues_of

    tags, answers, remarks = tables(options)
    clues = clues_of(answers.answers, shares_of(tags), min_share=options.min_share)
    chosen = set(list(dict.fromkeys(one.clip_id for one in clues))[: options.limit])
    if not chosen:
        raise SettingsError(
            f"No clip has both tags and reasoning: {len(tags.shares):,} are tagged, and "
            f"{sum(bool(one.reasoning) for one in answers.answers.values()):,} have reasoning. Use the same clip ids."
        )
    return [one for one in clues if one.clip_id in chosen], remarks


def _asked(options: argparse.Namespace, judging: Judging, clues: Sequence[Clues]) -> tuple[dict[str, object], str]:
    """What came of asking, and why it ended early ('' when it did not)."""
    from soundmark.curation.localizability.judge_session import judge_with_each
    from soundmark.curation.localizability.judged_file import judged_lines
    from soundmark.curation.localizability.page import write_text

    levels = judge_with_each(judging, clues, sys.stderr)
    rows = [row for one in levels for row in one.rows]
    write_text(options.to, judged_lines(rows))
    reason = next((one.stopped_because for one in levels if one.stopped_because), "")
    return {"judgements": len(rows), "without_level": sum(one.n_unread for one in levels)}, reason
