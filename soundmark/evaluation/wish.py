"""A run that somebody asks for, checked and turned into a plan."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType

from soundmark.benchmarks.globeaudio import GLOBEAUDIO_BENCHMARK
from soundmark.evaluation.asker import Endpoint
from soundmark.evaluation.items import Item
from soundmark.evaluation.pace import Pace
from soundmark.evaluation.prepare import Asking, task_of, transcript_of, words_of
from soundmark.evaluation.retry import RetryRules
from soundmark.evaluation.rows import Responder
from soundmark.evaluation.runner import Plan
from soundmark.evaluation.second import SecondReader
from soundmark.models.adapters import open_adapter
from soundmark.models.model_file import ModelFile
from soundmark.models.price import Price
from soundmark.models.reply import Adapter
from soundmark.models.request import Setting
from soundmark.models.spec import Input, ModelSpec
from soundmark.types import SoundmarkError

GLOBEAUDIO_INVALID_RETRIES = 3
"""Appendix A.1 of its paper."""


class RunError(SoundmarkError):
    """A run that cannot be as it is wanted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunWish:
    """A run that somebody asks for.

    Attributes:
        asking: model, prompt and setting.
        models: the model file, in which other models are found.
        items: what is asked.
        repeats: how often each question is among the items.
        deployment: which deployment writes the rows.
        max_usd: the limit over all sessions; None for none.
        retries_errors: ask those again that failed in an earlier session.
        invalid_retries: how often a question is asked again whose reply says nothing; None for what its benchmark
            prescribes.
        parser_model: name of another model that reads the replies too; '' for none.
        shuffle_seed: of the order of choices; None for the benchmark's.
    """

    asking: Asking
    models: ModelFile
    items: Sequence[Item]
    repeats: int = 1
    deployment: str = "local"
    max_usd: float | None = None
    retries_errors: bool = False
    invalid_retries: int | None = None
    parser_model: str = ""
    shuffle_seed: int | None = None


def check_setting(asking: Asking, items: Sequence[Item]) -> None:
    """Find out before anything is asked what would fail for each question.

    Raises:
        RunError: when the model takes no sound and is to hear, or no question has a transcript.
        PromptError: when the prompt is not for these questions, this setting or this language.
    """
    if asking.setting is Setting.AUDIO and Input.AUDIO not in asking.spec.inputs and not asking.spec.reads_transcripts:
        raise RunError(
            f"The model {asking.spec.name} takes no sound. Ask it with --setting transcript or --setting blind, or "
            "name a cascade that transcribes for it."
        )
    if asking.setting is Setting.TRANSCRIPT and not any(transcript_of(asking, item) for item in items):
        raise RunError("No question has a transcript. Give a file with question_id and transcript as --transcripts.")
    for item in items:
        words_of(asking, item)


def price_of(spec: ModelSpec, models: ModelFile) -> Price | None:
    """What a model costs; a cascade costs what its parts do."""
    if not spec.reads_transcripts:
        return spec.price
    parts = [models.model(spec.transcriber).price, models.model(spec.reader).price]
    known = [price for price in parts if price is not None]
    if len(known) < len(parts):
        return None
    return Price(
        usd_per_million_input_tokens=sum(one.usd_per_million_input_tokens for one in known),
        usd_per_million_output_tokens=sum(one.usd_per_million_output_tokens for one in known),
        usd_per_request=sum(one.usd_per_request for one in known),
        usd_per_audio_minute=sum(one.usd_per_audio_minute for one in known),
    )


def identity_of(wish: RunWish) -> dict[str, object]:
    """What makes two runs of a model over a benchmark different ones."""
    asking, question = wish.asking, wish.items[0].question
    task = task_of(asking)
    return {
        "revision": question.revision,
        "model": model_identity(asking.spec),
        "setting": task.setting,
        "prompt": task.prompt_sha256,
        "recipe": task.media_recipe,
        "parameters": dict(task.parameters),
        "language": task.language,
        "shuffle": wish.shuffle_seed,
        "parser_model": wish.parser_model,
    }


def plan_of(wish: RunWish) -> Plan:
    """The plan of a run. Call it in the event loop that will do it: adapters belong to one.

    Raises:
        RunError: when there is a limit in dollars and no price, or a parser model with nothing to read.
        ModelFileError: when a model cannot be used.
    """
    spec, models = wish.asking.spec, wish.models
    reader = models.model(wish.parser_model) if wish.parser_model else None
    if reader is not None and not any(item.question.choices for item in wish.items):
        raise RunError("A parser model reads choices, and these questions have none. Leave --parser-model out.")
    if wish.max_usd is not None:
        for one in (spec, *(() if reader is None else (reader,))):
            check_price(models, one)
    is_globeaudio = GLOBEAUDIO_BENCHMARK in wish.items[0].question.benchmark
    invalid = wish.invalid_retries
    if invalid is None:
        invalid = GLOBEAUDIO_INVALID_RETRIES if is_globeaudio else 0
    adapter = open_adapter(spec, models)
    return Plan(
        items=wish.items,
        task=task_of(wish.asking),
        responder=Responder(name=spec.name, endpoint_kind=adapter.endpoint_kind, deployment=wish.deployment),
        endpoint=endpoint_of(spec, adapter, price_of(spec, models)),
        repeats=wish.repeats,
        rules=RetryRules(invalid=invalid),
        max_usd=wish.max_usd,
        retries_errors=wish.retries_errors,
        second=None if reader is None else second_reader(reader, models),
    )


def second_reader(spec: ModelSpec, models: ModelFile) -> SecondReader:
    """A parser model. Call it in the event loop that will ask it."""
    endpoint = endpoint_of(spec, open_adapter(spec, models), price_of(spec, models))
    return SecondReader(endpoint=endpoint, parameters=MappingProxyType(dict(spec.parameters)))


def check_price(models: ModelFile, spec: ModelSpec) -> None:
    """Find out whether a limit in dollars can be kept.

    Raises:
        RunError: when the model's price is not known.
    """
    if price_of(spec, models) is None:
        raise RunError(
            f"The model file names no price for {spec.name}, so that --max-usd cannot be kept. Add its price, or "
            "leave --max-usd out."
        )


def endpoint_of(spec: ModelSpec, adapter: Adapter, price: Price | None) -> Endpoint:
    """The model, ready to be asked at its pace."""
    return Endpoint(
        name=spec.name,
        identity=model_identity(spec),
        adapter=adapter,
        pace=Pace(spec.limits),
        price=price,
        timeout_s=spec.limits.timeout_s,
    )


def model_identity(spec: ModelSpec) -> str:
    """Changes with whatever makes it another model, and betrays no address."""
    made_of = [spec.adapter, spec.model_id, spec.dialect, spec.transcriber, spec.reader, spec.seed, spec.endpoint]
    listed = json.dumps([*made_of, dict(spec.body), [str(rule) for rule in spec.rules]], sort_keys=True, default=str)
    return f"{spec.name} {hashlib.sha256(listed.encode()).hexdigest()[:16]}"
