"""`evaluate`: puts a model through a benchmark."""

from __future__ import annotations

import argparse
import math
import sys
from typing import TYPE_CHECKING

from soundmark.commands.options import Commands, a_path, add_data_option, positive, with_data
from soundmark.settings import Settings
from soundmark.variables import SettingsError

if TYPE_CHECKING:
    from soundmark.benchmarks.entry import AnyPack
    from soundmark.evaluation.items import Item
    from soundmark.evaluation.prepare import Asking
    from soundmark.evaluation.runner import Outcome
    from soundmark.models.model_file import ModelFile


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    evaluate = commands.add_parser("evaluate", help="put a model of models.toml through a benchmark")
    evaluate.add_argument("name", metavar="BENCHMARK", help="a published benchmark, a built-in demo, or a folder")
    evaluate.add_argument("--model", required=True, metavar="NAME", help="as models.toml names it")
    evaluate.add_argument(
        "--setting", default="audio", choices=["audio", "transcript", "blind"], help="what it is given; default audio"
    )
    evaluate.add_argument("--prompt", metavar="ID", help="by default that of the benchmark's paper")
    evaluate.add_argument("--language", metavar="L", help="in which questions are put; default: each in its own")
    evaluate.add_argument("--transcripts", type=a_path, metavar="FILE", help="rows with question_id and transcript")
    evaluate.add_argument(
        "--source", type=a_path, metavar="PATH", help="a copy of the benchmark's files on this machine"
    )
    evaluate.add_argument("--limit", type=positive, metavar="N", help="only the first N questions")
    evaluate.add_argument("--repeats", type=positive, default=1, metavar="N", help="ask each question N times")
    evaluate.add_argument("--shuffle", type=int, metavar="SEED", help="choices in an order that follows from SEED")
    evaluate.add_argument("--max-usd", type=usd, metavar="X", help="never spend more, on this run as a whole")
    evaluate.add_argument("--resume", action="store_true", help="go on with the newest run of the same kind")
    evaluate.add_argument("--new", action="store_true", help="begin anew though there is an unfinished run")
    evaluate.add_argument("--retry-errors", action="store_true", help="with --resume: ask those again that failed")
    evaluate.add_argument("--invalid-retries", type=_count, metavar="N", help="ask again where a reply says nothing")
    evaluate.add_argument("--parser-model", metavar="NAME", help="another model that reads the replies too")
    evaluate.add_argument("--dry-run", action="store_true", help="say what it would take, and ask nothing")
    add_data_option(evaluate)
    evaluate.set_defaults(run=_evaluate)


def _evaluate(options: argparse.Namespace, settings: Settings) -> int:
    from soundmark.evaluation.items import items_of
    from soundmark.evaluation.wish import check_setting
    from soundmark.models.model_file import models_of
    from soundmark.models.request import Setting

    if options.retry_errors and not options.resume:
        raise SettingsError("--retry-errors goes with --resume: it asks those questions of a run again that failed.")
    settings = with_data(options, settings)
    models = models_of(settings)
    asking, pack = _asking(options, settings, models)
    items = items_of(
        pack.questions,
        unheard=pack.unheard if asking.setting is Setting.AUDIO else (),
        limit=options.limit,
        shuffle_seed=options.shuffle,
        repeats=options.repeats,
    )
    check_setting(asking, items)
    if options.dry_run:
        return _dry_run(asking, [item for item in items if not item.unheard], models)
    outcome = _run(options, settings, models, asking, items)
    if settings.publishes:
        print("The app sends these answers to the Hub; without it, python -m soundmark publish does.", file=sys.stderr)
    return _tell(outcome, len(items))


def _asking(options: argparse.Namespace, settings: Settings, models: ModelFile) -> tuple[Asking, AnyPack]:
    from soundmark.commands.packs import pack_named
    from soundmark.evaluation.prepare import Asking
    from soundmark.evaluation.transcripts import read_transcripts
    from soundmark.models.prompts import default_prompt, find_prompt
    from soundmark.models.request import Setting

    spec = models.model(options.model)
    pack = pack_named(options.name, settings, options.source)
    if pack.notice:
        print(pack.notice, file=sys.stderr)
    if pack.report.left_out:
        print(pack.report.text(), file=sys.stderr)
    prompt = find_prompt(options.prompt) if options.prompt else default_prompt(pack.benchmark, pack.questions[0].kind)
    asking = Asking(
        spec=spec,
        prompt=prompt,
        setting=Setting(options.setting),
        clips=pack.clips,
        language=options.language,
        transcripts={} if options.transcripts is None else read_transcripts(options.transcripts),
    )
    return asking, pack


def _dry_run(asking: Asking, items: list[Item], models: ModelFile) -> int:
    from soundmark.evaluation.estimate import estimate
    from soundmark.evaluation.prepare import task_of
    from soundmark.evaluation.wish import price_of

    found = estimate(items, task_of(asking), price_of(asking.spec, models), asking.spec.limits)
    print("\n".join(found.lines()))
    print("Nothing was asked.")
    return 0


def _run(
    options: argparse.Namespace, settings: Settings, models: ModelFile, asking: Asking, items: list[Item]
) -> Outcome:
    from soundmark.evaluation.ledger import run_folder
    from soundmark.evaluation.memory import give_back_large_blocks
    from soundmark.evaluation.session import run_session
    from soundmark.evaluation.wish import RunWish, identity_of, plan_of
    from soundmark.store.journal import Journal

    wish = RunWish(
        asking=asking,
        models=models,
        items=items,
        repeats=options.repeats,
        deployment=settings.deployment,
        max_usd=options.max_usd,
        retries_errors=options.retry_errors,
        invalid_retries=options.invalid_retries,
        parser_model=options.parser_model or "",
        shuffle_seed=options.shuffle,
    )
    folder = run_folder(
        settings.data_dir / "runs",
        benchmark=items[0].question.benchmark,
        model=asking.spec.name,
        identity=identity_of(wish),
    )
    give_back_large_blocks()
    journal = Journal(settings.data_dir / "journal.sqlite")
    try:
        return run_session(
            lambda: plan_of(wish), folder, journal, resume=options.resume, anew=options.new, stream=sys.stderr
        )
    finally:
        journal.close()


def _tell(outcome: Outcome, n_items: int) -> int:
    from soundmark.commands.score import report_table
    from soundmark.evaluation.figures import report_of

    if outcome.answers:
        report = report_of([(item.question, row) for item, _, row in outcome.answers])
        for remark in report.remarks:
            print(remark, file=sys.stderr)
        print(report_table(report))
    run, spent = outcome.run, outcome.spent
    print(f"Answers: {len(outcome.answers)} of {n_items}, {run.answer_count} of them now (run {run.run_id})")
    statuses = [row.status for _, _, row in outcome.answers]
    for status in dict.fromkeys(statuses):
        number = statuses.count(status)
        print(f"    {status.value}: {number} ({number / len(statuses):.1%})")
    if spent.input_tokens is not None or spent.output_tokens is not None:
        print(f"Tokens: {spent.input_tokens or 0} in, {spent.output_tokens or 0} out")
    if spent.cost_usd is not None:
        print(f"Cost: {spent.cost_usd:.4f} USD")
    if outcome.stopped_because:
        print(outcome.stopped_because, file=sys.stderr)
    return 1 if outcome.stopped_because else 0


def usd(text: str) -> float:
    """An amount of US dollars above 0, for argparse.

    Raises:
        argparse.ArgumentTypeError: when it is none.
    """
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not (math.isfinite(value) and value > 0):
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is not an amount of US dollars above 0")
    return value


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text[:4]) <= 20):
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is not a whole number from 0 to 20")
    return int(text)
