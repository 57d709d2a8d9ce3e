"""The topics of `questions` that ask a model."""

from __future__ import annotations

import argparse
import dataclasses
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from soundmark.commands.options import with_data
from soundmark.curation.questions.draft import QuestionsError
from soundmark.settings import Settings

if TYPE_CHECKING:
    from soundmark.curation.questions.asking import Work
    from soundmark.curation.questions.draft import Draft
    from soundmark.curation.questions.heard import Heard
    from soundmark.models.model_file import ModelFile
    from soundmark.models.spec import ModelSpec


def draft(options: argparse.Namespace, settings: Settings) -> int:
    """Have questions drafted and write the editing table.

    Recordings that have a row in the table already are left as people made them.
    """
    from soundmark.commands.questions_tell import tell_drafted
    from soundmark.curation.questions.asking import ask_model
    from soundmark.curation.questions.descriptors import read_descriptors
    from soundmark.curation.questions.draft_prompt import PROMPT_SHA256
    from soundmark.curation.questions.drafting import INVALID_RETRIES, Drafting
    from soundmark.curation.questions.table import write_table

    language = _language(options.language)
    descriptors, problems = read_descriptors(options.descriptors, language)
    there = _rows_there(options.to, resume=options.resume)
    files = {one.file_name for one in there}
    wanted = [one for one in descriptors if one.file_name not in files]
    models, spec = _model(options, settings)
    drafting = Drafting(
        descriptors=wanted, model=_identity(spec, models), n=options.per_clip, parameters=_parameters(spec)
    )
    identity = {"prompt": PROMPT_SHA256, "n": options.per_clip, "file": str(options.descriptors.resolve())}
    work = dataclasses.replace(
        _work(options, settings, (models, spec), step="questions-draft", identity=identity),
        asks=drafting.asks(),
        is_readable=drafting.is_readable,
        invalid_retries=INVALID_RETRIES,
    )
    done = ask_model(work)
    drafts, faults = drafting.read(done)
    if there or drafts:
        write_table(options.to, [*there, *drafts])
    return tell_drafted(options.to, there, drafts, [*problems, *faults], done, as_json=options.json)


def leakage(options: argparse.Namespace, settings: Settings) -> int:
    """Test the questions of a table for leaks and write the table with what was found."""
    from soundmark.commands.questions_tell import tell_leakage
    from soundmark.curation.questions.asking import ask_model
    from soundmark.curation.questions.cells import check_free
    from soundmark.curation.questions.leak_test import Rule
    from soundmark.curation.questions.leakage import Screening, report_of
    from soundmark.curation.questions.table import read_table, write_table
    from soundmark.models.prompts.tau import DEFAULT

    if options.samples < 2:
        raise QuestionsError("A t-test needs at least 2 samples. Give --samples 2 or more.")
    if not options.replace:
        check_free(options.to, "or write over it with --replace")
    table = read_table(options.table)
    if not table.kept:
        first = f" The first problem: {table.problems[0]}." if table.problems else ""
        raise QuestionsError(f"No question of {options.table.name} is kept.{first} Correct the table.")
    models, spec = _model(options, settings)
    if spec.reads_transcripts:
        raise QuestionsError(f"{spec.name} is a cascade, which needs a sound. Name its reader, {spec.reader}.")
    if spec.parameters.get("temperature") == 0:
        print("At temperature 0 the samples of a question hardly differ. Give the model a higher one.", file=sys.stderr)
    heard = _heard(options, settings, models, table.kept)
    screening = Screening(
        drafts=table.kept,
        heard=heard,
        model=_identity(spec, models),
        parameters=_parameters(spec),
        samples=options.samples,
        is_shuffled=options.order == "shuffled",
    )
    identity = {
        "prompt": DEFAULT.sha256, "samples": options.samples, "order": options.order,
        "file": str(options.table.resolve()),
    }  # fmt: skip
    work = _work(options, settings, (models, spec), step="questions-leakage", identity=identity)
    done = ask_model(dataclasses.replace(work, asks=screening.asks()))
    screened = screening.screened(done)
    rule = Rule(options.rule)
    marked = {one.draft.question_id: one.marked(rule, options.alpha) for one in screened}
    write_table(options.to, [marked.get(one.question_id, one) for one in table.drafts])
    report = report_of(screened, samples=options.samples, rule=rule, alpha=options.alpha)
    problems = [*table.problems, *heard.problems]
    return tell_leakage(options.to, report, screened, problems, done, as_json=options.json)


def _heard(options: argparse.Namespace, settings: Settings, models: ModelFile, drafts: tuple[Draft, ...]) -> Heard:
    """The transcripts, out of a file or by a model, which transcribes each recording once."""
    from soundmark.curation.questions.asking import ask_model
    from soundmark.curation.questions.heard import Transcribing, read_heard

    if options.transcripts is not None:
        return read_heard(options.transcripts)
    if options.clips is None or not options.clips.is_dir():
        raise QuestionsError("--transcriber needs the folder of the recordings. Name it with --clips.")
    spec = models.model(options.transcriber)
    folder = options.clips.resolve()
    transcribing = Transcribing(
        file_names=[draft.file_name for draft in drafts], folder=folder, spec=spec, models=models
    )
    work = _work(options, settings, (models, spec), step="questions-transcripts", identity={"clips": str(folder)})
    # What was transcribed stays true until the recording or the model changes: it is never paid for anew.
    done = ask_model(
        dataclasses.replace(
            work, asks=transcribing.asks(), open_endpoint=transcribing.open_endpoint, resume=True, anew=False
        )
    )
    if done.stopped_because:
        raise QuestionsError(f"The recordings are not all transcribed. {done.stopped_because}")
    return transcribing.read(done)


def _rows_there(path: Path, *, resume: bool) -> tuple[Draft, ...]:
    """The rows of a table that is there already, as `--resume` keeps them.

    Raises:
        QuestionsError: without `--resume`, and when a row of it cannot be read, which would be lost.
    """
    from soundmark.curation.questions.cells import check_free
    from soundmark.curation.questions.table import read_table

    if not path.exists():
        return ()
    if not resume:
        check_free(path, "or add the recordings that it lacks with --resume")
    table = read_table(path)
    if table.problems:
        raise QuestionsError(f"{path.name} cannot be added to before it is right. {table.problems[0]}.")
    return table.drafts


def _language(text: str) -> str:
    from soundmark.benchmarks.languages import language_tag

    try:
        return language_tag(text)
    except ValueError as error:
        raise QuestionsError(f"--language: {error}.") from error


def _model(options: argparse.Namespace, settings: Settings) -> tuple[ModelFile, ModelSpec]:
    from soundmark.evaluation.wish import check_price
    from soundmark.models.model_file import models_of

    models = models_of(settings)
    spec = models.model(options.model)
    if options.max_usd is not None:
        check_price(models, spec)
        if getattr(options, "transcriber", None):
            check_price(models, models.model(options.transcriber))
    return models, spec


def _identity(spec: ModelSpec, models: ModelFile) -> str:
    from soundmark.evaluation.wish import model_identity

    return model_identity(spec, models)


def _parameters(spec: ModelSpec) -> dict[str, str | int | float | bool | None]:
    return {name: value for name, value in spec.parameters.items() if name not in spec.not_accepted}


def _work(
    options: argparse.Namespace, settings: Settings, model: tuple[ModelFile, ModelSpec], *, step: str,
    identity: Mapping[str, object],
) -> Work:  # fmt: skip
    models, spec = model
    from soundmark.curation.questions.asking import Work
    from soundmark.evaluation.ledger import run_folder
    from soundmark.evaluation.wish import endpoint_of

    root = with_data(options, settings).data_dir / "runs"
    return Work(
        asks=(),
        open_endpoint=lambda: endpoint_of(spec, models),
        folder=run_folder(root, benchmark=step, model=spec.name, identity=identity),
        max_usd=options.max_usd,
        resume=options.resume,
        anew=options.new,
        stream=sys.stderr,
    )
