"""What the page is shown, as JSON for its widgets. Before an answer nothing here comes from the truth.

Fixed texts are named by key and said in the reader's language by the browser; texts of a question stay as they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from soundmark.audio import Published
from soundmark.games.deal import GameSpec
from soundmark.games.links import share_lines, squares_of
from soundmark.games.opponents import Opponent, race_line, race_part, reasoning_of
from soundmark.quiz.config import QuizConfig
from soundmark.quiz.rules import Tally
from soundmark.quiz.stages import Finished, Settled, Shown
from soundmark.quiz.summary import breakdown, macro_mean_part, with_macro_mean, with_people
from soundmark.store.round_records import RoundRecord
from soundmark.store.schema import ChoiceRow
from soundmark.types import ChoiceQuestion, ResponderKind, Status

JsonValue = Mapping[str, object]


class Screen(StrEnum):
    """Which part of the page is seen."""

    WELCOME = "welcome"
    GAME = "game"


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """The state of a quiz tab; a part that is None stays as it is."""

    screen: Screen
    bar: JsonValue | None = None
    clip: JsonValue | None = None
    card: JsonValue | None = None
    summary: JsonValue | None = None


def clip_value(record: RoundRecord, published: Published, url: str) -> JsonValue:
    """What the player widget needs of a published copy. The id is the round's, so that a new round is a new clip."""
    return {
        "id": record.round_id,
        "src": url,
        "duration_s": round(published.duration_s, 2),
        "peaks": list(published.waveform),
    }


def question_page(shown: Shown, *, clip: JsonValue | None = None) -> Page:
    """The page that asks the question."""
    return Page(
        screen=Screen.GAME,
        bar=_bar(shown, shown.tally),
        clip=clip,
        card={
            "round": shown.seat.record.round_id,
            "phase": "ask",
            **_worded(shown.seat.question, shown.order),
        },
    )


def result_page(settled: Settled, *, clip: JsonValue | None = None) -> Page:
    """The page that tells the truth. `clip` is given when the player has to be shown anew, after a reload."""
    row, question = settled.row, settled.seat.question
    order = tuple(row.choice_order)
    return Page(
        screen=Screen.GAME,
        bar=_bar(settled, settled.tally),
        clip=clip,
        card={
            "round": settled.seat.record.round_id,
            "phase": "told",
            **_worded(question, order),
            "status": row.status.value,
            "chosen": None if row.choice_index is None else order.index(row.choice_index),
            "right": order.index(row.true_index),
            "people": _counts(settled.others, order),
            "people_passed": sum(other.status is Status.SKIPPED for other in settled.others),
            "models": _models(settled.machines, order),
            **race_part(settled.race),
            "credit": _credit(question),
            "is_last": settled.seat.is_last,
        },
    )


def summary_page(finished: Finished, config: QuizConfig, *, url: str, published: Sequence[JsonValue]) -> Page:
    """The page at the end of a game.

    Args:
        finished: the game.
        config: the quiz, which says how the result is broken down.
        url: where the app is; '' when only the browser knows.
        published: rows of the benchmark's paper to stand beside, as the breakdown's.
    """
    spec, result = finished.spec, finished.tally
    n_counted = result.answered + result.passed
    lines = share_lines(
        spec,
        finished.game.mode,
        squares=squares_of([1.0 if row.correct else 0.0 for row in finished.rows]),
        result=f"{result.right} / {n_counted}",
        url=url,
        race=race_line(finished.race),
    )
    return Page(
        screen=Screen.GAME,
        card={"round": f"{finished.game.game_id}-end", "phase": "summary"},
        summary={
            "id": finished.game.game_id,
            "kind": spec.kind.value,
            "seed": spec.seed,
            **_tally(result),
            "n_counted": n_counted,
            **_parts(finished, config, published),
            "share": lines,
            **race_part(finished.race),
        },
    )


def _parts(finished: Finished, config: QuizConfig, published: Sequence[JsonValue]) -> dict[str, object]:
    parts, beside = breakdown(finished.rows, config.values_by_group()), list(published)
    mean = macro_mean_part(finished.rows, config.macro_mean_of) if config.macro_mean_of else None
    if mean is not None:
        values = [str(part["value"]) for part in parts if part["group"] == config.macro_mean_of]
        parts, beside = [*parts, mean], [with_macro_mean(row, values) for row in published]
    return {"groups": with_people(parts, finished.rows, finished.others), "published": beside}


def _bar(stage: Shown | Settled, result: Tally) -> JsonValue:
    spec: GameSpec = stage.seat.spec
    return {
        "mode": stage.seat.game.mode,
        "game": stage.seat.game.game_id,
        "round": stage.seat.record.round_id,
        "number": stage.seat.record.number,
        "total": len(spec.question_ids),
        "kind": spec.kind.value,
        "seed": spec.seed,
        "tally": _tally(result),
        "note_keys": [
            *(["synthetic_clip"] if stage.seat.question.clip.is_synthetic else []),
            *([] if spec.is_logged else ["not_logged"]),
        ],
        **race_part(stage.race),
    }


def _tally(result: Tally) -> dict[str, object]:
    return {
        "right": result.right,
        "answered": result.answered,
        "passed": result.passed,
        "streak": result.streak,
        "best_streak": result.best_streak,
    }


def _worded(question: ChoiceQuestion, order: Sequence[int]) -> dict[str, object]:
    return {
        "wordings": [
            {"lang": question.language, "prompt": question.prompt, "choices": [question.choices[i] for i in order]},
            *(
                {"lang": lang, "prompt": wording.prompt, "choices": [wording.choices[i] for i in order]}
                for lang, wording in question.wordings.items()
                if len(wording.choices) == len(order) and wording.prompt != question.prompt
            ),
        ]
    }


def _counts(rows: Sequence[ChoiceRow], order: Sequence[int]) -> list[int]:
    return [sum(row.choice_index == index for row in rows) for index in order]


def _models(rows: Sequence[ChoiceRow], order: Sequence[int]) -> list[JsonValue]:
    """What models and baselines said; no position for one that chose nothing.

    What a baseline does is a fixed text of the page, in the reader's language.
    """
    return [
        {
            "kind": row.responder_kind.value,
            "name": Opponent.who_gave(row).label,
            "status": row.status.value,
            "position": order.index(row.choice_index) if row.choice_index in order else None,
            "said": reasoning_of(row) if row.responder_kind is ResponderKind.MODEL else "",
        }
        for row in rows
    ]


def _credit(question: ChoiceQuestion) -> JsonValue:
    clip = question.clip
    return {"is_synthetic": clip.is_synthetic, "source": clip.source, "licence": clip.licence}
