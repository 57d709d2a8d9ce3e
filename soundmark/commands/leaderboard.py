"""`leaderboard`: the tables of a benchmark, from the log of this machine, from exported files or from the Hub."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING

from soundmark.commands.options import Commands, a_path, add_data_option, with_data
from soundmark.settings import Settings
from soundmark.variables import SettingsError, path_of
from soundmark.wording import n_of

if TYPE_CHECKING:
    from leaderboard.tables.answers import Answers
    from leaderboard.tables.groups import Group
    from leaderboard.tables.kinds import TableKind
    from leaderboard.tables.metrics import Measured
    from leaderboard.tables.source import LoggedTable

MAX_PLAYERS = 100_000


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    board = commands.add_parser("leaderboard", help="print the tables of a benchmark from the log")
    board.add_argument("benchmark", metavar="BENCHMARK", help="as the log names it: agl1k, tau, globeaudio, savvy, ...")
    board.add_argument(
        "--from", dest="source_log", metavar="REPO|DIR",
        help="a Hub dataset as owner/name, or a folder of exported files; by default the journal of this machine",
    )  # fmt: skip
    board.add_argument("--players", type=_players, default=20, metavar="N", help="single players shown; default 20")
    board.add_argument("--both", action="store_true", help="only questions that a person and a model answered")
    board.add_argument(
        "--pair", nargs=2, metavar=("ROW", "ROW"), help="compare two rows, by label, on the questions both answered"
    )
    board.add_argument(
        "--by-category", action="store_true", help="right answers by category of the question, in place of all figures"
    )
    board.add_argument(
        "--as-published",
        action="store_true",
        help="models by the paper's own rules too; needs the questions",
    )
    board.add_argument("--source", type=a_path, metavar="PATH", help="a copy of the benchmark's files on this machine")
    form = board.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print JSON")
    form.add_argument("--csv", action="store_true", help="print CSV")
    add_data_option(board)
    board.set_defaults(run=_leaderboard)


def _players(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 6 and int(text) <= MAX_PLAYERS):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0 to {MAX_PLAYERS:,}")
    return int(text)


def _leaderboard(options: argparse.Namespace, settings: Settings) -> int:
    from leaderboard.tables.labels import footnotes
    from leaderboard.tables.table import TableRules, answered_by_both, figure_table, only
    from leaderboard.tables.text import as_csv, as_json, as_text

    settings = with_data(options, settings)
    kind, logged = _logged(options, settings)
    answers = kind.answers(logged)
    measured = _by_category(options, answers, kind) if options.by_category else kind.measure(answers)
    if options.both:
        mask = answered_by_both(answers)
        answers, measured = answers.where(mask), only(measured, mask)
    n_questions = _question_count(options, settings)
    rules = TableRules(classes=kind.classes, questions=n_questions, shown_players=options.players)
    names = {} if kind.classes is None else kind.classes.names
    table = figure_table(answers, measured, rules)
    pair = _pair(options.pair, answers, measured, kind) if options.pair else None
    published = _as_published(options, settings, kind) if options.as_published else None
    if options.json:
        extra = {name: found for name, found in (("pair", pair), ("as_published", published)) if found is not None}
        print(json.dumps(as_json(table, names) | extra, indent=2, ensure_ascii=False, allow_nan=False))
        return 0
    if options.csv:
        print(as_csv(table, names), end="")
        return 0
    print(
        f"{options.benchmark}: {n_of(table.questions, 'question')}" + ("" if n_questions else " answered in this log")
    )
    print(as_text(table, names))
    for part in (_pair_text(options.pair, pair), _published_text(published)):
        if part:
            print(f"\n{part}")
    for note in footnotes(table.repeats, table.damaged, table.hidden_players):
        print(note, file=sys.stderr)
    return 0


def _by_category(options: argparse.Namespace, answers: Answers, kind: TableKind) -> list[Measured]:
    """The figures by category.

    Raises:
        SettingsError: when the answers tell none.
    """
    found = [] if kind.by_category is None else kind.by_category(answers)
    if not found:
        raise SettingsError(f"The answers to {options.benchmark[:80]!r} tell no categories; leave --by-category out.")
    return found


def _logged(options: argparse.Namespace, settings: Settings) -> tuple[TableKind, LoggedTable]:
    """The rows, and how they are measured; a benchmark of no known name is looked for in every table.

    Raises:
        SettingsError: when the log holds no answer to it.
        SoundmarkError: when the log cannot be read.
    """
    from leaderboard.tables.kinds import KNOWN, kind_of
    from leaderboard.tables.source import SourceError

    tables = [KNOWN[options.benchmark]] if options.benchmark in KNOWN else ["geo", "choice", "spatial"]
    trouble: SourceError | None = None
    for table in tables:
        kind = kind_of(table, options.benchmark)
        try:
            logged = _read(options, settings, kind)
        except SourceError as error:
            trouble = error
            continue
        if logged.table.num_rows:
            return kind, logged
    if trouble is not None:
        raise trouble
    hint = "Give the benchmark as the log's rows name it, or another log with --from or --data."
    raise SettingsError(f"This log holds no answer to the benchmark {options.benchmark[:80]!r}. {hint}")


def _read(options: argparse.Namespace, settings: Settings, kind: TableKind) -> LoggedTable:
    from leaderboard.tables.source import logged_here, logged_in_folder, logged_on_hub
    from soundmark.services import hub_of

    source = options.source_log
    if source is None:
        return logged_here(settings.data_dir / "journal.sqlite", kind.log_table, options.benchmark, kind.columns)
    folder = path_of(source)
    if folder.is_dir():
        return logged_in_folder(folder.resolve(), kind.log_table, options.benchmark, kind.columns)
    if source.count("/") != 1 or source.startswith((".", "/", "~")):
        raise SettingsError(f"There is no folder {source[:200]}. Name a folder, or a Hub dataset as owner/name.")
    import dataclasses

    hub = dataclasses.replace(hub_of(dataclasses.replace(settings, log_repo=source)), named_by="--from")
    return logged_on_hub(hub, kind.log_table, options.benchmark, kind.columns)


def _question_count(options: argparse.Namespace, settings: Settings) -> int | None:
    """How many questions the benchmark has, where a copy of its files is named."""
    if options.source is None:
        return None
    from soundmark.commands.packs import pack_named

    return len(pack_named(options.benchmark, settings, options.source).questions)


def _pair(wanted: list[str], answers: Answers, measured: list[Measured], kind: TableKind) -> dict[str, object]:
    from leaderboard.tables.pairs import compare

    first, second = (_group(name, answers, kind) for name in wanted)
    one = next(found for found in measured if found.metric.name in ("geoscore", "acc_micro"))
    pair = compare(answers, one, first, second)
    ends = pair.interval
    return {
        "metric": one.metric.name,
        "questions": pair.questions,
        "first": pair.first,
        "second": pair.second,
        "difference": pair.difference,
        "interval_95": None if ends is None else [ends.low, ends.high],
        "first_higher": pair.first_higher,
        "second_higher": pair.second_higher,
    }


def _group(name: str, answers: Answers, kind: TableKind) -> Group:
    """The row of that label.

    Raises:
        SettingsError: when there is none, or there are several.
    """
    from leaderboard.tables.groups import groups_of, player_numbers, players_of
    from leaderboard.tables.labels import label_of

    names = {} if kind.classes is None else kind.classes.names
    numbers, players = player_numbers(answers)
    present = sorted({int(number) for number in numbers if number >= 0})
    groups = [*groups_of(answers, kind.classes)]
    found = [group for group in groups if name in (label_of(group.key, names), group.key.name)]
    found += players_of(
        answers, [number for number in present if name in (players[number], f"Player {players[number][:6]}")]
    )
    if len(found) == 1:
        return found[0]
    labels = ", ".join(sorted({label_of(group.key, names) for group in groups}))
    if not found:
        raise SettingsError(f"No row is called {name[:80]!r}. Rows beside single players: {labels[:500]}.")
    given = "; ".join(f"{group.key.setting} {group.key.prompt} {group.key.origin}" for group in found)
    raise SettingsError(
        f"{len(found)} rows are called {name[:80]!r}: {given[:500]}. Export the log and keep one of them."
    )


def _pair_text(wanted: list[str] | None, pair: dict[str, object] | None) -> str:
    if pair is None or wanted is None:
        return ""
    if not pair["questions"]:
        return f"{wanted[0]} and {wanted[1]} have no question in common."
    ends = pair["interval_95"]
    interval = f" [{ends[0]:.4g}, {ends[1]:.4g}]" if isinstance(ends, list) else " (no interval)"
    return (
        f"{wanted[0]} less {wanted[1]}, {pair['metric']}, {pair['questions']} questions that both answered: "
        f"{pair['difference']:.4g}{interval}; higher on {pair['first_higher']}, lower on {pair['second_higher']}."
    )


def _as_published(options: argparse.Namespace, settings: Settings, kind: TableKind) -> list[dict[str, object]]:
    from leaderboard.tables.as_published import by_published_rules
    from leaderboard.tables.table import PARTIAL_BELOW
    from soundmark.commands.packs import pack_named
    from soundmark.store.journal import Journal
    from soundmark.store.schema import counted
    from soundmark.store.withdraw import withdrawn_ids

    if options.source_log is not None:
        raise SettingsError("--as-published reads the journal of this machine; leave --from out.")
    pack = pack_named(options.benchmark, settings, options.source)
    journal = Journal(settings.data_dir / "journal.sqlite")
    try:
        rows = counted(
            journal.rows(kind.log_table, benchmark=options.benchmark), withdrawn_ids(journal.rows("withdrawals"))
        )
        found = by_published_rules(pack, rows)
    finally:
        journal.close()
    n_all = len(pack.questions)
    return [
        {
            "label": row.key.name,
            "setting": row.key.setting,
            "prompt": row.key.prompt,
            "origin": row.key.origin.value,
            "answers": row.answers,
            "is_partial": row.answers < PARTIAL_BELOW * n_all,
            "figures": dict(row.figures),
            "n": dict(row.n),
        }
        for row in found
    ]


def _published_text(found: list[dict[str, object]] | None) -> str:
    if not found:
        return ""
    names = list(dict.fromkeys(name for row in found for name in row["figures"]))  # type: ignore[attr-defined]
    lines = [["as published", *(str(row["label"]) for row in found)]]
    lines.append(["answers", *(f"{row['answers']}{' (partial)' if row['is_partial'] else ''}" for row in found)])
    for name in names:
        values = [row["figures"].get(name) for row in found]  # type: ignore[attr-defined]
        lines.append(
            [name, *("-" if value is None else f"{value:.4f}" if value <= 1 else f"{value:.2f}" for value in values)]
        )
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    return "\n".join("  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True)) for line in lines)
