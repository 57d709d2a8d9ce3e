"""`scene`: the global map and the answers of a scene file."""

from __future__ import annotations

import argparse
import json
import sys

from soundmark.commands.options import Commands, a_path
from soundmark.settings import Settings


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    scene = commands.add_parser("scene", help="make the map of a scene file and answer its questions")
    scene.add_argument("scene", type=a_path, metavar="SCENE.json", help="described in docs/spatial_scenes.md")
    scene.add_argument("--json", action="store_true", help="print JSON instead of text")
    scene.add_argument("--published", action="store_true", help="by the rules of SAVVY's released code")
    scene.add_argument("--segments", action="store_true", help="paths in steps of 0.25 s instead of 1 s")
    scene.add_argument("--questions", action="store_true", help="also print the questions that the events give")
    scene.add_argument(
        "--margin", type=float, default=0.0, metavar="DEG", help="leave out directions nearer to a border of choices"
    )
    scene.set_defaults(run=_scene)


def _scene(options: argparse.Namespace, _: Settings) -> int:
    from soundmark.spatial.scene_file import read_scene_file
    from soundmark.spatial.scene_report import as_json, report_on
    from soundmark.spatial.scene_text import as_text
    from soundmark.spatial.target_path import PER_SECOND_S, PER_SEGMENT_S
    from soundmark.spatial.world_map import Rules

    report = report_on(
        read_scene_file(options.scene),
        rules=Rules.PUBLISHED if options.published else Rules.CORRECTED,
        step_s=PER_SEGMENT_S if options.segments else PER_SECOND_S,
        with_questions=options.questions,
        min_margin_deg=options.margin,
    )
    if options.json:
        print(json.dumps(as_json(report), indent=2, ensure_ascii=False, allow_nan=False))
    else:
        print(as_text(report))
    for sentence in report.scene.left_out:
        print(f"Left out: {sentence}", file=sys.stderr)
    return 0
