"""`judge`: lets a model judge the battles of the log, and says how far it agrees with people."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from soundmark.commands.judge_options import Judge, add_judge_options
from soundmark.commands.options import Commands, positive
from soundmark.settings import Settings
from soundmark.variables import SettingsError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from soundmark.evaluation.judge_run import Judged
    from soundmark.models.request import Media
    from soundmark.models.spec import ModelSpec
    from soundmark.scoring.figures import Figure
    from soundmark.store.journal import Journal
    from soundmark.store.schema import BattleRow, VoteRow


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    judge = commands.add_parser(
        "judge", help="how far a model's judgement of logged battles agrees with people's votes"
    )
    judge.add_argument(
        "--setting", default="audio", choices=["audio", "blind"], help="with the recordings (default), or texts alone"
    )
    judge.add_argument("--limit", type=positive, metavar="N", help="only the first N battles that people voted on")
    add_judge_options(judge)
    judge.set_defaults(run=_judge)


def _judge(options: argparse.Namespace, settings: Settings) -> int:
    from soundmark.evaluation.judge import PROMPT_SHA256
    from soundmark.evaluation.judge_run import JudgeWish, judge_battles
    from soundmark.models.spec import Input
    from soundmark.store.journal import Journal

    judge = Judge.named(options, settings)
    spec, hears = judge.spec, options.setting == "audio"
    if hears and Input.AUDIO not in spec.inputs:
        raise SettingsError(f"The model {spec.name} takes no sound. Let it judge the texts alone: --setting blind.")
    journal = Journal(judge.settings.data_dir / "journal.sqlite")
    try:
        battles, votes = _logged(journal, judge.settings, options.limit)
        wish = JudgeWish(
            battles=battles, votes=votes, parameters=dict(spec.parameters), max_usd=options.max_usd,
            deployment=settings.deployment,
            media=_recordings(battles, spec, judge.settings) if hears else None,
            media_recipe=spec.audio.recipe if hears else "",
        )  # fmt: skip
        identity = {"prompt": PROMPT_SHA256, "setting": options.setting, "recipe": wish.media_recipe}
        judged = judge.work(
            "judge",
            identity,
            lambda endpoint, ledger, stop: judge_battles(wish, endpoint, ledger, journal, stop=stop, stream=sys.stderr),
        )
    finally:
        journal.close()
    return _tell(judged)


def _recordings(
    battles: Sequence[BattleRow], spec: ModelSpec, settings: Settings
) -> Callable[[BattleRow], tuple[Media, ...]]:
    """What makes the recording of a battle, in the form that the judge takes.

    Raises:
        SoundmarkError: when a benchmark of the battles cannot be read.
    """
    from soundmark.benchmarks.clips import ClipUnavailable
    from soundmark.commands.packs import pack_named
    from soundmark.models.media import read_sound
    from soundmark.models.reply import ModelFailure

    packs = {name: pack_named(name, settings) for name in {battle.benchmark for battle in battles}}

    def media(battle: BattleRow) -> tuple[Media, ...]:
        pack = packs[battle.benchmark]
        question = pack.question(battle.question_id)
        if question is None:
            raise ModelFailure("The benchmark no longer has the question of this battle.", reason="media")
        try:
            path = pack.clips.fetch(question.clip).path
        except ClipUnavailable as error:
            raise ModelFailure(str(error), reason="media") from error
        return (read_sound(path, spec.audio, spec.limits),)

    return media


def _logged(journal: Journal, settings: Settings, limit: int | None) -> tuple[list[BattleRow], list[VoteRow]]:
    """The battles that people voted on, and the votes: of this machine, and of the dataset when one is set.

    Raises:
        SettingsError: when there are none.
        HubError: when the dataset cannot be read.
    """
    from soundmark.commands.every_row import every_row
    from soundmark.evaluation.judge import can_be_judged, peoples_votes
    from soundmark.store.schema import BattleRow, VoteRow

    rows = every_row(journal, settings)
    votes = [row for row in rows.rows("votes") if isinstance(row, VoteRow)]
    people = peoples_votes(votes)
    battles = [
        row
        for row in rows.rows("battles")
        if isinstance(row, BattleRow) and row.battle_id in people and can_be_judged(row)
    ]
    if not battles:
        raise SettingsError(
            "No battle with two answers and a person's vote is in this log. Name another folder with --data, or a "
            "dataset with LOG_REPO."
        )
    return battles[:limit], votes


def _tell(judged: Judged) -> int:
    found = judged.alignment
    print(f"Battles: {judged.n_battles}")
    for label, figure in (
        ("Agrees with people, as shown", found.as_shown),
        ("Agrees with people, swapped", found.swapped),
        ("Judged alike in both orders", found.consistent),
        ("Agrees where judged alike", found.agreed),
        ("Prefers what it reads first", found.first_share),
    ):
        print(f"{label}: {_shown(figure)}")
    print(f"Judgements that could not be read: {found.n_unread}")
    if judged.stopped_because:
        print(judged.stopped_because, file=sys.stderr)
    return 1 if judged.stopped_because else 0


def _shown(figure: Figure) -> str:
    if figure.value is None or figure.low is None or figure.high is None:
        return "-"
    return f"{figure.value:.1%} (95 % interval {figure.low:.1%} to {figure.high:.1%}, n {figure.n})"
