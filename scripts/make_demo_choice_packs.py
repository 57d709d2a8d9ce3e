"""Make the built-in packs of choice questions: synthetic clips and their `metadata.csv`.

    python scripts/make_demo_choice_packs.py --out soundmark/benchmarks

Writes the folders `demo_tau` and `demo_globeaudio`. Needs the program espeak-ng (the packs were made with 1.51) and,
beyond what the product installs, mutagen and pypinyin (`requirements-dev.txt`). The same versions of espeak-ng, numpy,
libsndfile and pypinyin give the same bytes.
"""

from __future__ import annotations

import argparse
import csv
import logging
from collections.abc import Mapping
from pathlib import Path

from demo_pack.choice import ChoiceClip
from demo_pack.choice_catalogue import COLUMNS, globe_clips, metadata_rows, tau_clips
from demo_pack.files import SOUND_LEVEL, SPEECH_LEVEL, opus_bytes
from demo_pack.mix import LOW_RATE_CEILING_DBFS, MixError, rendered
from demo_pack.voices import VoiceError

_LOG = logging.getLogger("make_demo_choice_packs")


def main() -> int:
    """Write both packs, or the named clips only; 1 when something could not be made."""
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    parser = argparse.ArgumentParser(description="Make the built-in packs of choice questions.")
    parser.add_argument("--out", type=Path, required=True, help="folder that holds the packs' folders")
    parser.add_argument("--only", nargs="*", default=[], metavar="TITLE", help="make only the clips of these titles")
    arguments = parser.parse_args()
    packs = {"demo_tau": tau_clips(), "demo_globeaudio": globe_clips()}
    titles = {clip.title for clips in packs.values() for clip in clips.values()}
    unknown = set(arguments.only) - titles
    if unknown:
        parser.error(f"no clip is called {', '.join(sorted(unknown))}; choose from {', '.join(sorted(titles))}")
    try:
        for folder, clips in packs.items():
            _write_pack(arguments.out / folder, clips, frozenset(arguments.only))
    except (MixError, VoiceError) as error:
        _LOG.error("%s", error)
        return 1
    except OSError as error:
        _LOG.error("Cannot write to %s: %s. Give a folder that can be written.", arguments.out, error.strerror)
        return 1
    return 0


def _write_pack(folder: Path, clips: Mapping[str, ChoiceClip], only: frozenset[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, clip in clips.items():
        if not only or clip.title in only:
            compression_level = SPEECH_LEVEL if clip.lines else SOUND_LEVEL
            encoded = opus_bytes(rendered(clip, LOW_RATE_CEILING_DBFS), f"{folder.name}/{name}", compression_level)
            (folder / name).write_bytes(encoded)
            _LOG.info("%s/%s  %6.1f kB  %s %s", folder.name, name, len(encoded) / 1000, clip.language, clip.title)
    with (folder / "metadata.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(metadata_rows(clips, has_hops=folder.name == "demo_tau"))


if __name__ == "__main__":
    raise SystemExit(main())
