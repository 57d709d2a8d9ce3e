"""Lets several models judge one after the other, within one limit of dollars."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from soundmark.curation.localizability.judge_run import Clues, Levels, judge_clues, known_levels
from soundmark.curation.localizability.prompt import PROMPT_SHA256, judge_request
from soundmark.evaluation.batch_session import used_usd
from soundmark.evaluation.budget import worst_usd
from soundmark.evaluation.ledger import Ledger, open_ledger, run_folder
from soundmark.evaluation.session import interruptible, to_its_end
from soundmark.evaluation.stop import Stop
from soundmark.evaluation.wish import endpoint_of, model_identity, price_of
from soundmark.models.model_file import ModelFile
from soundmark.models.spec import ModelSpec


@dataclass(frozen=True, slots=True, kw_only=True)
class Judging:
    """Who is to judge, and where it is written down.

    Attributes:
        judges: the models, in the order in which they are asked.
        models: their file.
        runs_dir: of all run logs.
        max_usd: the limit for all judges together, earlier sessions included; None for none.
        anew: ask again what a judge has answered before.
    """

    judges: Sequence[ModelSpec]
    models: ModelFile
    runs_dir: Path
    max_usd: float | None = None
    anew: bool = False


def judge_with_each(judging: Judging, clues: Sequence[Clues], stream: TextIO | None) -> list[Levels]:
    """Ask each judge about all clips; what it answered before, with the same parameters, is not asked again.

    Args:
        judging: who.
        clues: what.
        stream: where progress is told; None for nowhere.

    Returns:
        What each judge said. When one ends early, those after it are not asked; what they said before is there.

    Raises:
        LedgerError: when a run log cannot be used.
        ModelFileError: when a model cannot be asked.
        Interrupted: when it was ended at once.
    """
    found: list[Levels] = []
    with ExitStack() as stack:
        ledgers = [stack.enter_context(closing(_ledger(judging, spec))) for spec in judging.judges]
        for spec, ledger in zip(judging.judges, ledgers, strict=True):
            if any(levels.stopped_because for levels in found):
                identity = model_identity(spec, judging.models)
                found.append(known_levels(clues, ledger, spec.name, identity, spec.parameters))
                continue
            elsewhere = sum(used_usd(other) for other in ledgers if other is not ledger)
            if stream is not None:
                stream.write(f"{spec.name}:\n")
            work = _session(judging, spec, ledger, clues, elsewhere_usd=elsewhere, stream=stream)
            found.append(to_its_end(work))
    return found


def most_it_may_cost(judging: Judging, clues: Sequence[Clues]) -> float | None:
    """US dollars for asking every judge about everything once, with the longest replies; None without all prices."""
    total = 0.0
    for spec in judging.judges:
        price = price_of(spec, judging.models)
        if price is None:
            return None
        for one in clues:
            request = judge_request(one.reasoning, one.categories, spec.parameters)
            total += worst_usd(price, request.system + request.text, 0.0, request.parameters)
    return total


def _ledger(judging: Judging, spec: ModelSpec) -> Ledger:
    folder = run_folder(
        judging.runs_dir, benchmark="localizability", model=spec.name, identity={"prompt": PROMPT_SHA256}
    )
    return open_ledger(folder, resume=not judging.anew, anew=judging.anew)


async def _session(
    judging: Judging,
    spec: ModelSpec,
    ledger: Ledger,
    clues: Sequence[Clues],
    *,
    elsewhere_usd: float,
    stream: TextIO | None,
) -> Levels:
    endpoint, stop = endpoint_of(spec, judging.models), Stop()
    try:
        with interruptible(stop, stream):
            return await judge_clues(
                clues, endpoint, ledger, spec.parameters, max_usd=judging.max_usd, spent_elsewhere_usd=elsewhere_usd,
                stop=stop, stream=stream,
            )  # fmt: skip
    finally:
        await endpoint.adapter.close()
