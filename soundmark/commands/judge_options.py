"""What the commands share that let a model judge."""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from soundmark.commands.evaluate import usd
from soundmark.commands.options import add_data_option, with_data
from soundmark.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from soundmark.evaluation.asker import Endpoint
    from soundmark.evaluation.ledger import Ledger
    from soundmark.evaluation.stop import Stop
    from soundmark.models.model_file import ModelFile
    from soundmark.models.spec import ModelSpec

ResultT = TypeVar("ResultT")


def add_judge_options(parser: argparse.ArgumentParser) -> None:
    """Which model judges, what it may spend, and what to do with an unfinished run."""
    parser.add_argument("--model", required=True, metavar="NAME", help="the judge, as models.toml names it")
    parser.add_argument("--max-usd", type=usd, metavar="X", help="never spend more")
    parser.add_argument("--resume", action="store_true", help="go on where this judge was")
    parser.add_argument("--new", action="store_true", help="begin anew though there is an unfinished run")
    add_data_option(parser)


@dataclass(frozen=True, slots=True, kw_only=True)
class Judge:
    """The judge that the options name.

    Attributes:
        settings: with the data folder of the options.
        models: the model file.
        spec: the judge in it.
    """

    options: argparse.Namespace
    settings: Settings
    models: ModelFile
    spec: ModelSpec

    @classmethod
    def named(cls, options: argparse.Namespace, settings: Settings) -> Judge:
        """The judge that the options name.

        Raises:
            ModelFileError: when there is none of that name.
            RunError: when a limit in dollars cannot be kept.
        """
        from soundmark.evaluation.wish import check_price
        from soundmark.models.model_file import models_of

        settings = with_data(options, settings)
        models = models_of(settings)
        spec = models.model(options.model)
        if options.max_usd is not None:
            check_price(models, spec)
        return cls(options=options, settings=settings, models=models, spec=spec)

    def work(
        self,
        what: str,
        identity: Mapping[str, object],
        work: Callable[[Endpoint, Ledger, Stop], Awaitable[ResultT]],
    ) -> ResultT:
        """Let it work, with a run log that belongs to it alone.

        Args:
            what: it judges; names the folder of run logs.
            identity: what makes it another evaluation, besides the judge and its parameters.
            work: is given the judge, its run log, and what ends it early.

        Raises:
            SoundmarkError: when the run log cannot be used, or the judge not be asked.
        """
        from soundmark.evaluation.ledger import run_folder
        from soundmark.evaluation.session import with_model
        from soundmark.evaluation.wish import endpoint_of, model_identity

        own = {"judge": model_identity(self.spec, self.models), "parameters": dict(self.spec.parameters)}
        folder = run_folder(
            self.settings.data_dir / "runs", benchmark=what, model=self.spec.name, identity={**own, **identity}
        )
        return with_model(
            lambda: endpoint_of(self.spec, self.models),
            folder,
            work,
            resume=self.options.resume,
            anew=self.options.new,
            stream=sys.stderr,
        )
