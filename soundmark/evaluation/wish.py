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
from soundmark.evaluation.pace import Paces
from soundmark.evaluation.prepare import Asking, task_of, transcript_of, words_of
from soundmark.evaluation.retry import RetryRules
from soundmark.evaluation.rows import Responder
from soundmark.evaluation.runner import Plan
from soundmark.evaluation.second import SecondReader
from soundmark.models.adapters import open_adapter
from soundmark.models.model_file import ModelFile
from soundmark.models.price import Price
from soundmark.models.request import Setting
from soundmark.models.spec import AdapterKind, Input, ModelSpec
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
    """What a model costs at most; a cascade without a price of its own costs what its parts do."""
    if not spec.reads_transcripts or spec.price is not None:
        return spec.price
    heard, read = (models.model(name).price for name in (spec.transcriber, spec.reader))
    if heard is None or read is None:
        return None
    per_sound = heard.usd_per_million_audio_tokens
    if per_sound is None:
        per_sound = heard.usd_per_million_input_tokens
    # A transcript has no more tokens than its sound counts: one price covers what is heard, written and read of it.
    per_audio = per_sound + heard.usd_per_million_output_tokens + read.usd_per_million_input_tokens
    return Price(
        usd_per_million_input_tokens=heard.usd_per_million_input_tokens + read.usd_per_million_input_tokens,
        usd_per_million_output_tokens=read.usd_per_million_output_tokens,
        usd_per_million_audio_tokens=per_audio,
        usd_per_request=heard.usd_per_request + read.usd_per_request,
        usd_per_audio_minute=heard.usd_per_audio_minute + read.usd_per_audio_minute,
    )


def asked_by(spec: ModelSpec, models: ModelFile) -> list[ModelSpec]:
    """A model with those that it is put together of."""
    parts = [models.model(spec.transcriber), models.model(spec.reader)] if spec.reads_transcripts else []
    return [spec, *parts]


def identity_of(wish: RunWish) -> dict[str, object]:
    """What makes two runs of a model over a benchmark different ones."""
    asking, question = wish.asking, wish.items[0].question
    task = task_of(asking)
    return {
        "revision": question.revision,
        "model": model_identity(asking.spec, wish.models),
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
    paces = Paces([one for name in (spec, reader) if name is not None for one in asked_by(name, models)])
    endpoint = endpoint_of(spec, models, paces)
    return Plan(
        items=wish.items,
        task=task_of(wish.asking),
        responder=Responder(name=spec.name, endpoint_kind=endpoint.adapter.endpoint_kind, deployment=wish.deployment),
        endpoint=endpoint,
        repeats=wish.repeats,
        rules=RetryRules(invalid=invalid),
        max_usd=wish.max_usd,
        retries_errors=wish.retries_errors,
        second=None if reader is None else second_reader(reader, models, paces),
    )


def second_reader(spec: ModelSpec, models: ModelFile, paces: Paces) -> SecondReader:
    """A parser model. Call it in the event loop that will ask it."""
    wanted = {"temperature": 0, **spec.parameters}
    parameters = {name: value for name, value in wanted.items() if name not in spec.not_accepted}
    return SecondReader(endpoint=endpoint_of(spec, models, paces), parameters=MappingProxyType(parameters))


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


def endpoint_of(spec: ModelSpec, models: ModelFile, paces: Paces | None = None) -> Endpoint:
    """The model, ready to be asked at its pace. Call it in the event loop that will ask it.

    Args:
        spec: the model.
        models: its file, in which a cascade finds its parts.
        paces: those that other models of the run keep too; None when no other is asked.

    Raises:
        ModelFileError: when it cannot be asked.
    """
    paces = Paces(asked_by(spec, models)) if paces is None else paces
    return Endpoint(
        name=spec.name,
        identity=model_identity(spec, models),
        adapter=open_adapter(spec, models, gate_of=paces.gate_of),
        pace=paces.of(spec),
        price=price_of(spec, models),
        timeout_s=spec.limits.timeout_s,
    )


def model_identity(spec: ModelSpec, models: ModelFile) -> str:
    """Changes with whatever makes it another model, or one of its parts, and betrays no address."""
    listed = json.dumps([_made_of(one) for one in asked_by(spec, models)], sort_keys=True, default=str)
    return f"{spec.name} {hashlib.sha256(listed.encode()).hexdigest()[:16]}"


def _made_of(spec: ModelSpec) -> list[object]:
    fixed = [spec.adapter, spec.model_id, spec.dialect, spec.transcriber, spec.reader, spec.seed, spec.endpoint]
    # Parameters of other models are among those of the run; a transcriber's are sent by itself.
    own = dict(spec.parameters) if spec.adapter is AdapterKind.TRANSCRIPTION else {}
    return [*fixed, dict(spec.body), own, [str(rule) for rule in spec.rules]]
