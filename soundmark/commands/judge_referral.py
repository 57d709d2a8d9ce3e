"""`judge-referral`: whether a model's descriptions mean the right objects of SAVVY-Bench."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from soundmark.commands.judge_options import Judge, add_judge_options
from soundmark.commands.options import Commands, a_path
from soundmark.settings import Settings
from soundmark.variables import SettingsError
from soundmark.wording import n_of

if TYPE_CHECKING:
    from soundmark.evaluation.asker import Endpoint
    from soundmark.evaluation.ledger import Ledger
    from soundmark.evaluation.stop import Stop
    from soundmark.scoring.grounding import Referral


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    judge = commands.add_parser("judge-referral", help="whether descriptions of objects mean those of SAVVY-Bench")
    judge.add_argument("described", metavar="MODEL", help="whose file in sd_output_v2 is judged")
    judge.add_argument("--source", type=a_path, metavar="PATH", required=True, help="a copy of SAVVY-Bench")
    add_judge_options(judge)
    judge.set_defaults(run=_judge)


def _judge(options: argparse.Namespace, settings: Settings) -> int:
    from soundmark.benchmarks.savvy.reader import read_savvy
    from soundmark.evaluation.referral import PROMPT_SHA256, described_objects, judge_referral

    judge = Judge.named(options, settings)
    objects = described_objects(read_savvy(options.source.resolve(), snapshots=options.described))
    if not objects:
        raise SettingsError(
            f"No question has both a map and an output of {options.described[:80]}. The copy needs gtavmap.json and "
            "the model's file in sd_output_v2."
        )

    async def work(endpoint: Endpoint, ledger: Ledger, stop: Stop) -> tuple[Referral, str]:
        found = await judge_referral(
            objects, endpoint, ledger, judge.spec.parameters, max_usd=options.max_usd, stop=stop, stream=sys.stderr
        )
        return found, stop.reason

    return _tell(*judge.work("judge-referral", {"prompt": PROMPT_SHA256, "described": options.described}, work))


def _tell(found: Referral, reason: str) -> int:
    figure = found.accuracy
    value = "-" if figure.value is None else f"{figure.value:.1%}"
    interval = "" if figure.low is None else f" (95 % interval {figure.low:.1%} to {figure.high:.1%})"
    print(f"Referral: {value}{interval}, {n_of(figure.n, 'question')}")
    print(f"Without a verdict: {found.n_undecided}")
    if reason:
        print(reason, file=sys.stderr)
    return 1 if reason else 0
