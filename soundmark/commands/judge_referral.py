"""`judge-referral`: whether a model's descriptions mean the right objects of SAVVY-Bench."""

from __future__ import annotations

import argparse
import asyncio
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from soundmark.commands.evaluate import usd
from soundmark.commands.options import Commands, add_data_option, with_data
from soundmark.settings import Settings, SettingsError

if TYPE_CHECKING:
    from soundmark.scoring.grounding import Referral


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    judge = commands.add_parser("judge-referral", help="whether descriptions of objects mean those of SAVVY-Bench")
    judge.add_argument("described", metavar="MODEL", help="whose file in sd_output_v2 is judged")
    judge.add_argument("--source", type=Path, metavar="PATH", required=True, help="a copy of SAVVY-Bench")
    judge.add_argument("--model", required=True, metavar="NAME", help="the judge, as models.toml names it")
    judge.add_argument("--max-usd", type=usd, metavar="X", help="never spend more")
    judge.add_argument("--resume", action="store_true", help="go on where this judge was")
    judge.add_argument("--new", action="store_true", help="begin anew though there is an unfinished run")
    add_data_option(judge)
    judge.set_defaults(run=_judge)


def _judge(options: argparse.Namespace, settings: Settings) -> int:
    from soundmark.benchmarks.savvy.reader import read_savvy
    from soundmark.evaluation.asker import Asker
    from soundmark.evaluation.budget import Budget
    from soundmark.evaluation.judge_run import INVALID_RETRIES
    from soundmark.evaluation.ledger import COMPLETE, Session, open_ledger, run_folder
    from soundmark.evaluation.progress import Progress
    from soundmark.evaluation.referral import PROMPT_SHA256, by_words, described_objects, judge_referral
    from soundmark.evaluation.retry import RetryRules
    from soundmark.evaluation.stop import Stop
    from soundmark.evaluation.wish import check_price, endpoint_of, price_of
    from soundmark.models.adapters import open_adapter
    from soundmark.models.model_file import models_of
    from soundmark.store.ids import new_response_id

    settings = with_data(options, settings)
    models = models_of(settings)
    spec = models.model(options.model)
    if options.max_usd is not None:
        check_price(models, spec)
    objects = described_objects(read_savvy(options.source.expanduser().resolve(), snapshots=options.described))
    if not objects:
        raise SettingsError(
            f"No question has both a map and an output of {options.described[:80]}. The copy needs gtavmap.json and "
            "the model's file in sd_output_v2."
        )
    identity = {"prompt": PROMPT_SHA256, "described": options.described}
    folder = run_folder(settings.data_dir / "runs", benchmark="judge-referral", model=spec.name, identity=identity)
    ledger = open_ledger(folder, resume=options.resume, anew=options.new)
    stop, run_id, now = Stop(), new_response_id(), datetime.now(UTC)

    async def session() -> Referral:
        adapter = open_adapter(spec, models)
        asker = Asker(
            endpoint=endpoint_of(spec, adapter, price_of(spec, models)),
            ledger=ledger,
            budget=Budget(options.max_usd, (ledger.spent.cost_usd or 0.0) + ledger.held_usd),
            stop=stop,
            rules=RetryRules(invalid=INVALID_RETRIES),
            run_id=run_id,
        )
        progress = Progress(sum(by_words(one) is None for one in objects), sys.stderr)
        try:
            await ledger.begin(Session(run_id=run_id, started_at=now, last_at=now, facts={}))
            found = await judge_referral(objects, asker, spec.parameters, progress)
            await ledger.end(run_id, datetime.now(UTC), stop.reason or COMPLETE)
        finally:
            await adapter.close()
        return found

    try:
        return _tell(asyncio.run(session()), stop.reason)
    finally:
        ledger.close()


def _tell(found: Referral, reason: str) -> int:
    figure = found.accuracy
    value = "-" if figure.value is None else f"{figure.value:.1%}"
    interval = "" if figure.low is None else f" (95 % interval {figure.low:.1%} to {figure.high:.1%})"
    print(f"Referral: {value}{interval}, {figure.n} questions")
    print(f"Without a verdict: {found.n_undecided}")
    if reason:
        print(reason, file=sys.stderr)
    return 1 if reason else 0
