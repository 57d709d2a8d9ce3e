"""`localizability`: which sounds tell where a clip was recorded, and how much of it each clip holds."""

from __future__ import annotations

import argparse
import math

from soundmark.commands.evaluate import usd
from soundmark.commands.localizability_judge import judge
from soundmark.commands.localizability_weights import fit, score
from soundmark.commands.options import Commands, a_path, add_data_option, positive


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    group = commands.add_parser(
        "localizability",
        help="which sounds tell where clips were recorded, and how much of it each clip holds",
        description="Audio Localizability (AGL1K, section 3.3): models judge which detected sounds a model's reasoning "
        "rests on, weights are fitted to their judgements, and clips are scored by them.",
    )
    parts = group.add_subparsers(required=True, metavar="part")
    _add_judge(parts)
    _add_fit(parts)
    _add_score(parts)


def _add_judge(parts: Commands[argparse.ArgumentParser]) -> None:
    parser = parts.add_parser("judge", help="let models judge what each sound contributed to a model's reasoning")
    _add_tables(parser)
    parser.add_argument(
        "--judge", action="append", required=True, metavar="NAME", help="as models.toml names it; the paper has three"
    )
    parser.add_argument(
        "--to", type=a_path, required=True, metavar="FILE", help="where the judgements go, as JSON lines"
    )
    parser.add_argument(
        "--min-share", type=_share, default=0.0, metavar="X",
        help="only sounds that are heard for more than this share of a clip; default 0",
    )  # fmt: skip
    parser.add_argument("--limit", type=positive, metavar="N", help="only the first N clips by id")
    parser.add_argument("--max-usd", type=usd, metavar="X", help="never spend more, on all judges together")
    parser.add_argument(
        "--resume", action="store_true", help="go on where each judge was; it is done unless --new says"
    )
    parser.add_argument("--new", action="store_true", help="ask and pay again for what was judged before")
    parser.add_argument("--dry-run", action="store_true", help="say what it would take, and ask nothing")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of sentences")
    add_data_option(parser)
    parser.set_defaults(run=judge)


def _add_fit(parts: Commands[argparse.ArgumentParser]) -> None:
    parser = parts.add_parser("fit", help="fit the weights of categories to judgements")
    _add_tables(parser)
    parser.add_argument(
        "--judged", type=a_path, nargs="+", required=True, metavar="FILE",
        help="rows with clip_id, category, judge and level (0 to 4), or contribution in place of level",
    )  # fmt: skip
    parser.add_argument("--to", type=a_path, required=True, metavar="FILE", help="where the weights go, as JSON")
    parser.add_argument("--alpha", type=_number, default=1 / 3, metavar="X", help="slopes above it weigh; default 1/3")
    parser.add_argument(
        "--gamma-km", type=_number, default=1000.0, metavar="X", help="errors below are near; default 1000"
    )
    parser.add_argument(
        "--theta", type=_number, default=1.0, metavar="X", help="clips above are localizable; default 1"
    )
    parser.add_argument(
        "--scale", type=_scale, default=None, metavar="A,B,C,D,E",
        help="what the five levels count; default 0,0.25,0.5,0.75,1",
    )  # fmt: skip
    parser.add_argument("--min-clips", type=positive, default=1, metavar="N", help="a slope needs N clips; default 1")
    parser.add_argument(
        "--min-judges", type=positive, metavar="N", help="a category in a clip needs N judges; default: all of them"
    )
    _add_form(parser)
    parser.set_defaults(run=fit)


def _add_score(parts: Commands[argparse.ArgumentParser]) -> None:
    parser = parts.add_parser("score", help="score clips by weights, and select")
    parser.add_argument("--tags", type=a_path, required=True, metavar="FILE", help=_TAGS_HELP)
    parser.add_argument(
        "--weights", type=a_path, required=True, metavar="FILE", help="as `localizability fit` writes them"
    )
    parser.add_argument("--theta", type=_number, metavar="X", help="another one than that of the weights")
    parser.add_argument(
        "--places", type=a_path, metavar="FILE",
        help="rows with clip_id or file_name, and continent or latitude and longitude: also by continent",
    )  # fmt: skip
    parser.add_argument("--to", type=a_path, metavar="FILE", help="where the scores go: .csv or .jsonl")
    _add_form(parser)
    parser.set_defaults(run=score)


_TAGS_HELP = "shares of time by clip and category: CSV with file_name, category, share, or JSON lines"


def _add_tables(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--tags", type=a_path, required=True, metavar="FILE", help=_TAGS_HELP)
    parser.add_argument(
        "--answers", type=a_path, required=True, metavar="FILE",
        help="a model's answers: clip_id, error_km and reasoning, or the exported log's table geo",
    )  # fmt: skip
    parser.add_argument("--reasoner", default="", metavar="NAME", help="whose answers, where a table has several")


def _add_form(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--figures", type=a_path, metavar="FILE", help="figures as one HTML page")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of sentences")


def _number(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is not a finite number")
    return value


def _share(text: str) -> float:
    value = _number(text)
    if not 0 <= value < 1:
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is not a share from 0 to below 1")
    return value


def _scale(text: str) -> tuple[float, ...]:
    return tuple(_number(part) for part in text.split(","))
