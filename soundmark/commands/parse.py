"""`parse`: what is read out of models' replies, line by line."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO

from soundmark.commands.options import Commands
from soundmark.settings import Settings
from soundmark.types import SoundmarkError

if TYPE_CHECKING:
    from soundmark.models.answer import ReadAnswer

MAX_LINE_BYTES = 4 * 2**20
KINDS = ("choice", "geo", "distance")


class ParseCommandError(SoundmarkError):
    """Options of `parse` that do not fit, or a line that cannot be used; the text says what to do."""


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    parse = commands.add_parser("parse", help="read answers out of models' replies, one a line on standard input")
    parse.add_argument("--kind", choices=KINDS, required=True, help="what was asked for")
    parse.add_argument(
        "--options",
        nargs="+",
        action="extend",
        metavar="TEXT",
        help='of a choice: "a|b|c|d", or each by itself; a line\'s own "options" go before',
    )
    parse.add_argument("--numbered", action="store_true", help="the options were shown as 1, 2, 3")
    parse.add_argument("--plain", action="store_true", help="every line is a reply, also one that looks like JSON")
    parse.set_defaults(run=_parse)


def _parse(options: argparse.Namespace, _: Settings) -> int:
    from soundmark.models.parsing.options import options_of

    shown = _options(options.options)
    if shown and options.kind != "choice":
        raise ParseCommandError("Options belong to --kind choice. Leave --options out, or read choices.")
    if shown:
        options_of(shown, is_numbered=options.numbered)  # wrong for one line is wrong for all
    status = 0
    for number, line in _lines(sys.stdin.buffer):
        try:
            print(_result(line, options, shown))
        except SoundmarkError as error:
            print(f"Line {number}: {error}", file=sys.stderr)
            status = 1
    return status


def _options(given: list[str] | None) -> tuple[str, ...]:
    if not given:
        return ()
    return tuple(part.strip() for part in given[0].split("|")) if len(given) == 1 else tuple(given)


def _lines(stream: BinaryIO) -> Iterator[tuple[int, bytes | None]]:
    """Lines with their numbers, empty ones left out; None for one that is too long, which is never held whole."""
    number = 0
    while line := stream.readline(MAX_LINE_BYTES + 1):
        number += 1
        if len(line) > MAX_LINE_BYTES and not line.endswith(b"\n"):
            while line and not line.endswith(b"\n"):
                line = stream.readline(MAX_LINE_BYTES)
            yield number, None
        elif line.strip():
            yield number, line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line


def _result(line: bytes | None, options: argparse.Namespace, shown: tuple[str, ...]) -> str:
    """The line that is printed for a line.

    Raises:
        SoundmarkError: when the line cannot be used.
    """
    if line is None:
        raise ParseCommandError(f"It has more than {MAX_LINE_BYTES // 2**20} MB. Shorten it.")
    try:
        text = line.decode("utf-8").strip("\r\n")
    except UnicodeDecodeError as error:
        raise ParseCommandError("It is not UTF-8. Save the file as UTF-8.") from error
    is_object = text.lstrip().startswith("{") and not options.plain
    row: dict[str, object] = _row(text) if is_object else {"answer": text}
    found = _read(row, options, shown)
    kept = {(f"given_{key}" if key in found else key): value for key, value in row.items() if key != "answer"}
    return _json(kept | {"raw_answer": row["answer"]} | found)


def _json(row: dict[str, object]) -> str:
    try:
        text = json.dumps(row, ensure_ascii=False, allow_nan=False)
        text.encode()
    except UnicodeEncodeError:  # half a character, as JSON can escape it
        return json.dumps(row, allow_nan=False)
    except ValueError as error:
        raise ParseCommandError("It holds a number that is too large. Write it as a text.") from error
    return text


def _row(text: str) -> dict[str, object]:
    try:
        row = json.loads(text, parse_constant=_no_constant)
    except ValueError as error:
        raise ParseCommandError(f"It is no JSON object ({error}). Mend it, or give --plain.") from error
    except RecursionError as error:
        raise ParseCommandError("Its JSON is nested too deeply. Flatten it, or give --plain.") from error
    if "answer" not in row:
        raise ParseCommandError('It has no field "answer" with the reply. Add it, or give --plain.')
    if not isinstance(row["answer"], str | None):
        raise ParseCommandError('Its field "answer" is no text. Put the reply in quotation marks.')
    return dict(row)


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _read(row: dict[str, object], options: argparse.Namespace, shown: tuple[str, ...]) -> dict[str, object]:
    """What is read of a row's reply; null is an empty one."""
    from soundmark.models.parsing import PARSER_VERSION, parse_choice, parse_distance, parse_place

    reply = row["answer"] if isinstance(row["answer"], str) else ""
    if options.kind == "choice":
        numbered = row.get("numbered", options.numbered) is True
        choice = parse_choice(reply, _options_of(row, shown), is_numbered=numbered)
        letter = None if choice.answer is None else "ABCDEFGHIJ"[choice.answer]
        found: dict[str, object] = {"status": choice.status.value, "answer": choice.answer, "letter": letter}
        return found | _why(choice) | {"parser_version": PARSER_VERSION}
    if options.kind == "distance":
        distance = parse_distance(reply)
        found = {"status": distance.status.value, "answer": distance.answer}
        return found | _why(distance) | {"parser_version": PARSER_VERSION}
    place = parse_place(reply)
    stated = None
    if place.answer is not None and place.answer.place is not None:
        stated = {
            "latitude_deg": place.answer.place.latitude_deg,
            "longitude_deg": place.answer.place.longitude_deg,
            "city": place.answer.city,
            "country": place.answer.country,
            "continent": place.answer.continent,
        }
    return {"status": place.status.value, "answer": stated} | _why(place) | {"parser_version": PARSER_VERSION}


def _why(found: ReadAnswer[object]) -> dict[str, object]:
    return {"reason": found.reason, "rule": found.rule, "matched": found.matched}


def _options_of(row: dict[str, object], shown: tuple[str, ...]) -> tuple[str, ...]:
    given = row.get("options")
    if given is None and shown:
        return shown
    if not isinstance(given, list) or not all(isinstance(option, str) for option in given):
        raise ParseCommandError('Name its options: a list of texts "options", or --options for all lines.')
    return tuple(str(option) for option in given)
