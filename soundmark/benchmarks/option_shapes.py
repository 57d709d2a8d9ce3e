"""The shapes in which publishers write the options of a question, brought into one."""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping, Sequence

from soundmark.benchmarks.answer_key import LETTERS, MAX_OPTIONS, AnswerKeyError, plain_options

LIST_COLUMNS = ("options", "choices")
COLUMN_SETS: tuple[tuple[str, ...], ...] = (
    tuple(f"option_{letter.lower()}" for letter in LETTERS),
    tuple(f"option{number}" for number in range(1, MAX_OPTIONS + 1)),
    tuple(f"option_{number}" for number in range(1, MAX_OPTIONS + 1)),
    tuple(letter.lower() for letter in LETTERS),
)
"""Names of one column an option; the last set is that of tables with the columns A, B, C and D."""

_MAX_LIST_CHARACTERS = 20_000


def has_options(columns: Sequence[str]) -> bool:
    """Whether columns of these names (in lower case) hold the options of questions."""
    names = set(columns)
    return bool(names & set(LIST_COLUMNS)) or any({first, second} <= names for first, second, *_ in COLUMN_SETS)


def options_of(cells: Mapping[str, object], language: str = "") -> tuple[str, ...]:
    """The options of a row, whichever shape they have, as they are shown.

    A list, a JSON text of one, a dict by letter or with a list `text`, or a column for each option.

    Args:
        cells: by column name in lower case, with `_` for spaces and hyphens.
        language: a suffix of the columns, as `en` in `option_a_en`.

    Raises:
        AnswerKeyError: when there are none, or two shapes are filled in and differ, or they are no good options.
    """
    suffix = f"_{language}" if language else ""
    sets = [
        plain_options(found)
        for found in (
            *(_listed(cells.get(name + suffix)) for name in LIST_COLUMNS),
            *(_in_columns(cells, [name + suffix for name in names]) for names in COLUMN_SETS),
        )
        if found
    ]
    if not sets:
        raise AnswerKeyError("no options")
    if any(found != sets[0] for found in sets):
        raise AnswerKeyError("two sets of options that differ")
    return sets[0]


def _listed(value: object) -> Sequence[object]:
    if isinstance(value, str) and value.strip():
        value = _parsed(value)
    if value is None or value == "":
        return ()
    if isinstance(value, Mapping):
        texts = value.get("text")
        return texts if isinstance(texts, list | tuple) else _by_letter(value)
    if isinstance(value, list | tuple):
        return value
    raise AnswerKeyError("options that are no list")


def _by_letter(value: Mapping[object, object]) -> Sequence[object]:
    by_name = {str(key).strip().upper(): option for key, option in value.items()}
    for names in (LETTERS, "12345678"):
        wanted = list(names[: len(by_name)])
        if sorted(by_name) == wanted:
            return [by_name[name] for name in wanted]
    raise AnswerKeyError("options whose letters do not run from A")


def _parsed(text: str) -> object:
    if len(text) > _MAX_LIST_CHARACTERS:
        raise AnswerKeyError("a list of options that is too long")
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        pass
    try:
        return ast.literal_eval(text.strip())  # ['a', 'b'], as Python and pandas write a list
    except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError) as error:
        raise AnswerKeyError("options that are no list") from error


def _in_columns(cells: Mapping[str, object], names: Sequence[str]) -> Sequence[object]:
    """The options up to the last one filled in; a gap before it stays and is refused as an empty option."""
    values = [cells.get(name) for name in names]
    filled = [index for index, value in enumerate(values) if value is not None and str(value).strip()]
    if not filled:
        return ()
    return ["" if value is None else value for value in values[: filled[-1] + 1]]
